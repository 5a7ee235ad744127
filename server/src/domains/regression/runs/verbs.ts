import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { restPending, skipPending, tallyResults, wakePending } from './queries/results.ts'
import { setPinned, writeStatus, writeTally } from './queries/runs.ts'
import { nudgeResults } from './queue/worker.ts'
import { isFinal, move, type Run, type RunVerb, type Tally } from './run.ts'

type Moving = { verb: RunVerb; now: Date; pauseReason?: Run['pauseReason']; failReason?: string }

/** Moves a run that was locked, and what hangs on it; 409 where the status does not allow that. */
export async function moveRun(tx: Db, agent: AgentKey, run: Run, moving: Moving): Promise<Run> {
  const { verb, now, pauseReason, failReason } = moving
  const to = move(verb, run.status)
  if (!to) {
    const detail = `A run that is ${run.status} cannot be ${pastOf[verb]}`
    throw problem('agent.test.run_immutable', 409, { detail })
  }
  const moved = await writeStatus(tx, agent, run, { to, now, pauseReason, failReason })
  if (to === 'paused') await restPending(tx, agent, run.id)
  if (to === 'cancelled' || to === 'failed') await skipPending(tx, agent, run.id, now)
  if (verb === 'resume') {
    await wakePending(tx, agent, run.id, now)
    nudgeResults(tx)
  }
  if (isFinal(to)) await writeTally(tx, agent, run.id, { tally: await tallyOf(tx, agent, run) })
  return moved
}

const pastOf: Record<RunVerb, string> = {
  begin: 'begun',
  pause: 'paused',
  resume: 'resumed',
  cancel: 'cancelled',
  complete: 'completed',
  fail: 'failed',
}

export const pauseForBudget = (tx: Db, agent: AgentKey, run: Run, now: Date): Promise<Run> =>
  moveRun(tx, agent, run, { verb: 'pause', pauseReason: 'quota', now })

export async function pin(tx: Db, agent: AgentKey, run: Run, at: Date | undefined): Promise<Run> {
  await setPinned(tx, agent, run.id, at)
  return { ...run, pinned: at !== undefined }
}

export async function tallyOf(db: Db, agent: AgentKey, { id, total }: Pick<Run, 'id' | 'total'>): Promise<Tally> {
  return (await tallyResults(db, agent, [id])).get(id) ?? blankTally(total)
}

export const blankTally = (total: number): Tally => ({
  counts: { total, passed: 0, failed: 0, errored: 0, skipped: 0 },
  usage: { units: 0, inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, judgeTokens: 0, simulatorTokens: 0 },
})
