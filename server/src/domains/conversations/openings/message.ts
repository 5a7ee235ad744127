import { createHash } from 'node:crypto'
import type { FailureReason } from '../../channels/index.ts'
import type { MessageRow } from '../dispatch/queries/message-row.ts'
import { isTold, toldAt } from '../dispatch/unresolved/told.ts'
import type { Opened } from './deps.ts'

/** The same at every try, and so is the provider's id of each bubble. */
export function messageIdOf(openingId: string): string {
  return `msg_${createHash('sha256').update(openingId).digest('hex').slice(0, 32)}`
}

const isHanded = ({ handed, bubbles }: MessageRow): boolean => bubbles !== null && handed >= bubbles

export const isOpen = (row: MessageRow): boolean => !isHanded(row) && row.failed_at === null

/** What became of a message that is no longer open. */
export function endOf(row: MessageRow): Opened {
  const { id: messageId, text, failed_at, reason, detail } = row
  if (isHanded(row)) return { kind: 'handed', messageId, text: text ?? '', at: (toldAt(row) ?? failed_at) as Date }
  if (meansIncapable(row.channel, reason)) return { kind: 'incapable', known: false }
  return { kind: 'failed', messageId, reason: reason as FailureReason, detail: detail ?? '', again: false }
}

/** A receipt has told of what the hand-over broke off at. */
export const isConfirmed = (row: MessageRow): boolean => row.handing && isTold(row)

/** While nobody knows whether its channel has it. */
export const unresolvedOpening = ({ id }: Pick<MessageRow, 'id'>): Extract<Opened, { kind: 'unresolved' }> => ({
  kind: 'unresolved',
  messageId: id,
  detail: 'The hand-over broke off, and the channel may have taken the message',
})

export const meansIncapable = (channel: string, reason: string | null): boolean =>
  channel === 'rcs' && (reason === 'unreachable' || reason === 'invalidRecipient')

export const waitOf = (retryAfterSeconds: number | undefined) =>
  retryAfterSeconds !== undefined && { retryAfterSeconds }
