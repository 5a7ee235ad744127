import type { Schema } from '@parley/sdk'
import type { VerdictBar } from '../shared/VerdictChart.tsx'

type HistoryEntry = Pick<Schema<'TestHistoryEntry'>, 'runId' | 'state' | 'finishedAt'>

/** The samples of a case, run by run, newest first; what was never played is not among them. */
export function buildVerdictBars(entries: readonly HistoryEntry[]): VerdictBar[] {
  const bars = new Map<string, VerdictBar>()
  for (const { runId, state, finishedAt } of entries) {
    if (state !== 'passed' && state !== 'failed' && state !== 'errored') continue
    const bar = bars.get(runId) ?? { runId, at: finishedAt, passed: 0, failed: 0, errored: 0 }
    bars.set(runId, { ...bar, [state]: bar[state] + 1 })
  }
  return [...bars.values()]
}
