import { nameText, text, uniqueBy } from '@parley/findings'
import { z } from 'zod'
import { SentAction, ThingAction } from './action.ts'
import { contentId, webUrl } from './fields.ts'
import { SentLocation, ThingLocation } from './location.ts'
import { Metadata } from './metadata.ts'

const mostThings = 10_000
const mostActions = 4
const mostCollections = 20

const media = text({ min: 1, max: 80 })
const deprecated = { deprecated: true, description: 'The first of `collections`; ignored where `collections` is sent.' }

const kept = {
  id: contentId,
  name: nameText,
  description: text({ max: 4000 }).optional(),
  imageUrl: webUrl(500).optional(),
  media: media.optional().meta({ description: 'The id of a media item.' }),
  productPageUrl: webUrl(500).optional(),
  actions: z.array(ThingAction).max(mostActions).optional(),
  location: ThingLocation.optional(),
  collections: z.array(contentId).max(mostCollections).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
}

/** Document 1, AgentThing, as it is kept. */
export type AgentThing = z.infer<typeof AgentThing>
const AgentThing = z.strictObject(kept)

/** What GET answers. */
export const ShownThing = z
  .strictObject({ ...kept, collection: contentId.optional().meta(deprecated) })
  .meta({ id: 'AgentThing', examples: [{ id: 'boat', name: 'Boat', collections: ['sail'], collection: 'sail' }] })
export type ShownThing = z.infer<typeof ShownThing>

const sentFields = z.strictObject({
  ...kept,
  media: z.preprocess(bareMediaId, media).optional().meta({ description: '`image:<id>` is kept as the bare id.' }),
  actions: z.array(SentAction).max(mostActions).optional(),
  location: SentLocation.nullable().optional().meta({ description: 'Absent keeps what is stored, null clears it.' }),
  collections: z.array(contentId).superRefine(refuseTooMany).optional().meta({ maxItems: mostCollections }),
  collection: contentId.optional().meta(deprecated),
  metadata: Metadata.optional(),
})

const SentThing = z
  .preprocess(withoutIgnored, sentFields)
  .meta({ id: 'SentThing', examples: [{ id: 'boat', name: 'Boat', collections: ['sail'] }] })
export type SentThing = z.output<typeof SentThing>

/** The list of a whole-list write; the errors' paths begin with the index. */
export const ThingsBody = uniqueBy(z.array(SentThing).max(mostThings), 'id')

function bareMediaId(sent: unknown): unknown {
  return typeof sent === 'string' ? sent.replace(/^(?:image:)+/, '') : sent
}

function withoutIgnored(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent) || !('collections' in sent)) return sent
  const { collection, ...others } = sent as { collection?: unknown }
  return others
}

/** A set: what is named twice counts once. */
function refuseTooMany(collections: readonly string[], context: z.RefinementCtx): void {
  if (new Set(collections).size > mostCollections) context.addIssue(`must have at most ${mostCollections} entries`)
}
