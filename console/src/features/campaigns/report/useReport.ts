import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'
import { type Campaign, isCampaignOver } from '../campaign.ts'

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

export type TimePoint = { at: number; sent: number; delivered: number; read: number; replied: number }
