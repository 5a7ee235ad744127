import type { Db } from '../../../platform/db/database.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import {
  AgentConversationSummary,
  AgentLogEntry,
  AgentMessageEntry,
  AgentUserSummary,
  serializeChannel,
} from './entries.ts'
import {
  ConversationQuery,
  LogQuery,
  listLogPage,
  listMessagePage,
  MessageQuery,
  parseTrafficWindow,
  sandboxFilterOf,
  type TrafficWindow,
  UserQuery,
} from './pages.ts'
import {
  countSessionMessages,
  countUserActivity,
  type LastSeenUser,
  listLastSeenUsers,
  listTrafficSessions,
  type SessionCounts,
  type SessionListQuery,
  type SessionRow,
  type UserActivity,
} from './queries/sessions.ts'

const previewCharacters = 120

async function listConversations(
  db: Db,
  agent: AgentKey,
  query: SessionListQuery,
): Promise<AgentConversationSummary[]> {
  const sessions = await listTrafficSessions(db, agent, query)
  if (sessions.length === 0) return []
  const tallies = new Map((await countSessionMessages(db, agent, sessions)).map((tally) => [tally.id, tally]))
  return sessions.map((session) => toConversationSummary(session, tallies.get(session.id)))
}

function toConversationSummary(session: SessionRow, tally: SessionCounts | undefined): AgentConversationSummary {
  const { channel, ...tested } = serializeChannel(session)
  return {
    sessionId: session.id,
    userId: session.asid,
    channel,
    startedAt: session.started_at.toISOString(),
    endedAt: (tally?.ended_at ?? session.started_at).toISOString(),
    messageCount: tally?.message_count ?? 0,
    ...(session.version !== null && { version: session.version }),
    ...(session.draft_id !== null && { draftId: session.draft_id }),
    ...(tally?.first && { firstMessagePreview: truncatePreview(tally.first) }),
    ...(tally?.last && { lastMessagePreview: truncatePreview(tally.last) }),
    ...tested,
  }
}

/** Cuts at whole characters as people count them. */
function truncatePreview(text: string): string {
  const characters = [...text]
  return characters.length > previewCharacters ? `${characters.slice(0, previewCharacters - 1).join('')}…` : text
}

const read = { method: 'GET', role: 'viewer', scope: 'messages:read', tag: 'Traffic' } as const

export const trafficRoutes: Route[] = [
  agentRoute({
    ...read,
    frontDesk: 'messages:read',
    path: '/messages',
    summary: 'List messages, taps and status reports, newest first',
    description:
      'In both directions: what people wrote and tapped, what the agent sent, and its delivery status. Covers the last 24 hours by default. Later pages show the state at the time of the first page.',
    query: MessageQuery,
    response: listSchema(AgentMessageEntry),
    handle: ({ tx, agent, query, world }) => listMessagePage(tx, agent, query, world.now()),
  }),
  agentRoute({
    ...read,
    frontDesk: 'messages:read',
    path: '/conversations',
    summary: 'List sessions, newest first',
    description: 'Sessions that began in the time window, or were still open in it.',
    query: ConversationQuery,
    response: listSchema(AgentConversationSummary),
    handle: async ({ tx, agent, query, world }) => {
      const { userId, limit } = query
      const request = {
        userId,
        limit,
        window: parseTrafficWindow(query, world.now()),
        sandboxes: sandboxFilterOf(query),
      }
      return { data: await listConversations(tx, agent, request) }
    },
  }),
  agentRoute({
    ...read,
    frontDesk: 'messages:read',
    path: '/users',
    summary: 'List the people the agent talked with, most recent first',
    description: 'Each with their last message or tap in the time window, and the number of messages in it.',
    query: UserQuery,
    response: listSchema(AgentUserSummary),
    handle: async ({ tx, agent, query, world }) => {
      const request = {
        limit: query.limit,
        window: parseTrafficWindow(query, world.now()),
        sandboxes: sandboxFilterOf(query),
      }
      return { data: await listUsers(tx, agent, request) }
    },
  }),
  agentRoute({
    ...read,
    path: '/logs',
    summary: 'List the log of the agent, newest first',
    description: 'The catalog log-events explains every event.',
    query: LogQuery,
    response: listSchema(AgentLogEntry),
    handle: ({ tx, agent, query, world }) => listLogPage(tx, agent, query, world.now()),
  }),
]

type UserListQuery = { window: TrafficWindow; sandboxes: readonly boolean[]; limit: number }

/** Latest first, by the last message or tap in the window. */
async function listUsers(db: Db, agent: AgentKey, query: UserListQuery): Promise<AgentUserSummary[]> {
  const seen = await findLatestUsers(db, agent, query)
  if (seen.size === 0) return []
  const presences = await countUserActivity(db, agent, [...seen.keys()], query.window)
  return presences
    .flatMap(({ last_activity_at, ...presence }) => (last_activity_at ? [{ ...presence, last_activity_at }] : []))
    .sort(
      (one, other) =>
        other.last_activity_at.getTime() - one.last_activity_at.getTime() || (one.asid < other.asid ? -1 : 1),
    )
    .slice(0, query.limit)
    .map((presence) => toUserSummary(seen.get(presence.asid) as LastSeenUser, presence))
}

/** Scans sessions, twice as many each time, until they contain enough people. */
async function findLatestUsers(db: Db, agent: AgentKey, query: UserListQuery): Promise<Map<string, LastSeenUser>> {
  const { window, sandboxes, limit } = query
  for (let most = 2 * limit; ; most *= 2) {
    const rows = await listLastSeenUsers(db, agent, { window, sandboxes, most })
    const seen = new Map(rows.toReversed().map((row) => [row.asid, row]))
    if (seen.size >= limit || rows.length < most) return selectLatest(seen, query)
  }
}

/**
 * People who were still active at the end of the window all have that same time until their activity is read: keeps all
 * of them, plus `limit` others.
 */
function selectLatest(seen: Map<string, LastSeenUser>, { limit, window }: UserListQuery): Map<string, LastSeenUser> {
  const inOrder = [...seen].sort(([, one], [, other]) => other.at.getTime() - one.at.getTime())
  const stillThere = inOrder.filter(([, { at }]) => at >= window.end).length
  return new Map(inOrder.slice(0, stillThere + limit))
}

function toUserSummary(
  seen: LastSeenUser,
  { last_activity_at, message_count }: UserActivity & { last_activity_at: Date },
): AgentUserSummary {
  const { channel, ...tested } = serializeChannel(seen)
  return {
    userId: seen.asid,
    channel,
    lastSeenAt: last_activity_at.toISOString(),
    messageCount: message_count,
    ...tested,
  }
}
