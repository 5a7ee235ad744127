import { type Coordinates, coordinatesIn, isOnEarth } from './coordinates.ts'
import { cluesOf, linkIn } from './map-links.ts'

export const longestAddress = 500

export type FoundLocation = Partial<Coordinates> & { address?: string }

/**
 * What a latitude-longitude pair or a map link says of a place; nothing for any other text. A pair leaves no address,
 * the name of a link's place becomes the address.
 */
export function locationFrom(address: string): FoundLocation | 'outOfRange' | undefined {
  const pair = coordinatesIn(address)
  if (pair) return isOnEarth(pair) ? pair : 'outOfRange'
  const link = linkIn(address)
  const clues = link && cluesOf(link)
  if (!clues) return undefined
  const spot = firstOf(clues.spots, (clue) => coordinatesIn(unlabelled(clue)))
  if (spot && !isOnEarth(spot)) return 'outOfRange'
  const name = firstOf(clues.names, (clue) => placeName(labelOf(clue) ?? clue))
  return spot || name ? { ...spot, ...(name && { address: name }) } : undefined
}

/** A link that could not be read is no address that a geocoder could find. */
export function isLink(address: string): boolean {
  return linkIn(address) !== undefined
}

/** A name as it can be kept as an address: printable, short enough, and never read as a pair or a link again. */
export function placeName(text: string): string | undefined {
  const printable = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const name = [...printable.slice(0, 2 * longestAddress)].slice(0, longestAddress).join('').trim()
  return name === '' || coordinatesIn(unlabelled(name)) || isLink(name) ? undefined : name
}

function firstOf<T>(clues: readonly (string | null | undefined)[], read: (clue: string) => T | undefined) {
  for (const clue of clues) {
    const value = clue ? read(clue) : undefined
    if (value !== undefined) return value
  }
  return undefined
}

/** `40.7484,-73.9857(The tower)`: coordinates with a label. */
const labelled = /^([^()]*)\(([^()]*)\)$/

function unlabelled(clue: string): string {
  return (labelled.exec(clue)?.[1] ?? clue).replace(/^\s*loc:/i, '')
}

function labelOf(clue: string): string | undefined {
  return coordinatesIn(unlabelled(clue)) && labelled.exec(clue)?.[2]
}
