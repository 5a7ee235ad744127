import type { Db } from '../../platform/db/database.ts'
import type { AgentKey, OrgKey } from '../../platform/http/route.ts'
import { agentListing } from '../agents/index.ts'
import { findOrg } from '../orgs/index.ts'
import type { OrgUsage, Usage } from './schemas.ts'
import { serializeUsage, sumMeasureTotals, sumMessages } from './serializer.ts'
import { readSums } from './sums.ts'
import { parseUsageWindow, type UsageQuery } from './window.ts'

export async function readAgentUsage(db: Db, agent: AgentKey, query: UsageQuery, now: Date): Promise<Usage> {
  const cut = await resolveCut(db, { id: agent.orgId }, query, now)
  return serializeUsage(await readSums(db, [agent.key], { ...cut, now }), cut)
}

/** All agents of the org together, and each beside. */
export async function readOrgUsage(db: Db, org: OrgKey, query: UsageQuery, now: Date): Promise<OrgUsage> {
  const [cut, agents] = await Promise.all([resolveCut(db, org, query, now), agentListing.listOfOrg(db, org)])
  const keys = agents.map(({ key }) => key)
  const sums = await readSums(db, keys, { ...cut, now })
  const byAgent = Map.groupBy(sums, ({ agentKey }) => agentKey)
  const each = agents.map(({ key, id: agentId, name }) => {
    const own = byAgent.get(key) ?? []
    return { agentId, name, totals: sumMeasureTotals(own), messages: sumMessages(own, cut.window) }
  })
  return { ...serializeUsage(sums, cut), agents: each }
}

/** Where the time is cut. */
async function resolveCut(db: Db, org: OrgKey, query: UsageQuery, now: Date) {
  const zone = await readOrgTimeZone(db, org)
  const timeZone = query.timeZone ?? zone
  return { zone, timeZone, isZoneOfOrg: timeZone === zone, window: parseUsageWindow(query, { now, zone: timeZone }) }
}

export async function readOrgTimeZone(db: Db, org: OrgKey): Promise<string> {
  return (await findOrg(db, org))?.timeZone ?? 'UTC'
}
