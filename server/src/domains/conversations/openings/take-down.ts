import type { ContentMessage } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { LiveBinding } from '../../channels/index.ts'
import type { MessageRow } from '../dispatch/queries/message-row.ts'
import { enterSession } from '../messages/enter-session.ts'
import { insertMessage, readPlace } from '../messages/queries.ts'
import { type Decision, decideRoute } from '../messages/recipient.ts'
import type { OpenerDeps } from './deps.ts'
import { findMessage } from './queries.ts'
import { unknownRecipient } from './refusals.ts'

type Whom = { asid: string; bindings: readonly LiveBinding[]; now: Date }

/** Only the identity that was named: nothing goes elsewhere. */
export async function routeTo(db: Db, agent: AgentKey, { asid, bindings, now }: Whom): Promise<Decision> {
  const named = await readPlace(db, agent, asid)
  if (!named) return unknownRecipient
  return decideRoute({ recipient: { named, others: [] }, bindings, now })
}

type Taking = { id: string; asid: string; message: ContentMessage; bindings: readonly LiveBinding[] }
type Refusal = Extract<Decision, { reason: unknown }>

/** Takes the message down, unless somebody was quicker. No lane carries it. */
export async function takeDown(
  tx: Db,
  agent: AgentKey,
  { id, asid, message, bindings }: Taking,
  deps: OpenerDeps,
): Promise<MessageRow | Refusal> {
  const now = deps.world.now()
  const decision = await routeTo(tx, agent, { asid, bindings, now })
  if ('reason' in decision) return decision
  const { binding, place } = decision.route
  const { channel } = place
  const { id: sessionId, sandbox } = await enterSession(tx, agent, { asid, channel }, deps)
  const made = { id, asid, line: 'now', origin: 'agent', sessionId, channel, message, sandbox, now } as const
  await deps.disclaim(tx, agent, binding, { asid, channel, sessionId })
  await insertMessage(tx, agent, made)
  return (await findMessage(tx, agent, id)) as MessageRow
}
