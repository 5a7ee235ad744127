import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { RegressionDeps } from '../deps.ts'
import { hasBudget } from '../quota/budget.ts'
import { countRunning, lockHeld, markPending, markRunning } from './queries/results.ts'
import { lockRun } from './queries/runs.ts'
import { moveRun, pauseForBudget } from './verbs.ts'

type Taking = {
  id: string
  /** Of the lease that it is held under. */
  token: string | null
  runId: string
  /** A killed process has left it in the middle. */
  isLeft: boolean
  /** Whom a killed process, or a paused run, had played it with. */
  asid?: string
}
type BeginDeps = Pick<RegressionDeps, 'world' | 'stage'>

/**
 * Whether a result is played now. What is being played counts as the one unit that it costs at least, so that a run never
 * begins more than the day's budget has room for. Locked are the result, its run and the day, in this order, by everybody.
 */
export async function takePart(
  tx: Db,
  agent: AgentKey,
  { id, token, runId, isLeft, asid }: Taking,
  deps: BeginDeps,
): Promise<'plays' | 'waits' | 'rests' | 'lost'> {
  const now = deps.world.now()
  if (!(await lockHeld(tx, agent, { id, token }))) return 'lost'
  const run = await lockRun(tx, agent, runId)
  if (run?.status !== 'queued' && run?.status !== 'running') return 'rests'
  if (asid) await deps.stage.forget(tx, agent, asid)
  // Nobody is to wait for what nobody plays: two that were left would wait for each other.
  if (isLeft) await markPending(tx, agent, { id, now })
  const budget = await hasBudget(tx, agent, { running: () => countRunning(tx, agent, id), now })
  if (budget === 'later') return 'waits'
  if (budget === 'none') {
    await pauseForBudget(tx, agent, run, now)
    return 'rests'
  }
  if (run.status === 'queued') await moveRun(tx, agent, run, { verb: 'begin', now })
  await markRunning(tx, agent, { id, now })
  return 'plays'
}
