import { boundedText, nameText, slug, timeZone, uniqueBy } from '@parley/findings'
import { z } from 'zod'
import { memoize } from '../memoize.ts'
import { SchedulingWindow } from '../scheduling.ts'
import { maxAddressLength, parseLocation } from '../things/parse-location.ts'

const representativeIds = z.array(boundedText({ min: 1, max: 100 })).max(500)

const fields = {
  id: slug,
  name: nameText,
  aliases: z
    .array(boundedText({ min: 1, max: 100 }))
    .max(20)
    .optional()
    .meta({ description: 'Other names that people use for it.' }),
  address: boundedText({ min: 1, max: maxAddressLength }).optional(),
  coordinates: z
    .strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
    .optional(),
  phone: boundedText({ min: 1, max: 50 }).optional().meta({
    description:
      'Any common format; without a country code, read in the `defaultCountry` of the agent. Stored as E.164.',
  }),
  timeZone: timeZone.optional().meta({ description: "Default: the agent's." }),
  hours: z.array(SchedulingWindow).max(200).optional().meta({ description: "Empty means the agent's own hours." }),
  representativeIds: representativeIds.optional().meta({ description: 'Who works there; default: everyone.' }),
  enabled: z.boolean().optional().meta({ default: true }),
}

/** Stored form: a place where the business serves people. An agent without locations is one place without a name. */
export const AgentLocation = z.strictObject(fields).meta({
  id: 'AgentLocation',
  examples: [{ id: 'harbor', name: 'Harbor practice', address: 'Pier 4, Harbor Road', phone: '+12025550143' }],
})
export type AgentLocation = z.infer<typeof AgentLocation>

/** Request form: the address may also be a latitude-longitude pair or a map link, as for Things. */
const LocationInput = z.strictObject(fields).transform(({ address, ...others }, context): AgentLocation => {
  const unique = others.representativeIds && { representativeIds: [...new Set(others.representativeIds)] }
  const sent = { ...others, ...unique }
  const found = address === undefined ? undefined : parseLocation(address)
  if (found === 'outOfRange') {
    context.addIssue({ code: 'custom', path: ['address'], message: 'contains coordinates that are out of range' })
    return z.NEVER
  }
  if (found === undefined) return { ...sent, ...(address !== undefined && { address }) }
  const { address: named, latitude, longitude } = found
  const read = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
  // Explicit coordinates win over those in the text.
  const coordinates = sent.coordinates ?? read
  return { ...sent, ...(named !== undefined && { address: named }), ...(coordinates && { coordinates }) }
})
export type LocationInput = z.output<typeof LocationInput>

export const maxLocations = 100

/** Body of a write that replaces the whole list; error paths begin with the index. */
export const LocationList = uniqueBy(z.array(LocationInput).max(maxLocations), 'id')

/** The locations that people can choose, in the operator's order. */
export const listEnabledLocations = memoize((locations: readonly AgentLocation[]): readonly AgentLocation[] =>
  locations.filter(({ enabled = true }) => enabled),
)

/** Without a location, and at one that lists nobody, everyone counts. */
export function worksAt(
  locations: readonly AgentLocation[],
  { locationId, representativeId }: { locationId: string | undefined; representativeId: string },
): boolean {
  const ids = locations.find(({ id }) => id === locationId)?.representativeIds ?? []
  return ids.length === 0 || ids.includes(representativeId)
}

/** Returns a location that people can choose; undefined for one that is disabled or does not exist. */
export function findEnabledLocation(
  locations: readonly AgentLocation[],
  id: string | undefined,
): AgentLocation | undefined {
  return id === undefined ? undefined : listEnabledLocations(locations).find((location) => location.id === id)
}
