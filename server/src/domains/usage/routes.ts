import { agentRoute, orgRoute, type Route } from '../../platform/http/route.ts'
import { listAlerts } from './alerts/alerts.ts'
import type { AlertDeps } from './alerts/deps.ts'
import { AlertList } from './alerts/schemas.ts'
import { countGoalsSince, GoalsQuery, GoalsReached } from './goals.ts'
import { AgentsOverview, listAgentOverviews } from './overview.ts'
import { OrgUsage, Usage } from './schemas.ts'
import { readAgentUsage, readOrgUsage } from './usage.ts'
import { UsageQuery } from './window.ts'

const read = { method: 'GET', role: 'viewer', tag: 'Usage' } as const

export function usageRoutes(deps: AlertDeps): Route[] {
  return [
    agentRoute({
      ...read,
      scope: 'messages:read',
      path: '/usage',
      summary: 'Count what the agent did, by hour or by day',
      description:
        'Whole intervals, of which none is left out; by day 92 at the most, by hour 14 days. Rehearsals are not counted.',
      query: UsageQuery,
      answer: Usage,
      handle: ({ tx, agent, query, world }) => readAgentUsage(tx, agent, query, world.now()),
    }),
    agentRoute({
      ...read,
      scope: 'messages:read',
      path: '/usage/goals',
      summary: 'Count the goals that the agent has reached since a moment',
      description: 'To the moment, where usage has whole hours; of one more than 30 days ago from the next hour on.',
      query: GoalsQuery,
      answer: GoalsReached,
      handle: ({ tx, agent, query, world }) => countGoalsSince(tx, agent, query.since, world.now()),
    }),
    orgRoute({
      ...read,
      scope: 'messages:read',
      path: '/usage',
      summary: 'Count what all agents of the org did, by hour or by day',
      description: 'All together, and the totals of each agent beside.',
      query: UsageQuery,
      answer: OrgUsage,
      handle: ({ tx, org, query, world }) => readOrgUsage(tx, org, query, world.now()),
    }),
    orgRoute({
      ...read,
      scope: 'agents:read',
      path: '/agents-overview',
      summary: 'List how each agent of the org stands, by name',
      answer: AgentsOverview,
      handle: async ({ tx, org }) => ({ data: await listAgentOverviews(tx, org, deps.channels) }),
    }),
    orgRoute({
      ...read,
      scope: 'agents:read',
      path: '/attention',
      summary: 'List what needs somebody, the most severe first',
      description: 'At most 100. What is mended is not in it any more.',
      answer: AlertList,
      handle: async ({ tx, org, world }) => ({ data: await listAlerts(tx, org, world.now(), deps) }),
    }),
  ]
}
