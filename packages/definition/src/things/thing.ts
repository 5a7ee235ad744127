import { boundedText, nameText, uniqueBy } from '@parley/findings'
import { z } from 'zod'
import { ThingAction, ThingActionInput } from './action.ts'
import { contentId, webUrl } from './fields.ts'
import { ThingLocation, ThingLocationInput } from './location.ts'

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
const deprecated = { deprecated: true, description: 'The first of `collections`; ignored where `collections` is sent.' }

const kept = {
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
const AgentThing = z.strictObject(kept)

export const ThingResponse = z
  .strictObject({ ...kept, collection: contentId.optional().meta(deprecated) })
  .meta({ id: 'AgentThing', examples: [{ id: 'boat', name: 'Boat', collections: ['sail'], collection: 'sail' }] })
export type ThingResponse = z.infer<typeof ThingResponse>

const sentFields = z.strictObject({
  ...kept,
  media: z.preprocess(bareMediaId, media).optional().meta({ description: '`image:<id>` is kept as the bare id.' }),
  actions: z.array(ThingActionInput).max(maxActions).optional(),
  location: ThingLocationInput.nullable()
    .optional()
    .meta({ description: 'Absent keeps what is stored, null clears it.' }),
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
