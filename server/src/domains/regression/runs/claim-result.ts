import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { RegressionDeps } from '../deps.ts'
import { checkBudget } from '../quota/budget.ts'
import { pauseForQuota, transitionRun } from './commands.ts'
import { countRunningResults, lockLeasedResult, markResultPending, markResultRunning } from './queries/results.ts'
import { lockRun } from './queries/runs.ts'

type ClaimRequest = {
  id: string
  /** Of the lease that it is held under. */
  token: string | null
  runId: string
  /** A killed process has left it in the middle. */
  isLeft: boolean
  /** Whom a killed process, or a paused run, had played it with. */
  asid?: string
}
type ClaimDeps = Pick<RegressionDeps, 'world' | 'sandbox'>

/**
 * Whether a result is played now. What is being played counts as the one unit that it costs at least, so that a run never
 * begins more than the day's budget has room for. Locked are the result, its run and the day, in this order, by everybody.
 */
export async function claimResult(
  tx: Db,
  agent: AgentKey,
  { id, token, runId, isLeft, asid }: ClaimRequest,
  deps: ClaimDeps,
): Promise<'plays' | 'waits' | 'rests' | 'lost'> {
  const now = deps.world.now()
  if (!(await lockLeasedResult(tx, agent, { id, token }))) return 'lost'
  const run = await lockRun(tx, agent, runId)
  if (run?.status !== 'queued' && run?.status !== 'running') return 'rests'
  if (asid) await deps.sandbox.remove(tx, agent, asid)
  // Nobody is to wait for what nobody plays: two that were left would wait for each other.
  if (isLeft) await markResultPending(tx, agent, { id, now })
  const budget = await checkBudget(tx, agent, { running: () => countRunningResults(tx, agent, id), now })
  if (budget === 'later') return 'waits'
  if (budget === 'none') {
    await pauseForQuota(tx, agent, run, now)
    return 'rests'
  }
  if (run.status === 'queued') await transitionRun(tx, agent, run, { command: 'begin', now })
  await markResultRunning(tx, agent, { id, now })
  return 'plays'
}
