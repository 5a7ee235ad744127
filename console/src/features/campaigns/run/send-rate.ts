import type { Schema } from '@parley/sdk'

type CampaignReport = Schema<'CampaignReport'>
type RatePoint = { at: number; rate: number }

/** The server counts what was sent in intervals of this length, and leaves out those that sent nothing. */
const intervalMs = 5_000

/**
 * Messages per second in each interval, from the first that sent anything. While the campaign runs, until the time it
 * was counted: the interval of that time is not over and would look slow.
 */
export function toRatePoints({ rate = [], sending }: Pick<CampaignReport, 'rate' | 'sending'>): RatePoint[] {
  const [first] = rate
  const last = rate.at(-1)
  if (!first || !last) return []
  const sentAt = new Map(rate.map(({ at, sent }) => [Date.parse(at), sent]))
  const end = sending ? Date.parse(sending.at) : Date.parse(last.at) + intervalMs
  const points: RatePoint[] = []
  for (let at = Date.parse(first.at); at + intervalMs <= end; at += intervalMs) {
    points.push({ at, rate: ((sentAt.get(at) ?? 0) * 1_000) / intervalMs })
  }
  return points
}
