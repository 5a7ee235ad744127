import { type FieldError, formatFieldPath } from '@parley/findings'
import { ChangeRejectedError } from '../change-rejected.ts'
import type { AgentDefinition } from '../definition.ts'
import type { AgentCollection } from './collection.ts'
import type { Coordinates } from './coordinates.ts'
import { isMapLink, toPlaceName } from './parse-location.ts'
import { type AgentThing, hasCoordinates, type ThingInput, type ThingLocation, type ThingResponse } from './thing.ts'

type MergedThings = {
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
      errors.push({ field: formatFieldPath([index, 'location', 'address']), message: 'does not match any place' })
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

/** Geocoding results from before the write, by address. */
export type GeocodedPlaces = ReadonlyMap<string, GeocodedAddress | 'nowhere' | 'unavailable'>

/** Merges a sent list into the stored one, with geocoding results; reports faults under `path`. */
export function applyThings(
  sent: readonly ThingInput[],
  stored: readonly AgentThing[],
  places: GeocodedPlaces,
  path: string,
): AgentThing[] {
  const settled = mergeThings(sent, stored)
  const found = new Map(
    settled.toGeocode.map(({ index, address }) => [index, places.get(address) ?? ('unavailable' as const)]),
  )
  const located = applyGeocoding(settled.things, found)
  const errors = [...settled.errors, ...located.errors].map((error) => ({ ...error, field: path + error.field }))
  if (errors.length > 0) throw new ChangeRejectedError('request.invalid', { errors })
  return located.things
}

export function listAddressesToGeocode(sent: readonly ThingInput[], stored: readonly AgentThing[]): string[] {
  return mergeThings(sent, stored).toGeocode.map(({ address }) => address)
}

/** Refuses to drop a collection that contains Things unless `force` is set; then they leave it. */
export function putCollections(definition: AgentDefinition, sent: AgentCollection[], force: boolean): AgentDefinition {
  const sentIds = new Set(sent.map(({ id }) => id))
  const dropped = new Set(definition.collections.map(({ id }) => id).filter((id) => !sentIds.has(id)))
  const errors = definition.things.flatMap((thing, index) => listCollectionErrors(thing, index, dropped))
  if (errors.length === 0) return { ...definition, collections: sent }
  if (!force) throw new ChangeRejectedError('request.invalid', { errors })
  const things = definition.things.map((thing) => leaveCollections(thing, dropped))
  return { ...definition, collections: sent, things }
}

function listCollectionErrors(
  { name, collections = [] }: AgentThing,
  index: number,
  dropped: ReadonlySet<string>,
): FieldError[] {
  return collections.flatMap((id, at) => {
    const message = `would delete the Thing “${name}”, which the collection ${id} contains; force=true removes it from the collection`
    return dropped.has(id) ? [{ field: `things[${index}].collections[${at}]`, message }] : []
  })
}

function leaveCollections(thing: AgentThing, dropped: ReadonlySet<string>): AgentThing {
  if (!thing.collections?.some((id) => dropped.has(id))) return thing
  return { ...thing, collections: thing.collections.filter((id) => !dropped.has(id)) }
}
