import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { type AgentKey, agentRoute, orgRoute, type Route } from '../../platform/http/route.ts'
import { instantQuery, timestamp } from '../../platform/http/schemas.ts'
import { listAlerts } from './alerts/alerts.ts'
import type { AlertDeps } from './alerts/deps.ts'
import { AlertList } from './alerts/schemas.ts'
import { sumByDetail } from './measures.ts'
import { AgentsOverview, listAgentOverviews } from './overview.ts'
import { goalCounts, OrgUsage, Usage } from './schemas.ts'
import { turnSource } from './sources.ts'
import { readAgentUsage, readOrgUsage, readSums } from './sums.ts'

import { ceilToHour, UsageQuery } from './window.ts'

const GoalsQuery = z.strictObject({
  since: instantQuery.meta({ description: 'ISO-8601 or milliseconds, itself included.' }),
})

const GoalsReached = z.strictObject({ since: timestamp, goals: goalCounts.meta({ description: 'Most first.' }) }).meta({
  id: 'GoalsReached',
  examples: [{ since: '2030-01-31T09:41:00.000Z', goals: [{ goalId: 'visit-booked', count: 2 }] }],
})
type GoalsReached = z.infer<typeof GoalsReached>

/** Exact to the moment: counts the rest of the first hour and all hours since. */
async function countGoalsSince(db: Db, agent: AgentKey, since: Date, now: Date): Promise<GoalsReached> {
  const from = new Date(Math.max(since.getTime(), 0))
  const answer = (goals: GoalsReached['goals']) => ({ since: since.toISOString(), goals })
  if (from > now) return answer([])
  const end = ceilToHour(new Date(now.getTime() + 1))
  const whole = ceilToHour(from)
  const window = { interval: 'hour' as const, starts: [whole], end }
  const [begun, hours] = await Promise.all([
    from < whole ? turnSource.count(db, [agent.key], { from, until: whole, by: 'hour', days: [] }) : [],
    readSums(db, [agent.key], { window, zone: 'UTC', now, sources: [turnSource] }),
  ])
  const sums = [...begun.map(({ hour: _, ...count }) => ({ ...count, place: 0 })), ...hours]
  return answer(sumByDetail(sums, 'goalsReached').map(([goalId, count]) => ({ goalId, count })))
}

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
