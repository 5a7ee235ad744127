import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { LiveBinding } from '../../../channels/index.ts'
import { recordInitiation } from '../../initiations/queries.ts'
import { enterMessageLane, type Priority } from '../../messages/worker.ts'
import type { DispatchDeps } from '../deps.ts'
import { insertDispatches, recordConversationDispatch, updateMessage } from '../queries/dispatches.ts'
import { type MessageColumns, type MessageRow, messageKeyOf } from '../queries/message-row.ts'
import { recordMessageState } from '../queries/receipts.ts'
import { publishMessageStatus } from '../status.ts'
import { deadlineOf } from '../undelivered/policy.ts'
import { insertDeadlines } from '../undelivered/queries.ts'
import {
  claimUnmatchedReceipts,
  insertUnmatchedReceipt,
  lockOldestUnresolved,
  type UnmatchedReceipt,
} from './queries/unmatched.ts'
import { closeUnresolved } from './queries/unresolved.ts'

/**
 * Whether a receipt exists for a message of one bubble, whatever the outcome of its dispatch. Its `sent` state may come
 * from a channel before the final one.
 */
export function hasReceipt({ sent_at, delivered_at, read_at, bubbles, tried_channels }: MessageRow): boolean {
  if ((bubbles ?? 1) !== 1) return false
  return delivered_at !== null || read_at !== null || (sent_at !== null && tried_channels.length === 0)
}

export const firstReceiptAt = ({ sent_at, delivered_at, read_at }: MessageRow): Date | null =>
  sent_at ?? delivered_at ?? read_at

/**
 * The provider has the bubble in question: it counts as dispatched like any other, even if the message has ended in the
 * meantime. The rest of the message continues, and the domain that opened the conversation with it is notified.
 */
export async function confirmDispatched(
  tx: Db,
  agent: AgentKey,
  row: MessageRow,
  deps: DispatchDeps,
): Promise<MessageRow> {
  const now = deps.world.now()
  const bubbles = row.bubbles ?? 1
  const dispatched_bubbles = Math.min(row.dispatched_bubbles + 1, bubbles)
  const isLastBubble = dispatched_bubbles >= bubbles
  const { initiationId, initiatedBy, dispatchStartedAt = row.accepted_at } = await closeUnresolved(tx, agent, row.id)
  const goesOn = !isLastBubble && initiationId === undefined
  if (goesOn) await enterMessageLane(tx, agent, { asid: row.asid, priority: row.priority as Priority }, now)
  const set: MessageColumns = { dispatched_bubbles, bubbles, ...resolvedColumns, ...notFailedColumns }
  await updateMessage(tx, agent, messageKeyOf(row), { ...set, ...(goesOn && { due_at: now, attempts: 0 }) })
  await recordConversationDispatch(tx, agent, { asid: row.dispatched_asid ?? row.asid, at: now })
  const isNew = isLastBubble && (await recordMessageState(tx, agent, { ...messageKeyOf(row), state: 'sent', at: now }))
  if (isNew) await publishMessageStatus(tx, agent, { row, state: 'sent' }, deps)
  const deadline = isLastBubble ? deadlineOf(row, now) : undefined
  if (deadline) await insertDeadlines(tx, agent, [deadline])
  if (isLastBubble && initiatedBy !== undefined) {
    const { asid } = row
    const waits = await recordInitiation(tx, agent, { asid, initiatedBy, since: dispatchStartedAt })
    if (!waits) await deps.onFirstReply?.(tx, agent, { asid, initiatedBy, at: now })
  }
  if (initiationId !== undefined) await deps.onOutcomeResolved?.(tx, agent, initiationId)
  return { ...row, ...set, sent_at: row.sent_at ?? (isNew ? now : null) } as MessageRow
}

export const resolvedColumns = { dispatching: false, unresolved_since: null } as const
export const notFailedColumns = { failed_at: null, reason: null, detail: null } as const

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
type UnresolvedRecipient = { asid: string; bindingKey: number; channel: LiveBinding['channel'] }

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
