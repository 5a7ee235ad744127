import type { TestResult, TestRun } from '../shared/test-data.ts'

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
