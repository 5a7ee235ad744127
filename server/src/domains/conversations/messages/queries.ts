import { type Channel, channels, getProfile, type OutboundMessage } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import { keyedJoinText } from '../../../platform/db/keyed-join.ts'
import { runPrepared } from '../../../platform/db/prepared.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { MessageAuthor } from '../deps.ts'
import type { Destination, MessageRecipient } from './recipient.ts'

export { writeConcurrency } from '../../../platform/db/prepared.ts'

/** A message that may take the fast path: no delivery policy, no signal. */
export type BatchMessage = {
  agentKey: number
  /** Hex hash of the agent's access token, if it is still to be verified. */
  tokenHash?: string
  asid: string
  lane: string
  id: string
  callerId?: string
  message: string
  priority: 'now' | 'batch'
  eventId?: string
}

/** Channels with a reply window, which is 24 hours on each. */
const windowedChannels = channels.filter((channel) => getProfile(channel).windowHours !== undefined)

type BatchMoment = { now: Date; liveSince: Date; touchBefore: Date; windowOpenSince: Date }

/**
 * The fast path: accepts plain messages and returns for each whether it was accepted. Requires that the person is known
 * and has a live session that no member holds, has not sent STOP, the binding is active, the window is open, the caller's id is new and the
 * token is valid. The rest takes the slow path. Uses one statement for all, because each commit costs more than
 * everything else together.
 */
export function createAcceptBatch(
  entry: string,
): (db: Db, calls: readonly BatchMessage[], moment: BatchMoment) => Promise<boolean[]> {
  const statement = defineStatement({
    name: 'take_plain_messages',
    parameters: acceptBatchParameters,
    text: acceptBatchText(entry),
  })
  return async (db, calls, { now, liveSince, touchBefore, windowOpenSince }) => {
    const bound = statement({
      agentKeys: calls.map(({ agentKey }) => agentKey),
      asids: calls.map(({ asid }) => asid),
      lanes: calls.map(({ lane }) => lane),
      ids: calls.map(({ id }) => id),
      callerIds: calls.map(({ callerId }) => callerId ?? null),
      messages: calls.map(({ message }) => message),
      priorities: calls.map(({ priority }) => priority),
      eventIds: calls.map(({ eventId }) => eventId ?? null),
      now,
      liveSince,
      touchBefore,
      windowedChannels,
      windowOpenSince,
      tokenHashes: calls.map(({ tokenHash }) => tokenHash ?? null),
    })
    const rows = await runPrepared<{ id: string }>(db, bound, 'writes')
    const existing = new Set(rows.map(({ id }) => id))
    return calls.map(({ id }) => existing.has(id))
  }
}

/**
 * Whether the person has sent STOP on this channel or, for phones, on the other channel of the number. Does not use
 * `exists`, for which the planner may read everyone's stops into a hash each time.
 */
export const isStoppedSql = (identity: string) => `((
    select true from stops as stop
     where stop.agent_key = ${identity}.agent_key and stop.channel = ${identity}.channel and stop.address_hash = ${identity}.address_hash
  ) is not null or (${identity}.channel in ('rcs', 'sms') and (
    select true from stops as stop
     where stop.agent_key = ${identity}.agent_key and stop.channel = ${siblingChannelSql(identity)}
       and stop.address_hash = (
         select sha256(list.salt || convert_to(${siblingChannelSql(identity)} || chr(10) || ${identity}.address, 'UTF8'))
           from stop_lists as list where list.agent_key = ${identity}.agent_key)
  ) is not null))`

const siblingChannelSql = (identity: string) => `case ${identity}.channel when 'rcs' then 'sms' else 'rcs' end`

const acceptBatchParameters = {
  agentKeys: 'bigint[]',
  asids: 'text[]',
  lanes: 'text[]',
  ids: 'text[]',
  callerIds: 'text[]',
  messages: 'text[]',
  priorities: 'text[]',
  eventIds: 'text[]',
  now: 'timestamptz',
  liveSince: 'timestamptz',
  touchBefore: 'timestamptz',
  windowedChannels: 'text[]',
  windowOpenSince: 'timestamptz',
  tokenHashes: 'text[]',
} as const

const acceptBatchText = (entry: string) =>
  `
  with given as materialized (
    select *, ${keyedJoinText.column}
      from unnest(:agentKeys::bigint[], :asids::text[], :lanes::text[], :ids::text[], :callerIds::text[], :messages::text[],
                  :priorities::text[], :eventIds::text[], :tokenHashes::text[])
        with ordinality as g (agent_key, asid, lane, id, caller_id, message, priority, event_id, token_hash, n)),
  known as materialized (
    select given.*, i.channel, c.session_id, c.last_content_at, c.sandbox
      from given
      join identities as i on i.agent_key = given.agent_key and i.asid = given.asid
      join conversations as c on c.agent_key = given.agent_key and c.asid = given.asid
      join channel_bindings as b on b.agent_key = given.agent_key and b.channel = i.channel and b.archived_at is null
     where ${keyedJoinText.condition('given')} and b.status = 'Active' and c.last_content_at > :liveSince
       and (given.token_hash is null or exists (
         select from gateway_credentials as k
          where k.agent_key = given.agent_key
            and (encode(k.access_token_hash, 'hex') = given.token_hash
              or (encode(k.previous_access_token_hash, 'hex') = given.token_hash and k.previous_access_token_until > now()))))
       and (b.compliance_enabled is not true or c.disclaimer_sent_at is not null)
       and c.desk_state is distinct from 'human'
       and not ${isStoppedSql('i')}
       and (i.channel <> all (:windowedChannels::text[]) or c.last_inbound_at > :windowOpenSince)),
  quiet as (select distinct agent_key, asid, ${keyedJoinText.column} from known where last_content_at < :touchBefore),
  touched as (
    update conversations as c set last_content_at = :now from quiet
     where c.agent_key = quiet.agent_key and c.asid = quiet.asid and ${keyedJoinText.condition('quiet')}),
  entered as (${entry}),
  taken as (
    insert into messages (agent_key, id, caller_id, asid, priority, session_id, channel, message, event_id, sandbox, accepted_at, due_at)
    select agent_key, id, caller_id, asid, priority, session_id, channel, message::json, event_id, sandbox, :now, :now
      from known
     -- All lanes are entered before the first message is written.
     where (select count(*) from entered) > 0
     order by n
        on conflict do nothing
    returning id)
  select id from taken` as const

export const batchLanes = { names: 'select distinct lane as name from known order by lane', at: ':now' }

const recipientQuery = defineStatement({
  name: 'message_recipient',
  parameters: { agentKey: 'bigint', asid: 'text' },
  text: `
    with named as (
      select agent_key, asid, channel, address, address_hash, person_key, preferred, created_at
        from identities where agent_key = :agentKey and asid = :asid),
    -- Each by an index of its own: joined by \`or\`, all identities of the agent would be read.
    places as (
      select * from named
      union
      select i.agent_key, i.asid, i.channel, i.address, i.address_hash, i.person_key, i.preferred, i.created_at
        from named join identities as i on i.agent_key = named.agent_key and i.person_key = named.person_key
      union
      select i.agent_key, i.asid, i.channel, i.address, i.address_hash, i.person_key, i.preferred, i.created_at
        from named join identities as i on i.agent_key = named.agent_key and i.address = named.address
         and i.channel in ('rcs', 'sms')
       where named.channel in ('rcs', 'sms'))
    select i.asid, i.channel, i.address, c.last_inbound_at, i.asid = :asid as named, ${isStoppedSql('i')} as stopped
      from places as i left join conversations as c using (agent_key, asid)
     order by i.preferred desc, i.created_at, i.asid`,
})

/** Reads the person behind an asid, their other addresses, and whether they have sent STOP. */
export async function readRecipient(db: Db, agent: AgentKey, asid: string): Promise<MessageRecipient | undefined> {
  const statement = recipientQuery({ agentKey: agent.key, asid })
  const rows = await runPrepared<DestinationRow & { named: boolean }>(db, statement)
  const named = rows.find((row) => row.named)
  const others = rows.filter((row) => !row.named).map(toDestination)
  return named && { primary: toDestination(named), others }
}

const destinationQuery = defineStatement({
  name: 'message_place',
  parameters: { agentKey: 'bigint', asid: 'text' },
  text: `
    select i.asid, i.channel, i.address, c.last_inbound_at, ${isStoppedSql('i')} as stopped
      from identities as i left join conversations as c using (agent_key, asid)
     where i.agent_key = :agentKey and i.asid = :asid`,
})

/** Reads only the named identity. */
export async function readDestination(db: Db, agent: AgentKey, asid: string): Promise<Destination | undefined> {
  const [row] = await runPrepared<DestinationRow>(db, destinationQuery({ agentKey: agent.key, asid }))
  return row && toDestination(row)
}

type DestinationRow = { asid: string; channel: string; address: string; last_inbound_at: Date | null; stopped: boolean }

function toDestination({ asid, channel, address, last_inbound_at, stopped }: DestinationRow): Destination {
  return { asid, channel: channel as Channel, address, lastInboundAt: last_inbound_at ?? undefined, stopped }
}

export type KnownMessage = { id: string; acceptedAt: Date }

export async function findByCallerId(
  tx: Db,
  agent: AgentKey,
  { asid, callerId }: { asid: string; callerId: string },
): Promise<KnownMessage | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select(['id', 'accepted_at'])
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('caller_id', '=', callerId)
    .executeTakeFirst()
  return row && { id: row.id, acceptedAt: row.accepted_at }
}

/** Frees a caller id after its 24 hours. */
export async function releaseCallerId(
  tx: Db,
  agent: AgentKey,
  { asid, id }: { asid: string; id: string },
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ caller_id: null })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('id', '=', id)
    .execute()
}

export type NewMessage = {
  id: string
  callerId?: string
  asid: string
  priority: 'now' | 'batch'
  sessionId: string
  channel: Channel
  origin: 'agent' | 'disclaimer' | 'platform'
  message: OutboundMessage
  eventId?: string
  sandbox: boolean
  now: Date
  /**
   * Absent if no lane carries the message: it is an opener, dispatched by its caller, or it waits for the window of
   * that conversation.
   */
  dueAt?: Date
  waitsFor?: string
  author?: MessageAuthor
}

/** Enter the lane first. Returns false if the caller id is already in use. */
export async function insertMessage(tx: Db, agent: AgentKey, made: NewMessage): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('messages')
    .values({
      agent_key: agent.key,
      id: made.id,
      caller_id: made.callerId ?? null,
      asid: made.asid,
      priority: made.priority,
      session_id: made.sessionId,
      channel: made.channel,
      origin: made.origin,
      message: JSON.stringify(made.message),
      event_id: made.eventId ?? null,
      sandbox: made.sandbox,
      accepted_at: made.now,
      queued_at: made.waitsFor === undefined ? null : made.now,
      waiting_for_asid: made.waitsFor ?? null,
      due_at: made.dueAt ?? null,
      author: serializeAuthor(made.author),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The name is stored as it was: the member may leave or change it. */
export const serializeAuthor = (author: MessageAuthor | undefined): string | null =>
  author ? JSON.stringify({ userId: author.userId, name: author.name }) : null

/** Locks the conversation and returns the member who holds it. */
export async function lockHolder(tx: Db, agent: AgentKey, asid: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('conversations')
    .select(['desk_state', 'desk_assignee'])
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .forUpdate()
    .executeTakeFirst()
  return row?.desk_state === 'human' ? (row.desk_assignee ?? undefined) : undefined
}

export async function findLastAcceptedAt(tx: Db, agent: AgentKey, asid: string): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select('accepted_at')
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .orderBy('message_key', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.accepted_at
}

type LockedConversation = { sessionId: string; sessionAt: Date; lastInboundAt?: Date; sandbox: boolean }

export async function lockConversation(tx: Db, agent: AgentKey, asid: string): Promise<LockedConversation | undefined> {
  const row = await tx
    .selectFrom('conversations')
    .select(['session_id', 'last_content_at', 'last_inbound_at', 'sandbox'])
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { session_id, last_content_at, last_inbound_at, sandbox } = row
  return { sessionId: session_id, sessionAt: last_content_at, lastInboundAt: last_inbound_at ?? undefined, sandbox }
}

type NewConversationSession = { asid: string; id: string; channel: Channel; startedAt: Date }

/** Does nothing if another transaction was first. */
export async function ensureConversation(tx: Db, agent: AgentKey, session: NewConversationSession): Promise<void> {
  const { asid, id, channel, startedAt } = session
  await tx
    .insertInto('conversations')
    .values({
      agent_key: agent.key,
      asid,
      channel,
      session_id: id,
      session_started_at: startedAt,
      last_content_at: startedAt,
      created_at: startedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Updates the time of the last content event; with `fresh`, starts a new session. */
export async function updateSession(
  tx: Db,
  agent: AgentKey,
  asid: string,
  { now, fresh }: { now: Date; fresh?: NewConversationSession },
): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({ last_content_at: now, ...(fresh && { session_id: fresh.id, session_started_at: fresh.startedAt }) })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .execute()
}

export type WaitingLane = { asid: string; priority: 'now' | 'batch' }

/** Lists the lanes with messages that wait for the window of a conversation. */
export async function findWaitingLanes(tx: Db, agent: AgentKey, asid: string): Promise<WaitingLane[]> {
  const rows = await tx
    .selectFrom('messages')
    .select(['asid', 'priority'])
    .distinct()
    .where('agent_key', '=', agent.key)
    .where('waiting_for_asid', '=', asid)
    .orderBy('asid')
    .orderBy('priority')
    .execute()
  return rows.map(({ asid: own, priority }) => ({ asid: own, priority: priority as WaitingLane['priority'] }))
}

/** Makes all waiting messages due now with their attempts reset. Enter their lanes first. */
export async function makeWaitingMessagesDue(tx: Db, agent: AgentKey, asid: string, now: Date): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ waiting_for_asid: null, due_at: now, attempts: 0 })
    .where('agent_key', '=', agent.key)
    .where('waiting_for_asid', '=', asid)
    .execute()
}

/** Returns true if it was not marked before. */
export async function markDisclaimerSent(tx: Db, agent: AgentKey, asid: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('conversations')
    .set({ disclaimer_sent_at: now })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('disclaimer_sent_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
