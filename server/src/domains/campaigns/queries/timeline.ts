import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

const kinds = ['sent', 'delivered', 'read', 'replied'] as const
type TimelineCounts = Record<(typeof kinds)[number], number>

/** Cumulative counts over all sends of a campaign, at evenly spaced times. */
export type CampaignTimeline = {
  points: (TimelineCounts & { at: string })[]
  /** How many were sent in each five seconds of the last five minutes; intervals without any are left out. */
  rate: { at: string; sent: number }[]
  /** When it was counted, and how many were sent per second just before. */
  countedAt: string
  perSecond: number
}

const steps = 24
const rateSeconds = 5
const rateMinutes = 5
/** The span of the current rate; shorter right after the start. */
const currentSeconds = 15

type TimelineRow = { first: Date; last: Date; kind: string; step: number; count: number }

/** Reads every send of the campaign: the caller caches the result. */
export async function readTimeline(
  db: Db,
  agent: AgentKey,
  { campaignId, startedAt, now }: { campaignId: string; startedAt: Date; now: Date },
): Promise<CampaignTimeline> {
  const since = new Date(now.getTime() - rateMinutes * 60_000)
  const currentSince = new Date(Math.max(startedAt.getTime(), now.getTime() - currentSeconds * 1000))
  const { rows } = await sql<TimelineRow>`
    with sent as materialized (
      select send.sent_at, coalesce(message.delivered_at, message.read_at) as delivered_at, message.read_at, send.responded_at
        from sends as send
        left join messages as message on message.agent_key = send.agent_key and message.id = send.message_id
       where send.agent_key = ${agent.key} and send.campaign_id = ${campaignId} and send.state = 'sent'
         and send.sent_at is not null),
    span as (
      select min(sent_at) as first, max(greatest(sent_at, delivered_at, read_at, responded_at)) as last from sent),
    moments as (
      select kind, case when kind = 'rate' then floor(extract(epoch from at) / ${rateSeconds})
                   else ceil(extract(epoch from at - span.first) * ${steps}
                             / greatest(extract(epoch from span.last - span.first), 0.001)) end::int as step
        from sent cross join span
       cross join lateral (values ('sent', sent_at), ('delivered', delivered_at), ('read', read_at), ('replied', responded_at),
                                  ('rate', case when sent_at > ${since} then sent_at end),
                                  ('current', case when sent_at >= ${currentSince} then sent_at end)) as moment (kind, at)
       where at is not null)
    select span.first, span.last, kind, step, count(*)::int as count
      from moments cross join span group by 1, 2, 3, 4`.execute(db)
  const current = rows.reduce((sum, { kind, count }) => (kind === 'current' ? sum + count : sum), 0)
  return {
    points: toPoints(rows),
    rate: toRate(rows),
    countedAt: now.toISOString(),
    perSecond: current / Math.max(1, (now.getTime() - currentSince.getTime()) / 1000),
  }
}

function toPoints(rows: readonly TimelineRow[]): CampaignTimeline['points'] {
  const [any] = rows
  if (!any) return []
  const [first, last] = [any.first.getTime(), any.last.getTime()]
  const count = last > first ? steps : 0
  return Array.from({ length: count + 1 }, (_, step) => {
    const at = new Date(first + (count === 0 ? 0 : ((last - first) * step) / count)).toISOString()
    const by = (kind: string) =>
      rows.reduce((sum, row) => (row.kind === kind && row.step <= step ? sum + row.count : sum), 0)
    return { at, ...(Object.fromEntries(kinds.map((kind) => [kind, by(kind)])) as TimelineCounts) }
  })
}

const toRate = (rows: readonly TimelineRow[]): CampaignTimeline['rate'] =>
  rows
    .filter(({ kind }) => kind === 'rate')
    .sort((one, other) => one.step - other.step)
    .map(({ step, count }) => ({ at: new Date(step * rateSeconds * 1000).toISOString(), sent: count }))
