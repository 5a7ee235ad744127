import type { Channel } from '@parley/amf'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { GatewayEvent } from '../event.ts'

export type TranscriptSession = { id: string; asid: string; channel: Channel; startedAt: Date; endedAt?: Date }

/** Finds a session by id, or the newest of a person. */
export async function findTranscriptSession(
  db: Db,
  agent: AgentKey,
  { sessionId, asid }: { sessionId?: string; asid?: string },
): Promise<TranscriptSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(['id', 'asid', 'channel', 'started_at', 'ended_at'])
    .where('agent_key', '=', agent.key)
    .$if(sessionId !== undefined, (query) => query.where('id', '=', sessionId as string))
    .$if(asid !== undefined, (query) => query.where('asid', '=', asid as string))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { started_at: startedAt, ended_at: endedAt, channel, ...named } = row
  return { ...named, channel: channel as Channel, startedAt, ...(endedAt && { endedAt }) }
}

export async function hasConversation(db: Db, agent: AgentKey, asid: string): Promise<boolean> {
  const row = await db
    .selectFrom('conversations')
    .select('asid')
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .executeTakeFirst()
  return row !== undefined
}

type TranscriptRange = { session: TranscriptSession; from: Date; until: Date; most: number }
export type TranscriptEventRow = { id: string; event: GatewayEvent; inbound: boolean; at: Date }

/** Lists the person's actions, oldest first; omits receipts and events that only prepare for an action. */
export async function listTranscriptEvents(
  db: Db,
  agent: AgentKey,
  within: TranscriptRange,
): Promise<TranscriptEventRow[]> {
  const { session, from, until, most } = within
  const { rows } = await sql<TranscriptEventRow>`
    select id, event, inbound_id is not null as inbound, at from conversation_events
     where agent_key = ${agent.key} and at between ${from} and ${until}
       and asid = ${session.asid} and session_id = ${session.id}
       and (type in ('message', 'result', 'action')
            or type = 'system' and event ->> 'kind' in ('optIn', 'optOut', 'subscribed', 'unsubscribed'))
     order by at, event_key limit ${most}`.execute(db)
  return rows
}

export type TranscriptMessageRow = {
  id: string
  channel: string
  message: unknown
  locale: string | null
  event_id: string | null
  accepted_at: Date
}

/** Lists the agent's messages, oldest first; omits system messages. */
export async function listTranscriptMessages(
  db: Db,
  agent: AgentKey,
  within: TranscriptRange,
): Promise<TranscriptMessageRow[]> {
  const { session, from, most } = within
  return db
    .selectFrom('messages')
    .select(['id', 'channel', 'message', 'locale', 'event_id', 'accepted_at'])
    .where('agent_key', '=', agent.key)
    .where('asid', '=', session.asid)
    .where('session_id', '=', session.id)
    .where('accepted_at', '>=', from)
    .where('origin', '=', 'agent')
    .orderBy('message_key')
    .limit(most)
    .execute()
}
