import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Cursor } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ModelCallRecord, TurnContent, TurnRecord } from './turn.ts'

type StoredModelCall = Omit<ModelCallRecord, 'modelId' | 'ok'>

type TurnRow = {
  id: string
  asid: string
  session_id: string
  event_id: string | null
  channel: TurnRecord['channel']
  sandbox: boolean
  at: Date
  record: TurnContent
  turn_key: number
  version: number | null
  draft_id: string | null
}
const columns = sql`id, asid, session_id, event_id, channel, sandbox, at, record, turn_key, version, draft_id`

export type TurnListEntry = { turn: TurnRecord; cursor: Cursor }
export type TurnFilter = {
  userId?: string
  sessionId?: string
  start: Date
  end: Date
  after?: Cursor
  limit: number
}

/** Newest first; one row more than the limit indicates that there are more. */
export async function listTurns(db: Db, agent: AgentKey, filter: TurnFilter): Promise<TurnListEntry[]> {
  const { userId, sessionId, start, end, after, limit } = filter
  const { rows } = await sql<TurnRow>`
    select ${columns} from turns
     where agent_key = ${agent.key} and at >= ${start} and at <= ${end}
       ${userId === undefined ? sql`` : sql`and asid = ${userId}`}
       ${sessionId === undefined ? sql`` : sql`and session_id = ${sessionId}`}
       ${after ? sql`and (at, turn_key) < (${after.at}, ${Number(after.id)})` : sql``}
     order by at desc, turn_key desc limit ${limit + 1}`.execute(db)
  return rows.map((row) => ({ turn: toTurn(row), cursor: { at: row.at, id: String(row.turn_key) } }))
}

export async function findTurn(db: Db, agent: AgentKey, id: string): Promise<TurnRecord | undefined> {
  const { rows } = await sql<TurnRow>`
    select ${columns} from turns where agent_key = ${agent.key} and id = ${id}`.execute(db)
  return rows[0] && toTurn(rows[0])
}

export async function listTurnsByIds(db: Db, agent: AgentKey, ids: readonly string[]): Promise<TurnRecord[]> {
  const { rows } = await sql<TurnRow>`
    select ${columns} from turns where agent_key = ${agent.key} and id = any(${[...ids]}::text[])`.execute(db)
  return rows.map(toTurn)
}

export async function findTurnByEvent(db: Db, agent: AgentKey, eventId: string): Promise<TurnRecord | undefined> {
  const { rows } = await sql<TurnRow>`
    select ${columns} from turns where agent_key = ${agent.key} and event_id = ${eventId}`.execute(db)
  return rows[0] && toTurn(rows[0])
}

/** The newest turns of a conversation, oldest first. */
export async function listUserTurns(db: Db, agent: AgentKey, asid: string, limit: number): Promise<TurnRecord[]> {
  const { rows } = await sql<TurnRow>`
    select ${columns} from turns where agent_key = ${agent.key} and asid = ${asid}
     order by turn_key desc limit ${limit}`.execute(db)
  return rows.map(toTurn).reverse()
}

/** The first turns of a session, in order. */
export async function listSessionTurns(
  db: Db,
  agent: AgentKey,
  { userId, sessionId, limit }: { userId: string; sessionId: string; limit: number },
): Promise<TurnRecord[]> {
  const { rows } = await sql<TurnRow>`
    select ${columns} from turns where agent_key = ${agent.key} and session_id = ${sessionId} and asid = ${userId}
     order by at, turn_key limit ${limit}`.execute(db)
  return rows.map(toTurn)
}

function toTurn(row: TurnRow): TurnRecord {
  return {
    id: row.id,
    userId: row.asid,
    sessionId: row.session_id,
    ...(row.event_id !== null && { eventId: row.event_id }),
    channel: row.channel,
    ...(row.sandbox && { test: true as const }),
    at: row.at.toISOString(),
    ...(row.version !== null && { version: row.version }),
    ...(row.draft_id !== null && { draftId: row.draft_id }),
    ...row.record,
    modelCalls: row.record.modelCalls.map(completeModelCall),
  }
}

/** Records written before models could be chosen have neither id nor `ok`. */
const completeModelCall = (call: Partial<ModelCallRecord> & StoredModelCall): ModelCallRecord => ({
  modelId: call.provider === 'embedded' ? 'embedded' : 'default',
  ok: call.error === undefined,
  ...call,
})
