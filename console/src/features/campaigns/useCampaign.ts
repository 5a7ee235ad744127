import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type CurrentAgent, useAgent } from '../../app/current-org.ts'
import { notify } from '../../components/notify.tsx'
import { type Campaign, isCampaignActive } from './campaign.ts'

const campaignKeyOf = (agent: CurrentAgent, campaignId: string) => agent.key('campaigns', campaignId)

/** A campaign as it is now; while it moves by itself the server tells, and after a reload as well. */
export function useCampaign(campaignId: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  const read = useQuery({
    queryKey: campaignKeyOf(agent, campaignId),
    queryFn: ({ signal }) => agent.api.get('/campaigns/{campaignId}', { path: { campaignId }, signal }),
  })
  const moves = read.data !== undefined && isCampaignActive(read.data)
  const isLost = useProgressStream(campaignId, moves)
  return { ...read, isLost, refresh: () => queries.invalidateQueries({ queryKey: campaignKeyOf(agent, campaignId) }) }
}

const reconnectMs = 2_000

/** True while nothing is heard that should be. */
function useProgressStream(campaignId: string, wanted: boolean): boolean {
  const agent = useAgent()
  const queries = useQueryClient()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (!wanted) return
    const gone = new AbortController()
    void watchProgress({ agent, campaignId, queries, setLost, signal: gone.signal })
    return () => gone.abort()
  }, [agent, campaignId, queries, wanted])
  return wanted && isLost
}

type ProgressWatch = {
  agent: CurrentAgent
  campaignId: string
  queries: QueryClient
  setLost: (lost: boolean) => void
  signal: AbortSignal
}

/** Listens, and again when the connection ends before the campaign does. */
async function watchProgress({ agent, campaignId, queries, setLost, signal }: ProgressWatch): Promise<void> {
  const key = campaignKeyOf(agent, campaignId)
  while (!signal.aborted) {
    try {
      const events = agent.api.events('/campaigns/{campaignId}/progress', { path: { campaignId }, signal })
      for await (const { data } of events) {
        setLost(false)
        // A long list of people is left out of what is told; it does not change.
        queries.setQueryData<Campaign>(key, (known) => ({
          ...(data as Campaign),
          ...(known && { audience: known.audience }),
        }))
      }
    } catch {
      if (!signal.aborted) setLost(true)
    }
    if (signal.aborted) return
    await queries.invalidateQueries({ queryKey: key })
    await new Promise((resolve) => setTimeout(resolve, reconnectMs))
  }
}

type CampaignCommand = 'stage' | 'start' | 'pause' | 'resume' | 'cancel'

/** Moves a campaign; what it became is shown at once. */
export function useCampaignCommand(campaignId: string, verb: CampaignCommand, notice?: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => agent.api.post(`/campaigns/{campaignId}/${verb}`, { path: { campaignId } }),
    onSuccess: (campaign) => {
      queries.setQueryData(campaignKeyOf(agent, campaignId), campaign)
      void queries.invalidateQueries({ queryKey: agent.key('campaign-list') })
      void queries.invalidateQueries({ queryKey: agent.key('recipients', campaignId) })
      if (notice) notify.success(notice)
    },
    onError: (error) => {
      notify.error(error)
      void queries.invalidateQueries({ queryKey: campaignKeyOf(agent, campaignId) })
    },
  })
}
