import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { insertDispatchers, rescheduleDispatchersNow } from './queries.ts'
import { nudgeDispatchers } from './worker.ts'

/** Called when a campaign starts or resumes. */
export async function startDispatchers(tx: Db, agent: AgentKey, campaign: { key: number }, now: Date): Promise<void> {
  await insertDispatchers(tx, agent, campaign.key, now)
  nudgeDispatchers(tx)
}

export async function wakeDispatchers(tx: Db, agent: AgentKey, now: Date): Promise<void> {
  await rescheduleDispatchersNow(tx, agent, now)
  nudgeDispatchers(tx)
}
