import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { TrafficWindow } from '../pages.ts'

/**
 * A message of a session may be sent up to a day after it ended, when a reply window opens, and be read a day after
 * that.
 */
const trailingContent = sql`interval '25 hours'`
const trailing = sql`interval '50 hours'`
/** No session lasts longer without a pause that ends it. */
const maxSessionLength = sql`interval '1 day'`

/** Builds the condition for the entries of one session: its person and its time range. */
export async function buildSessionFilter(
  db: Db,
  agent: AgentKey,
  { id, userId }: { id: string; userId?: string },
): Promise<RawBuilder<unknown> | 'unknown'> {
  const { rows } = await sql<{ asid: string; from: Date; until: Date | null }>`
    select asid, started_at as from, last_activity_at + ${trailing} as until from sessions
     where agent_key = ${agent.key} and id = ${id} limit 1`.execute(db)
  const [session] = rows
  if (!session || (userId !== undefined && userId !== session.asid)) return 'unknown'
  const { asid, from, until } = session
  return sql`asid = ${asid} and session_id = ${id} and at >= ${from} ${until ? sql`and at < ${until}` : sql``}`
}

export type SessionListQuery = { userId?: string; window: TrafficWindow; sandboxes: readonly boolean[]; limit: number }
export type SessionRow = {
  id: string
  asid: string
  channel: string
  sandbox: boolean
  started_at: Date
  last_activity_at: Date | null
  version: number | null
  draft_id: string | null
}

/** Sessions that started in the window or were still active in it, newest first. */
export async function listTrafficSessions(db: Db, agent: AgentKey, query: SessionListQuery): Promise<SessionRow[]> {
  const { userId, window, sandboxes, limit } = query
  const inOrder = sql`order by started_at desc, id desc limit ${limit}`
  const scans = sandboxes.map(
    (sandbox) => sql`(
      select id, asid, channel, sandbox, started_at, last_activity_at, version, draft_id from sessions
       where agent_key = ${agent.key} and sandbox = ${sandbox}
         ${userId === undefined ? sql`` : sql`and asid = ${userId}`}
         and started_at >= ${window.start}::timestamptz - ${maxSessionLength} and started_at < ${window.end}
         and (started_at >= ${window.start} or last_activity_at >= ${window.start} or ended_at is null and (
           select c.last_content_at >= ${window.start} from conversations as c
            where c.agent_key = sessions.agent_key and c.asid = sessions.asid and c.session_id = sessions.id))
       ${inOrder})`,
  )
  const { rows } = await sql<SessionRow>`
    select * from (${sql.join(scans, sql` union all `)}) as found ${inOrder}`.execute(db)
  return rows
}

export type SessionCounts = {
  id: string
  ended_at: Date | null
  message_count: number
  first: string | null
  last: string | null
}

export async function countSessionMessages(
  db: Db,
  agent: AgentKey,
  sessions: readonly SessionRow[],
): Promise<SessionCounts[]> {
  const earliest = new Date(Math.min(...sessions.map(({ started_at }) => started_at.getTime())))
  const lasts = sessions.map(({ last_activity_at }) => last_activity_at?.getTime() ?? Number.POSITIVE_INFINITY)
  const latest = Math.max(...lasts)
  // An active session has no end yet.
  const until = Number.isFinite(latest) ? sql`and at < ${new Date(latest)}::timestamptz + ${trailingContent}` : sql``
  const column = <K extends keyof SessionRow>(name: K) => sessions.map((session) => session[name])
  const { rows } = await sql<SessionCounts>`
    select session.id, said.*
      from unnest(${column('id')}::text[], ${column('asid')}::text[], ${column('started_at')}::timestamptz[],
                  ${column('last_activity_at')}::timestamptz[]) as session (id, asid, started_at, last_activity_at),
           lateral (
             select max(at) as ended_at, count(*) filter (where type = 'content')::int as message_count,
                    (array_agg(text order by at, entry) filter (where type = 'content' and text is not null))[1] as first,
                    (array_agg(text order by at desc, entry desc)
                       filter (where type = 'content' and text is not null))[1] as last
               from traffic
              where agent_key = ${agent.key} and asid = session.asid and session_id = session.id and type <> 'status'
                and at >= ${earliest} ${until} and at >= session.started_at
                and at < coalesce(session.last_activity_at, 'infinity') + ${trailingContent}) as said`.execute(db)
  return rows
}

export type LastSeenUser = { asid: string; channel: string; sandbox: boolean; at: Date }

/**
 * Lists the people seen last, from sessions that ended in the window, that ended after it but started before its end,
 * and that are still active. Returns up to about `most` of each, latest first; a person may appear several times.
 */
export async function listLastSeenUsers(
  db: Db,
  agent: AgentKey,
  { window, sandboxes, most }: { window: TrafficWindow; sandboxes: readonly boolean[]; most: number },
): Promise<LastSeenUser[]> {
  const { start, end } = window
  const scans = sandboxes.flatMap((sandbox) => {
    const ofAgent = sql`s.agent_key = ${agent.key} and s.sandbox = ${sandbox}`
    return [
      sql`(select s.asid, s.channel, s.sandbox, s.last_activity_at as at from sessions as s
            where ${ofAgent} and s.last_activity_at >= ${start} and s.last_activity_at < ${end}
            order by s.last_activity_at desc limit ${most})`,
      sql`(select s.asid, s.channel, s.sandbox, ${end}::timestamptz as at from sessions as s
            where ${ofAgent} and s.last_activity_at >= ${end} and s.last_activity_at < ${end}::timestamptz + ${maxSessionLength}
              and s.started_at < ${end}
            order by s.last_activity_at limit ${most})`,
      sql`(select s.asid, s.channel, s.sandbox, least(c.last_content_at, ${end}) as at
             from sessions as s, lateral (
                    select last_content_at from conversations
                     where agent_key = s.agent_key and asid = s.asid limit 1) as c
            where ${ofAgent} and s.ended_at is null and s.started_at < ${end} and c.last_content_at >= ${start}
              and s.started_at >= ${start}::timestamptz - ${maxSessionLength}
            order by c.last_content_at desc limit ${most})`,
    ]
  })
  const { rows } = await sql<LastSeenUser>`
    select * from (${sql.join(scans, sql` union all `)}) as found order by at desc`.execute(db)
  return rows
}

export type UserActivity = { asid: string; last_activity_at: Date | null; message_count: number }

/** Counts the messages of each person in the window, in both directions. */
export async function countUserActivity(
  db: Db,
  agent: AgentKey,
  asids: readonly string[],
  { start, end }: TrafficWindow,
): Promise<UserActivity[]> {
  const { rows } = await sql<UserActivity>`
    select seen.asid, said.*
      from unnest(${asids}::text[]) as seen (asid),
           lateral (
             select max(at) as last_activity_at, count(*) filter (where type = 'content')::int as message_count
               from traffic
              where agent_key = ${agent.key} and asid = seen.asid and type <> 'status'
                and at >= ${start} and at < ${end}) as said`.execute(db)
  return rows
}
