import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInChunks } from '../../../platform/db/delete-in-chunks.ts'
import { listPartitionTables, maintainPartitions } from '../../../platform/db/partitions.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { dayMilliseconds } from '../../../platform/world.ts'
import type { AgentLogRecord } from '../deps.ts'

export type NewLogRow = AgentLogRecord & {
  agentKey: number
  at: Date
  dataText: string | null
  errorText: string | null
}

/** Skips lines of deleted agents. @serves all tenants */
export async function insertLogs(db: Db, entries: readonly NewLogRow[]): Promise<void> {
  const column = <T>(read: (entry: NewLogRow) => T) => entries.map(read)
  await sql`
    insert into agent_logs (agent_key, at, level, event, asid, session_id, channel, data, error)
    select agent_key, at, level, event, asid, session_id, channel, data::json, error::json
      from unnest(
             ${column(({ agentKey }) => agentKey)}::bigint[],
             ${column(({ at }) => at)}::timestamptz[],
             ${column(({ level }) => level)}::text[],
             ${column(({ event }) => event)}::text[],
             ${column(({ asid }) => asid ?? null)}::text[],
             ${column(({ sessionId }) => sessionId ?? null)}::text[],
             ${column(({ channel }) => channel ?? null)}::text[],
             ${column(({ dataText }) => dataText)}::text[],
             ${column(({ errorText }) => errorText)}::text[]
           ) with ordinality as line (agent_key, at, level, event, asid, session_id, channel, data, error, place)
     where exists (select from agents where agents.agent_key = line.agent_key)
     order by place`.execute(db)
}

const tables = ['sessions', 'conversations', 'capabilities', 'unmatched_receipts']
/** Partitioned by time. Storing a message also writes traffic, so traffic is deleted after messages. */
const partitionedTables = ['traffic', 'agent_logs']

/** Tokens of files: those the person sent, which no one else has, and those sent to them. */
export type RemainingFiles = { sent: string[]; shown: string[] }

/**
 * Deletes all messages from and to a person. Returns the files that remain, which nothing else records. Scans events:
 * an index for the few erased people would cost time on every insert.
 */
export async function deletePersonConversations(
  tx: Db,
  agent: AgentKey,
  asids: readonly string[],
): Promise<RemainingFiles> {
  if (asids.length === 0) return { sent: [], shown: [] }
  const theirs = sql`agent_key = ${agent.key} and asid = any(${asids}::text[])`
  await sql`delete from dispatches where ${theirs}`.execute(tx)
  const { rows: shown } = await sql<{ token: string }>`
    with gone as (delete from messages where ${theirs} returning message::text as message)
    select distinct found[1] as token from gone, regexp_matches(message, '/media/([^/"]+)/', 'g') as found`.execute(tx)
  for (const name of tables) await sql`delete from ${sql.table(name)} where ${theirs}`.execute(tx)
  const { rows: sent } = await sql<{ token: string | null }>`
    delete from conversation_events where ${theirs}
    returning substring(event #>> '{message,media,url}' from '/media/([^/]+)/') as token`.execute(tx)
  for (const name of partitionedTables) await sql`delete from ${sql.table(name)} where ${theirs}`.execute(tx)
  return { sent: sent.flatMap(({ token }) => token ?? []), shown: shown.map(({ token }) => token) }
}

export async function insertErasedConversations(
  tx: Db,
  agent: AgentKey,
  asids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    insert into erased_conversations (agent_key, asid, erased_at)
    select ${agent.key}, asid, ${now} from unnest(${asids}::text[]) as asid`.execute(tx)
}

/** Claims conversations erased before that time and removes them from the list. @serves all tenants */
export async function claimErasedConversations(tx: Db, before: Date): Promise<{ agent: AgentKey; asid: string }[]> {
  const { rows } = await sql<{ agent_key: number; id: string; org_id: string; asid: string }>`
    delete from erased_conversations as erased using agents
     where agents.agent_key = erased.agent_key and erased_at <= ${before}
    returning erased.agent_key, agents.id, agents.org_id, asid`.execute(tx)
  return rows.map(({ agent_key: key, id, org_id: orgId, asid }) => ({ agent: { key, id, orgId }, asid }))
}

export async function deleteAgentConversations(tx: Db, agent: AgentKey): Promise<void> {
  const partitions = await Promise.all(partitionedTables.map((name) => listPartitionTables(tx, name)))
  for (const name of ['dispatches', 'messages', ...tables, 'conversation_events', ...partitions.flat()]) {
    await deleteInChunks(tx, name, sql`agent_key = ${agent.key}`)
  }
}

type AgingTable = { table: string; at: string }

/** Delivery to the agent ends long before; tests are generated from conversations of the last 30 days. */
const eventDays = 30
/** Providers report nothing about older dispatches. */
const dispatchDays = 31
const batchSize = 10_000
/**
 * Conversations themselves stay: what a person was sent belongs to the person. Messages stay as long as history does,
 * because the records of sends refer to their outcome. @serves all tenants
 */
export async function deleteOldConversations(
  db: Db,
  now: Date,
  historyDays: number,
  signal?: AbortSignal,
): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMilliseconds)
  const events = { table: 'conversation_events', at: 'at' }
  const steps = [
    () => deleteOldest(db, events, before(Math.min(historyDays, eventDays))),
    () => deleteOldest(db, { table: 'sessions', at: 'started_at' }, before(historyDays)),
    () => deleteByAge(db, { table: 'messages', at: 'accepted_at' }, before(historyDays)),
    () => deleteByAge(db, { table: 'dispatches', at: 'created_at' }, before(dispatchDays)),
  ]
  for (const step of steps) while (!signal?.aborted && (await step()) > 0);
  await maintainHistoryPartitions(db, now, historyDays)
}

/** Traffic and logs are deleted by dropping partitions; creates partitions ahead of time. @serves all tenants */
export async function maintainHistoryPartitions(db: Db, now: Date, historyDays: number): Promise<void> {
  for (const name of partitionedTables) await maintainPartitions(db, name, { now, historyDays })
}

/**
 * Requires an index on agent and age. Reads only the oldest rows of each agent, so that a round costs no more than it
 * deletes. @serves all tenants
 */
async function deleteOldest(db: Db, aging: AgingTable, before: Date): Promise<number> {
  const [table, at] = [sql.table(aging.table), sql.ref(aging.at)]
  const { numAffectedRows } = await sql`
    with recursive keepers (agent_key) as (
      (select agent_key from ${table} order by agent_key limit 1)
      union all
      select (select t.agent_key from ${table} as t where t.agent_key > keepers.agent_key order by t.agent_key limit 1)
        from keepers where agent_key is not null)
    delete from ${table} where ctid = any(array(
      select oldest.ctid
        from keepers, lateral (
          select t.ctid from ${table} as t where t.agent_key = keepers.agent_key and t.${at} < ${before}
           order by t.${at} limit 1000) as oldest
       limit ${batchSize}))`.execute(db)
  return Number(numAffectedRows)
}

/** @serves all tenants */
async function deleteByAge(db: Db, aging: AgingTable, before: Date): Promise<number> {
  const [table, at] = [sql.table(aging.table), sql.ref(aging.at)]
  const { numAffectedRows } = await sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${at} < ${before} limit ${batchSize}))`.execute(db)
  return Number(numAffectedRows)
}

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
