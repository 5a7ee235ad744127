import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { resolveLimits } from './limits.ts'
import { findLimitOverrides, findUsedUnits, lockBudgetDay } from './queries.ts'

/**
 * Checks whether the daily budget has room for one more case. Returns `later` when that depends on running cases, each
 * of which costs at least one unit, or nothing if it errors. Concurrent checks of the same org wait until the
 * transaction ends.
 */
export async function checkBudget(
  tx: Db,
  agent: AgentKey,
  { running, now }: { running(): Promise<number>; now: Date },
): Promise<'room' | 'later' | 'none'> {
  const org = { id: agent.orgId }
  await lockBudgetDay(tx, org, now)
  const { dailyUnits } = resolveLimits(await findLimitOverrides(tx, org))
  // Counted under the lock, so that two cases about to start see each other.
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
