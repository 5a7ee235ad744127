import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type CurrentAgent, useAgent } from '../../../app/current-org.ts'
import type { TestResult, TestRun } from '../shared/test-data.ts'
import { isRunOver } from './run-progress.ts'

/** The current run, streamed until it ends. */
export function useRun(runId: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  const run = useQuery({
    queryKey: agent.key('tests', 'run', runId),
    queryFn: ({ signal }) => agent.api.get('/tests/runs/{run}', { path: { run: runId }, signal }),
  })
  const isRunning = run.data !== undefined && !isRunOver(run.data)
  useEffect(() => {
    if (!isRunning) return
    const stop = new AbortController()
    void watchRunProgress(agent, runId, {
      signal: stop.signal,
      show: (shown) => queries.setQueryData(agent.key('tests', 'run', runId), shown),
    })
    return () => {
      stop.abort()
      for (const part of ['history', 'runs', 'quota', 'suites', 'case-history']) {
        void queries.invalidateQueries({ queryKey: agent.key('tests', part) })
      }
    }
  }, [isRunning, agent, runId, queries])
  return run
}

const patienceMs = 2_000

/** Streams progress until aborted; reconnects after a disconnect or when the stream's ten minutes are over. */
async function watchRunProgress(
  agent: CurrentAgent,
  runId: string,
  { signal, show }: { signal: AbortSignal; show: (run: TestRun) => void },
): Promise<void> {
  while (!signal.aborted) {
    await applyProgressEvent(agent, runId, { signal, show }).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, patienceMs))
  }
}

async function applyProgressEvent(
  agent: CurrentAgent,
  runId: string,
  { signal, show }: { signal: AbortSignal; show: (run: TestRun) => void },
): Promise<void> {
  const events = agent.api.events('/tests/runs/{run}/progress', { path: { run: runId }, signal })
  for await (const { data } of events) if (!signal.aborted) show(data as TestRun)
}

const maxResults = 1_000

/** Results in the given states. `stamp` changes when there are new ones. */
export function useResults(runId: string, states: readonly TestResult['state'][], stamp: unknown) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('tests', 'results', runId, states, stamp),
    queryFn: async ({ signal }) => {
      const lists = states.map(async (state) => {
        const found: TestResult[] = []
        const query = { state, limit: 100 }
        for await (const one of agent.api.each('/tests/runs/{run}/results', { path: { run: runId }, query, signal })) {
          found.push(one)
          if (found.length === maxResults) break
        }
        return found
      })
      return (await Promise.all(lists)).flat()
    },
    placeholderData: keepPreviousData,
  })
}
