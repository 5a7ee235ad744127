import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { RegressionDeps } from '../deps.ts'
import { deleteOldSimulations } from '../simulations/queries.ts'
import { resumeRun } from './complete.ts'
import { deleteOldResults, deleteOldRuns, findOldResults } from './queries/retention.ts'
import { findRunsPausedByQuota, lockRun } from './queries/runs.ts'

const resultDays = 90
const runDays = 365
const batchSize = 200
const subtractDays = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)

type Deps = Pick<RegressionDeps, 'sandbox' | 'world' | 'announce' | 'notifyTeam' | 'meter' | 'log'>

/** Deletes results with their sandboxes and simulations after 90 days, and runs with their totals after a year. */
export async function deleteExpiredResults(db: Db, deps: Deps): Promise<void> {
  const now = deps.world.now()
  for (;;) {
    const old = await findOldResults(db, subtractDays(now, resultDays), batchSize)
    for (const [agentKey, results] of Map.groupBy(old, (result) => result.agentKey)) {
      await inTransaction(db, (tx) => deleteResultBatch(tx, agentKey, results, deps))
    }
    if (old.length < batchSize) break
  }
  await deleteOldRuns(db, subtractDays(now, runDays))
  await deleteOldSimulations(db, subtractDays(now, resultDays))
}

type ExpiredResult = Awaited<ReturnType<typeof findOldResults>>[number]

async function deleteResultBatch(
  tx: Db,
  agentKey: number,
  results: readonly ExpiredResult[],
  { sandbox }: Deps,
): Promise<void> {
  const agent: AgentKey | undefined = await findAgentByKey(tx, agentKey)
  if (!agent) return
  for (const { asid } of results) if (asid) await sandbox.remove(tx, agent, asid)
  await deleteOldResults(
    tx,
    agent,
    results.map(({ id }) => id),
  )
}

export async function resumeQuotaPausedRuns(db: Db, deps: Deps): Promise<void> {
  const now = deps.world.now()
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  for (const { agentKey, id } of await findRunsPausedByQuota(db, today)) {
    const agent = await findAgentByKey(db, agentKey)
    if (!agent) continue
    // A run that cannot be resumed does not block the others.
    await inTransaction(db, async (tx) => {
      const run = await lockRun(tx, agent, id)
      if (run?.status === 'paused' && run.pauseReason === 'quota') await resumeRun(tx, agent, run, deps)
    }).catch((err) => deps.log.error({ err, run: id }, 'a test run could not be resumed'))
  }
}
