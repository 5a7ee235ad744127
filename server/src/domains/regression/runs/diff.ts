import type { Diff } from './run.ts'

/** What became of a case in a run: all its samples must pass. Errors are no verdict. */
export type Verdict = 'passed' | 'failed'
export type Verdicts = ReadonlyMap<string, Verdict>

type Row = { caseId: string; state: string }

/** Of the cases that were decided: one sample that failed decides, and so do all that passed. */
export function verdictsOf(rows: readonly Row[]): Map<string, Verdict> {
  const states = Map.groupBy(rows, ({ caseId }) => caseId)
  const verdicts = new Map<string, Verdict>()
  for (const [caseId, samples] of states) {
    if (samples.some(({ state }) => state === 'failed')) verdicts.set(caseId, 'failed')
    else if (samples.every(({ state }) => state === 'passed')) verdicts.set(caseId, 'passed')
  }
  return verdicts
}

/** A case that the other run did not decide fails newly when it fails, and does not pass newly. */
export function diffOf(now: Verdicts, before: { runId: string; verdicts: Verdicts }): Diff {
  const failing = [...now].filter(([, verdict]) => verdict === 'failed').map(([id]) => id)
  const wasFailing = (id: string) => before.verdicts.get(id) === 'failed'
  const passing = [...now].filter(([, verdict]) => verdict === 'passed').map(([id]) => id)
  return {
    against: before.runId,
    newlyFailing: failing.filter((id) => !wasFailing(id)),
    newlyPassing: passing.filter(wasFailing),
    stillFailing: failing.filter(wasFailing),
  }
}
