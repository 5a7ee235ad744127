import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { listConversations } from './conversations.ts'
import { AgentConversationSummary, AgentLogEntry, AgentMessageEntry, AgentUserSummary } from './entries.ts'
import { listLogPage, listMessagePage } from './pages.ts'
import { ConversationQuery, LogQuery, MessageQuery, parseTrafficWindow, sandboxFilterOf, UserQuery } from './query.ts'
import { listUsers } from './users.ts'

const read = { method: 'GET', role: 'viewer', scope: 'messages:read', tag: 'Traffic' } as const

export const trafficRoutes: Route[] = [
  agentRoute({
    ...read,
    path: '/messages',
    summary: 'List what was said, tapped and reported, newest first',
    description:
      'Both ways: what people wrote and tapped, what the agent said, and what became of it. Of the last 24 hours unless a window is given. The following pages show what there was when the first was asked for.',
    query: MessageQuery,
    answer: listSchema(AgentMessageEntry),
    handle: ({ tx, agent, query, world }) => listMessagePage(tx, agent, query, world.now()),
  }),
  agentRoute({
    ...read,
    path: '/conversations',
    summary: 'List sessions, newest first',
    description: 'Those that began in the window, or were still going in it.',
    query: ConversationQuery,
    answer: listSchema(AgentConversationSummary),
    handle: async ({ tx, agent, query, world }) => {
      const { userId, limit } = query
      const asked = { userId, limit, window: parseTrafficWindow(query, world.now()), sandboxes: sandboxFilterOf(query) }
      return { data: await listConversations(tx, agent, asked) }
    },
  }),
  agentRoute({
    ...read,
    path: '/users',
    summary: 'List who was talked with, the latest first',
    description: 'Each with the last that was said or tapped in the window, and how many messages there were in it.',
    query: UserQuery,
    answer: listSchema(AgentUserSummary),
    handle: async ({ tx, agent, query, world }) => {
      const asked = {
        limit: query.limit,
        window: parseTrafficWindow(query, world.now()),
        sandboxes: sandboxFilterOf(query),
      }
      return { data: await listUsers(tx, agent, asked) }
    },
  }),
  agentRoute({
    ...read,
    path: '/logs',
    summary: 'List the log of the agent, newest first',
    description: 'The catalog log-events explains each event.',
    query: LogQuery,
    answer: listSchema(AgentLogEntry),
    handle: ({ tx, agent, query, world }) => listLogPage(tx, agent, query, world.now()),
  }),
]
