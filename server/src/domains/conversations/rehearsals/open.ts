import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Conversation, Opening } from '../inbound/conversation.ts'
import { openConversation } from '../inbound/queries.ts'
import { insertSession } from '../sessions/queries.ts'

/** The rehearsed conversation, made with its first session if need be, and held until the transaction ends. */
export async function openRehearsed(tx: Db, agent: AgentKey, opening: Opening): Promise<Conversation> {
  const conversation = await openConversation(tx, agent, { ...opening, sandbox: true })
  const { asid, sessionId: id, channel, now: startedAt } = opening
  if (conversation.isNew) await insertSession(tx, agent, { asid, id, channel, startedAt })
  return conversation
}
