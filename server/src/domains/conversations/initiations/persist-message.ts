import type { ContentMessage } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { LiveBinding } from '../../channels/index.ts'
import type { MessageRow } from '../dispatch/queries/message-row.ts'
import { joinSessionAndPublish } from '../messages/join-session.ts'
import { insertMessage, readDestination } from '../messages/queries.ts'
import { decideRoute, type RouteDecision } from '../messages/recipient.ts'
import type { InitiationDeps } from './deps.ts'
import { findMessage } from './queries.ts'
import { unknownRecipientRefusal } from './refusals.ts'

type InitiationTarget = { asid: string; bindings: readonly LiveBinding[]; now: Date }

/** Only the identity that was named: nothing goes elsewhere. */
export async function findRoute(
  db: Db,
  agent: AgentKey,
  { asid, bindings, now }: InitiationTarget,
): Promise<RouteDecision> {
  const named = await readDestination(db, agent, asid)
  if (!named) return unknownRecipientRefusal
  return decideRoute({ recipient: { primary: named, others: [] }, bindings, now })
}

type InitiationMessage = { id: string; asid: string; message: ContentMessage; bindings: readonly LiveBinding[] }
type Refusal = Extract<RouteDecision, { reason: unknown }>

/** Takes the message down, unless somebody was quicker. No lane carries it. */
export async function persistMessage(
  tx: Db,
  agent: AgentKey,
  { id, asid, message, bindings }: InitiationMessage,
  deps: InitiationDeps,
): Promise<MessageRow | Refusal> {
  const now = deps.world.now()
  const decision = await findRoute(tx, agent, { asid, bindings, now })
  if ('reason' in decision) return decision
  const { binding, destination } = decision.route
  const { channel } = destination
  const { id: sessionId, sandbox } = await joinSessionAndPublish(tx, agent, { asid, channel }, deps)
  const made = { id, asid, line: 'now', origin: 'agent', sessionId, channel, message, sandbox, now } as const
  await deps.sendDisclaimer(tx, agent, binding, { asid, channel, sessionId })
  await insertMessage(tx, agent, made)
  return (await findMessage(tx, agent, id)) as MessageRow
}
