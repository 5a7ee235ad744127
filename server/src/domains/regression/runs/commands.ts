import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { countResults, resumePendingResults, skipPendingResults, suspendPendingResults } from './queries/results.ts'
import { saveRunCounters, setRunPinned, updateRunStatus } from './queries/runs.ts'
import { nudgeResults } from './queue/worker.ts'
import { isFinalStatus, nextRunStatus, type RunCommand, type RunCounters, type TestRunState } from './run.ts'

type RunTransition = { command: RunCommand; now: Date; pauseReason?: TestRunState['pauseReason']; failReason?: string }

/** Transitions a locked run and everything that depends on its status; 409 when the status does not allow it. */
export async function transitionRun(
  tx: Db,
  agent: AgentKey,
  run: TestRunState,
  moving: RunTransition,
): Promise<TestRunState> {
  const { command, now, pauseReason, failReason } = moving
  const to = nextRunStatus(command, run.status)
  if (!to) {
    const detail = `A run that is ${run.status} cannot be ${pastParticiples[command]}`
    throw problem('agent.test.run_immutable', 409, { detail })
  }
  const moved = await updateRunStatus(tx, agent, run, { to, now, pauseReason, failReason })
  if (to === 'paused') await suspendPendingResults(tx, agent, run.id)
  if (to === 'cancelled' || to === 'failed') await skipPendingResults(tx, agent, run.id, now)
  if (command === 'resume') {
    await resumePendingResults(tx, agent, run.id, now)
    nudgeResults(tx)
  }
  if (isFinalStatus(to)) await saveRunCounters(tx, agent, run.id, { counters: await loadRunCounters(tx, agent, run) })
  return moved
}

const pastParticiples: Record<RunCommand, string> = {
  begin: 'begun',
  pause: 'paused',
  resume: 'resumed',
  cancel: 'cancelled',
  complete: 'completed',
  fail: 'failed',
}

export const pauseForQuota = (tx: Db, agent: AgentKey, run: TestRunState, now: Date): Promise<TestRunState> =>
  transitionRun(tx, agent, run, { command: 'pause', pauseReason: 'quota', now })

export async function pinRun(tx: Db, agent: AgentKey, run: TestRunState, at: Date | undefined): Promise<TestRunState> {
  await setRunPinned(tx, agent, run.id, at)
  return { ...run, pinned: at !== undefined }
}

export async function loadRunCounters(
  db: Db,
  agent: AgentKey,
  { id, total }: Pick<TestRunState, 'id' | 'total'>,
): Promise<RunCounters> {
  return (await countResults(db, agent, [id])).get(id) ?? createEmptyCounters(total)
}

export const createEmptyCounters = (total: number): RunCounters => ({
  counts: { total, passed: 0, failed: 0, errored: 0, skipped: 0 },
  usage: { units: 0, inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, judgeTokens: 0, simulatorTokens: 0 },
})
