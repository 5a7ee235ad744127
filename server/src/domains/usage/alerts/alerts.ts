import { listToolUsers } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import { dayMilliseconds } from '../../../platform/world.ts'
import { agentListing } from '../../agents/index.ts'
import { listStuckCampaigns } from '../../campaigns/index.ts'
import { listBrokenConnections, listBrokenGrants } from '../../connections/index.ts'
import { listFailedSources } from '../../knowledge/index.ts'
import { listReachedBudgets } from '../../models/index.ts'
import { findLastRuns } from '../../regression/index.ts'
import { sumByDetail } from '../measures.ts'
import { sendSource } from '../sources.ts'
import { readOrgTimeZone, readSums } from '../sums.ts'

import { parseUsageWindow, subtractHours } from '../window.ts'
import * as of from './build-alerts.ts'
import type { AlertDeps } from './deps.ts'
import { type AlertEntry, alertSeverities } from './schemas.ts'

const most = 100
/** Only the most recently changed definitions are checked. */
const maxDefinitions = 100
const failedCampaignDays = 14
const failingHours = 1

type Agent = Awaited<ReturnType<typeof agentListing.listOfOrg>>[number]

/** Most severe first, then newest first. */
export async function listAlerts(db: Db, org: OrgKey, now: Date, deps: AlertDeps): Promise<AlertEntry[]> {
  const agents = await agentListing.listOfOrg(db, org)
  const entries = await Promise.all([
    listOrgAlerts(db, org, { agents, now }, deps),
    listAgentAlerts(db, org, { agents, now }, deps),
  ])
  return entries.flat().toSorted(bySeverity).slice(0, most)
}

const bySeverity = (one: AlertEntry, other: AlertEntry): number =>
  alertSeverities.indexOf(one.severity) - alertSeverities.indexOf(other.severity) ||
  (other.at ?? '').localeCompare(one.at ?? '')

async function listOrgAlerts(
  db: Db,
  org: OrgKey,
  { agents, now }: AgentAlertInput,
  deps: AlertDeps,
): Promise<AlertEntry[]> {
  const [connections, grants, webhooks, campaigns, failed, budgets] = await Promise.all([
    listBrokenConnections(db, org),
    listBrokenGrants(db, org),
    deps.findUnhealthyWebhooks(db, org, subtractHours(now, failingHours)),
    listStuckCampaigns(db, org, new Date(now.getTime() - failedCampaignDays * dayMilliseconds)),
    listFailedSources(db, org),
    listReachedBudgets(db, org, now),
  ])
  const ids = new Set(agents.map(({ id }) => id))
  const isListed = ({ agentId }: { agentId: string }) => ids.has(agentId)
  return [
    ...(await listConnectionAlerts(db, org, { agents, connections }, deps)),
    ...(await listGrantAlerts(db, agents, grants.filter(isListed), deps)),
    // Webhooks deliver events of all agents.
    ...(org.agentKeys ? [] : webhooks.map(of.toWebhookAlert)),
    ...campaigns.filter(isListed).map(of.toCampaignAlert),
    ...failed.filter(isListed).map(of.toSourceAlert),
    ...budgets.filter(isListed).map(of.toBudgetAlert),
  ]
}

type BrokenConnections = Awaited<ReturnType<typeof listBrokenConnections>>
type BrokenGrants = Awaited<ReturnType<typeof listBrokenGrants>>

/**
 * Names the playbooks that call a tool whose binding uses the connection. A member who is limited to some agents sees
 * only connections that these use.
 */
async function listConnectionAlerts(
  db: Db,
  org: OrgKey,
  { agents, connections: broken }: { agents: readonly Agent[]; connections: BrokenConnections },
  { definitions }: AlertDeps,
): Promise<AlertEntry[]> {
  if (broken.length === 0) return []
  const ids = broken.map(({ id }) => id)
  const using = await agentListing.findUsingConnections(db, org, ids)
  const connections = org.agentKeys ? broken.filter(({ id }) => using.get(id)?.length) : broken
  const affected = new Map(ids.map((id): [string, Set<string>] => [id, new Set()]))
  for (const agent of agents) {
    const own = ids.filter((id) => using.get(id)?.some(({ agentId }) => agentId === agent.id))
    if (own.length === 0) continue
    const definition = await definitions.read(db, agent)
    for (const { toolId, config } of definition.toolBindings)
      for (const { name } of own.includes(String(config.connectionId)) ? listToolUsers(definition, toolId) : [])
        affected.get(String(config.connectionId))?.add(`${name} (${agent.name})`)
  }
  return connections.map((connection) => of.toConnectionAlert(connection, [...(affected.get(connection.id) ?? [])]))
}

async function listGrantAlerts(
  db: Db,
  agents: readonly Agent[],
  grants: BrokenGrants,
  { definitions }: AlertDeps,
): Promise<AlertEntry[]> {
  const byId = new Map(agents.map((agent) => [agent.id, agent]))
  const entries: AlertEntry[] = []
  for (const grant of grants) {
    const agent = byId.get(grant.agentId)
    const users = agent ? listToolUsers(await definitions.read(db, agent), grant.toolId) : []
    entries.push(
      of.toGrantAlert(
        grant,
        users.map(({ name }) => name),
      ),
    )
  }
  return entries
}

type AgentAlertInput = { agents: readonly Agent[]; now: Date }

async function listAgentAlerts(
  db: Db,
  org: OrgKey,
  { agents, now }: AgentAlertInput,
  deps: AlertDeps,
): Promise<AlertEntry[]> {
  const byKey = new Map(agents.map((agent) => [agent.key, agent]))
  const keys = [...byKey.keys()]
  const each = <T extends { agentKey: number }>(rows: readonly T[], show: (agent: Agent, row: T) => AlertEntry[]) =>
    rows.flatMap((row) => {
      const agent = byKey.get(row.agentKey)
      return agent ? show(agent, row) : []
    })
  const [bindings, runs, sends] = await Promise.all([
    deps.channels.listStates(keys),
    findLastRuns(db, keys),
    countSendsOfDay(db, org, keys, now),
  ])
  return [
    ...each(bindings, of.toBindingAlerts),
    ...each(runs, of.toTestRunAlerts),
    ...each(sends, of.toSendAlerts),
    ...(await listDefinitionAlerts(db, agents, deps)),
  ]
}

async function countSendsOfDay(db: Db, org: OrgKey, keys: readonly number[], now: Date) {
  const zone = await readOrgTimeZone(db, org)
  const window = parseUsageWindow({ interval: 'hour' }, { now, zone })
  const sums = await readSums(db, keys, { window, zone, now, sources: [sendSource] })
  return [...Map.groupBy(sums, ({ agentKey }) => agentKey)].map(([agentKey, own]) => {
    const states = new Map(sumByDetail(own, 'sends'))
    return { agentKey, sent: states.get('sent') ?? 0, failed: states.get('failed') ?? 0 }
  })
}

/** Sequential, because each uncached definition takes a moment. */
async function listDefinitionAlerts(
  db: Db,
  agents: readonly Agent[],
  { readDefinitionIssues }: AlertDeps,
): Promise<AlertEntry[]> {
  const latest = agents.toSorted((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime())
  const entries: AlertEntry[] = []
  for (const agent of latest.slice(0, maxDefinitions))
    entries.push(...of.toDefinitionAlerts(agent, await readDefinitionIssues(db, agent)))
  return entries
}
