import { createHash } from 'node:crypto'
import type { Channel, ContentMessage } from '@parley/amf'
import type { DispatchFailureReason } from '../../channels/index.ts'
import type { MessageRow } from '../dispatch/queries/message-row.ts'
import { firstReceiptAt, hasReceipt } from '../dispatch/unresolved/confirm.ts'
import type { Initiation, InitiationResult } from './deps.ts'

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

/** Whether the policy of an opener has other channels to try. */
export const canFallBack = ({ delivery }: Pick<Initiation, 'delivery'>): boolean =>
  (delivery?.channels?.length ?? 0) > 1 && delivery?.fallbackOn?.includes('sendFailed') === true

/** The content as it is stored: with the policy of the opener. */
export function withDelivery(content: ContentMessage, { delivery }: Pick<Initiation, 'delivery'>): ContentMessage {
  return delivery ? { ...content, delivery } : content
}

const isFullyDispatched = ({ dispatched_bubbles, bubbles }: MessageRow): boolean =>
  bubbles !== null && dispatched_bubbles >= bubbles

/** It was sent, and then moved to another channel because it was not delivered: its lane dispatches it there. */
const wasSentElsewhere = ({ sent_at, tried_channels }: MessageRow): boolean =>
  sent_at !== null && tried_channels.length > 0

export const isPendingInitiation = (row: MessageRow): boolean =>
  !isFullyDispatched(row) && row.failed_at === null && !wasSentElsewhere(row)

/** Returns the result of a message that is no longer open. */
export function toInitiationResult(row: MessageRow): InitiationResult {
  const { id: messageId, text, failed_at, reason, detail } = row
  if (isFullyDispatched(row) || wasSentElsewhere(row))
    return {
      ...{ kind: 'dispatched', messageId, text: text ?? '', at: (firstReceiptAt(row) ?? failed_at) as Date },
      ...{ asid: row.dispatched_asid ?? row.asid, channel: row.channel as Channel },
    }
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
