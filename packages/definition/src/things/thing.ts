import { boundedText, nameText, uniqueBy } from '@parley/findings'
import { z } from 'zod'
import { toE164 } from '../phone-number.ts'
import { thingActionKinds } from '../vocabulary.ts'
import { maxAddressLength, parseLocation } from './parse-location.ts'

/** Stored form. */
export const ThingLocation = z.strictObject({
  address: boundedText({ min: 1, max: maxAddressLength }).optional(),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  label: boundedText({ min: 1, max: 200 }).optional().meta({ description: "Default: the Thing's name." }),
})
export type ThingLocation = z.infer<typeof ThingLocation>

/** Request form of a location: the address may be a latitude-longitude pair or a map link. */
const ThingLocationInput = ThingLocation.superRefine(({ address, latitude, longitude }, context) => {
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
    context.addIssue({ code: 'custom', path: ['address'], message: 'contains coordinates that are out of range' })
    return z.NEVER
  }
  // Explicit coordinates win over those in the text.
  const { address, ...others } = sent
  return { ...found, ...others }
})

export function hasCoordinates(location: ThingLocation | undefined): boolean {
  return location?.latitude !== undefined
}

/** Operators choose the ids of Things and collections: any text, including slashes. */
export const contentId = boundedText({ min: 1, max: 200 })

function webUrl(max: number) {
  return boundedText({ max }).pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }))
}

type ThingActionKind = (typeof thingActionKinds)[number]

export const maxActionLabelLength = 25
const label = boundedText({ min: 1, max: maxActionLabelLength })

const actionWith = <P extends z.ZodType>(phone: P) =>
  z.discriminatedUnion('kind', [
    z.strictObject({ label, kind: z.literal('url').optional(), url: webUrl(2000) }),
    z.strictObject({ label, kind: z.literal('dial'), phone }),
    z.strictObject({
      label,
      kind: z.literal('reply'),
      value: boundedText({ min: 1, max: 200 })
        .optional()
        .meta({ description: "The text the agent receives; default: the label and the Thing's name." }),
    }),
    z.strictObject({ label, kind: z.literal('viewLocation') }),
  ])

/** Stored form. */
export const ThingAction = actionWith(z.string().meta({ examples: ['+12025550143'] }))
export type ThingAction = z.infer<typeof ThingAction>

/** The field that only actions of this kind carry. */
const targets = { url: 'url', phone: 'dial', value: 'reply' } as const satisfies Record<string, ThingActionKind>

const dialNumber = boundedText({ max: 100 })
  .transform((written, context) => {
    const number = toE164(written)
    if (number === undefined) context.addIssue('must be a telephone number, for example +12025550143')
    return number ?? z.NEVER
  })
  .meta({ description: 'Any common format; without a country code, read as a US number. Stored as E.164.' })

/** Request form of an action: fields of other kinds are dropped without validation. */
export const ThingActionInput = z.preprocess((sent, context) => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent
  const { kind = 'url' } = sent as { kind?: unknown }
  if (!thingActionKinds.some((known) => known === kind))
    context.addIssue({ code: 'custom', path: ['kind'], message: `must be one of ${thingActionKinds.join(', ')}` })
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([key]) => !Object.hasOwn(targets, key) || targets[key as keyof typeof targets] === kind,
    ),
  )
}, actionWith(dialNumber))

const maxKeys = 50
const maxKeyLength = 100

/** Texts by key. Keys are checked first, so that a hostile object costs no more than reading it. */
const ThingMetadata = z.preprocess(
  (sent, context) => {
    const keys = typeof sent === 'object' && sent !== null ? Object.keys(sent) : []
    if (keys.length > maxKeys) context.addIssue(`must have at most ${maxKeys} entries`)
    else if (!keys.every(isKey))
      context.addIssue(`must have keys of 1 to ${maxKeyLength} characters, none of them __proto__`)
    return sent
  },
  z.record(z.string(), boundedText({ max: 1000 })),
)

function isKey(key: string): boolean {
  return key !== '' && key !== '__proto__' && (key.length <= maxKeyLength || [...key].length <= maxKeyLength)
}

const maxThings = 10_000
const maxActions = 4
const maxCollections = 20

const media = boundedText({ min: 1, max: 80 })
const deprecated = {
  deprecated: true,
  description: 'The first entry of `collections`; ignored if `collections` is sent.',
}

const storedFields = {
  id: contentId,
  name: nameText,
  description: boundedText({ max: 4000 }).optional(),
  imageUrl: webUrl(500).optional(),
  media: media.optional().meta({ description: 'The id of a media item.' }),
  productPageUrl: webUrl(500).optional(),
  actions: z.array(ThingAction).max(maxActions).optional(),
  location: ThingLocation.optional(),
  collections: z.array(contentId).max(maxCollections).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
}

/** Stored form. */
export type AgentThing = z.infer<typeof AgentThing>
const AgentThing = z.strictObject(storedFields)

export const ThingResponse = z
  .strictObject({ ...storedFields, collection: contentId.optional().meta(deprecated) })
  .meta({ id: 'AgentThing', examples: [{ id: 'boat', name: 'Boat', collections: ['sail'], collection: 'sail' }] })
export type ThingResponse = z.infer<typeof ThingResponse>

const sentFields = z.strictObject({
  ...storedFields,
  media: z.preprocess(bareMediaId, media).optional().meta({ description: '`image:<id>` is stored as the bare id.' }),
  actions: z.array(ThingActionInput).max(maxActions).optional(),
  location: ThingLocationInput.nullable()
    .optional()
    .meta({ description: 'Omit to keep the stored value; null clears it.' }),
  collections: z.array(contentId).superRefine(assertThingCount).optional().meta({ maxItems: maxCollections }),
  collection: contentId.optional().meta(deprecated),
  metadata: ThingMetadata.optional(),
})

const ThingInput = z
  .preprocess(dropIgnoredFields, sentFields)
  .meta({ id: 'SentThing', examples: [{ id: 'boat', name: 'Boat', collections: ['sail'] }] })
export type ThingInput = z.output<typeof ThingInput>

/** Body of a write that replaces the whole list; error paths begin with the index. */
export const ThingsBody = uniqueBy(z.array(ThingInput).max(maxThings), 'id')

function bareMediaId(sent: unknown): unknown {
  return typeof sent === 'string' ? sent.replace(/^(?:image:)+/, '') : sent
}

function dropIgnoredFields(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent) || !('collections' in sent)) return sent
  const { collection, ...others } = sent as { collection?: unknown }
  return others
}

/** Counts distinct collections; duplicates count once. */
function assertThingCount(collections: readonly string[], context: z.RefinementCtx): void {
  if (new Set(collections).size > maxCollections) context.addIssue(`must have at most ${maxCollections} entries`)
}
