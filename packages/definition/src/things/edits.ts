import type { FieldError } from '@parley/findings'
import { ChangeRejectedError } from '../change-rejected.ts'
import type { AgentDefinition } from '../definition.ts'
import type { AgentCollection } from './collection.ts'
import { applyGeocoding, type GeocodedAddress, mergeThings } from './merge-things.ts'
import type { AgentThing, ThingInput } from './thing.ts'

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
  const kept = new Set(sent.map(({ id }) => id))
  const dropped = new Set(definition.collections.map(({ id }) => id).filter((id) => !kept.has(id)))
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
    const message = `holds the Thing “${name}” in the collection ${id}, which would be gone; force=true takes it out`
    return dropped.has(id) ? [{ field: `things[${index}].collections[${at}]`, message }] : []
  })
}

function leaveCollections(thing: AgentThing, dropped: ReadonlySet<string>): AgentThing {
  if (!thing.collections?.some((id) => dropped.has(id))) return thing
  return { ...thing, collections: thing.collections.filter((id) => !dropped.has(id)) }
}
