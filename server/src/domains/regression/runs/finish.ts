import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { RegressionDeps } from '../deps.ts'
import { billUnits } from '../quota/queries.ts'
import { diffOf, verdictsOf } from './diff.ts'
import { cancelResult, errResult, hasOpen, skipResult, statesOf, wakeResult } from './queries/results.ts'
import { afterCommit, findBaselines, lockRun, writeTally } from './queries/runs.ts'
import { nudgeResults } from './queue/worker.ts'
import { type Diff, isFinal, type Run } from './run.ts'
import { moveRun, tallyOf } from './verbs.ts'

type FinishDeps = Pick<RegressionDeps, 'world' | 'announce' | 'notifyTeam' | 'meter'>
type Ended = { id: string; runId: string; units: number; givenUp?: boolean }

/** A result was decided, in this transaction: its units are billed, and the run is over with the last of them. */
export async function concludeIfOver(tx: Db, agent: AgentKey, ended: Ended, deps: FinishDeps): Promise<void> {
  const { id, runId, units, givenUp = false } = ended
  const run = await lockRun(tx, agent, runId)
  if (!run) return
  const now = deps.world.now()
  if (givenUp) await errResult(tx, agent, { id, now })
  if (run.status === 'cancelled') return cancelLate(tx, agent, run, { id, now })
  if (units > 0) await bill(tx, agent, { units, now }, deps)
  await endIfOver(tx, agent, run, deps)
}

/** It was cancelled while this one was played: a verdict that came too late is none, and costs nothing. */
async function cancelLate(tx: Db, agent: AgentKey, run: Run, ended: { id: string; now: Date }): Promise<void> {
  await cancelResult(tx, agent, ended)
  await writeTally(tx, agent, run.id, { tally: await tallyOf(tx, agent, run) })
}

async function bill(tx: Db, agent: AgentKey, used: { units: number; now: Date }, { meter }: FinishDeps): Promise<void> {
  await billUnits(tx, agent, used)
  afterCommit(tx, () => {
    meter('evaluation.cases', 1)
    meter('evaluation.case_units', used.units)
  })
}

/** A result that was not played to its end goes back: to wait, to be played again, or never. */
export async function returnResult(
  tx: Db,
  agent: AgentKey,
  { id, runId, isBegun }: { id: string; runId: string; isBegun: boolean },
  { world }: FinishDeps,
): Promise<void> {
  const now = world.now()
  const run = await lockRun(tx, agent, runId)
  if (run?.status === 'running' || run?.status === 'queued') {
    await wakeResult(tx, agent, { id, now })
    nudgeResults(tx)
  }
  if (!run || !isFinal(run.status)) return
  if (run.status === 'cancelled' && isBegun) return cancelResult(tx, agent, { id, now })
  await skipResult(tx, agent, { id, now })
  await writeTally(tx, agent, runId, { tally: await tallyOf(tx, agent, run) })
}

/** Where nothing of a run is left to be decided, it is over, though it may not have begun. The run is locked. */
export async function endIfOver(tx: Db, agent: AgentKey, run: Run, deps: FinishDeps): Promise<void> {
  if (run.status !== 'queued' && run.status !== 'running') return
  if (await hasOpen(tx, agent, { runId: run.id })) return
  const begun = run.status === 'queued' ? await moveRun(tx, agent, run, { verb: 'begin', now: deps.world.now() }) : run
  await complete(tx, agent, begun, deps)
}

/** It goes on with what is pending; where all was decided while it was paused, it is over. */
export async function resumeRun(tx: Db, agent: AgentKey, run: Run, deps: FinishDeps): Promise<Run> {
  const resumed = await moveRun(tx, agent, run, { verb: 'resume', now: deps.world.now() })
  if (!(await hasOpen(tx, agent, { runId: run.id }))) await complete(tx, agent, resumed, deps)
  return resumed
}

async function complete(tx: Db, agent: AgentKey, run: Run, deps: FinishDeps): Promise<void> {
  const completed = await moveRun(tx, agent, run, { verb: 'complete', now: deps.world.now() })
  const [tally, diff] = [await tallyOf(tx, agent, run), await diffAgainst(tx, agent, run)]
  await writeTally(tx, agent, run.id, { tally, diff })
  const { counts } = tally
  const data = { agentId: agent.id, runId: run.id, status: completed.status, counts, ...(diff && { diff }) }
  await deps.announce(tx, { orgId: agent.orgId, type: 'test.run.completed', data })
  if (run.requestedBy.via !== 'schedule' || counts.failed + counts.errored === 0) return
  await deps.notifyTeam(tx, agent, { id: `${run.id}-completed`, text: noticeOf(run, { counts, diff }) })
}

type Ending = { counts: { total: number; failed: number; errored: number }; diff?: Diff }

function noticeOf({ id }: Run, { counts, diff }: Ending): string {
  const news =
    diff && diff.newlyFailing.length > 0 ? ` ${diff.newlyFailing.length} of them failed for the first time.` : ''
  return `A scheduled test run found trouble: of ${counts.total} cases ${counts.failed} failed and ${counts.errored} could not be decided.${news} Run ${id}.`
}

/** Compared with the run that was pinned last, else with the newest before it that decided any of the same cases. */
async function diffAgainst(tx: Db, agent: AgentKey, run: Run): Promise<Diff | undefined> {
  const now = verdictsOf(await statesOf(tx, agent, run.id))
  for (const runId of await findBaselines(tx, agent, run)) {
    const verdicts = verdictsOf(await statesOf(tx, agent, runId))
    if ([...now.keys()].some((id) => verdicts.has(id))) return diffOf(now, { runId, verdicts })
  }
  return undefined
}
