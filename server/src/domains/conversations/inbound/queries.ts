import type { Channel, OpenIntent } from '@parley/amf'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { keyedJoinText } from '../../../platform/db/keyed-join.ts'
import { runPrepared } from '../../../platform/db/prepared.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { NewEvent } from '../deps.ts'
import { eventLaneEntrySql } from '../events/worker.ts'
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

/** A message of a person as the fast path writes it; the conversation decides whether it may. */
export type BatchContent = {
  agentKey: number
  channel: Channel
  address: string
  provider: string
  /** The disclaimer must have been sent before. */
  needsDisclaimer: boolean
  threadId?: string | undefined
  inboundId?: string | undefined
  eventId: string
  type: string
  event: string
  writtenAt: Date
  windowHours?: number | undefined
}
export type ReceivedContent = { eventId: string; asid: string; sessionId: string; channel: Channel }
type BatchMoment = { now: Date; liveSince: Date; seenSince: Date }

const batchParameters = {
  agentKeys: 'bigint[]',
  channels: 'text[]',
  addresses: 'text[]',
  providers: 'text[]',
  needsDisclaimer: 'boolean[]',
  threadIds: 'text[]',
  inboundIds: 'text[]',
  eventIds: 'text[]',
  types: 'text[]',
  events: 'text[]',
  writtenAt: 'timestamptz[]',
  windowHours: 'bigint[]',
  now: 'timestamptz',
  liveSince: 'timestamptz',
  seenSince: 'timestamptz',
} as const

/**
 * Locks as `processInbound` does: the identity, the conversation, the lane. A locked identity or conversation is left to
 * the slow path; the unique index on inbound ids drops a repeat whose first item commits at this moment.
 */
const receiveBatchStatement = defineStatement({
  name: 'receive_plain_content',
  parameters: batchParameters,
  text: `
  with given as materialized (
    select *, ${keyedJoinText.column}
      from unnest(:agentKeys::bigint[], :channels::text[], :addresses::text[], :providers::text[], :needsDisclaimer::boolean[],
                  :threadIds::text[], :inboundIds::text[], :eventIds::text[], :types::text[], :events::text[],
                  :writtenAt::timestamptz[], :windowHours::bigint[])
        with ordinality as g (agent_key, channel, address, provider, needs_disclaimer, thread_id, inbound_id, event_id, type,
                              event, written_at, window_hours, n)),
  held as materialized (
    select given.*, i.asid, i.person_key
      from given join identities as i on ${keyedJoinText.matchByIndex('i', 'given', ['agent_key', 'channel', 'address'])}
     -- Written so that it is not the condition of the partial index by person.
     where ${keyedJoinText.condition('given')} and coalesce(i.person_key, 0) > 0
       for key share of i skip locked),
  plain as materialized (
    select held.*, c.session_id, c.channel as conversation_channel
      from held join conversations as c on ${keyedJoinText.matchByIndex('c', 'held', ['agent_key', 'asid'])}
     where ${keyedJoinText.condition('held')} and not c.sandbox and c.last_content_at > :liveSince
       and c.last_inbound_at > coalesce(:now::timestamptz - held.window_hours * interval '1 hour', '-infinity')
       and c.desk_state is null and c.desk_snoozed_until is null and c.initiated_by is null and c.intents::text = '[]'
       and (c.disclaimer_sent_at is not null or not held.needs_disclaimer)
       and (select true from conversation_events as known
             where known.agent_key = held.agent_key and known.asid = held.asid
               and known.inbound_id = held.inbound_id) is null
       for no key update of c skip locked),
  entered as (${eventLaneEntrySql({
    names: `select '["' || agent_key || '",' || to_json(asid) || ']' as name from plain order by 1`,
    at: ':now',
  })}),
  received as (
    insert into conversation_events (agent_key, id, asid, session_id, channel, provider, type, event, window_state, sandbox,
                                     inbound_id, at, due_at)
    select agent_key, event_id, asid, session_id, conversation_channel, provider, type, event::json, 'open', false,
           inbound_id, :now, :now
      from plain
     -- All lanes are entered before the first event is written.
     where (select count(*) from entered) > 0
     order by n
        on conflict (agent_key, asid, inbound_id) where inbound_id is not null do nothing
    returning id),
  saved as materialized (select plain.* from plain join received on received.id = plain.event_id),
  changed as (
    update conversations as c
       set last_content_at = :now, last_inbound_at = greatest(c.last_inbound_at, least(saved.written_at, :now)),
           window_closes_at = greatest(c.last_inbound_at, least(saved.written_at, :now)) + saved.window_hours * interval '1 hour',
           channel_conversation_id = coalesce(saved.thread_id, c.channel_conversation_id)
      from saved
     where ${keyedJoinText.matchByIndex('c', 'saved', ['agent_key', 'asid'])} and ${keyedJoinText.condition('saved')}),
  unseen as materialized (
    select person.agent_key, person.person_key, ${keyedJoinText.column}
      from saved join people as person on ${keyedJoinText.matchByIndex('person', 'saved', ['agent_key', 'person_key'])}
     where ${keyedJoinText.condition('saved')}
       and (person.last_seen_at >= :seenSince) is not true
       for no key update of person skip locked),
  seen as (
    update people as person set last_seen_at = :now from unseen
     where ${keyedJoinText.matchByIndex('person', 'unseen', ['agent_key', 'person_key'])}
       and ${keyedJoinText.condition('unseen')})
  select event_id as "eventId", asid, session_id as "sessionId", conversation_channel as channel from saved`,
})

/**
 * Stores messages of known people in their open sessions, at most one for each address, and returns those that it
 * stored; the others need the slow path. @serves all tenants
 */
export async function receiveBatch(
  db: Db,
  contents: readonly BatchContent[],
  moment: BatchMoment,
): Promise<Map<string, ReceivedContent>> {
  const bound = receiveBatchStatement({
    agentKeys: contents.map(({ agentKey }) => agentKey),
    channels: contents.map(({ channel }) => channel),
    addresses: contents.map(({ address }) => address),
    providers: contents.map(({ provider }) => provider),
    needsDisclaimer: contents.map(({ needsDisclaimer }) => needsDisclaimer),
    threadIds: contents.map(({ threadId }) => threadId ?? null),
    inboundIds: contents.map(({ inboundId }) => inboundId ?? null),
    eventIds: contents.map(({ eventId }) => eventId),
    types: contents.map(({ type }) => type),
    events: contents.map(({ event }) => event),
    writtenAt: contents.map(({ writtenAt }) => writtenAt),
    windowHours: contents.map(({ windowHours }) => windowHours ?? null),
    ...moment,
  })
  const rows = await runPrepared<ReceivedContent>(db, bound, 'writes')
  return new Map(rows.map((row) => [row.eventId, row]))
}
