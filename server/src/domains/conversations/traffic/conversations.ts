import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type AgentConversationSummary, channelShown } from './entries.ts'
import { listSessions, type SessionRow, type Tally, talliesOf, type Wish } from './queries/sessions.ts'

const previewCharacters = 120

export async function listConversations(db: Db, agent: AgentKey, wish: Wish): Promise<AgentConversationSummary[]> {
  const sessions = await listSessions(db, agent, wish)
  if (sessions.length === 0) return []
  const tallies = new Map((await talliesOf(db, agent, sessions)).map((tally) => [tally.id, tally]))
  return sessions.map((session) => summaryOf(session, tallies.get(session.id)))
}

function summaryOf(session: SessionRow, tally: Tally | undefined): AgentConversationSummary {
  const { channel, ...tested } = channelShown(session)
  return {
    sessionId: session.id,
    userId: session.asid,
    channel,
    startedAt: session.started_at.toISOString(),
    endedAt: (tally?.ended_at ?? session.started_at).toISOString(),
    messageCount: tally?.message_count ?? 0,
    ...(tally?.first && { firstMessagePreview: cut(tally.first) }),
    ...(tally?.last && { lastMessagePreview: cut(tally.last) }),
    ...tested,
  }
}

/** Whole characters, as people count them. */
function cut(text: string): string {
  const characters = [...text]
  return characters.length > previewCharacters ? `${characters.slice(0, previewCharacters - 1).join('')}…` : text
}
