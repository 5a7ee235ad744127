import { type MessageRow, messageContentOf } from '../queries/message-row.ts'
import type { NewDeadline } from './queries.ts'

type PolicyRow = Pick<MessageRow, 'message' | 'channel' | 'tried_channels'>

const policyOf = (row: PolicyRow) => {
  const { delivery } = messageContentOf(row as MessageRow)
  const seconds = delivery?.fallbackOn?.includes('undelivered') ? delivery.undeliveredAfterSeconds : undefined
  return seconds === undefined ? undefined : { seconds, channels: delivery?.channels ?? [] }
}

/** When a message that was sent at this time moves on unless it is delivered; undefined if it has nowhere to go. */
export function deadlineOf(row: PolicyRow & Pick<MessageRow, 'id'>, sentAt: Date): NewDeadline | undefined {
  const policy = policyOf(row)
  const tried = [...row.tried_channels, row.channel]
  if (!policy?.channels.some((channel) => !tried.includes(channel))) return undefined
  const dueAt = new Date(sentAt.getTime() + policy.seconds * 1000)
  return { messageId: row.id, channel: row.channel, dueAt }
}

/** How much longer than others a message may live, because each of its channels has that much time to deliver it. */
export function maxUndeliveredMilliseconds(row: PolicyRow): number {
  const policy = policyOf(row)
  return policy ? policy.seconds * 1000 * Math.max(policy.channels.length - 1, 1) : 0
}

type DeliveryState = Pick<
  MessageRow,
  | 'channel'
  | 'due_at'
  | 'failed_at'
  | 'delivered_at'
  | 'read_at'
  | 'unresolved_since'
  | 'dispatched_bubbles'
  | 'bubbles'
>

/** Whether a message is still waiting for its delivery on this channel. */
export function isUndeliveredOn(row: DeliveryState, channel: string): boolean {
  if (row.channel !== channel || row.due_at || row.failed_at || row.unresolved_since) return false
  const isSent = row.bubbles !== null && row.dispatched_bubbles >= row.bubbles
  return isSent && !row.delivered_at && !row.read_at
}
