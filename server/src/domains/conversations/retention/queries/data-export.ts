import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'

type ExportSubject = { asids: readonly string[] }
/** Position of an entry, to the microsecond, which a Date cannot represent. */
type ExportPosition = { instant: string; entry: string }

const pageSize = 500
const positionColumns = sql`at::text as instant, entry::text as entry`

/** Pages through the index on person and time. */
async function* pages(
  db: Db,
  agent: AgentKey,
  { asids }: ExportSubject,
  read: RawBuilder<unknown>,
): AsyncGenerator<object[]> {
  for (let after: ExportPosition = { instant: '-infinity', entry: '0' }; ; ) {
    const { rows } = await sql<ExportPosition>`
      ${read} where agent_key = ${agent.key} and asid = any(${asids}::text[])
         and (at, entry) > (${after.instant}::timestamptz, ${after.entry}::bigint) order by at, entry limit ${pageSize}
    `.execute(db)
    yield rows.map(({ instant: _, entry: __, ...row }) => row)
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last
  }
}

const message = sql`
  select ${positionColumns}, at, asid as "userId", session_id as "sessionId", channel, origin as from, type, subtype, text,
         message_id as "messageId", coalesce(detail, reason) as error, raw as content
    from traffic`

export const exportMessages = (db: Db, agent: AgentKey, whose: ExportSubject): AsyncIterable<object[]> =>
  pages(db, agent, whose, message)

const log = sql`
  select ${positionColumns}, at, asid as "userId", session_id as "sessionId", channel, level, event, data from agent_logs`

export const exportLogs = (db: Db, agent: AgentKey, whose: ExportSubject): AsyncIterable<object[]> =>
  pages(db, agent, whose, log)

/** Exports the files that the person sent. */
export async function exportFiles(db: Db, agent: AgentKey, { asids }: ExportSubject): Promise<object[]> {
  const { rows } = await sql<object>`
    select at, asid as "userId", session_id as "sessionId", channel, event #>> '{message,media,url}' as url,
           event #>> '{message,media,name}' as name
      from conversation_events
     where agent_key = ${agent.key} and asid = any(${asids}::text[]) and event #>> '{message,media,url}' is not null
     order by event_key`.execute(db)
  return rows
}

export async function exportSessions(db: Db, agent: AgentKey, { asids }: ExportSubject): Promise<object[]> {
  const { rows } = await sql<object>`
    select asid as "userId", id as "sessionId", channel, started_at as "startedAt", ended_at as "endedAt" from sessions
     where agent_key = ${agent.key} and asid = any(${asids}::text[]) order by started_at, id`.execute(db)
  return rows
}
