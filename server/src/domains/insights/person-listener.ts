import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { timestamp } from '../../platform/http/schemas.ts'
import type { PersonListener } from '../people/index.ts'
import { extractQuestionWords } from './grouping/similarity.ts'
import {
  deleteGroups,
  deleteQuestions,
  exportQuestions,
  listGroupsOfConversations,
  listRemainingQuestions,
  lockGrouping,
  setGroupWords,
} from './queries/groups.ts'

const ExportedQuestion = z.strictObject({
  messageId: z.string(),
  at: timestamp,
  userId: z.string(),
  sessionId: z.string(),
  text: z.string(),
  unanswered: z.boolean().meta({ description: 'The agent could not answer it.' }),
})

/** The questions of a person; their erasure leaves none of their words in a group. */
export const insightListener: PersonListener = {
  dataExport: { questions: { entry: ExportedQuestion, read: exportQuestions } },
  onMerge: async () => {},
  onErase: (tx, agent, _person, identities) =>
    eraseQuestions(
      tx,
      agent,
      identities.map(({ asid }) => asid),
    ),
}

/** Runs before the conversations are deleted, which would take the questions and leave the groups. */
async function eraseQuestions(tx: Db, agent: AgentKey, asids: readonly string[]): Promise<void> {
  const groupKeys = await listGroupsOfConversations(tx, agent, asids)
  if (groupKeys.length > 0) await lockGrouping(tx, agent)
  await deleteQuestions(tx, agent, asids)
  const remaining = await listRemainingQuestions(tx, agent, groupKeys)
  for (const { groupKey, text } of remaining)
    await setGroupWords(tx, agent, { groupKey, words: extractQuestionWords(text) })
  const used = new Set(remaining.map(({ groupKey }) => groupKey))
  await deleteGroups(
    tx,
    agent,
    groupKeys.filter((key) => !used.has(key)),
  )
}
