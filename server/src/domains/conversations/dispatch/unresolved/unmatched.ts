import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { LiveBinding } from '../../../channels/index.ts'
import type { DispatchDeps } from '../deps.ts'
import { insertDispatches } from '../queries/dispatches.ts'
import { type MessageRow, messageKeyOf } from '../queries/message-row.ts'
import { confirmDispatched } from './confirm.ts'
import {
  claimUnmatchedReceipts,
  insertUnmatchedReceipt,
  lockOldestUnresolved,
  type UnmatchedReceipt,
} from './queries/unmatched.ts'

type UnknownReceipt = Pick<UnmatchedReceipt, 'state' | 'channelMessageId'> & { binding: LiveBinding; to: string }

/**
 * Processes a receipt for an unknown message: the provider's response, and with it the message id, may have been lost.
 * Stores the receipt while a message to that person has an unknown outcome.
 */
export async function processUnmatchedReceipt(
  tx: Db,
  agent: AgentKey,
  unknown: UnknownReceipt,
  deps: MatchDeps,
): Promise<void> {
  const { binding, to, ...receipt } = unknown
  const { channel, bindingKey } = binding
  const now = deps.world.now()
  const asid = await insertUnmatchedReceipt(tx, agent, { channel, bindingKey, address: to, ...receipt, now })
  if (asid !== undefined) await matchOldestUnresolved(tx, agent, { asid, bindingKey, channel }, deps)
}

export type MatchDeps = DispatchDeps & {
  recordReached(tx: Db, agent: AgentKey, reached: { row: MessageRow; state: UnmatchedReceipt['state'] }): Promise<void>
}
export type UnresolvedRecipient = { asid: string; bindingKey: number; channel: LiveBinding['channel'] }

/**
 * Matches the oldest receipt with the oldest unresolved message to the person, because messages are sent in order.
 * While another message is being dispatched, the receipt may belong to that one, and nothing is decided. Returns true
 * if a match was found.
 */
export async function matchOldestUnresolved(
  tx: Db,
  agent: AgentKey,
  doubted: UnresolvedRecipient,
  deps: MatchDeps,
): Promise<boolean> {
  const row = await lockOldestUnresolved(tx, agent, doubted, deps.world.now())
  const found = row && (await claimUnmatchedReceipts(tx, agent, doubted, row.accepted_at))
  if (!found) return false
  const { channelMessageId, states } = found
  const { bindingKey } = doubted
  const now = deps.world.now()
  await insertDispatches(tx, agent, [
    { bindingKey, channelMessageId, ...messageKeyOf(row), bubble: row.dispatched_bubbles, now },
  ])
  const confirmed = await confirmDispatched(tx, agent, row, deps)
  if (confirmed.bubbles === 1)
    for (const state of states) await deps.recordReached(tx, agent, { row: confirmed, state })
  return true
}
