import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { pageQuery, parsePageToken, toListPage } from '../../../platform/http/page.ts'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { instantQuery } from '../../../platform/http/schemas.ts'
import { dayMilliseconds } from '../../../platform/world.ts'
import { findTurn, listTurns } from './queries.ts'
import { TurnRecord } from './turn.ts'

const read = { role: 'viewer', scope: 'messages:read', tag: 'Turn records' } as const

const TurnQuery = pageQuery.extend({
  userId: boundedText({ min: 1, max: 200 }).optional(),
  sessionId: boundedText({ min: 1, max: 200 }).optional(),
  start: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds; default: 24 hours ago.' }),
  end: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds; default: now.' }),
})

const TurnList = z
  .strictObject({ data: z.array(TurnRecord), nextPageToken: z.string().optional() })
  .meta({ id: 'TurnList', examples: [{ data: [] }] })

export const turnRoutes: Route[] = [
  agentRoute({
    ...read,
    method: 'GET',
    path: '/turns',
    summary: "List the agent's turn records, newest first",
    description:
      'One for each turn of the agent, including rehearsals, which are marked as test. Retained as long as the history.',
    query: TurnQuery,
    response: TurnList,
    handle: async ({ tx, agent, query, world }) => {
      const { userId, sessionId, limit, pageToken } = query
      const end = query.end ?? world.now()
      const start = query.start ?? new Date(world.now().getTime() - dayMilliseconds)
      const after = parsePageToken(pageToken, /^\d{1,15}$/)
      const rows = await listTurns(tx, agent, { userId, sessionId, start, end, after, limit })
      return toListPage(
        rows,
        limit,
        ({ cursor }) => cursor,
        ({ turn }) => turn,
      )
    },
  }),
  agentRoute({
    ...read,
    method: 'GET',
    path: '/turns/:turnId',
    summary: 'Read one turn record',
    response: TurnRecord,
    find: ({ tx, agent, params }) => findTurn(tx, agent, params.turnId),
    handle: async ({ found }) => found,
  }),
]
