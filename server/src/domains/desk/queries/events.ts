import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInChunks } from '../../../platform/db/delete-in-chunks.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { dayMilliseconds } from '../../../platform/world.ts'

/** How far the clocks and the commits of the processes may be apart. */
const overlap = sql`interval '2 minutes'`
/** Limits how far back a resumed stream sends messages; it always sends all moves. */
const catchUp = sql`interval '1 hour'`

/** Whether there are events without a position, or messages that are not events yet. */
async function hasNewEvents(db: Db, agent: AgentKey, now: Date): Promise<boolean> {
  const since = await findMessagesSince(db, agent, now)
  if (!since) return true
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from desk_events where agent_key = ${agent.key} and position is null)
        or exists (${selectNewMessages(agent, since)} limit 1) as found`.execute(db)
  return rows[0]?.found === true
}

/** From when on messages may not be events yet; nothing before the first look at the stream. */
async function findMessagesSince(db: Db, agent: AgentKey, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date }>`
    select greatest(messages_until - ${overlap}, ${now}::timestamptz - ${catchUp}) as since
      from desk_streams where agent_key = ${agent.key}`.execute(db)
  return rows[0]?.since
}

/**
 * The time is a value and not a join, and conversations and known events are looked up one by one: otherwise the planner
 * starts with all conversations of the agent.
 */
const selectNewMessages = (agent: AgentKey, since: Date) => sql`
  select t.agent_key, t.asid, t.message_id, t.at, coalesce(c.desk_state, 'agent') as state, c.desk_assignee as assignee
    from (select agent_key, asid, message_id, at from traffic
           where agent_key = ${agent.key} and not sandbox and type = 'content' and origin in ('user', 'agent')
             and at > ${since} offset 0) as t
   cross join lateral (
     select desk_state, desk_assignee from conversations
      where agent_key = ${agent.key} and asid = t.asid offset 0) as c
   where not exists (
     select from desk_events as known
      where known.agent_key = ${agent.key} and known.message_id = t.message_id offset 0)`

/**
 * Gives every committed event its position, and returns the last one. The lock of the stream makes positions visible in
 * their order, however long the transactions of the events took.
 */
export async function advanceStream(db: Db, agent: AgentKey, now: Date): Promise<number> {
  if (await hasNewEvents(db, agent, now)) await inTransaction(db, (tx) => assignPositions(tx, agent, now))
  const row = await db
    .selectFrom('desk_streams')
    .select('last_position')
    .where('agent_key', '=', agent.key)
    .executeTakeFirst()
  return row?.last_position ?? 0
}

async function assignPositions(tx: Db, agent: AgentKey, now: Date): Promise<void> {
  await sql`insert into desk_streams (agent_key, messages_until)
            select agent_key, ${now}::timestamptz from agents where agent_key = ${agent.key} on conflict do nothing`.execute(
    tx,
  )
  await sql`select from desk_streams where agent_key = ${agent.key} for update`.execute(tx)
  const since = (await findMessagesSince(tx, agent, now)) ?? now
  await sql`
    insert into desk_events (agent_key, asid, kind, state, assignee, message_id, at)
    select agent_key, asid, 'message', state, assignee, message_id, at from (${selectNewMessages(agent, since)}) as fresh
     order by at on conflict do nothing`.execute(tx)
  await sql`
    with numbered as (
      select e.event_key, stream.last_position + row_number() over (order by e.event_key) as position
        from desk_events as e join desk_streams as stream using (agent_key)
       where e.agent_key = ${agent.key} and e.position is null),
    assigned as (
      update desk_events as e set position = numbered.position from numbered
       where e.agent_key = ${agent.key} and e.event_key = numbered.event_key)
    update desk_streams
       set last_position = last_position + (select count(*) from numbered), messages_until = ${now}::timestamptz
     where agent_key = ${agent.key}`.execute(tx)
}

export type StreamedEvent = {
  position: number
  asid: string
  kind: string
  state: string
  assignee: string | null
  member_id: string | null
  message_id: string | null
  sandbox: boolean
  at: Date
}

/** In their order. */
export async function listEventsAfter(
  db: Db,
  agent: AgentKey,
  { after, limit }: { after: number; limit: number },
): Promise<StreamedEvent[]> {
  const rows = await db
    .selectFrom('desk_events')
    .select(['position', 'asid', 'kind', 'state', 'assignee', 'member_id', 'message_id', 'sandbox', 'at'])
    .where('agent_key', '=', agent.key)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows as StreamedEvent[]
}

const messageDays = 2

/** Moves and messages of members are the history of the desk; all other messages are in the traffic. @serves all tenants */
export async function deleteOldDeskEvents(db: Db, now: Date, historyDays: number): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMilliseconds)
  await deleteInChunks(db, 'desk_events', sql`at < ${before(messageDays)} and kind = 'message' and member_id is null`)
  await deleteInChunks(db, 'desk_events', sql`at < ${before(historyDays)}`)
  await deleteInChunks(db, 'desk_notes', sql`at < ${before(historyDays)}`)
}

export type DeskCounts = {
  waiting: number
  taken: number
  first_p50: number | null
  first_p90: number | null
  close_p50: number | null
  close_p90: number | null
}
export type MemberCounts = { user_id: string; taken: number; closed: number; messages: number }

export async function countDeskEvents(
  db: Db,
  agent: AgentKey,
  { start, end }: { start: Date; end: Date },
): Promise<{ all: DeskCounts; members: MemberCounts[] }> {
  const within = sql`agent_key = ${agent.key} and at >= ${start} and at < ${end} and not sandbox`
  const all = await sql<DeskCounts>`
    select count(*) filter (where kind = 'waiting')::int as waiting,
           count(*) filter (where kind in ('taken', 'assigned'))::int as taken,
           percentile_cont(0.5) within group (order by seconds) filter (where kind = 'message') as first_p50,
           percentile_cont(0.9) within group (order by seconds) filter (where kind = 'message') as first_p90,
           percentile_cont(0.5) within group (order by seconds) filter (where kind = 'closed') as close_p50,
           percentile_cont(0.9) within group (order by seconds) filter (where kind = 'closed') as close_p90
      from desk_events where ${within}`.execute(db)
  const members = await sql<MemberCounts>`
    select who as user_id, count(*) filter (where kind in ('taken', 'assigned'))::int as taken,
           count(*) filter (where kind = 'closed')::int as closed,
           count(*) filter (where kind = 'message')::int as messages
      from (select kind, case when kind in ('taken', 'assigned') then assignee else member_id end as who
              from desk_events where ${within}) as acts
     where who is not null and kind in ('taken', 'assigned', 'closed', 'message')
     group by who order by who`.execute(db)
  return { all: all.rows[0] as DeskCounts, members: members.rows }
}

export type MissedLine = { origin: 'user' | 'agent'; text: string; at: Date }

/** What the person and members of the desk wrote in this time, oldest first. */
export async function listMissedLines(
  db: Db,
  agent: AgentKey,
  { asid, since, until, exceptId, most }: { asid: string; since: Date; until: Date; exceptId: string; most: number },
): Promise<MissedLine[]> {
  const { rows } = await sql<MissedLine>`
    select t.origin, t.text, t.at from traffic as t
     where t.agent_key = ${agent.key} and t.asid = ${asid} and t.type = 'content' and t.at > ${since} and t.at <= ${until}
       and t.message_id <> ${exceptId} and t.text is not null and t.reason is null
       and (t.origin = 'user' or exists (
         select from messages as m where m.agent_key = t.agent_key and m.id = t.message_id and m.author is not null))
     order by t.at desc, t.entry desc limit ${most}`.execute(db)
  return rows.reverse()
}

/** The notes of returns in this time. */
export async function listReturnNotes(
  db: Db,
  agent: AgentKey,
  { asid, since }: { asid: string; since: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('desk_events')
    .select('note')
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('kind', '=', 'returned')
    .where('at', '>', since)
    .where('note', 'is not', null)
    .orderBy('event_key')
    .execute()
  return rows.flatMap(({ note }) => note ?? [])
}
