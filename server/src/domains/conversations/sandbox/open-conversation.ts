import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { InboundConversation, NewConversation } from '../inbound/inbound-conversation.ts'
import { lockOrCreateConversation } from '../inbound/queries.ts'
import { insertConversationSession } from '../sessions/queries.ts'

/** The rehearsed conversation, made with its first session if need be, and held until the transaction ends. */
export async function lockOrCreateSandboxConversation(
  tx: Db,
  agent: AgentKey,
  opening: NewConversation,
): Promise<InboundConversation> {
  const conversation = await lockOrCreateConversation(tx, agent, { ...opening, sandbox: true })
  const { asid, sessionId: id, channel, now: startedAt } = opening
  if (conversation.isNew) await insertConversationSession(tx, agent, { asid, id, channel, startedAt })
  return conversation
}
