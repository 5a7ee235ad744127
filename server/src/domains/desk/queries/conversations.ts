import type { Channel } from '@parley/amf'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { Cursor } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { DeskListFilters } from '../conversations/schemas.ts'
import type { DeskState, DeskStatus } from '../conversations/transitions.ts'
import { indexedViews, selectByFilters } from './list-filters.ts'
import { toDeskStatus } from './status.ts'

export type DeskListQuery = DeskListFilters & {
  state?: DeskState
  assignee?: string
  channel?: Channel
  /** Only these conversations. */
  asids?: readonly string[]
  snoozed: boolean
  now: Date
  after?: Cursor
  limit: number
  viewerId: string
}

export type DeskEntry = {
  asid: string
  personId?: string
  name?: string
  channel: Channel
  sessionId: string
  status: DeskStatus
  lastAt: Date
  lastText: string
  lastInboundAt?: Date
  unread: number
  sandbox: boolean
  cursor: Cursor
}

type EntryRow = Selectable<Tables['conversations']> & {
  person_id: string | null
  name: string | null
  last_at: Date | null
  last_text: string | null
  unread: number
  cursor_at: Date
}

/** The count stops here; the console shows that there are more. */
const maxUnread = 100

/**
 * Newest session first, and in the views of those who wait, the longest wait first; one entry more than the limit shows
 * that there are more.
 */
export async function listDeskEntries(db: Db, agent: AgentKey, query: DeskListQuery): Promise<DeskEntry[]> {
  const order = isByWait(query) ? sql`asc` : sql`desc`
  return readEntries(db, agent, { page: selectPage(agent, query), order, viewerId: query.viewerId })
}

const isByWait = ({ view }: DeskListQuery) => view === 'waiting' || view === 'unassigned'

export async function findDeskEntry(
  db: Db,
  agent: AgentKey,
  { asid, viewerId }: { asid: string; viewerId: string },
): Promise<DeskEntry | undefined> {
  const page = sql`select asid, session_started_at as cursor_at from conversations
                    where agent_key = ${agent.key} and asid = ${asid}`
  return (await readEntries(db, agent, { page, order: sql`desc`, viewerId }))[0]
}

/**
 * Conversations with a state, an assignee or a tag are few and have indexes of their own. All others are found through
 * their last session, whose index is in the order of the list and does not change with each message: the statement reads
 * it until the page is full.
 */
function selectPage(agent: AgentKey, query: DeskListQuery): RawBuilder<unknown> {
  const { state, assignee, channel, asids, snoozed, now, after, limit, view } = query
  const filters = sql`
    ${channel === undefined ? sql`` : sql`and c.channel = ${channel}`}
    ${asids === undefined ? sql`` : sql`and c.asid = any(${asids}::text[])`}
    ${assignee === undefined ? sql`` : sql`and c.desk_assignee = ${assignee}`}
    ${snoozed ? sql`and c.desk_snoozed_until > ${now}` : sql`and (c.desk_snoozed_until is null or c.desk_snoozed_until <= ${now})`}
    ${selectByFilters(agent, query, query.viewerId)}`
  const isIndexed = (state !== undefined && state !== 'agent') || (view !== undefined && indexedViews.includes(view))
  const isSelective = query.tag !== undefined || query.campaignReplies === true
  if (isByWait(query)) {
    return sql`
      select c.asid, c.desk_waiting_since as cursor_at from conversations as c
       where c.agent_key = ${agent.key} and not c.sandbox
         ${state === undefined ? sql`` : state === 'waiting' ? sql`` : sql`and false`}
         ${filters}
         ${after ? sql`and (c.desk_waiting_since, c.session_id) > (${after.at}, ${after.id})` : sql``}
       order by c.desk_waiting_since, c.session_id limit ${limit + 1}`
  }
  if (isIndexed || isSelective || assignee !== undefined || asids !== undefined) {
    return sql`
      select c.asid, c.session_started_at as cursor_at from conversations as c
       where c.agent_key = ${agent.key} and not c.sandbox
         ${state === undefined ? sql`` : state === 'agent' ? sql`and c.desk_state is null` : sql`and c.desk_state = ${state}`}
         ${filters}
         ${after ? sql`and (c.session_started_at, c.session_id) < (${after.at}, ${after.id})` : sql``}
       order by c.session_started_at desc, c.session_id desc limit ${limit + 1}`
  }
  return sql`
    select c.asid, s.started_at as cursor_at
      from sessions as s cross join lateral (
        select c.asid from conversations as c
         where c.agent_key = s.agent_key and c.asid = s.asid and c.session_id = s.id
           ${state === 'agent' ? sql`and c.desk_state is null` : sql``} ${filters}
         -- Without it, the planner joins all sessions with all conversations and sorts them.
         offset 0) as c
     where s.agent_key = ${agent.key} and not s.sandbox
       ${after ? sql`and (s.started_at, s.id) < (${after.at}, ${after.id})` : sql``}
     order by s.started_at desc, s.id desc limit ${limit + 1}`
}

type EntryPage = { page: RawBuilder<unknown>; order: RawBuilder<unknown>; viewerId: string }

async function readEntries(db: Db, agent: AgentKey, { page, order, viewerId }: EntryPage): Promise<DeskEntry[]> {
  const { rows } = await sql<EntryRow>`
    with page as materialized (${page})
    select c.*, page.cursor_at, person.id as person_id,
           coalesce(person.full_name, nullif(concat_ws(' ', person.first_name, person.last_name), '')) as name,
           last.at as last_at, last.text as last_text, (
             select count(*)::int from (
               select from traffic as t
                where t.agent_key = ${agent.key} and t.asid = c.asid and t.type = 'content' and t.origin = 'user'
                  and t.at > coalesce(seen.seen_at, '-infinity') limit ${maxUnread}) as unseen) as unread
      from page
      join conversations as c on c.agent_key = ${agent.key} and c.asid = page.asid
      left join identities as i on i.agent_key = ${agent.key} and i.asid = c.asid
      left join people as person on person.agent_key = ${agent.key} and person.person_key = i.person_key
      left join desk_views as seen on seen.agent_key = ${agent.key} and seen.asid = c.asid and seen.member_id = ${viewerId}
      left join lateral (
        select t.at, t.text from traffic as t
         where t.agent_key = ${agent.key} and t.asid = c.asid and t.type = 'content'
         order by t.at desc, t.entry desc limit 1) as last on true
     order by page.cursor_at ${order}, c.session_id ${order}`.execute(db)
  return rows.map(toEntry)
}

function toEntry(row: EntryRow): DeskEntry {
  return {
    asid: row.asid,
    ...(row.person_id !== null && { personId: row.person_id }),
    ...(row.name !== null && { name: row.name }),
    channel: row.channel as Channel,
    sessionId: row.session_id,
    status: toDeskStatus(row),
    lastAt: row.last_at ?? row.last_content_at,
    lastText: row.last_text ?? '',
    ...(row.last_inbound_at && { lastInboundAt: row.last_inbound_at }),
    unread: row.unread,
    sandbox: row.sandbox,
    cursor: { at: row.cursor_at, id: row.session_id },
  }
}

/** The conversations of these people. */
export async function listAsidsOfPeople(db: Db, agent: AgentKey, personKeys: readonly number[]): Promise<string[]> {
  if (personKeys.length === 0) return []
  const rows = await db
    .selectFrom('identities')
    .select('asid')
    .where('agent_key', '=', agent.key)
    .where('person_key', 'in', personKeys)
    .execute()
  return rows.map(({ asid }) => asid)
}

export type DeskNoteRow = { id: string; text: string; member_id: string; at: Date }

export async function insertNote(
  tx: Db,
  agent: AgentKey,
  { asid, id, text, memberId, at }: { asid: string; id: string; text: string; memberId: string; at: Date },
): Promise<void> {
  await tx.insertInto('desk_notes').values({ agent_key: agent.key, asid, id, text, member_id: memberId, at }).execute()
}

/** Oldest first. */
export async function listNotes(db: Db, agent: AgentKey, asid: string): Promise<DeskNoteRow[]> {
  const rows = await db
    .selectFrom('desk_notes')
    .select(['id', 'text', 'member_id', 'at'])
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .orderBy('note_key', 'desc')
    .limit(maxHistory)
    .execute()
  return rows.reverse()
}

export type DeskHistoryRow = { kind: string; member_id: string | null; assignee: string | null; at: Date }

const maxHistory = 500

/** The moves of a conversation, oldest first. */
export async function listHistory(db: Db, agent: AgentKey, asid: string): Promise<DeskHistoryRow[]> {
  const rows = await db
    .selectFrom('desk_events')
    .select(['kind', 'member_id', 'assignee', 'at'])
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('kind', 'not in', ['message', 'note'])
    .orderBy('event_key', 'desc')
    .limit(maxHistory)
    .execute()
  return rows.reverse()
}

type PersonScope = { asids: readonly string[] }

export async function exportNotes(db: Db, agent: AgentKey, { asids }: PersonScope): Promise<object[]> {
  const { rows } = await sql<object>`
    select id, asid as "userId", at, member_id as by, text from desk_notes
     where agent_key = ${agent.key} and asid = any(${asids}::text[]) order by note_key`.execute(db)
  return rows
}

export async function exportHistory(db: Db, agent: AgentKey, { asids }: PersonScope): Promise<object[]> {
  const { rows } = await sql<object>`
    select asid as "userId", at, kind as move, member_id as by, note from desk_events
     where agent_key = ${agent.key} and asid = any(${asids}::text[]) and kind not in ('message', 'note')
     order by event_key`.execute(db)
  return rows
}

/** Notes, moves and views go with the conversation; this deletes those of a conversation that has no row. */
export async function deleteDeskData(tx: Db, agent: AgentKey, asids: readonly string[]): Promise<void> {
  if (asids.length === 0) return
  for (const name of ['desk_notes', 'desk_events', 'desk_views']) {
    await sql`delete from ${sql.table(name)} where agent_key = ${agent.key} and asid = any(${asids}::text[])`.execute(
      tx,
    )
  }
}
