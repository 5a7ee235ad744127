import type { Schema } from '@parley/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CurrentAgent, useAgent } from '../../../app/current-org.ts'
import { dedupeSends, nextPageEnd } from '../../outreach/sends/send-filters.ts'
import { type Campaign, isCampaignOver } from '../campaign.ts'

type Send = Schema<'OutreachSend'>

/** Receipts still arrive after a campaign has ended. */
const pace = (campaign: Campaign) => (isCampaignOver(campaign) ? 10_000 : 5_000)

export function useReport(campaign: Campaign) {
  const agent = useAgent()
  return useQuery({
    // The status is part of the key, so that a transition refetches at once.
    queryKey: agent.key('campaigns', campaign.id, 'report', campaign.status),
    queryFn: ({ signal }) =>
      agent.api.get('/campaigns/{campaignId}/report', { path: { campaignId: campaign.id }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pace(campaign),
  })
}

const limit = 200
const mostPages = 10

/** The newest sends of a campaign, as many as the chart uses. Rehearsals have none. */
export function useNewestSends(campaign: Campaign) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('campaigns', campaign.id, 'sends'),
    queryFn: ({ signal }) => newestSends(agent, campaign.id, signal),
    enabled: !campaign.test,
    refetchInterval: pace(campaign) * 2,
  })
}

async function newestSends({ api }: CurrentAgent, campaignId: string, signal: AbortSignal): Promise<Send[]> {
  const pages: Send[][] = []
  let until: string | undefined
  do {
    const query = { campaignId, limit, ...(until && { until }) }
    const { data } = await api.get('/outreach/sends', { query, signal })
    pages.push(data)
    until = nextPageEnd(data, limit)
  } while (until && pages.length < mostPages)
  return dedupeSends(pages)
}

export function useGoalsSince(campaign: Campaign) {
  const agent = useAgent()
  const { startedAt: since = '' } = campaign
  return useQuery({
    queryKey: agent.key('campaigns', campaign.id, 'goals', since),
    queryFn: async ({ signal }) => (await agent.api.get('/usage/goals', { query: { since }, signal })).goals,
    enabled: since !== '' && !campaign.test,
    refetchInterval: pace(campaign) * 2,
  })
}

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
