import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { resolveLimits } from './limits.ts'
import { findLimitOverrides, findUsedUnits, lockBudgetDay } from './queries.ts'

/**
 * Whether the day has room for one more case: `later` when that depends on those that are being played, each of which
 * costs a unit at least, or nothing should it err. Until the transaction ends nobody else of the org is told.
 */
export async function checkBudget(
  tx: Db,
  agent: AgentKey,
  { running, now }: { running(): Promise<number>; now: Date },
): Promise<'room' | 'later' | 'none'> {
  const org = { id: agent.orgId }
  await lockBudgetDay(tx, org, now)
  const { dailyUnits } = resolveLimits(await findLimitOverrides(tx, org))
  // Counted under the lock: two that are about to be played see each other.
  return computeBudgetRoom({ dailyUnits, used: (await findUsedUnits(tx, agent, now)).org, running: await running() })
}

export function computeBudgetRoom({
  dailyUnits,
  used,
  running,
}: {
  dailyUnits: number
  used: number
  running: number
}) {
  if (used + running < dailyUnits) return 'room'
  return running > 0 ? 'later' : 'none'
}
