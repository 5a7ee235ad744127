import { boundedText } from '@parley/findings'
import { z } from 'zod'

/** Document 4, section 5: what the list of people is filtered by. Which values there are is for people to know. */
const names = new Set([
  'q',
  'status',
  'source',
  'consent',
  'tag',
  'assignedRepresentativeId',
  'importBatchId',
  'channel',
  'createdAfter',
  'createdBefore',
  'lastSeenAfter',
])
const customField = /^customFields\../

const value = boundedText({ max: 4000 })
const maxEntries = 100

/** Whom a rule is for: all must apply; of a list, any. */
export const TriggerFilter = z
  .record(z.string().max(200), z.union([value, z.array(value).min(1).max(100)]))
  .superRefine((given, context) => {
    const keys = Object.keys(given)
    if (keys.length > maxEntries) context.addIssue(`must have at most ${maxEntries} entries`)
    const unknown = keys.filter((key) => !names.has(key) && !customField.test(key))
    if (unknown.length > 0) context.addIssue({ code: 'unrecognized_keys', keys: unknown })
  })
