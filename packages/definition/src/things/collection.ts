import { boundedText, nameText, uniqueBy } from '@parley/findings'
import { z } from 'zod'
import { presentationFields } from '../vocabulary.ts'
import { contentId, maxActionLabelLength } from './thing.ts'

const maxCollections = 1000

const Presentation = z.strictObject({
  fields: z
    .array(z.enum(presentationFields))
    .min(1)
    .refine(isSet, 'must not list a field twice')
    .optional()
    .meta({ description: 'Default: all three.' }),
  actions: z
    .array(boundedText({ min: 1, max: maxActionLabelLength }))
    .max(4)
    .refine(isSet, 'must not list an action twice')
    .optional()
    .meta({ description: 'Action labels in display order; default: every action.' }),
})

/** One form for requests, storage and responses. */
export const AgentCollection = z
  .strictObject({
    id: contentId,
    name: nameText,
    purpose: boundedText({ max: 500 }).optional(),
    presentation: Presentation.optional(),
  })
  .meta({ id: 'AgentCollection', examples: [{ id: 'sail', name: 'Sailing boats', purpose: 'For a day on the water' }] })
export type AgentCollection = z.infer<typeof AgentCollection>

/** Body of a write that replaces the whole list; error paths begin with the index. */
export const CollectionsBody = uniqueBy(z.array(AgentCollection).max(maxCollections), 'id')

function isSet(list: readonly string[]): boolean {
  return new Set(list).size === list.length
}
