import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'

/** Notes of the agent and the operators about a person. */
const journalAuthors = ['agent', 'operator'] as const
export type JournalAuthor = (typeof journalAuthors)[number]

export const JournalEntry = z.strictObject({ at: timestamp, author: z.enum(journalAuthors), text: z.string() }).meta({
  id: 'JournalEntry',
  examples: [{ at: '2030-01-31T09:00:00.000Z', author: 'operator', text: 'Called back.' }],
})
export type JournalEntry = z.infer<typeof JournalEntry>

export const maxJournalTextLength = 5000
export const JournalBody = z
  .strictObject({ text: boundedText({ min: 1, max: maxJournalTextLength }) })
  .meta({ id: 'JournalBody', examples: [{ text: 'Called back.' }] })
