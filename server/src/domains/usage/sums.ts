import type { Db } from '../../platform/db/database.ts'
import type { AgentKey, OrgKey } from '../../platform/http/route.ts'
import type { UsageSpan } from '../../platform/usage.ts'
import { agentListing } from '../agents/index.ts'
import { findOrg } from '../orgs/index.ts'
import { serializeUsage, sumMeasureTotals, sumMessages } from './measures.ts'
import { readRollupRange, sumHours, type UsageSum } from './queries/hours.ts'
import type { OrgUsage, Usage } from './schemas.ts'
import { usageSources as allSources, type UsageSource } from './sources.ts'

import {
  ceilToHour,
  intervalIndexOf,
  listDayStarts,
  parseUsageWindow,
  startOfHour,
  subtractHours,
  type UsageQuery,
  type UsageWindow,
} from './window.ts'

/** Limit for counting from the sources when no rollup runs. */
const maxLiveHours = 24

export type UsageSumQuery = {
  window: UsageWindow
  /** The org's time zone. */
  zone: string
  now: Date
  /** Default: all sources. */
  sources?: readonly UsageSource[]
}

/**
 * Adds rolled-up counts and live counts since then. Reads the rollup range first, so that a concurrent rollup is not
 * counted twice.
 */
export async function readSums(db: Db, agentKeys: readonly number[], query: UsageSumQuery): Promise<UsageSum[]> {
  if (agentKeys.length === 0) return []
  const folded = (await readRollupRange(db))?.until
  const [old, fresh] = await Promise.all([
    folded ? readRolledUpSums(db, agentKeys, query, folded) : [],
    countLiveSums(db, agentKeys, query, folded),
  ])
  return [...old, ...fresh]
}

async function readRolledUpSums(
  db: Db,
  agentKeys: readonly number[],
  query: UsageSumQuery,
  folded: Date,
): Promise<UsageSum[]> {
  const { window, sources } = query
  const from = ceilToHour(first(window))
  const until = earlier(ceilToHour(window.end), folded)
  if (until <= from) return []
  const measures = sources?.flatMap((source) => source.measures)
  return sumHours(db, agentKeys, { starts: window.starts, from, until, measures })
}

async function countLiveSums(
  db: Db,
  agentKeys: readonly number[],
  query: UsageSumQuery,
  folded = new Date(0),
): Promise<UsageSum[]> {
  const { window, zone, now, sources = allSources } = query
  const from = [ceilToHour(first(window)), folded, subtractHours(startOfHour(now), maxLiveHours)].reduce(later)
  const until = earlier(ceilToHour(window.end), ceilToHour(new Date(now.getTime() + 1)))
  if (from >= until) return []
  const span: UsageSpan = { from, until, by: 'hour', days: listDayStarts(from, until, zone) }
  const counts = await Promise.all(sources.map((source) => source.count(db, agentKeys, span)))
  return counts.flat().map(({ hour, ...count }) => ({ ...count, place: intervalIndexOf(window, hour) }))
}

const first = ({ starts }: UsageWindow): Date => starts[0] as Date
const earlier = (one: Date, other: Date): Date => (one < other ? one : other)
const later = (one: Date, other: Date): Date => (one > other ? one : other)

export async function readAgentUsage(db: Db, agent: AgentKey, query: UsageQuery, now: Date): Promise<Usage> {
  const cut = await resolveCut(db, { id: agent.orgId }, query, now)
  return serializeUsage(await readSums(db, [agent.key], { ...cut, now }), cut)
}

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

async function resolveCut(db: Db, org: OrgKey, query: UsageQuery, now: Date) {
  const zone = await readOrgTimeZone(db, org)
  const timeZone = query.timeZone ?? zone
  return { zone, timeZone, isZoneOfOrg: timeZone === zone, window: parseUsageWindow(query, { now, zone: timeZone }) }
}

export async function readOrgTimeZone(db: Db, org: OrgKey): Promise<string> {
  return (await findOrg(db, org))?.timeZone ?? 'UTC'
}
