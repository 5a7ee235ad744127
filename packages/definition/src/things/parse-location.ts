import { areValidCoordinates, type Coordinates, parseCoordinates } from './coordinates.ts'

/** Data in a map link: texts that may contain coordinates and texts that may be the place's name, best first. */
type LinkClues = { spots: Clue[]; names: Clue[] }
type Clue = string | null | undefined
type MapLink = { host: RegExp; path?: RegExp; read(url: URL): LinkClues }

const google: MapLink = {
  host: /^(?:(?:www|maps)\.)?google\.(?:com|(?:com?\.)?[a-z]{2})$/,
  path: /^\/maps(?:\/|$)/,
  read(url) {
    const [, , mode, ...rest] = url.pathname.split('/')
    const named = rest.map(fromPath).filter((part) => part !== '' && !/^(?:@|data=)/.test(part))
    // In a route, `@` is the map's viewport, not the destination.
    if (mode === 'dir' && named.length > 0) return { spots: [named.at(-1)], names: [named.at(-1)] }
    const place = mode === 'place' || mode === 'search' ? named[0] : undefined
    const queries = all(url, ['q', 'query', 'destination', 'daddr'])
    const pin = found(/!3d(-?\d[\d.]*)!4d(-?\d[\d.]*)/, url.href)
    const view = found(/\/@(-?\d[\d.]*),(-?\d[\d.]*)/, url.pathname)
    return {
      spots: [pin, place, ...queries, ...all(url, ['ll', 'center', 'viewpoint']), view],
      names: [place, ...queries],
    }
  },
}

const apple: MapLink = {
  host: /^maps\.apple\.com$/,
  read: (url) => ({
    spots: all(url, ['coordinate', 'll', 'q', 'daddr', 'destination', 'center']),
    names: all(url, ['address', 'name', 'q', 'daddr', 'destination']),
  }),
}

const openStreetMap: MapLink = {
  host: /^(?:www\.)?openstreetmap\.org$/,
  read(url) {
    const [latitude, longitude, query] = all(url, ['mlat', 'mlon', 'query'])
    const marker = latitude && longitude && `${latitude},${longitude}`
    return { spots: [marker, query, found(/[#&]map=[\d.]+\/(-?[\d.]+)\/(-?[\d.]+)/, url.hash)], names: [query] }
  },
}

const bing: MapLink = {
  host: /^(?:www\.)?bing\.com$/,
  path: /^\/maps(?:\/|$)/,
  read(url) {
    const queries = all(url, ['where1', 'q'])
    const [point, center] = all(url, ['sp', 'cp'])
    const [latitude, longitude, name] = point?.startsWith('point.') ? point.slice('point.'.length).split('_') : []
    return { spots: [`${latitude},${longitude}`, ...queries, center?.replace('~', ',')], names: [name, ...queries] }
  },
}

const waze: MapLink = {
  host: /^(?:(?:www|ul)\.)?waze\.com$/,
  read(url) {
    const [spot, older, query, to] = all(url, ['ll', 'latlng', 'q', 'to'])
    return { spots: [spot, older, to?.replace(/^ll\./, ''), query], names: [query] }
  },
}

/** RFC 5870, with the query that phones add: `geo:0,0?q=` means that only the query gives the location. */
function geo(url: URL): LinkClues {
  const [query] = all(url, ['q'])
  const spot = found(/^(-?\d[\d.]*),(-?\d[\d.]*)/, url.pathname)
  return { spots: [query, query && spot === '0,0' ? undefined : spot], names: [query] }
}

const mapLinks = [google, apple, openStreetMap, bing, waze]

/** Parses a text that is only a link; browsers hide the scheme when they show one. */
function parseMapLink(text: string): URL | undefined {
  const trimmed = text.trim()
  if (/^(?:https?:\/\/|geo:)/i.test(trimmed)) return URL.parse(trimmed) ?? undefined
  return /^(?:www|maps)\.[\w.-]+[/?]\S*$/i.test(trimmed) ? (URL.parse(`https://${trimmed}`) ?? undefined) : undefined
}

/** Returns undefined for an unknown map, and for a short link that only the network could resolve. */
function extractClues(url: URL): LinkClues | undefined {
  if (url.protocol === 'geo:') return geo(url)
  const map = mapLinks.find(({ host }) => host.test(url.hostname))
  if (!map || (map.path && !map.path.test(url.pathname) && !url.hostname.startsWith('maps.'))) return undefined
  return map.read(url)
}

function all(url: URL, keys: string[]): (string | null)[] {
  return keys.map((key) => url.searchParams.get(key))
}

function found(pattern: RegExp, text: string): string | undefined {
  const match = pattern.exec(text)
  return match ? `${match[1]},${match[2]}` : undefined
}

function fromPath(part: string): string {
  const spaced = part.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

export const maxAddressLength = 500

export type ParsedLocation = Partial<Coordinates> & { address?: string }

/**
 * Extracts a place from a latitude-longitude pair or a map link; undefined for any other text. A pair leaves no
 * address; the name in a link becomes the address.
 */
export function parseLocation(address: string): ParsedLocation | 'outOfRange' | undefined {
  const pair = parseCoordinates(address)
  if (pair) return areValidCoordinates(pair) ? pair : 'outOfRange'
  const link = parseMapLink(address)
  const clues = link && extractClues(link)
  if (!clues) return undefined
  const spot = firstOf(clues.spots, (clue) => parseCoordinates(unlabeled(clue)))
  if (spot && !areValidCoordinates(spot)) return 'outOfRange'
  const name = firstOf(clues.names, (clue) => toPlaceName(labelOf(clue) ?? clue))
  return spot || name ? { ...spot, ...(name && { address: name }) } : undefined
}

/** A map link that could not be parsed is not an address for the geocoder. */
export function isMapLink(address: string): boolean {
  return parseMapLink(address) !== undefined
}

/** Converts a name to a storable address: printable, short enough, and never parsed as a pair or a link again. */
export function toPlaceName(text: string): string | undefined {
  const printable = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const name = [...printable.slice(0, 2 * maxAddressLength)].slice(0, maxAddressLength).join('').trim()
  return name === '' || parseCoordinates(unlabeled(name)) || isMapLink(name) ? undefined : name
}

function firstOf<T>(clues: readonly (string | null | undefined)[], read: (clue: string) => T | undefined) {
  for (const clue of clues) {
    const value = clue ? read(clue) : undefined
    if (value !== undefined) return value
  }
  return undefined
}

/** `40.7484,-73.9857(The tower)`: coordinates with a label. */
const labeled = /^([^()]*)\(([^()]*)\)$/

function unlabeled(clue: string): string {
  return (labeled.exec(clue)?.[1] ?? clue).replace(/^\s*loc:/i, '')
}

function labelOf(clue: string): string | undefined {
  return parseCoordinates(unlabeled(clue)) && labeled.exec(clue)?.[2]
}
