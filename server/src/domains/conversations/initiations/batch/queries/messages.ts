import type { Channel } from '@parley/amf'
import { sql } from 'kysely'
import type { Db } from '../../../../../platform/db/database.ts'
import { keyedJoin, keyedJoinText } from '../../../../../platform/db/keyed-join.ts'
import { runPipelined, runUnprepared } from '../../../../../platform/db/prepared.ts'
import { defineStatement } from '../../../../../platform/db/statement.ts'
import type { AgentKey } from '../../../../../platform/http/route.ts'
import { defineAddressed, type OutboxEvent, type OutboxRecipients } from '../../../../../platform/outbox.ts'
import type { MessageRow } from '../../../dispatch/queries/message-row.ts'
import { isStoppedSql } from '../../../messages/queries.ts'

export type InitiationInsert = {
  asid: string
  messageId: string
  channel: Channel
  message: object
  /** The id of the new session, if the message starts one, and the event that publishes it. */
  sessionId: string
  started: OutboxEvent & { id: string }
  /** Its dispatch counts as started from then on, because the provider would treat a repeat as a new message. */
  dispatching: boolean
  /** Insert only if the person has received the disclaimer. */
  disclaimed: boolean
}
type InsertMoment = { now: Date; liveSince: Date; overSince: Date }

/** `row` is absent if another process was first with the same id. */
export type InsertedInitiation = {
  asid: string
  channel: Channel
  sessionId: string
  sandbox: boolean
  starts: boolean
} & {
  row?: MessageRow
}

const insertParameters = {
  agentKey: 'bigint',
  asids: 'text[]',
  messageIds: 'text[]',
  channels: 'text[]',
  messages: 'text[]',
  sessionIds: 'text[]',
  dispatching: 'boolean[]',
  disclaimed: 'boolean[]',
  now: 'timestamptz',
  liveSince: 'timestamptz',
  overSince: 'timestamptz',
  events: 'json',
} as const

const insertText = (recipientsText: string) =>
  `
    with given as materialized (
      select *, :agentKey::bigint as agent_key, ${keyedJoinText.column}
        from unnest(:asids::text[], :messageIds::text[], :channels::text[], :messages::text[], :sessionIds::text[],
                    :dispatching::boolean[], :disclaimed::boolean[])
          as g (asid, id, channel, message, fresh, dispatching, disclaimed)),
    held as materialized (
      select c.asid, c.session_id, c.last_content_at, c.sandbox, c.disclaimer_sent_at
        from given join conversations as c on c.agent_key = given.agent_key and c.asid = given.asid
       where ${keyedJoinText.condition('given')}
       order by c.asid
         for no key update of c),
    known as materialized (
      select given.*, held.asid is null as is_new, held.session_id, coalesce(held.sandbox, false) as sandbox,
             coalesce(held.last_content_at <= :liveSince::timestamptz, true) as starts
        from given
        join identities as i on i.agent_key = given.agent_key and i.asid = given.asid
        left join held on held.asid = given.asid
       where ${keyedJoinText.condition('given')} and not ${isStoppedSql('i')}
         and (held.asid is null or held.last_content_at > :liveSince::timestamptz or held.last_content_at <= :overSince::timestamptz)
         and (not given.disclaimed or held.disclaimer_sent_at is not null)),
    made as (
      insert into conversations (agent_key, asid, channel, session_id, session_started_at, last_content_at, created_at)
      select agent_key, asid, channel, fresh, :now::timestamptz, :now::timestamptz, :now::timestamptz
        from known where is_new order by asid
          on conflict do nothing
      returning asid),
    moved as (
      update conversations as c
         set last_content_at = :now::timestamptz,
             session_id = case when known.starts then known.fresh else c.session_id end,
             session_started_at = case when known.starts then :now::timestamptz else c.session_started_at end
        from known
       where c.agent_key = known.agent_key and c.asid = known.asid and not known.is_new and ${keyedJoinText.condition('known')}),
    ready as materialized (
      select known.*, case when starts then fresh else session_id end as session
        from known where not is_new or asid in (select asid from made)),
    begun as (
      insert into sessions (agent_key, asid, id, channel, started_at)
      select agent_key, asid, session, channel, :now::timestamptz from ready where starts
          on conflict do nothing),
    taken as (
      insert into messages (agent_key, id, asid, priority, session_id, channel, message, sandbox, accepted_at, dispatching)
      select agent_key, id, asid, 'now', session, channel, message::json, sandbox, :now::timestamptz, dispatching
        from ready order by asid
          on conflict do nothing
      returning *),
    new_events as (
      insert into outbox (id, org_id, type, data, created_at)
      select e.id, e.org_id, e.type, e.data, :now::timestamptz
        from json_to_recordset(:events::json) as e (id text, asid text, org_id text, type text, data jsonb)
        join ready on ready.asid = e.asid
       where ready.starts and not ready.sandbox
      returning id, org_id, type, created_at),
    addressed as (${recipientsText})
    select ready.asid as of_asid, ready.channel as of_channel, ready.session as of_session, ready.sandbox as of_sandbox,
           ready.starts, (select count(*) from addressed) as addressed, taken.*
      from ready left join taken on taken.id = ready.id` as const

const prepareInsert = defineAddressed((recipientsText, number) =>
  defineStatement({
    name: `take_openings_down_${number}`,
    parameters: insertParameters,
    text: insertText(recipientsText),
  }),
)

/**
 * Stores messages, at most one per person, with their conversations and sessions, and publishes the sessions that they
 * start, if the person has not sent STOP and it is certain which session the message belongs to. The caller handles the
 * rest individually. Locks conversations in the order of their asids.
 */
export async function insertInitiations(
  db: Db,
  agent: AgentKey,
  { takings, recipients }: { takings: readonly InitiationInsert[]; recipients: OutboxRecipients },
  { now, liveSince, overSince }: InsertMoment,
): Promise<InsertedInitiation[]> {
  const column = <K extends keyof InitiationInsert>(name: K) => takings.map((one) => one[name])
  const events = takings.map(({ asid, started: { id, orgId, type, data } }) => ({
    id,
    asid,
    org_id: orgId,
    type,
    data,
  }))
  const statement = prepareInsert(recipients.text)({
    agentKey: agent.key,
    asids: column('asid'),
    messageIds: column('messageId'),
    channels: column('channel'),
    messages: takings.map(({ message }) => JSON.stringify(message)),
    sessionIds: column('sessionId'),
    dispatching: column('dispatching'),
    disclaimed: column('disclaimed'),
    now,
    liveSince,
    overSince,
    events: JSON.stringify(events),
  })
  const rows = await runUnprepared<MessageRow & InsertedRow>(db, statement)
  if (rows[0]?.addressed) recipients.addressed(db)
  return rows.map(toInsertedInitiation)
}

type InsertedRow = {
  of_asid: string
  of_channel: string
  of_session: string
  of_sandbox: boolean
  starts: boolean
  addressed: number
}

function toInsertedInitiation({
  of_asid,
  of_channel,
  of_session,
  of_sandbox,
  starts,
  addressed: _,
  ...row
}: MessageRow & InsertedRow): InsertedInitiation {
  const session = { asid: of_asid, channel: of_channel as Channel, sessionId: of_session, sandbox: of_sandbox, starts }
  return { ...session, ...(row.id !== null && { row }) }
}

/** A message of one bubble that its channel has accepted. */
export type SentInitiation = {
  asid: string
  messageKey: number
  provider: string
  locale: string | null
  text: string
  at: Date
  /** When it was sent, and for which send: the next inbound message counts as a reply to it. */
  since: Date
  initiatedBy: string | null
  conversationId: string | null
  /** Binding and provider's id of the message, if they must be stored. */
  bindingKey: number | null
  channelMessageId: string | null
}

type RecordedSendRow = { message_key: number; sent_at: Date; is_new: boolean }

/** `isNew`: no receipt reported it before. */
export type RecordedSend = { sentAt: Date; isNew: boolean }

/**
 * Records when messages were sent. Skips people who have replied since, messages that another process has ended, and
 * locked rows; the caller handles those individually. Never waits for a lock.
 */
export async function recordSentInitiations(
  db: Db,
  agent: AgentKey,
  sentRows: readonly SentInitiation[],
): Promise<Map<number, RecordedSend>> {
  const column = <K extends keyof SentInitiation>(name: K) => sentRows.map((one) => one[name])
  const noting = sql<RecordedSendRow>`
    with given as materialized (
      select *, ${agent.key}::bigint as agent_key, ${keyedJoin.column}
        from unnest(${column('asid')}::text[], ${column('messageKey')}::bigint[], ${column('provider')}::text[],
                    ${column('locale')}::text[], ${column('text')}::text[], ${column('at')}::timestamptz[],
                    ${column('since')}::timestamptz[], ${column('initiatedBy')}::text[], ${column('conversationId')}::text[],
                    ${column('bindingKey')}::bigint[], ${column('channelMessageId')}::text[])
          as g (asid, message_key, provider, locale, text, at, since, initiated_by, conversation_id, binding_key, channel_message_id)),
    held as materialized (
      select given.*, m.sent_at is null as is_new
        from given
        join messages as m on m.agent_key = given.agent_key and m.asid = given.asid and m.message_key = given.message_key
        join conversations as c on c.agent_key = given.agent_key and c.asid = given.asid
       where ${keyedJoin.condition('given')} and m.failed_at is null and m.unresolved_since is null and m.dispatched_bubbles = 0 and coalesce(m.bubbles, 1) = 1
         and (given.initiated_by is null or c.last_inbound_at is null or c.last_inbound_at <= given.since)
         for no key update of m, c skip locked),
    noted as (
      update conversations as c
         set dispatched_at = held.at,
             channel_conversation_id = coalesce(held.conversation_id, c.channel_conversation_id),
             initiated_by = coalesce(held.initiated_by, c.initiated_by)
        from held
       where c.agent_key = held.agent_key and c.asid = held.asid and ${keyedJoin.condition('held')}),
    kept as (
      insert into dispatches (agent_key, binding_key, channel_message_id, asid, message_key, bubble, created_at)
      select agent_key, binding_key, channel_message_id, asid, message_key, 0, at from held
       where channel_message_id is not null
          on conflict do nothing)
    update messages as m
       set provider = held.provider, locale = held.locale, dispatched_bubbles = 1, dispatching = false, bubbles = 1, text = held.text,
           channel_message_id = held.channel_message_id, sent_at = coalesce(m.sent_at, held.at)
      from held
     where m.agent_key = held.agent_key and m.asid = held.asid and m.message_key = held.message_key and ${keyedJoin.condition('held')}
    returning m.message_key, m.sent_at, held.is_new`
  const rows = await runPipelined(db, noting, 'results')
  return new Map(rows.map(({ message_key, sent_at, is_new }) => [message_key, { sentAt: sent_at, isNew: is_new }]))
}
