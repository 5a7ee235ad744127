import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { hastenPumps, insertPumps } from './queries.ts'
import { nudgePumps } from './worker.ts'

/** A campaign runs, or runs again. */
export async function startPumps(tx: Db, agent: AgentKey, campaign: { key: number }, now: Date): Promise<void> {
  await insertPumps(tx, agent, campaign.key, now)
  nudgePumps(tx)
}

/** Campaigns of the agent that wait look again. */
export async function wakePumps(tx: Db, agent: AgentKey, now: Date): Promise<void> {
  await hastenPumps(tx, agent, now)
  nudgePumps(tx)
}
