import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { maxAddressLength, parseLocation } from './parse-location.ts'

/** Stored form. */
export const ThingLocation = z.strictObject({
  address: boundedText({ min: 1, max: maxAddressLength }).optional(),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  label: boundedText({ min: 1, max: 200 }).optional().meta({ description: "The Thing's name when absent." }),
})
export type ThingLocation = z.infer<typeof ThingLocation>

/** Request form of a location: the address may be a latitude-longitude pair or a map link. */
export const ThingLocationInput = ThingLocation.superRefine(({ address, latitude, longitude }, context) => {
  if ((latitude === undefined) !== (longitude === undefined)) {
    const missing = latitude === undefined ? 'latitude' : 'longitude'
    context.addIssue({ code: 'custom', path: [missing], message: 'is required: coordinates come in pairs' })
  } else if (latitude === undefined && address === undefined) {
    context.addIssue('needs an address or coordinates')
  }
}).transform((sent, context): ThingLocation => {
  const found = sent.address === undefined ? undefined : parseLocation(sent.address)
  if (found === undefined) return sent
  if (found === 'outOfRange') {
    context.addIssue({ code: 'custom', path: ['address'], message: 'holds coordinates that are out of range' })
    return z.NEVER
  }
  // Explicit coordinates win over those in the text.
  const { address, ...others } = sent
  return { ...found, ...others }
})

export function hasCoordinates(location: ThingLocation | undefined): boolean {
  return location?.latitude !== undefined
}
