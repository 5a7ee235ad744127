import type { Db } from '../../../platform/db/database.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import { listing } from '../../agents/index.ts'
import { stuckCampaigns } from '../../campaigns/index.ts'
import { brokenConnections, brokenGrants } from '../../connections/index.ts'
import { failedSources } from '../../knowledge/index.ts'
import { lastRunsOf } from '../../regression/index.ts'
import { dayMilliseconds, hoursBefore } from '../days.ts'
import { detailsOf } from '../show.ts'
import { sendSource } from '../sources.ts'
import { sumsOf } from '../sums.ts'
import { zoneOf } from '../usage.ts'
import { windowOf } from '../window.ts'
import type { AttentionDeps } from './deps.ts'
import * as of from './entries.ts'
import { type AttentionEntry, severities } from './shown.ts'

const most = 100
/** The definitions that were changed last are looked through. */
const mostDefinitions = 100
const failedCampaignDays = 14
const failingHours = 1

type Agent = Awaited<ReturnType<typeof listing.ofOrg>>[number]

/** The most severe first, of those the newest. */
export async function attentionOf(db: Db, org: OrgKey, now: Date, deps: AttentionDeps): Promise<AttentionEntry[]> {
  const agents = await listing.ofOrg(db, org)
  const entries = await Promise.all([ofOrg(db, org, now, deps), ofAgents(db, org, { agents, now }, deps)])
  return entries.flat().toSorted(bySeverity).slice(0, most)
}

const bySeverity = (one: AttentionEntry, other: AttentionEntry): number =>
  severities.indexOf(one.severity) - severities.indexOf(other.severity) || (other.at ?? '').localeCompare(one.at ?? '')

async function ofOrg(db: Db, org: OrgKey, now: Date, deps: AttentionDeps): Promise<AttentionEntry[]> {
  const [connections, grants, webhooks, campaigns, failed] = await Promise.all([
    brokenConnections(db, org),
    brokenGrants(db, org),
    deps.webhooksInTrouble(db, org, hoursBefore(now, failingHours)),
    stuckCampaigns(db, org, new Date(now.getTime() - failedCampaignDays * dayMilliseconds)),
    failedSources(db, org),
  ])
  return [
    ...connections.map(of.ofConnection),
    ...grants.map(of.ofGrant),
    ...webhooks.map(of.ofWebhook),
    ...campaigns.map(of.ofCampaign),
    ...failed.map(of.ofSource),
  ]
}

type Many = { agents: readonly Agent[]; now: Date }

async function ofAgents(db: Db, org: OrgKey, { agents, now }: Many, deps: AttentionDeps): Promise<AttentionEntry[]> {
  const byKey = new Map(agents.map((agent) => [agent.key, agent]))
  const keys = [...byKey.keys()]
  const each = <T extends { agentKey: number }>(rows: readonly T[], show: (agent: Agent, row: T) => AttentionEntry[]) =>
    rows.flatMap((row) => {
      const agent = byKey.get(row.agentKey)
      return agent ? show(agent, row) : []
    })
  const [bindings, runs, sends] = await Promise.all([
    deps.channels.states(keys),
    lastRunsOf(db, keys),
    sendsOfDay(db, org, keys, now),
  ])
  return [
    ...each(bindings, of.ofBinding),
    ...each(runs, of.ofLastRun),
    ...each(sends, of.ofSends),
    ...(await newsOf(db, agents, deps)),
  ]
}

async function sendsOfDay(db: Db, org: OrgKey, keys: readonly number[], now: Date) {
  const zone = await zoneOf(db, org)
  const window = windowOf({ interval: 'hour' }, { now, zone })
  const sums = await sumsOf(db, keys, { window, zone, now, sources: [sendSource] })
  return [...Map.groupBy(sums, ({ agentKey }) => agentKey)].map(([agentKey, own]) => {
    const states = new Map(detailsOf(own, 'sends'))
    return { agentKey, sent: states.get('sent') ?? 0, failed: states.get('failed') ?? 0 }
  })
}

/** One after the other: what is not remembered takes a moment each. */
async function newsOf(db: Db, agents: readonly Agent[], { news }: AttentionDeps): Promise<AttentionEntry[]> {
  const latest = agents.toSorted((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime())
  const entries: AttentionEntry[] = []
  for (const agent of latest.slice(0, mostDefinitions)) entries.push(...of.ofNews(agent, await news(db, agent)))
  return entries
}
