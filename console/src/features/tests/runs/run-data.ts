import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { displaySuiteName } from '#i18n/suite-names.ts'
import { strings as testRunsTexts } from '#i18n/test-runs.ts'
import { strings } from '#i18n/tests.ts'
import { type CurrentAgent, useAgent } from '../../../app/current-org.ts'
import type { TestResult, TestRun, TestSuite } from '../shared/test-data.ts'

type RunCounts = Pick<TestRun, 'counts'>

export const isRunOver = ({ status }: Pick<TestRun, 'status'>): boolean =>
  ['completed', 'cancelled', 'failed'].includes(status)

export function countPlayed({ counts: { passed, failed, errored } }: RunCounts): number {
  return passed + failed + errored
}

/** Percentage of cases with a verdict; undefined without any. */
export function computePassRate({ passed, failed }: { passed: number; failed: number }): number | undefined {
  return passed + failed === 0 ? undefined : Math.floor((100 * passed) / (passed + failed))
}

type RunPace = { perMinute: number; secondsLeft?: number }

/** Speed and remaining time; undefined until there is enough data. */
export function computeRunPace(
  run: Pick<TestRun, 'counts' | 'startedAt' | 'status'>,
  now: number,
): RunPace | undefined {
  const played = countPlayed(run)
  const minutes = run.startedAt ? (now - Date.parse(run.startedAt)) / 60_000 : 0
  if (run.status !== 'running' || played === 0 || minutes <= 0) return undefined
  const perMinute = played / minutes
  const left = Math.max(0, run.counts.total - played - run.counts.skipped)
  return { perMinute, secondsLeft: Math.ceil((left / perMinute) * 60) }
}

const ranks: Partial<Record<TestResult['state'], number>> = {
  failed: 1,
  errored: 3,
  running: 4,
  claimed: 5,
  pending: 5,
}

/** New failures first, then repeated failures, then results without a verdict; otherwise in run order. */
export function sortWorstFirst<R extends Pick<TestResult, 'state' | 'caseId'>>(
  results: readonly R[],
  newlyFailing: readonly string[] = [],
): R[] {
  const isNew = new Set(newlyFailing)
  const rank = ({ state, caseId }: R) => (state === 'failed' && isNew.has(caseId) ? 0 : (ranks[state] ?? 9))
  return [...results].sort((one, other) => rank(one) - rank(other))
}

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
      show: (update) => queries.setQueryData(agent.key('tests', 'run', runId), update),
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

const { runs } = testRunsTexts

export function describeSelection({ selection }: Pick<TestRun, 'selection'>, suites: readonly TestSuite[]): string {
  const { suiteIds = [], caseIds = [], tags = [] } = selection
  const nameOf = (id: string) => {
    const suite = suites.find((one) => one.id === id)
    return suite ? displaySuiteName(suite.name) : strings.deleted(id)
  }
  const parts = [
    ...(suiteIds.length > 0 ? [runs.ofSuites(suiteIds.map(nameOf))] : []),
    ...(caseIds.length > 0 ? [runs.ofCases(caseIds.length)] : []),
    ...(tags.length > 0 ? [runs.ofTags(tags)] : []),
  ]
  return parts.join(' · ') || runs.all
}
