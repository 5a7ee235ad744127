import type { Channel, OpenIntent } from '@parley/amf'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { NewEvent } from '../deps.ts'
import type { InboundConversation, NewConversation } from './apply-content.ts'

/** Locks the conversation until the transaction ends; creates it if needed. */
export async function lockOrCreateConversation(
  tx: Db,
  agent: AgentKey,
  opening: NewConversation,
): Promise<InboundConversation> {
  const known = await lockConversation(tx, agent, opening.asid)
  if (known) return known
  const isNew = await createConversation(tx, agent, opening)
  return { ...((await lockConversation(tx, agent, opening.asid)) as InboundConversation), isNew }
}

async function lockConversation(tx: Db, agent: AgentKey, asid: string): Promise<InboundConversation | undefined> {
  const row = await tx
    .selectFrom('conversations')
    .selectAll()
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .forUpdate()
    .executeTakeFirst()
  return row && toConversation(row)
}

/** Returns false if another transaction was first. */
async function createConversation(tx: Db, agent: AgentKey, opening: NewConversation): Promise<boolean> {
  const { asid, channel, sessionId, now, sandbox = false } = opening
  const rows = await tx
    .insertInto('conversations')
    .values({
      agent_key: agent.key,
      asid,
      channel,
      session_id: sessionId,
      session_started_at: now,
      last_content_at: now,
      sandbox,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('asid')
    .execute()
  return rows.length > 0
}

/** Call once the conversation is locked: any transaction that received the same item before has then committed. */
export async function isDuplicateInbound(tx: Db, agent: AgentKey, asid: string, inboundId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('conversation_events')
    .select('event_key')
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('inbound_id', '=', inboundId)
    .executeTakeFirst()
  return row !== undefined
}

type ConversationChange = { before: InboundConversation; after: InboundConversation }

export async function saveConversation(tx: Db, agent: AgentKey, { before, after }: ConversationChange): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({
      session_id: after.sessionId,
      session_started_at: after.sessionStartedAt,
      last_content_at: after.sessionAt,
      last_inbound_at: after.lastInboundAt ?? null,
      window_closes_at: after.windowClosesAt ?? null,
      channel_conversation_id: after.channelConversationId ?? null,
    })
    .$if(after.intents !== before.intents, (update) =>
      update.set({ intents: sql<never>`${JSON.stringify(after.intents)}` }),
    )
    .$if(after.initiatedBy !== before.initiatedBy, (update) => update.set({ initiated_by: after.initiatedBy ?? null }))
    .where('agent_key', '=', agent.key)
    .where('asid', '=', after.asid)
    .execute()
}

/** Stores a new conversation in the state after its first message, and its session. */
export async function insertConversationWithSession(
  tx: Db,
  agent: AgentKey,
  conversation: InboundConversation,
  now: Date,
): Promise<void> {
  await sql`
    with opened as (
      insert into conversations (agent_key, asid, channel, session_id, session_started_at, last_content_at, last_inbound_at,
                                 window_closes_at, intents, channel_conversation_id, sandbox, created_at)
      values (${agent.key}, ${conversation.asid}, ${conversation.channel}, ${conversation.sessionId},
              ${conversation.sessionStartedAt}, ${conversation.sessionAt}, ${conversation.lastInboundAt ?? null},
              ${conversation.windowClosesAt ?? null}, ${JSON.stringify(conversation.intents)},
              ${conversation.channelConversationId ?? null}, ${conversation.sandbox}, ${now})
      returning agent_key, asid, session_id, channel, created_at, sandbox)
    insert into sessions (agent_key, asid, id, channel, started_at, sandbox)
    select agent_key, asid, session_id, channel, created_at, sandbox from opened`.execute(tx)
}

/** Stores a person's item that the agent is not notified of, for traffic and to drop duplicates. */
export async function insertUndeliveredEvent(tx: Db, agent: AgentKey, event: NewEvent & { id: string }): Promise<void> {
  await sql`
    insert into conversation_events (agent_key, id, asid, session_id, channel, provider, type, event, sandbox, inbound_id, at)
    values (${agent.key}, ${event.id}, ${event.asid}, ${event.sessionId}, ${event.channel}, ${event.provider},
            ${event.event.type}, ${JSON.stringify(event.event)}, ${event.sandbox ?? false}, ${event.inboundId ?? null},
            ${event.at})`.execute(tx)
}

function toConversation(row: Selectable<Tables['conversations']>): InboundConversation {
  return {
    asid: row.asid,
    channel: row.channel as Channel,
    sessionId: row.session_id,
    sessionStartedAt: row.session_started_at,
    sessionAt: row.last_content_at,
    lastInboundAt: row.last_inbound_at ?? undefined,
    windowClosesAt: row.window_closes_at ?? undefined,
    intents: row.intents as unknown as OpenIntent[],
    channelConversationId: row.channel_conversation_id ?? undefined,
    initiatedBy: row.initiated_by ?? undefined,
    sandbox: row.sandbox,
    isAtDesk: row.desk_state !== null || row.desk_snoozed_until !== null,
    isNew: false,
    isStored: true,
  }
}
