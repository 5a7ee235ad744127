import { logLevels } from '@parley/definition/vocabulary'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { AgentLogEntry } from '../entries.ts'
import type { PageRange, PositionedEntry } from '../pages.ts'
import { selectNewest } from './page-range.ts'
import { buildSessionFilter } from './sessions.ts'

export type LogListQuery = PageRange & {
  userId?: string
  sessionId?: string
  level?: (typeof logLevels)[number]
  event?: string
}

type LogRow = {
  level: AgentLogEntry['level']
  event: string
  asid: string | null
  session_id: string | null
  channel: NonNullable<AgentLogEntry['channel']> | null
  data: NonNullable<AgentLogEntry['data']> | null
  error: NonNullable<AgentLogEntry['error']> | null
  at: Date
  entry: number
  exactly: string
}
const columns = sql`level, event, asid, session_id, channel, data, error`

/** Newest first. */
export async function listLogs(
  db: Db,
  agent: AgentKey,
  query: LogListQuery,
): Promise<PositionedEntry<AgentLogEntry>[]> {
  const { userId, sessionId } = query
  const session = sessionId === undefined ? undefined : await buildSessionFilter(db, agent, { id: sessionId, userId })
  if (session === 'unknown') return []
  const scans = session || userId !== undefined ? [buildUserScan(query, session)] : buildAgentScans(query)
  const from = { table: 'agent_logs', columns, where: sql`agent_key = ${agent.key}` } as const
  const { rows } = await sql<LogRow>`${selectNewest(from, scans, query)}`.execute(db)
  return rows.map((row) => ({ entry: toLogEntry(agent, row), position: { at: row.exactly, entry: row.entry } }))
}

function buildUserScan({ userId, level, event }: LogListQuery, session?: RawBuilder<unknown>) {
  return sql`${session ?? sql`asid = ${userId}`}
    ${level ? sql`and level = ${level}` : sql``} ${event === undefined ? sql`` : sql`and event = ${event}`}`
}

function buildAgentScans({ level, event }: LogListQuery): RawBuilder<unknown>[] {
  if (event !== undefined) {
    return (level ? [level] : logLevels).map((one) => sql`event = ${event} and level = ${one}`)
  }
  return [level ? sql`level = ${level}` : sql`true`]
}

function toLogEntry(agent: AgentKey, row: LogRow): AgentLogEntry {
  const { level, event, asid, session_id: sessionId, channel, data, error } = row
  const storedColumns = {
    ...(asid !== null && { userId: asid }),
    ...(sessionId !== null && { sessionId }),
    ...(channel !== null && { channel }),
    ...(data !== null && { data }),
    ...(error !== null && { error }),
  }
  const framework = frameworkOf(row)
  return {
    timestamp: row.at.toISOString(),
    agentId: agent.id,
    level,
    event,
    ...(framework && { framework }),
    ...storedColumns,
    raw: { level, event, ...storedColumns },
  }
}

function frameworkOf({ event, data }: LogRow): AgentLogEntry['framework'] {
  if (event.startsWith('webhook.') || data?.to === 'webhook') return 'webhook'
  return data?.to === 'runtime' ? 'runtime' : undefined
}
