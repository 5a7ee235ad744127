import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type CurrentAgent, useAgent } from '../../app/current-org.ts'
import { notify } from '../../components/notify.tsx'
import { type Campaign, isCampaignActive } from './campaign.ts'

const campaignKeyOf = (agent: CurrentAgent, campaignId: string) => agent.key('campaigns', campaignId)

/** The current campaign; while it changes on its own, the server streams updates, also after a reload. */
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

/** Returns true while the stream is disconnected. */
function useProgressStream(campaignId: string, wanted: boolean): boolean {
  const agent = useAgent()
  const queries = useQueryClient()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (!wanted) return
    const unmount = new AbortController()
    void watchProgress({ agent, campaignId, queries, setLost, signal: unmount.signal })
    return () => unmount.abort()
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

/** Reads the stream, and reconnects if it ends before the campaign does. */
async function watchProgress({ agent, campaignId, queries, setLost, signal }: ProgressWatch): Promise<void> {
  const key = campaignKeyOf(agent, campaignId)
  while (!signal.aborted) {
    try {
      const events = agent.api.events('/campaigns/{campaignId}/progress', { path: { campaignId }, signal })
      for await (const { data } of events) {
        setLost(false)
        // Stream events omit a long list of people, which does not change.
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

/** Runs a command on a campaign and shows its new state at once. */
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
