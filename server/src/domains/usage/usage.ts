import type { Db } from '../../platform/db/database.ts'
import type { AgentKey, OrgKey } from '../../platform/http/route.ts'
import { listing } from '../agents/index.ts'
import { findOrg } from '../orgs/index.ts'
import { messagesOf, shownUsage, totalsOf } from './show.ts'
import type { OrgUsage, Usage } from './shown.ts'
import { sumsOf } from './sums.ts'
import { type UsageQuery, windowOf } from './window.ts'

export async function usageOfAgent(db: Db, agent: AgentKey, query: UsageQuery, now: Date): Promise<Usage> {
  const cut = await cutOf(db, { id: agent.orgId }, query, now)
  return shownUsage(await sumsOf(db, [agent.key], { ...cut, now }), cut)
}

/** All agents of the org together, and each beside. */
export async function usageOfOrg(db: Db, org: OrgKey, query: UsageQuery, now: Date): Promise<OrgUsage> {
  const [cut, agents] = await Promise.all([cutOf(db, org, query, now), listing.ofOrg(db, org)])
  const keys = agents.map(({ key }) => key)
  const sums = await sumsOf(db, keys, { ...cut, now })
  const byAgent = Map.groupBy(sums, ({ agentKey }) => agentKey)
  const each = agents.map(({ key, id: agentId, name }) => {
    const own = byAgent.get(key) ?? []
    return { agentId, name, totals: totalsOf(own), messages: messagesOf(own, cut.window) }
  })
  return { ...shownUsage(sums, cut), agents: each }
}

/** Where the time is cut. */
async function cutOf(db: Db, org: OrgKey, query: UsageQuery, now: Date) {
  const zone = await zoneOf(db, org)
  const timeZone = query.timeZone ?? zone
  return { zone, timeZone, isZoneOfOrg: timeZone === zone, window: windowOf(query, { now, zone: timeZone }) }
}

export async function zoneOf(db: Db, org: OrgKey): Promise<string> {
  return (await findOrg(db, org))?.timeZone ?? 'UTC'
}
