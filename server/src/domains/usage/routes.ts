import { agentRoute, orgRoute, type Route } from '../../platform/http/route.ts'
import { attentionOf } from './attention/attention.ts'
import type { AttentionDeps } from './attention/deps.ts'
import { Attention } from './attention/shown.ts'
import { GoalsQuery, GoalsReached, goalsSince } from './goals.ts'
import { AgentsOverview, overviewOf } from './overview.ts'
import { OrgUsage, Usage } from './shown.ts'
import { usageOfAgent, usageOfOrg } from './usage.ts'
import { UsageQuery } from './window.ts'

const read = { method: 'GET', role: 'viewer', tag: 'Usage' } as const

export function usageRoutes(deps: AttentionDeps): Route[] {
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
      handle: ({ tx, agent, query, world }) => usageOfAgent(tx, agent, query, world.now()),
    }),
    agentRoute({
      ...read,
      scope: 'messages:read',
      path: '/usage/goals',
      summary: 'Count the goals that the agent has reached since a moment',
      description: 'To the moment, where usage has whole hours; of one more than 30 days ago from the next hour on.',
      query: GoalsQuery,
      answer: GoalsReached,
      handle: ({ tx, agent, query, world }) => goalsSince(tx, agent, query.since, world.now()),
    }),
    orgRoute({
      ...read,
      scope: 'messages:read',
      path: '/usage',
      summary: 'Count what all agents of the org did, by hour or by day',
      description: 'All together, and the totals of each agent beside.',
      query: UsageQuery,
      answer: OrgUsage,
      handle: ({ tx, org, query, world }) => usageOfOrg(tx, org, query, world.now()),
    }),
    orgRoute({
      ...read,
      scope: 'agents:read',
      path: '/agents-overview',
      summary: 'List how each agent of the org stands, by name',
      answer: AgentsOverview,
      handle: async ({ tx, org }) => ({ data: await overviewOf(tx, org, deps.channels) }),
    }),
    orgRoute({
      ...read,
      scope: 'agents:read',
      path: '/attention',
      summary: 'List what needs somebody, the most severe first',
      description: 'At most 100. What is mended is not in it any more.',
      answer: Attention,
      handle: async ({ tx, org, world }) => ({ data: await attentionOf(tx, org, world.now(), deps) }),
    }),
  ]
}
