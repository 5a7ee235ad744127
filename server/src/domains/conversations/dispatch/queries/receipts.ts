import type { Channel } from '@parley/amf'
import { sql } from 'kysely'
import { batch } from '../../../../platform/db/batch.ts'
import type { Db } from '../../../../platform/db/database.ts'
import { keyedJoin, matchByIndex } from '../../../../platform/db/keyed-join.ts'
import { runPipelined } from '../../../../platform/db/prepared.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { MessageRow } from './message-row.ts'

export type BatchedReceipt = {
  agentKey: number
  channel: Channel
  id: string
  state: 'sent' | 'delivered' | 'read'
  at: Date
  since: Date
}

/**
 * Records receipts in batches, where no status event is needed: messages of one bubble, even before their dispatch is
 * recorded (for several bubbles it is recorded before the first is sent). Skips rows locked by other batch writers; the
 * caller tries those a second time.
 * @serves all tenants
 */
export function createReceiptRecorder(db: Db): (receipt: BatchedReceipt) => Promise<boolean> {
  return batch(async (receipts: BatchedReceipt[]) => {
    const column = <T>(read: (receipt: BatchedReceipt) => T) => receipts.map(read)
    const noting = sql<{ agent_key: number; id: string }>`
      with given as materialized (
        select agent_key, channel, id, ${keyedJoin.column}, min(at) filter (where state = 'sent') as sent_at,
               min(at) filter (where state = 'delivered') as delivered_at, min(at) filter (where state = 'read') as read_at
          from unnest(${column(({ agentKey }) => agentKey)}::bigint[], ${column(({ channel }) => channel)}::text[], ${column(({ id }) => id)}::text[],
                      ${column(({ state }) => state)}::text[], ${column(({ at }) => at)}::timestamptz[])
            as g (agent_key, channel, id, state, at)
         group by agent_key, channel, id),
      free as materialized (
        select given.* from given join messages as m on ${matchById('given')} and m.channel = given.channel
         where ${keyedJoin.condition('given')} and m.accepted_at > ${receipts[0]?.since} and m.failed_at is null and m.unresolved_since is null and coalesce(m.bubbles, 1) = 1
           for no key update of m skip locked)
      update messages as m
         set sent_at = coalesce(m.sent_at, free.sent_at), delivered_at = coalesce(m.delivered_at, free.delivered_at),
             read_at = coalesce(m.read_at, free.read_at)
        from free
       where ${matchById('free')} and ${keyedJoin.condition('free')}
      returning m.agent_key, m.id`
    const rows = await runPipelined(db, noting, 'outcomes')
    const recordedKeys = new Set(rows.map(({ agent_key, id }) => `${agent_key} ${id}`))
    return receipts.map(({ agentKey, id }) => recordedKeys.has(`${agentKey} ${id}`))
  })
}

const matchById = (given: 'given' | 'free') =>
  matchByIndex([
    [sql`m.agent_key`, sql.ref(`${given}.agent_key`)],
    [sql`m.id`, sql.ref(`${given}.id`)],
  ])

type ProviderMessageRef = { bindingKey: number; channelMessageId: string; ourId?: string; acceptsClientIds: boolean }
/** `isNew`: found by our own id, while the provider's id is not stored yet. */
export type TrackedMessage = { row: MessageRow; bubble?: number; isNew: boolean }

/**
 * Finds and locks the message that a provider refers to until the transaction ends; with the bubble, if it has several.
 */
export async function findTrackedMessage(
  tx: Db,
  agent: AgentKey,
  named: ProviderMessageRef,
): Promise<TrackedMessage | undefined> {
  const { bindingKey, channelMessageId, acceptsClientIds } = named
  const ours = acceptsClientIds ? { messageId: channelMessageId } : parseOwnId(named.ourId)
  const dispatch = await tx
    .selectFrom('dispatches')
    .select(['asid', 'message_key', 'bubble'])
    .where('agent_key', '=', agent.key)
    .where('binding_key', '=', bindingKey)
    .where('channel_message_id', '=', channelMessageId)
    .executeTakeFirst()
  if (!dispatch && !ours) return undefined
  const messages = tx.selectFrom('messages').selectAll().where('agent_key', '=', agent.key)
  const wanted = dispatch
    ? messages.where('asid', '=', dispatch.asid).where('message_key', '=', dispatch.message_key)
    : messages.where('id', '=', ours?.messageId ?? channelMessageId)
  const row = await wanted.forUpdate().executeTakeFirst()
  if (!row) return undefined
  const bubble = dispatch?.bubble ?? ours?.bubble
  return { row, bubble: row.bubbles === 1 ? undefined : bubble, isNew: !dispatch && !acceptsClientIds }
}

/** Splits the id of a bubble (`channelMessageIdOf`). */
function parseOwnId(ourId: string | undefined): { messageId: string; bubble?: number } | undefined {
  if (ourId === undefined) return undefined
  const [, messageId = ourId, number = '0'] = /^(.+)-(\d{1,3})$/.exec(ourId) ?? []
  return { messageId, bubble: Number(number) }
}

type MessageKey = { asid: string; messageKey: number }
const columnOf = { sent: 'sent_at', delivered: 'delivered_at', read: 'read_at' } as const

type BubbleReceipt = { bindingKey: number; bubble: number; state: 'delivered' | 'read'; now: Date }

/** Returns how many bubbles of the message have not arrived yet, on the channel that it was finally sent on. */
export async function recordBubbleReceipt(
  tx: Db,
  agent: AgentKey,
  { asid, messageKey, bindingKey, bubble, state, now }: MessageKey & BubbleReceipt,
): Promise<number> {
  const column = columnOf[state]
  const ofMessage = { agent_key: agent.key, asid, message_key: messageKey, binding_key: bindingKey }
  await tx
    .updateTable('dispatches')
    .set({ [column]: now })
    .where((row) => row.and({ ...ofMessage, bubble }))
    .where(column, 'is', null)
    .execute()
  const { rows } = await sql<{ left: number }>`
    select m.bubbles - count(d.bubble) filter (where d.${sql.ref(column)} is not null)::int as left
      from messages as m
      left join dispatches as d on d.agent_key = m.agent_key and d.asid = m.asid and d.message_key = m.message_key
       and d.binding_key = ${bindingKey}
     where m.agent_key = ${agent.key} and m.asid = ${asid} and m.message_key = ${messageKey}
     group by m.bubbles`.execute(tx)
  // Unknown until the dispatch is recorded, which means that not all bubbles have been sent.
  return rows[0]?.left ?? 1
}

/** Returns true if the state is new to the message. */
export async function recordMessageState(
  tx: Db,
  agent: AgentKey,
  { asid, messageKey, state, at }: MessageKey & { state: keyof typeof columnOf; at: Date },
): Promise<boolean> {
  const column = columnOf[state]
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ [column]: at })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('message_key', '=', messageKey)
    .where(column, 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether a receipt reports that the message arrived; locks the row until the transaction ends. */
export async function isDelivered(tx: Db, agent: AgentKey, { asid, messageKey }: MessageKey): Promise<boolean> {
  const row = await tx
    .selectFrom('messages')
    .select(['delivered_at', 'read_at'])
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('message_key', '=', messageKey)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined && (row.delivered_at !== null || row.read_at !== null)
}

type Watermark = { channel: Channel; address: string; until: Date; since: Date; state: 'delivered' | 'read' }

/** Finds messages dispatched to a person up to that time that have not reached the state. */
export async function findDispatchedUntil(tx: Db, agent: AgentKey, mark: Watermark): Promise<MessageRow[]> {
  const asid = tx
    .selectFrom('identities')
    .select('asid')
    .where('agent_key', '=', agent.key)
    .where('channel', '=', mark.channel)
    .where('address', '=', mark.address)
  return tx
    .selectFrom('messages')
    .selectAll()
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('channel', '=', mark.channel)
    .where('accepted_at', '>', mark.since)
    .where('sent_at', '<=', mark.until)
    .where('failed_at', 'is', null)
    .where(columnOf[mark.state], 'is', null)
    .orderBy('message_key')
    .forUpdate()
    .execute()
}

type ConversationSession = { id: string; at: Date; channel: Channel; lastInboundAt?: Date }

/** Reads the session of a conversation with its last content event, and when the person last wrote. */
export async function readConversationSession(
  db: Db,
  agent: AgentKey,
  asid: string,
): Promise<ConversationSession | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select(['session_id', 'last_content_at', 'channel', 'last_inbound_at'])
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .executeTakeFirst()
  if (!row) return undefined
  const { session_id: id, last_content_at: at, last_inbound_at } = row
  return { id, at, channel: row.channel as Channel, lastInboundAt: last_inbound_at ?? undefined }
}

export type DispatchedMessage = Pick<MessageRow, 'id' | 'message' | 'channel' | 'locale' | 'asid'>

/** Reads a message as it was dispatched, to interpret a tap in it. */
export async function readDispatchedMessage(
  db: Db,
  agent: AgentKey,
  id: string,
): Promise<DispatchedMessage | undefined> {
  return db
    .selectFrom('messages')
    .select(['id', 'message', 'channel', 'locale', 'asid'])
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locks messages that have waited too long for a window until the transaction ends. @serves all tenants */
export async function lockExpiredMessages(tx: Db, before: Date, most: number): Promise<MessageRow[]> {
  return tx
    .selectFrom('messages')
    .selectAll()
    .where('waiting_for_asid', 'is not', null)
    .where('accepted_at', '<', before)
    .orderBy('accepted_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Finds the provider's id of the last item that the person sent, and of the thread. */
export async function findLastInbound(
  db: Db,
  agent: AgentKey,
  asid: string,
): Promise<{ inboundId?: string; conversationId?: string } | undefined> {
  const { rows } = await sql<{ inbound_id: string | null; channel_conversation_id: string | null }>`
    select c.channel_conversation_id, (
             select e.inbound_id from conversation_events as e
              where e.agent_key = c.agent_key and e.asid = c.asid and e.inbound_id is not null
              order by e.event_key desc limit 1) as inbound_id
      from conversations as c where c.agent_key = ${agent.key} and c.asid = ${asid}`.execute(db)
  const [row] = rows
  return row && { inboundId: row.inbound_id ?? undefined, conversationId: row.channel_conversation_id ?? undefined }
}
