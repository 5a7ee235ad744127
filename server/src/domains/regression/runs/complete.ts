import type { Db } from '../../../platform/db/database.ts'
import { afterCommit } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { RegressionDeps } from '../deps.ts'
import { chargeUnits } from '../quota/queries.ts'
import { loadRunCounters, transitionRun } from './commands.ts'
import {
  cancelResult,
  hasOpenResults,
  listResultStates,
  markResultErrored,
  requeueResult,
  skipResult,
} from './queries/results.ts'
import { findBaselineRuns, lockRun, saveRunCounters } from './queries/runs.ts'
import { nudgeResults } from './queue/worker.ts'
import { isFinalStatus, type TestRunDiff, type TestRunState } from './run.ts'

type FinishDeps = Pick<RegressionDeps, 'world' | 'announce' | 'notifyTeam' | 'meter'>
type CompletedResult = { id: string; runId: string; units: number; givenUp?: boolean }

/** Completes a result in the caller's transaction: charges its units and completes the run with the last result. */
export async function completeResult(tx: Db, agent: AgentKey, ended: CompletedResult, deps: FinishDeps): Promise<void> {
  const { id, runId, units, givenUp = false } = ended
  const run = await lockRun(tx, agent, runId)
  if (!run) return
  const now = deps.world.now()
  if (givenUp) await markResultErrored(tx, agent, { id, now })
  if (run.status === 'cancelled') return cancelLate(tx, agent, run, { id, now })
  if (units > 0) await chargeResult(tx, agent, { units, now }, deps)
  await completeRunIfDone(tx, agent, run, deps)
}

/** The run was canceled while this case was being played: a late verdict does not count and costs nothing. */
async function cancelLate(tx: Db, agent: AgentKey, run: TestRunState, ended: { id: string; now: Date }): Promise<void> {
  await cancelResult(tx, agent, ended)
  await saveRunCounters(tx, agent, run.id, { counters: await loadRunCounters(tx, agent, run) })
}

async function chargeResult(
  tx: Db,
  agent: AgentKey,
  used: { units: number; now: Date },
  { meter }: FinishDeps,
): Promise<void> {
  await chargeUnits(tx, agent, used)
  afterCommit(tx, () => {
    meter('evaluation.cases', 1)
    meter('evaluation.case_units', used.units)
  })
}

/** Puts back a result that was not played to the end: to pause, to be played again, or to be skipped. */
export async function releaseResult(
  tx: Db,
  agent: AgentKey,
  { id, runId, hasStarted }: { id: string; runId: string; hasStarted: boolean },
  { world }: FinishDeps,
): Promise<void> {
  const now = world.now()
  const run = await lockRun(tx, agent, runId)
  if (run?.status === 'running' || run?.status === 'queued') {
    await requeueResult(tx, agent, { id, now })
    nudgeResults(tx)
  }
  if (!run || !isFinalStatus(run.status)) return
  if (run.status === 'cancelled' && hasStarted) return cancelResult(tx, agent, { id, now })
  await skipResult(tx, agent, { id, now })
  await saveRunCounters(tx, agent, runId, { counters: await loadRunCounters(tx, agent, run) })
}

/** Completes a run that has no open results, even if it never started. The caller has locked the run. */
export async function completeRunIfDone(tx: Db, agent: AgentKey, run: TestRunState, deps: FinishDeps): Promise<void> {
  if (run.status !== 'queued' && run.status !== 'running') return
  if (await hasOpenResults(tx, agent, { runId: run.id })) return
  const startedRun =
    run.status === 'queued' ? await transitionRun(tx, agent, run, { command: 'begin', now: deps.world.now() }) : run
  await completeRun(tx, agent, startedRun, deps)
}

/** Continues with the pending results, or completes the run if all of them were decided while it was paused. */
export async function resumeRun(tx: Db, agent: AgentKey, run: TestRunState, deps: FinishDeps): Promise<TestRunState> {
  const resumed = await transitionRun(tx, agent, run, { command: 'resume', now: deps.world.now() })
  if (!(await hasOpenResults(tx, agent, { runId: run.id }))) await completeRun(tx, agent, resumed, deps)
  return resumed
}

async function completeRun(tx: Db, agent: AgentKey, run: TestRunState, deps: FinishDeps): Promise<void> {
  const completed = await transitionRun(tx, agent, run, { command: 'complete', now: deps.world.now() })
  const [counters, diff] = [await loadRunCounters(tx, agent, run), await findDiff(tx, agent, run)]
  await saveRunCounters(tx, agent, run.id, { counters, diff })
  const { counts } = counters
  const data = { agentId: agent.id, runId: run.id, status: completed.status, counts, ...(diff && { diff }) }
  await deps.announce(tx, { orgId: agent.orgId, type: 'test.run.completed', data })
  if (run.requestedBy.via !== 'schedule' || counts.failed + counts.errored === 0) return
  await deps.notifyTeam(tx, agent, { id: `${run.id}-completed`, text: composeNotice(run, { counts, diff }) })
}

type RunSummary = { counts: { total: number; failed: number; errored: number }; diff?: TestRunDiff }

function composeNotice({ id }: TestRunState, { counts, diff }: RunSummary): string {
  const news =
    diff && diff.newlyFailing.length > 0 ? ` ${diff.newlyFailing.length} of them failed for the first time.` : ''
  return `A scheduled test run found problems: ${counts.failed} of ${counts.total} cases failed and ${counts.errored} had no verdict.${news} Run ${id}.`
}

/** Compares with the run pinned last, else with the newest earlier run that decided any of the same cases. */
async function findDiff(tx: Db, agent: AgentKey, run: TestRunState): Promise<TestRunDiff | undefined> {
  const now = resolveVerdicts(await listResultStates(tx, agent, run.id))
  for (const runId of await findBaselineRuns(tx, agent, run)) {
    const verdicts = resolveVerdicts(await listResultStates(tx, agent, runId))
    if ([...now.keys()].some((id) => verdicts.has(id))) return compareVerdicts(now, { runId, verdicts })
  }
  return undefined
}

/** Verdict on a case in a run: all samples must pass. An error is not a verdict. */
type CaseVerdict = 'passed' | 'failed'
type CaseVerdicts = ReadonlyMap<string, CaseVerdict>

type SampleState = { caseId: string; state: string }

/** Returns the verdicts of decided cases: failed if any sample failed, passed if all samples passed. */
export function resolveVerdicts(rows: readonly SampleState[]): Map<string, CaseVerdict> {
  const states = Map.groupBy(rows, ({ caseId }) => caseId)
  const verdicts = new Map<string, CaseVerdict>()
  for (const [caseId, samples] of states) {
    if (samples.some(({ state }) => state === 'failed')) verdicts.set(caseId, 'failed')
    else if (samples.every(({ state }) => state === 'passed')) verdicts.set(caseId, 'passed')
  }
  return verdicts
}

/** A case that the other run did not decide can be newly failing but not newly passing. */
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
