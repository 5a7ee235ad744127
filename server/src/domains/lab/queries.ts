import type { Channel } from '@parley/amf'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey as WholeAgentKey } from '../../platform/http/route.ts'
import {
  defaultBehavior,
  type HandsetAddress,
  type HandsetBehavior,
  type HandsetMessage,
  type HandsetSettings,
  type MessageState,
  type ReceiptMode,
  type SimulatedFailure,
} from './handset.ts'

/** The only part of the agent key that an adapter sees. */
type AgentKey = Pick<WholeAgentKey, 'key'>

const maxHandsets = 1000
const maxMessages = 500

export type ListedHandsetRow = HandsetAddress & { userId?: string }

/** Newest first. */
export async function listHandsets(db: Db, agent: AgentKey): Promise<ListedHandsetRow[]> {
  const rows = await db
    .selectFrom('handsets')
    .leftJoin('identities', (join) =>
      join
        .onRef('identities.agent_key', '=', 'handsets.agent_key')
        .onRef('identities.channel', '=', 'handsets.channel')
        .onRef('identities.address', '=', 'handsets.address'),
    )
    .select(['handsets.channel', 'handsets.address', 'identities.asid'])
    .where('handsets.agent_key', '=', agent.key)
    .orderBy('handsets.created_at', 'desc')
    .orderBy('handsets.channel')
    .orderBy('handsets.address')
    .limit(maxHandsets)
    .execute()
  return rows.map(({ channel, address, asid }) => ({
    channel: channel as Channel,
    address,
    ...(asid !== null && { userId: asid }),
  }))
}

export async function findUserId(db: Db, agent: AgentKey, at: HandsetAddress): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('asid')
    .where('agent_key', '=', agent.key)
    .where('channel', '=', at.channel)
    .where('address', '=', at.address)
    .executeTakeFirst()
  return row?.asid
}

/** A number that was never configured has the default behavior. */
export async function readBehavior(db: Db, agent: AgentKey, at: HandsetAddress): Promise<HandsetBehavior> {
  const row = await db
    .selectFrom('handsets')
    .select(['reachable', 'receipts', 'fail_count', 'fail_with', 'latency_ms'])
    .where('agent_key', '=', agent.key)
    .where('channel', '=', at.channel)
    .where('address', '=', at.address)
    .executeTakeFirst()
  if (!row) return defaultBehavior
  return {
    reachable: row.reachable,
    receipts: row.receipts as ReceiptMode,
    ...(row.fail_count > 0 && { failNext: { count: row.fail_count, ...(row.fail_with as SimulatedFailure) } }),
    latencyMs: row.latency_ms,
  }
}

export async function isHandset(db: Db, agent: AgentKey, { channel, address }: HandsetAddress): Promise<boolean> {
  const row = await db
    .selectFrom('handsets')
    .select('created_at')
    .where('agent_key', '=', agent.key)
    .where('channel', '=', channel)
    .where('address', '=', address)
    .executeTakeFirst()
  return row !== undefined
}

export type HandsetUpdate = { at: HandsetAddress; settings: HandsetSettings; now: Date }

export async function saveHandset(tx: Db, agent: AgentKey, { at, settings, now }: HandsetUpdate): Promise<void> {
  const { reachable, receipts, failNext, latencyMs } = settings
  const { count = 0, ...failure } = failNext ?? {}
  const set = {
    ...(reachable !== undefined && { reachable }),
    ...(receipts !== undefined && { receipts }),
    ...(latencyMs !== undefined && { latency_ms: latencyMs }),
    ...(failNext !== undefined && { fail_count: count, fail_with: count > 0 ? JSON.stringify(failure) : null }),
  }
  await tx
    .insertInto('handsets')
    .values({ agent_key: agent.key, ...at, ...set, created_at: now })
    .onConflict((conflict) => {
      const known = conflict.columns(['agent_key', 'channel', 'address'])
      return Object.keys(set).length > 0 ? known.doUpdateSet(set) : known.doNothing()
    })
    .execute()
}

/** Locks the handset until the transaction ends; creates the row of a number that was never configured. */
export async function lockHandset(tx: Db, agent: AgentKey, at: HandsetAddress, now: Date): Promise<HandsetAddress> {
  await saveHandset(tx, agent, { at, settings: {}, now })
  await sql`
    select from handsets where agent_key = ${agent.key} and channel = ${at.channel} and address = ${at.address}
       for update`.execute(tx)
  return at
}

export type NewBubble = Omit<HandsetMessage, 'at' | 'state' | 'direction'> & { carrierId: string; now: Date }

export type HandsetDispatchResult = Pick<HandsetBehavior, 'reachable' | 'receipts' | 'latencyMs'> & {
  failure?: SimulatedFailure
}

/**
 * Puts a bubble on the handset, which is created if needed, unless this dispatch is set to fail. Uses one statement, so
 * that two concurrent dispatches never get the same count.
 */
export async function dispatchToHandset(
  db: Db,
  agent: AgentKey,
  at: HandsetAddress,
  bubble: NewBubble,
): Promise<HandsetDispatchResult> {
  const { carrierId, messageId, native, text, chips, view, now } = bubble
  const here = sql`agent_key = ${agent.key} and channel = ${at.channel} and address = ${at.address}`
  const { rows } = await sql<{
    reachable: boolean
    receipts: ReceiptMode
    latency_ms: number
    failure: SimulatedFailure | null
  }>`
    with known as (
      select reachable or channel <> 'rcs' as reachable, receipts, latency_ms from handsets where ${here}
    ), failing as (
      update handsets set fail_count = fail_count - 1
       where ${here} and fail_count > 0 and (reachable or channel <> 'rcs')
      returning fail_with
    ), made as (
      insert into handsets (agent_key, channel, address, created_at)
      select ${agent.key}, ${at.channel}, ${at.address}, ${now} where not exists (select from known)
      on conflict do nothing
    ), shown as (
      insert into handset_messages
        (agent_key, channel, address, carrier_id, message_id, direction, native, text, chips, view, state, at)
      select ${agent.key}, ${at.channel}, ${at.address}, ${carrierId}, ${messageId}, 'out',
             ${JSON.stringify(native)}::json, ${text}, ${JSON.stringify(chips)}::json, ${JSON.stringify(view) ?? null}::json, 'sent', ${now}
       where not exists (select from failing) and coalesce((select reachable from known), true)
      on conflict (agent_key, channel, address, carrier_id) do nothing
    )
    select coalesce(reachable, ${defaultBehavior.reachable}) as reachable, coalesce(receipts, ${defaultBehavior.receipts}) as receipts,
           coalesce(latency_ms, ${defaultBehavior.latencyMs}) as latency_ms, fail_with as failure
      from (select) as one left join known on true left join failing on true`.execute(db)
  const [{ reachable, receipts, latency_ms, failure }] = rows as [(typeof rows)[number]]
  return { reachable, receipts, latencyMs: latency_ms, ...(failure && { failure }) }
}

export type IncomingHandsetMessage = { id: string; native: object; text: string; now: Date }

/** Stores the person's action as shown on their own screen. */
export async function insertIncomingMessage(
  db: Db,
  agent: AgentKey,
  at: HandsetAddress,
  incoming: IncomingHandsetMessage,
): Promise<void> {
  const { id, native, text, now } = incoming
  await sql`
    with made as (
      insert into handsets (agent_key, channel, address, created_at)
      values (${agent.key}, ${at.channel}, ${at.address}, ${now}) on conflict do nothing
    )
    insert into handset_messages (agent_key, channel, address, carrier_id, message_id, direction, native, text, state, at)
    values (${agent.key}, ${at.channel}, ${at.address}, ${id}, ${id}, 'in',
            ${JSON.stringify(native)}::json, ${text}, 'delivered', ${now})`.execute(db)
}

/** The newest messages, oldest first. */
export async function listHandsetMessages(db: Db, agent: AgentKey, at: HandsetAddress): Promise<HandsetMessage[]> {
  const rows = await selectMessages(db, agent, at)
    .select(['message_id', 'at', 'direction', 'native', 'text', 'chips', 'view', 'state'])
    .orderBy('entry', 'desc')
    .limit(maxMessages)
    .execute()
  return rows
    .reverse()
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map((row) => ({
      messageId: row.message_id,
      at: row.at.toISOString(),
      direction: row.direction as HandsetMessage['direction'],
      native: row.native,
      text: row.text,
      chips: chipsOf(row.chips),
      ...(row.view !== null && { view: row.view as HandsetMessage['view'] }),
      state: row.state as MessageState,
    }))
}

export type OutgoingBubble = Pick<HandsetMessage, 'messageId' | 'native' | 'chips'> & { carrierId: string }

/** Outgoing bubbles, newest first: all of one message, or the last ones of the handset. */
export async function listNewestOutgoing(
  db: Db,
  agent: AgentKey,
  at: HandsetAddress,
  { messageId, most = 50 }: { messageId?: string; most?: number },
): Promise<OutgoingBubble[]> {
  const out = selectMessages(db, agent, at).where('direction', '=', 'out')
  const rows = await (messageId === undefined ? out : out.where('message_id', '=', messageId))
    .select(['carrier_id', 'message_id', 'native', 'chips'])
    .orderBy('entry', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    carrierId: row.carrier_id,
    messageId: row.message_id,
    native: row.native,
    chips: chipsOf(row.chips),
  }))
}

export type ReportedState = { at: HandsetAddress; carrierId: string; state: MessageState }

/** Never moves a state back from read to delivered. */
export async function recordStates(db: Db, agent: AgentKey, reported: readonly ReportedState[]): Promise<void> {
  const rank = (state: ReturnType<typeof sql>) => sql`array_position('{sent,delivered,read,failed}'::text[], ${state})`
  await sql`
    update handset_messages as message set state = row.state
      from unnest(
        ${reported.map(({ at }) => at.channel)}::text[], ${reported.map(({ at }) => at.address)}::text[],
        ${reported.map(({ carrierId }) => carrierId)}::text[], ${reported.map(({ state }) => state)}::text[]
      ) as row (channel, address, carrier_id, state)
     where message.agent_key = ${agent.key} and message.channel = row.channel and message.address = row.address
       and message.carrier_id = row.carrier_id and ${rank(sql`message.state`)} < ${rank(sql`row.state`)}`.execute(db)
}

/** The agent has read the person's messages. */
export async function markRead(db: Db, agent: AgentKey, at: HandsetAddress): Promise<void> {
  await db
    .updateTable('handset_messages')
    .set({ state: 'read' })
    .where('agent_key', '=', agent.key)
    .where('channel', '=', at.channel)
    .where('address', '=', at.address)
    .where('direction', '=', 'in')
    .where('state', '=', 'delivered')
    .execute()
}

/**
 * Deletes handsets with their messages. A number is one phone on rcs and sms, unless another person has it on the other
 * channel.
 */
export async function deleteHandsets(
  tx: Db,
  agent: AgentKey,
  erased: readonly (HandsetAddress & { asid: string })[],
): Promise<void> {
  if (erased.length === 0) return
  await sql`
    delete from handsets
     using unnest(${erased.map(({ channel }) => channel)}::text[], ${erased.map(({ address }) => address)}::text[])
           as erased (channel, address)
     where handsets.agent_key = ${agent.key} and handsets.address = erased.address
       and (handsets.channel = erased.channel
            or (handsets.channel in ('rcs', 'sms') and erased.channel in ('rcs', 'sms')))
       and not exists (
         select from identities as held
          where held.agent_key = ${agent.key} and held.channel = handsets.channel and held.address = handsets.address
            and held.asid <> all(${erased.map(({ asid }) => asid)}::text[]))`.execute(tx)
}

const retentionDays = 31
const maxMessagesPerHandset = 1000

const batchSize = 10_000

/** Deletes old bubbles, and all but the newest `maxMessagesPerHandset` of each handset. @serves all tenants */
export async function deleteOldBubbles(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  const old = sql`select ctid from handset_messages where at < ${before}`
  const surplus = sql`
    select shown.ctid from handsets, lateral (
      select ctid from handset_messages as message
       where message.agent_key = handsets.agent_key and message.channel = handsets.channel
         and message.address = handsets.address
       order by entry desc offset ${maxMessagesPerHandset}) as shown`
  for (const expired of [old, surplus]) {
    for (let left = batchSize; left === batchSize; ) {
      const { numAffectedRows } =
        await sql`delete from handset_messages where ctid = any(array(${expired} limit ${batchSize}))`.execute(db)
      left = Number(numAffectedRows)
    }
  }
}

function selectMessages(db: Db, agent: AgentKey, at: HandsetAddress) {
  return db
    .selectFrom('handset_messages')
    .where('agent_key', '=', agent.key)
    .where('channel', '=', at.channel)
    .where('address', '=', at.address)
}

const chipsOf = (stored: unknown) => stored as HandsetMessage['chips']
