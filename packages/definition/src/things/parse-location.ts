import { areValidCoordinates, type Coordinates, parseCoordinates } from './coordinates.ts'
import { extractClues, parseMapLink } from './map-links.ts'

export const maxAddressLength = 500

export type ParsedLocation = Partial<Coordinates> & { address?: string }

/**
 * What a latitude-longitude pair or a map link says of a place; nothing for any other text. A pair leaves no address,
 * the name of a link's place becomes the address.
 */
export function parseLocation(address: string): ParsedLocation | 'outOfRange' | undefined {
  const pair = parseCoordinates(address)
  if (pair) return areValidCoordinates(pair) ? pair : 'outOfRange'
  const link = parseMapLink(address)
  const clues = link && extractClues(link)
  if (!clues) return undefined
  const spot = firstOf(clues.spots, (clue) => parseCoordinates(unlabelled(clue)))
  if (spot && !areValidCoordinates(spot)) return 'outOfRange'
  const name = firstOf(clues.names, (clue) => toPlaceName(labelOf(clue) ?? clue))
  return spot || name ? { ...spot, ...(name && { address: name }) } : undefined
}

/** A link that could not be read is no address that a geocoder could find. */
export function isMapLink(address: string): boolean {
  return parseMapLink(address) !== undefined
}

/** A name as it can be kept as an address: printable, short enough, and never read as a pair or a link again. */
export function toPlaceName(text: string): string | undefined {
  const printable = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const name = [...printable.slice(0, 2 * maxAddressLength)].slice(0, maxAddressLength).join('').trim()
  return name === '' || parseCoordinates(unlabelled(name)) || isMapLink(name) ? undefined : name
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
  return parseCoordinates(unlabelled(clue)) && labelled.exec(clue)?.[2]
}
