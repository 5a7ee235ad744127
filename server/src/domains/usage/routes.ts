import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { type AgentKey, agentRoute, orgRoute, type Route } from '../../platform/http/route.ts'
import { instantQuery, timestamp } from '../../platform/http/schemas.ts'
import { dayMilliseconds } from '../../platform/world.ts'
import { turns } from '../runtime/index.ts'
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
  since: instantQuery.meta({ description: 'ISO-8601 or milliseconds, inclusive.' }),
})

const GoalsReached = z
  .strictObject({ since: timestamp, goals: goalCounts.meta({ description: 'Largest first.' }) })
  .meta({
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
  const [currentHour, hours] = await Promise.all([
    from < whole ? turnSource.count(db, [agent.key], { from, until: whole, by: 'hour', days: [] }) : [],
    readSums(db, [agent.key], { window, zone: 'UTC', now, sources: [turnSource] }),
  ])
  const sums = [...currentHour.map(({ hour: _, ...count }) => ({ ...count, place: 0 })), ...hours]
  return answer(sumByDetail(sums, 'goalsReached').map(([goalId, count]) => ({ goalId, count })))
}

const VersionsQuery = z.strictObject({
  start: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds, inclusive.' }),
  end: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds, exclusive; default: now.' }),
})

const count = z.int()

const VersionUsage = z
  .strictObject({
    version: count.optional(),
    draftId: z.string().optional().meta({ description: 'The draft that answered instead of a version.' }),
    sessions: count,
    goalsReached: count,
    unanswered: count.meta({ description: 'Questions that a model answered without a Fact, source, flow or tool.' }),
    errors: count.meta({ description: 'Turns that failed, or in which a model call failed.' }),
    cost: z
      .strictObject({ amount: z.number(), currency: z.string() })
      .optional()
      .meta({ description: 'Absent if no model has a price, or prices differ in currency.' }),
  })
  .meta({
    id: 'VersionUsage',
    examples: [
      {
        ...{ version: 7, sessions: 40, goalsReached: 6, unanswered: 3, errors: 0 },
        cost: { amount: 0.41, currency: 'USD' },
      },
    ],
  })

const read = { method: 'GET', role: 'viewer', tag: 'Usage' } as const

export function usageRoutes(deps: AlertDeps): Route[] {
  return [
    agentRoute({
      ...read,
      scope: 'messages:read',
      path: '/usage',
      summary: "Count the agent's activity, by hour or by day",
      description: 'Whole intervals without gaps; at most 92 days by day, 14 days by hour. Rehearsals are not counted.',
      query: UsageQuery,
      response: Usage,
      handle: ({ tx, agent, query, world }) => readAgentUsage(tx, agent, query, world.now()),
    }),
    agentRoute({
      ...read,
      scope: 'messages:read',
      path: '/usage/goals',
      summary: 'Count the goals that the agent reached since a given time',
      description:
        'Exact to the moment, while usage has whole hours; for a time more than 30 days ago, counts from the next full hour.',
      query: GoalsQuery,
      response: GoalsReached,
      handle: ({ tx, agent, query, world }) => countGoalsSince(tx, agent, query.since, world.now()),
    }),
    agentRoute({
      ...read,
      scope: 'agents:read',
      path: '/usage/versions',
      summary: 'Compare the versions and drafts that answered people',
      description: 'Sessions that began in the time window, by default the last 14 days. Rehearsals are not counted.',
      query: VersionsQuery,
      response: z.strictObject({ data: z.array(VersionUsage) }),
      handle: async ({ tx, agent, query, world }) => {
        const end = query.end ?? world.now()
        const start = query.start ?? new Date(end.getTime() - 14 * dayMilliseconds)
        return { data: await turns.compareConfigurations(tx, agent, { start, end }) }
      },
    }),
    orgRoute({
      ...read,
      scope: 'messages:read',
      limited: true,
      path: '/usage',
      summary: 'Count the activity of all agents of the org, by hour or by day',
      description: 'The sum of all agents, and the totals of each.',
      query: UsageQuery,
      response: OrgUsage,
      handle: ({ tx, org, query, world }) => readOrgUsage(tx, org, query, world.now()),
    }),
    orgRoute({
      ...read,
      scope: 'agents:read',
      limited: true,
      path: '/agents-overview',
      summary: 'List the state of each agent of the org, by name',
      response: AgentsOverview,
      handle: async ({ tx, org }) => ({ data: await listAgentOverviews(tx, org, deps.channels) }),
    }),
    orgRoute({
      ...read,
      scope: 'agents:read',
      limited: true,
      path: '/attention',
      summary: 'List what needs attention, most severe first',
      description: 'At most 100. Resolved problems are no longer listed.',
      response: AlertList,
      handle: async ({ tx, org, world }) => ({ data: await listAlerts(tx, org, world.now(), deps) }),
    }),
  ]
}
