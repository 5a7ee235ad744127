import type { Schema } from '@parley/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useList } from '../../../api/paged-list.ts'
import { type CurrentAgent, useAgent } from '../../../app/current-org.ts'

export type Simulation = Schema<'Simulation'>
export type SimulatedConversation = Schema<'SimulatedConversation'>
export type SimulationOutcome = SimulatedConversation['outcome']

export const isSimulationOver = ({ status }: Pick<Simulation, 'status'>): boolean =>
  status === 'completed' || status === 'cancelled'

export function useSimulations() {
  const agent = useAgent()
  return useList(
    agent.key('simulations'),
    (page, signal) => agent.api.get('/simulations', { query: { ...page, limit: 50 }, signal }),
    { refetchInterval: 10_000 },
  )
}

/** A simulation with its progress, streamed until it ends. */
export function useSimulation(simulationId: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  const path = { simulationId }
  const simulation = useQuery({
    queryKey: agent.key('simulations', simulationId),
    queryFn: ({ signal }) => agent.api.get('/simulations/{simulationId}', { path, signal }),
  })
  const isRunning = simulation.data !== undefined && !isSimulationOver(simulation.data)
  useEffect(() => {
    if (!isRunning) return
    const stop = new AbortController()
    void watchSimulation(agent, simulationId, {
      signal: stop.signal,
      show: (update) => queries.setQueryData(agent.key('simulations', simulationId), update),
    })
    return () => stop.abort()
  }, [isRunning, agent, simulationId, queries])
  return simulation
}

const pauseMs = 2_000
type Watch = { signal: AbortSignal; show: (simulation: Simulation) => void }

/** Streams progress until aborted; reconnects after a disconnect or when the stream's time is over. */
async function watchSimulation(agent: CurrentAgent, simulationId: string, { signal, show }: Watch): Promise<void> {
  const follow = async () => {
    const events = agent.api.events('/simulations/{simulationId}/progress', { path: { simulationId }, signal })
    for await (const { data } of events) if (!signal.aborted) show(data as Simulation)
  }
  while (!signal.aborted) {
    await follow().catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** The conversations that have ended, of one outcome or all. `done` changes when there are more. */
export function useSimulatedConversations(
  simulationId: string,
  outcome: SimulationOutcome | undefined,
  done: number,
) {
  const agent = useAgent()
  return useList(agent.key('simulated-conversations', simulationId, outcome ?? 'all', done), (page, signal) =>
    agent.api.get('/simulations/{simulationId}/conversations', {
      path: { simulationId },
      query: { ...page, limit: 50, ...(outcome && { outcome }) },
      signal,
    }),
  )
}

/** Steps of a funnel, each a part of the one before. */
export type FunnelStep = { id: 'all' | 'answered' | 'contained' | 'goal'; count: number; of: number }

/**
 * From all conversations to those that reached their goal. A conversation counts as ended without a person only if it
 * ended at all.
 */
export function toFunnel({ done, outcomes }: Pick<Simulation, 'done' | 'outcomes'>): FunnelStep[] {
  const answered = done - outcomes.error
  const contained = outcomes.goal + outcomes.contained
  return [
    { id: 'all', count: done, of: done },
    { id: 'answered', count: answered, of: done },
    { id: 'contained', count: contained, of: done },
    { id: 'goal', count: outcomes.goal, of: done },
  ]
}
