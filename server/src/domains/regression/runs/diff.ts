import type { TestRunDiff } from './run.ts'

/** What became of a case in a run: all its samples must pass. Errors are no verdict. */
export type CaseVerdict = 'passed' | 'failed'
export type CaseVerdicts = ReadonlyMap<string, CaseVerdict>

type SampleState = { caseId: string; state: string }

/** Of the cases that were decided: one sample that failed decides, and so do all that passed. */
export function resolveVerdicts(rows: readonly SampleState[]): Map<string, CaseVerdict> {
  const states = Map.groupBy(rows, ({ caseId }) => caseId)
  const verdicts = new Map<string, CaseVerdict>()
  for (const [caseId, samples] of states) {
    if (samples.some(({ state }) => state === 'failed')) verdicts.set(caseId, 'failed')
    else if (samples.every(({ state }) => state === 'passed')) verdicts.set(caseId, 'passed')
  }
  return verdicts
}

/** A case that the other run did not decide fails newly when it fails, and does not pass newly. */
export function compareVerdicts(now: CaseVerdicts, before: { runId: string; verdicts: CaseVerdicts }): TestRunDiff {
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
