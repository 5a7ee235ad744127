import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type OpenAgent, useAgent } from '../../app/org.ts'
import { tell } from '../../parts/tell.tsx'
import { type Campaign, isMoving } from './campaign.ts'

const keyOf = (agent: OpenAgent, campaignId: string) => agent.key('campaigns', campaignId)

/** A campaign as it is now; while it moves by itself the server tells, and after a reload as well. */
export function useCampaign(campaignId: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  const read = useQuery({
    queryKey: keyOf(agent, campaignId),
    queryFn: ({ signal }) => agent.api.get('/campaigns/{campaignId}', { path: { campaignId }, signal }),
  })
  const moves = read.data !== undefined && isMoving(read.data)
  const isLost = useWatching(campaignId, moves)
  return { ...read, isLost, refresh: () => queries.invalidateQueries({ queryKey: keyOf(agent, campaignId) }) }
}

const againMs = 2_000

/** True while nothing is heard that should be. */
function useWatching(campaignId: string, wanted: boolean): boolean {
  const agent = useAgent()
  const queries = useQueryClient()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (!wanted) return
    const gone = new AbortController()
    void watch({ agent, campaignId, queries, setLost, signal: gone.signal })
    return () => gone.abort()
  }, [agent, campaignId, queries, wanted])
  return wanted && isLost
}

type Watch = {
  agent: OpenAgent
  campaignId: string
  queries: QueryClient
  setLost: (lost: boolean) => void
  signal: AbortSignal
}

/** Listens, and again when the connection ends before the campaign does. */
async function watch({ agent, campaignId, queries, setLost, signal }: Watch): Promise<void> {
  const key = keyOf(agent, campaignId)
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
    await new Promise((resolve) => setTimeout(resolve, againMs))
  }
}

type Verb = 'stage' | 'start' | 'pause' | 'resume' | 'cancel'

/** Moves a campaign; what it became is shown at once. */
export function useMoving(campaignId: string, verb: Verb, said?: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => agent.api.post(`/campaigns/{campaignId}/${verb}`, { path: { campaignId } }),
    onSuccess: (campaign) => {
      queries.setQueryData(keyOf(agent, campaignId), campaign)
      void queries.invalidateQueries({ queryKey: agent.key('campaign-list') })
      void queries.invalidateQueries({ queryKey: agent.key('recipients', campaignId) })
      if (said) tell.done(said)
    },
    onError: (error) => {
      tell.failed(error)
      void queries.invalidateQueries({ queryKey: keyOf(agent, campaignId) })
    },
  })
}
