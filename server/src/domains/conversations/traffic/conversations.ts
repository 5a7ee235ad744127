import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type AgentConversationSummary, serializeChannel } from './entries.ts'
import {
  countSessionMessages,
  listTrafficSessions,
  type SessionCounts,
  type SessionListQuery,
  type SessionRow,
} from './queries/sessions.ts'

const previewCharacters = 120

export async function listConversations(
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
    ...(tally?.first && { firstMessagePreview: truncatePreview(tally.first) }),
    ...(tally?.last && { lastMessagePreview: truncatePreview(tally.last) }),
    ...tested,
  }
}

/** Whole characters, as people count them. */
function truncatePreview(text: string): string {
  const characters = [...text]
  return characters.length > previewCharacters ? `${characters.slice(0, previewCharacters - 1).join('')}…` : text
}
