import type { Channel, OutboundMessage } from '@parley/amf'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { MessageAuthor } from '../deps.ts'
import type { StoredEvent } from '../events/envelope.ts'
import { serializeAuthor } from '../messages/queries.ts'
import { emulatorProvider } from './deps.ts'

/**
 * Inserts events that are delivered at once, so they are never due. Each has an inbound id, by which the events of a
 * conversation are found.
 */
export async function insertDeliveredEvents(tx: Db, agent: AgentKey, events: readonly StoredEvent[]): Promise<void> {
  const rows = events.map((event) => ({
    agent_key: agent.key,
    id: event.id,
    asid: event.asid,
    session_id: event.sessionId,
    channel: event.channel,
    provider: event.provider,
    type: event.event.type,
    event: JSON.stringify(event.event),
    window_state: event.windowState,
    sandbox: true,
    inbound_id: event.id,
    at: event.at,
    due_at: null,
  }))
  await tx.insertInto('conversation_events').values(rows).execute()
}

export type NewSandboxMessage = {
  id: string
  callerId?: string
  asid: string
  sessionId: string
  channel: Channel
  origin: 'agent' | 'platform'
  message: OutboundMessage
  bubbles: number
  text: string
  eventId?: string
  author?: MessageAuthor
  now: Date
}

/** Stores the message as sent, delivered and read at once. Returns false if the caller id is already in use. */
export async function insertSandboxMessage(tx: Db, agent: AgentKey, made: NewSandboxMessage): Promise<boolean> {
  const { now } = made
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('messages')
    .values({
      agent_key: agent.key,
      id: made.id,
      caller_id: made.callerId ?? null,
      asid: made.asid,
      session_id: made.sessionId,
      channel: made.channel,
      origin: made.origin,
      message: JSON.stringify(made.message),
      event_id: made.eventId ?? null,
      sandbox: true,
      bubbles: made.bubbles,
      dispatched_bubbles: made.bubbles,
      text: made.text,
      provider: emulatorProvider,
      accepted_at: now,
      sent_at: now,
      delivered_at: now,
      read_at: now,
      due_at: null,
      author: serializeAuthor(made.author),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export type SandboxMessageRow = {
  id: string
  message: unknown
  channel: string
  event_id: string | null
  accepted_at: Date
}
const sandboxMessageColumns = ['id', 'message', 'channel', 'event_id', 'accepted_at'] as const

export async function findLastMessageKey(db: Db, agent: AgentKey, asid: string): Promise<number> {
  const row = await db
    .selectFrom('messages')
    .select('message_key')
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .orderBy('message_key', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.message_key ?? 0
}

/** Oldest first. */
export async function listSandboxMessagesAfter(
  db: Db,
  agent: AgentKey,
  { asid, after }: { asid: string; after: number },
): Promise<SandboxMessageRow[]> {
  return db
    .selectFrom('messages')
    .select(sandboxMessageColumns)
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('message_key', '>', after)
    .orderBy('message_key')
    .execute()
}

/** The last messages, oldest first. */
export async function listLastSandboxMessages(
  db: Db,
  agent: AgentKey,
  { asid, limit }: { asid: string; limit: number },
): Promise<SandboxMessageRow[]> {
  const rows = await db
    .selectFrom('messages')
    .select(sandboxMessageColumns)
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .orderBy('message_key', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}

export async function findSandboxMessage(
  db: Db,
  agent: AgentKey,
  { asid, messageId }: { asid: string; messageId: string },
): Promise<SandboxMessageRow | undefined> {
  return db
    .selectFrom('messages')
    .select(sandboxMessageColumns)
    .where('agent_key', '=', agent.key)
    .where('id', '=', messageId)
    .where('asid', '=', asid)
    .executeTakeFirst()
}

/** Undefined if there are no messages yet. */
export async function findSandboxConversation(
  db: Db,
  agent: AgentKey,
  asid: string,
): Promise<{ lastInboundAt?: Date } | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select('last_inbound_at')
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .executeTakeFirst()
  return row && { lastInboundAt: row.last_inbound_at ?? undefined }
}

export type SandboxActivity = {
  channel: Channel
  sessionId: string
  lastContentAt: Date
  lastInboundAt?: Date
  isHeldByMember: boolean
}

/** What decides when something is due in a sandbox conversation. Undefined if there are no messages yet. */
export async function findSandboxActivity(db: Db, agent: AgentKey, asid: string): Promise<SandboxActivity | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select(['channel', 'session_id', 'last_content_at', 'last_inbound_at', 'desk_state'])
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('sandbox', '=', true)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    channel: row.channel as Channel,
    sessionId: row.session_id,
    lastContentAt: row.last_content_at,
    ...(row.last_inbound_at && { lastInboundAt: row.last_inbound_at }),
    isHeldByMember: row.desk_state === 'human',
  }
}

type SessionKey = { asid: string; sessionId: string }

export async function hasOpenSession(db: Db, agent: AgentKey, { asid, sessionId }: SessionKey): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** When the reply window of a sandbox conversation last closed. */
export async function findWindowClosedAt(db: Db, agent: AgentKey, asid: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select at from conversation_events
     where agent_key = ${agent.key} and asid = ${asid} and inbound_id is not null and sandbox
       and type = 'system' and event ->> 'kind' = 'windowChanged' and event -> 'window' ->> 'state' = 'closed'
     order by at desc limit 1`.execute(db)
  return rows[0]?.at
}

/** Deletes a sandbox conversation. Finds its events by their inbound id, which all of them have. */
export async function deleteSandboxConversation(tx: Db, agent: AgentKey, asid: string): Promise<void> {
  const query = tx.selectFrom('conversations').select('created_at')
  const conversation = await query.where('agent_key', '=', agent.key).where('asid', '=', asid).executeTakeFirst()
  for (const table of ['messages', 'sessions', 'conversations'] as const) {
    await tx.deleteFrom(table).where('agent_key', '=', agent.key).where('asid', '=', asid).execute()
  }
  await tx
    .deleteFrom('conversation_events')
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('inbound_id', 'is not', null)
    .where('sandbox', '=', true)
    .execute()
  if (!conversation) return
  // The time condition avoids a scan of older partitions.
  await tx
    .deleteFrom('traffic')
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('at', '>=', conversation.created_at)
    .execute()
}
