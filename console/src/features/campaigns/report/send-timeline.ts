import type { Schema } from '@parley/sdk'

type Send = Schema<'OutreachSend'>
export type SendTimestamps = Pick<Send, 'sentAt' | 'respondedAt' | 'delivery'>
export type TimePoint = { at: number; sent: number; delivered: number; read: number; replied: number }

const most = 24

/** Cumulative counts of sent, delivered, read and answered messages at up to 24 evenly spaced times. */
export function buildTimeline(sends: readonly SendTimestamps[]): TimePoint[] {
  const times = {
    sent: timestampsOf(sends, ({ sentAt }) => sentAt),
    delivered: timestampsOf(sends, ({ delivery }) => delivery.deliveredAt),
    read: timestampsOf(sends, ({ delivery }) => delivery.readAt),
    replied: timestampsOf(sends, ({ respondedAt }) => respondedAt),
  }
  const all = Object.values(times).flat()
  if (all.length === 0) return []
  const first = all.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const last = all.reduce((greatest, at) => Math.max(greatest, at), 0)
  const step = Math.max(1, Math.ceil((last - first) / most))
  const count = Math.ceil((last - first) / step)
  return Array.from({ length: count + 1 }, (_, index) => {
    const at = Math.min(last, first + index * step)
    const by = (moments: readonly number[]) => moments.filter((moment) => moment <= at).length
    return {
      at,
      sent: by(times.sent),
      delivered: by(times.delivered),
      read: by(times.read),
      replied: by(times.replied),
    }
  })
}

const timestampsOf = (sends: readonly SendTimestamps[], read: (send: SendTimestamps) => string | undefined): number[] =>
  sends.flatMap((send) => {
    const at = read(send)
    return at === undefined ? [] : [Date.parse(at)]
  })
