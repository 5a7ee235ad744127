import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { RegressionDeps } from '../deps.ts'
import { resumeRun } from './finish.ts'
import { deleteOldResults, deleteOldRuns, findOldResults } from './queries/old.ts'
import { inTransaction, lockRun, outOfBudget } from './queries/runs.ts'

const resultDays = 90
const runDays = 365
const atOnce = 200
const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)

type Deps = Pick<RegressionDeps, 'stage' | 'world' | 'announce' | 'notifyTeam' | 'meter' | 'log'>

/** Results go after 90 days, with the sandboxes that they were played in; what a run came to stays for a year. */
export async function forgetOldResults(db: Db, deps: Deps): Promise<void> {
  const now = deps.world.now()
  for (;;) {
    const old = await findOldResults(db, daysBefore(now, resultDays), atOnce)
    for (const [agentKey, results] of Map.groupBy(old, (result) => result.agentKey)) {
      await inTransaction(db, (tx) => forgetResults(tx, agentKey, results, deps))
    }
    if (old.length < atOnce) break
  }
  await deleteOldRuns(db, daysBefore(now, runDays))
}

type Old = Awaited<ReturnType<typeof findOldResults>>[number]

async function forgetResults(tx: Db, agentKey: number, results: readonly Old[], { stage }: Deps): Promise<void> {
  const agent: AgentKey | undefined = await findAgentByKey(tx, agentKey)
  if (!agent) return
  for (const { asid } of results) if (asid) await stage.forget(tx, agent, asid)
  await deleteOldResults(
    tx,
    agent,
    results.map(({ id }) => id),
  )
}

/** Runs that the budget of an earlier day has paused go on by themselves. */
export async function resumeAfterMidnight(db: Db, deps: Deps): Promise<void> {
  const now = deps.world.now()
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  for (const { agentKey, id } of await outOfBudget(db, today)) {
    const agent = await findAgentByKey(db, agentKey)
    if (!agent) continue
    // One that cannot go on does not hold up the others.
    await inTransaction(db, async (tx) => {
      const run = await lockRun(tx, agent, id)
      if (run?.status === 'paused' && run.pauseReason === 'quota') await resumeRun(tx, agent, run, deps)
    }).catch((err) => deps.log.error({ err, run: id }, 'a test run could not be resumed'))
  }
}
