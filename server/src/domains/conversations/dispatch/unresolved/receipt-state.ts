import type { MessageRow } from '../queries/message-row.ts'

/**
 * A receipt has told of a message of one bubble, whatever became of its hand-over. That it was sent may have been told by a
 * channel before the one that it went to in the end.
 */
export function hasReceipt({ sent_at, delivered_at, read_at, bubbles, tried }: MessageRow): boolean {
  if ((bubbles ?? 1) !== 1) return false
  return delivered_at !== null || read_at !== null || (sent_at !== null && tried.length === 0)
}

export const firstReceiptAt = ({ sent_at, delivered_at, read_at }: MessageRow): Date | null =>
  sent_at ?? delivered_at ?? read_at
