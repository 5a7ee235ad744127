import { parsePageToken, toListPage } from '../../platform/http/page.ts'
import { invalidRequest, notFound } from '../../platform/http/problem.ts'
import { type AgentKey, agentRoute, orgRoute, type Route } from '../../platform/http/route.ts'
import { listSchema } from '../../platform/http/schemas.ts'
import { dayMilliseconds } from '../../platform/world.ts'
import { answerQuestion } from './answer.ts'
import type { InsightWindow } from './days/window.ts'
import type { InsightDeps } from './deps.ts'
import { listAgentInsights } from './overview.ts'
import { countOutcomes } from './queries/outcomes.ts'
import { findGroupKey, listOutcomeSessions, type OutcomeSession } from './queries/sessions.ts'
import { listTopics } from './queries/topics.ts'
import { type GroupState, type LockedGroup, listExamples, lockGroup, setGroupState } from './queries/unanswered.ts'
import {
  AgentInsight,
  AnswerBody,
  Outcome,
  OutcomeSessionEntry,
  OutcomesQuery,
  SessionsQuery,
  Topic,
  UnansweredQuery,
  UnansweredQuestion,
  WindowQuery,
} from './schemas.ts'
import { findUnanswered, maxExamples, readUnanswered, unlimited } from './unanswered.ts'
import { weeklyMailRoutes } from './weekly-mail/routes.ts'

const tag = 'Insights'
const read = { method: 'GET', role: 'viewer', scope: 'agents:read', tag } as const
const write = { method: 'POST', role: 'editor', scope: 'agents:write', tag } as const

const maxDays = 366
const maxTopics = 50

type WindowParameters = { start?: Date; end?: Date }

function parseWindow({ start, end }: WindowParameters, now: Date, days = 30): InsightWindow {
  // Includes the current moment.
  const until = end ?? new Date(now.getTime() + 1)
  const from = start ?? new Date(until.getTime() - days * dayMilliseconds)
  if (from >= until) throw invalidRequest([{ field: 'start', message: 'must be before end' }])
  if (until.getTime() - from.getTime() > maxDays * dayMilliseconds)
    throw invalidRequest([{ field: 'start', message: `must be at most ${maxDays} days before end` }])
  return { start: from, end: until }
}

/** Without `start`, the window includes open questions of any age. */
function parseOpenWindow({ start = unlimited.start, end = unlimited.end }: WindowParameters): InsightWindow {
  if (start >= end) throw invalidRequest([{ field: 'start', message: 'must be before end' }])
  return { start, end }
}

export function insightRoutes(deps: InsightDeps): Route[] {
  return [
    unansweredRoute(deps),
    ...stateRoutes(deps),
    ...outcomeRoutes(),
    sessionsRoute(),
    overviewRoute(),
    ...weeklyMailRoutes(),
  ]
}

function unansweredRoute({ knowledge }: InsightDeps): Route {
  return agentRoute({
    ...read,
    path: '/insights/unanswered',
    summary: 'List the questions that the agent could not answer, most asked first',
    description: 'Questions with the same meaning are one entry. Rehearsals are not counted.',
    query: UnansweredQuery,
    response: listSchema(UnansweredQuestion),
    handle: async ({ tx, agent, query }) => {
      const { state, limit, pageToken } = query
      const cursor = parsePageToken(pageToken, /^\d{1,9}-\d{1,15}$/)
      const [count, groupKey] = (cursor?.id ?? '').split('-').map(Number)
      const after = cursor && { count: count as number, lastAt: cursor.at, groupKey: groupKey as number }
      const filter = { ...parseOpenWindow(query), state, limit, ...(after && { after }) }
      const { rows, entries } = await readUnanswered(agent, filter, { db: tx, knowledge })
      const byKey = new Map(entries.map((entry) => [entry.id, entry]))
      return toListPage(
        rows,
        limit,
        (row) => ({ at: row.lastAt, id: `${row.count}-${row.groupKey}` }),
        (row) => byKey.get(row.id) as UnansweredQuestion,
      )
    },
  })
}

function stateRoutes(deps: InsightDeps): Route[] {
  const one = '/insights/unanswered/:questionId'
  return [
    agentRoute({
      ...write,
      path: `${one}/_answer`,
      summary: 'Answer a question with a Fact',
      description: 'Adds the Fact, with the source `suggested`. Later questions of the kind count as answered.',
      configuration: 'write',
      body: AnswerBody,
      response: UnansweredQuestion,
      problems: ['agent.integrity_conflict', 'resource.conflict'],
      find: async ({ tx, agent, params }) => {
        const locked = await deps.definitions.lock(tx, agent)
        const group = await lockGroup(tx, agent, params.questionId)
        return locked && group && { locked, group }
      },
      handle: async ({ tx, agent, found, body }) => {
        const typical = (await requireEntry(tx, agent, found.group)).question
        await answerQuestion(tx, agent, { ...found, typical, body }, deps)
        return requireEntry(tx, agent, found.group)
      },
    }),
    stateRoute({ verb: '_dismiss', state: 'dismissed', summary: 'Dismiss a question: it needs no answer' }),
    stateRoute({ verb: '_reopen', state: 'open', summary: 'Reopen a dismissed or answered question' }),
  ]
}

type StateChange = { verb: string; state: GroupState; summary: string }

function stateRoute({ verb, state, summary }: StateChange): Route {
  return agentRoute({
    ...write,
    path: `/insights/unanswered/:questionId/${verb}`,
    summary,
    response: UnansweredQuestion,
    find: ({ tx, agent, params }) => lockGroup(tx, agent, params.questionId),
    handle: async ({ tx, agent, found, world }) => {
      if (found.state !== state) await setGroupState(tx, agent, { ...found, state, now: world.now() })
      return requireEntry(tx, agent, found)
    },
  })
}

async function requireEntry(tx: InsightDeps['db'], agent: AgentKey, { id }: LockedGroup): Promise<UnansweredQuestion> {
  const entry = await findUnanswered(tx, agent, id)
  if (!entry) throw notFound()
  return entry
}

function outcomeRoutes(): Route[] {
  return [
    agentRoute({
      ...read,
      path: '/insights/topics',
      summary: 'List what people ask, most asked first',
      description: `Questions of the sessions that began in the time window: at most ${maxTopics} topics, of at most ${maxDays} days. Rehearsals are not counted.`,
      query: WindowQuery,
      response: listSchema(Topic),
      handle: async ({ tx, agent, query, world }) => {
        const window = parseWindow(query, world.now())
        const topics = await listTopics(tx, agent, { ...window, limit: maxTopics })
        const groupKeys = topics.map(({ groupKey }) => groupKey)
        const filter = { ...window, groupKeys, onlyUnanswered: false, limit: maxExamples }
        const examples = Map.groupBy(await listExamples(tx, agent, filter), ({ groupKey }) => groupKey)
        return {
          data: topics.map(({ groupKey, ...topic }) => ({
            ...topic,
            examples: (examples.get(groupKey) ?? []).map(({ groupKey: _, at, ...example }) => ({
              ...example,
              at: at.toISOString(),
            })),
          })),
        }
      },
    }),
    agentRoute({
      ...read,
      path: '/insights/outcomes',
      summary: 'Count what became of sessions, by day, channel, playbook or version',
      description:
        'Sessions that began in the time window and that the agent answered. Days are UTC days; the playbook is that of the last turn. Rehearsals are not counted.',
      query: OutcomesQuery,
      response: listSchema(Outcome),
      handle: async ({ tx, agent, query, world }) => ({
        data: await countOutcomes(tx, agent, { ...parseWindow(query, world.now()), groupBy: query.groupBy }),
      }),
    }),
  ]
}

function sessionsRoute(): Route {
  return agentRoute({
    ...read,
    path: '/insights/sessions',
    summary: 'List the sessions behind an outcome or a topic, newest first',
    description: 'Sessions that began in the time window; with `topicId` those in which it was asked.',
    query: SessionsQuery,
    response: listSchema(OutcomeSessionEntry),
    handle: async ({ tx, agent, query, world }) => {
      const { groupBy, key, outcome, topicId, limit, pageToken } = query
      const after = parsePageToken(pageToken)
      const topicKey = topicId === undefined ? undefined : await findGroupKey(tx, agent, topicId)
      if (topicId !== undefined && topicKey === undefined)
        throw invalidRequest([{ field: 'topicId', message: 'must be the id of a topic' }])
      if ((groupBy === undefined) !== (key === undefined))
        throw invalidRequest([{ field: 'key', message: 'needs groupBy, and groupBy needs a key' }])
      const filter = { ...parseWindow(query, world.now()), groupBy, key, outcome, topicKey, after, limit }
      const rows = await listOutcomeSessions(tx, agent, filter)
      return toListPage(rows, limit, ({ startedAt: at, sessionId: id }) => ({ at, id }), serializeSession)
    },
  })
}

function serializeSession({ startedAt, playbookId, version, draftId, ...row }: OutcomeSession) {
  return {
    ...row,
    startedAt: startedAt.toISOString(),
    ...(playbookId !== null && { playbookId }),
    ...(version !== null && { version }),
    ...(draftId !== null && { draftId }),
  }
}

function overviewRoute(): Route {
  return orgRoute({
    ...read,
    limited: true,
    path: '/insights',
    summary: 'Compare the outcomes of each agent with the time before, by name',
    description: 'The last 7 days by default.',
    query: WindowQuery,
    response: listSchema(AgentInsight),
    handle: async ({ tx, org, query, world }) => ({
      data: await listAgentInsights(tx, org, parseWindow(query, world.now(), 7)),
    }),
  })
}
