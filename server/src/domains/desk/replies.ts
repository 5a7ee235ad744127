import { fillTemplate } from '@parley/definition'
import { boundedText, nameText, slug } from '@parley/findings'
import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { invalidRequest } from '../../platform/http/problem.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { timestamp } from '../../platform/http/schemas.ts'
import { createTemplateValues, type Definitions } from '../agents/index.ts'
import { readPersonSlots } from '../people/index.ts'
import { findReply } from './queries/replies.ts'

/** Saved replies: texts that members send again and again, with the fill-ins of message templates. */

const example = { title: 'Opening hours', shortcut: 'hours', aml: 'Hello {person.firstName|there}, we open at nine.' }

const fields = {
  title: nameText,
  shortcut: z
    .string()
    .regex(/^[\p{L}\p{N}_-]{1,40}$/u, 'must be 1 to 40 letters, digits, hyphens or underscores')
    .optional()
    .meta({ description: 'What a member types after `/`; unique within the agent, whatever its case.' }),
  aml: boundedText({ min: 1, max: 20_000 }).meta({
    description: 'AML, with fill-ins such as `{person.firstName|there}`.',
  }),
}

export const SavedReply = z.strictObject({ id: slug, ...fields, createdAt: timestamp, updatedAt: timestamp }).meta({
  id: 'SavedReply',
  examples: [
    { id: 'opening-hours', ...example, createdAt: '2030-01-31T09:00:00.000Z', updatedAt: '2030-01-31T09:00:00.000Z' },
  ],
})
export type SavedReply = z.output<typeof SavedReply>

export const SavedReplyCreate = z
  .strictObject({ id: slug.optional(), ...fields })
  .meta({ id: 'SavedReplyCreate', examples: [example] })

/** What the read shows beyond the fields may be sent back. */
export const SavedReplyPut = z
  .strictObject({
    ...fields,
    id: z.unknown().optional(),
    createdAt: z.unknown().optional(),
    updatedAt: z.unknown().optional(),
  })
  .transform(({ title, shortcut, aml }) => ({ title, shortcut, aml }))
  .meta({ id: 'SavedReplyPut', examples: [example] })
export type SavedReplyBody = { title: string; shortcut?: string; aml: string }

export const maxReplies = 500

type Fillable = { replyId?: string; aml?: string; personId?: string }

/** Fills the fill-ins of a text or a saved reply for the person of a conversation. `aml` is empty if nothing remains. */
export async function fillMessage(
  db: Db,
  agent: AgentKey,
  { replyId, aml, personId }: Fillable,
  { definitions }: { definitions: Pick<Definitions, 'read'> },
): Promise<{ aml: string; missing: string[] }> {
  const body = aml ?? (await findReply(db, agent, replyId ?? ''))?.aml
  if (body === undefined) throw invalidRequest([{ field: 'replyId', message: 'must be the id of a saved reply' }])
  const person = personId === undefined ? undefined : await readPersonSlots(db, agent, personId)
  const values = createTemplateValues(await definitions.read(db, agent), person ?? {})
  const { renderedText, missingSlots } = fillTemplate({ body }, values, 'aml')
  return { aml: renderedText ?? '', missing: [...new Set(missingSlots.map(({ path }) => path))] }
}

/** Fills a saved reply that is about to be sent. */
export async function fillReply(
  db: Db,
  agent: AgentKey,
  reply: { replyId: string; personId?: string },
  deps: { definitions: Pick<Definitions, 'read'> },
): Promise<string> {
  const { aml, missing } = await fillMessage(db, agent, reply, deps)
  if (aml.trim()) return aml
  const message = `cannot be filled in: nothing is known for ${missing.join(', ')}`
  throw invalidRequest([{ field: 'replyId', message }])
}
