import { createHash } from 'node:crypto'
import type { Channel } from '@parley/amf'
import type { DispatchFailureReason } from '../../channels/index.ts'
import type { MessageRow } from '../dispatch/queries/message-row.ts'
import { firstReceiptAt, hasReceipt } from '../dispatch/unresolved/confirm.ts'
import type { InitiationResult } from './deps.ts'

type RefusedInitiation = Extract<InitiationResult, { kind: 'refused' }>

export const unknownRecipientRefusal = {
  reason: 'unknownRecipient',
  detail: 'The agent does not know this userId',
} as const

export const signalRefusal: RefusedInitiation = {
  kind: 'refused',
  reason: 'invalidMessage',
  detail: 'A signal cannot start a conversation',
}

export const createNoCarrierRefusal = (channel: Channel): RefusedInitiation => ({
  kind: 'refused',
  reason: 'noRoute',
  detail: `This installation has no provider for ${channel}`,
})

/** The same for every attempt, and so is the provider's id of each bubble. */
export function initiationMessageIdOf(initiationId: string): string {
  return `msg_${createHash('sha256').update(initiationId).digest('hex').slice(0, 32)}`
}

const isFullyDispatched = ({ dispatched_bubbles, bubbles }: MessageRow): boolean =>
  bubbles !== null && dispatched_bubbles >= bubbles

export const isPendingInitiation = (row: MessageRow): boolean => !isFullyDispatched(row) && row.failed_at === null

/** Returns the result of a message that is no longer open. */
export function toInitiationResult(row: MessageRow): InitiationResult {
  const { id: messageId, text, failed_at, reason, detail } = row
  if (isFullyDispatched(row))
    return { kind: 'dispatched', messageId, text: text ?? '', at: (firstReceiptAt(row) ?? failed_at) as Date }
  if (isIncapableReason(row.channel, reason)) return { kind: 'incapable', known: false }
  return { kind: 'failed', messageId, reason: reason as DispatchFailureReason, detail: detail ?? '', again: false }
}

/** A receipt exists for the bubble whose dispatch was interrupted. */
export const isConfirmedByReceipt = (row: MessageRow): boolean => row.dispatching && hasReceipt(row)

/** The result while it is unknown whether the channel has the message. */
export const toUnresolvedInitiation = ({
  id,
}: Pick<MessageRow, 'id'>): Extract<InitiationResult, { kind: 'unresolved' }> => ({
  kind: 'unresolved',
  messageId: id,
  detail: 'The dispatch was interrupted, and the channel may have accepted the message',
})

export const isIncapableReason = (channel: string, reason: string | null): boolean =>
  channel === 'rcs' && (reason === 'unreachable' || reason === 'invalidRecipient')

export const toRetryAfter = (retryAfterSeconds: number | undefined) =>
  retryAfterSeconds !== undefined && { retryAfterSeconds }
