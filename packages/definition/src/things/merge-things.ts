import { type FieldError, formatFieldPath } from '@parley/findings'
import type { Coordinates } from './coordinates.ts'
import { hasCoordinates, type ThingLocation } from './location.ts'
import { isMapLink, toPlaceName } from './parse-location.ts'
import type { AgentThing, ThingInput, ThingResponse } from './thing.ts'

export type MergedThings = {
  things: AgentThing[]
  errors: FieldError[]
  /** Addresses to geocode, by the index of their Thing; the results go into `placed`. */
  toGeocode: { index: number; address: string }[]
}

/** Merges a sent list into the stored one: decides what each Thing keeps, what it clears, and what must be geocoded. */
export function mergeThings(sent: readonly ThingInput[], stored: readonly AgentThing[]): MergedThings {
  const before = new Map(stored.map((thing) => [thing.id, thing]))
  const things = sent.map((thing) => mergeThing(thing, before.get(thing.id)))
  const toGeocode = sent.flatMap((thing, index) => {
    const address = thing.location ? things[index]?.location?.address : undefined
    if (address === undefined || hasCoordinates(things[index]?.location) || isMapLink(address)) return []
    return [{ index, address }]
  })
  return { things, errors: things.flatMap(findLostViews), toGeocode }
}

/** Builds the GET response: the deprecated `collection` in addition to `collections`. */
export function serializeThing(thing: AgentThing): ThingResponse {
  const [collection] = thing.collections ?? []
  return collection === undefined ? thing : { ...thing, collection }
}

export type GeocodedAddress = Coordinates & { address: string }

/**
 * Applies geocoding results by the index of the Thing; addresses that could not be geocoded stay without coordinates.
 */
export function applyGeocoding(
  things: readonly AgentThing[],
  places: ReadonlyMap<number, GeocodedAddress | 'nowhere' | 'unavailable'>,
): { things: AgentThing[]; errors: FieldError[] } {
  const errors: FieldError[] = []
  const located = things.map((thing, index) => {
    const place = places.get(index)
    if (place === 'nowhere')
      errors.push({ field: formatFieldPath([index, 'location', 'address']), message: 'matches no place' })
    return typeof place === 'object' ? { ...thing, location: moved(thing.location, place) } : thing
  })
  return { things: located, errors }
}

function mergeThing(sent: ThingInput, stored: AgentThing | undefined): AgentThing {
  const { collection, collections, location, ...others } = sent
  const place = locationOf(location, stored?.location)
  const groups = collections ? [...new Set(collections)] : groupsOf(collection, stored?.collections)
  return { ...others, ...(place && { location: place }), ...(groups && { collections: groups }) }
}

function locationOf(sent: ThingLocation | null | undefined, stored: ThingLocation | undefined) {
  if (sent === undefined) return stored
  if (sent === null) return undefined
  if (hasCoordinates(sent) || sent.address !== stored?.address || !hasCoordinates(stored)) return sent
  return { ...sent, latitude: stored?.latitude, longitude: stored?.longitude }
}

/** A legacy client that sends back the single `collection` it read does not lose the others. */
function groupsOf(collection: string | undefined, stored: string[] | undefined): string[] | undefined {
  if (collection === undefined) return undefined
  return collection === stored?.[0] ? stored : [collection]
}

function findLostViews({ actions = [], location }: AgentThing, index: number): FieldError[] {
  if (location) return []
  return actions.flatMap(({ kind }, at) =>
    kind === 'viewLocation'
      ? [{ field: formatFieldPath([index, 'actions', at, 'kind']), message: 'needs the Thing to have a location' }]
      : [],
  )
}

function moved(location: ThingLocation | undefined, { latitude, longitude, address }: GeocodedAddress): ThingLocation {
  return { ...location, address: toPlaceName(address) ?? location?.address, latitude, longitude }
}
