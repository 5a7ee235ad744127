import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { deleteInChunks } from '../../platform/db/delete-in-chunks.ts'
import { relaxedCommit } from '../../platform/db/transaction.ts'
import type { Cursor } from '../../platform/http/page.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { dayMilliseconds } from '../../platform/world.ts'
import type { CallState, ToolBindingCall, ToolCaller } from './call-record.ts'

export type NewToolCall = { id: string; toolId: string; caller: ToolCaller; given: unknown; now: Date }
export type StartedCall = {
  id: string
  /** `running`: make the call. Any other state is that of the same call, made before. */
  state: CallState
  failures: number
  result: unknown
  error: string | null
}

/**
 * Records that a call for an event starts, unless the conversation is gone. The same call of the same event is not made
 * again if it succeeded. If it was interrupted, it is made again only if it is repeatable; else its outcome is unknown.
 */
export async function startEventCall(
  db: Db,
  agent: AgentKey,
  {
    id,
    toolId,
    caller,
    given,
    now,
    dedupeKey,
    isRepeatable,
  }: NewToolCall & { dedupeKey: string; isRepeatable: boolean },
): Promise<StartedCall | undefined> {
  const { rows } = await sql<StartedCall>`
    insert into tool_binding_calls as known
      (agent_key, id, tool_id, called_by, playbook_id, asid, event_id, dedupe_key, state, given, at)
    select agent_key, ${id}, ${toolId}, ${caller.calledBy}, ${caller.playbookId ?? null}, asid,
           ${caller.eventId ?? null}, ${dedupeKey}, 'running', ${JSON.stringify(given)}::json, ${now}::timestamptz
      from conversations where agent_key = ${agent.key} and asid = ${caller.userId ?? null} for key share
    on conflict (agent_key, asid, event_id, dedupe_key) where event_id is not null do update
       set state = case
             when known.state = 'failed' then 'running'
             when known.state in ('running', 'unknown') and ${isRepeatable}::boolean then 'running'
             when known.state = 'running' then 'unknown'
             else known.state end
    returning id, state, failures, result, error`.execute(db)
  return rows[0]
}

export async function insertTrialCall(db: Db, agent: AgentKey, { id, toolId, given, now }: NewToolCall): Promise<void> {
  await sql`
    insert into tool_binding_calls (agent_key, id, tool_id, called_by, state, given, at)
    select ${agent.key}::bigint, ${id}, ${toolId}, 'trial', 'running', ${JSON.stringify(given)}::json, ${now}::timestamptz
      from ${relaxedCommit}`.execute(db)
}

export type CallEnd = Pick<ToolBindingCall, 'request' | 'response' | 'result' | 'error' | 'milliseconds'> & {
  state: Exclude<CallState, 'running'>
}

/**
 * Does not wait for the disk: without this record, the call counts as interrupted, as if the worker had died before it.
 */
export async function finishCall(db: Db, agent: AgentKey, id: string, end: CallEnd): Promise<void> {
  const { state, request, response, result, error, milliseconds } = end
  const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  await sql`
    update tool_binding_calls
       set state = ${state}, failures = failures + ${state === 'failed' ? 1 : 0},
           request = ${toJson(request)}::json, response = ${toJson(response)}::json, result = ${toJson(result)}::json,
           error = ${error ?? null}, milliseconds = ${milliseconds ?? null}
      from ${relaxedCommit}
     where agent_key = ${agent.key} and id = ${id}`.execute(db)
}

type CallRow = {
  call_key: number
  id: string
  tool_id: string
  called_by: ToolBindingCall['calledBy']
  playbook_id: string | null
  asid: string | null
  event_id: string | null
  state: CallState
  given: unknown
  request: ToolBindingCall['request'] | null
  response: ToolBindingCall['response'] | null
  result: unknown
  error: string | null
  milliseconds: number | null
  at: Date
}
const columns = sql`call_key, id, tool_id, called_by, playbook_id, asid, event_id, state, given, request, response,
  result, error, milliseconds, at`

type CallFilter = { toolId: string; state?: CallState; after?: Cursor; limit: number }
export type CallListEntry = { call: ToolBindingCall; cursor: Cursor }

/** Newest first; one row more than the limit indicates that there are more. */
export async function listCalls(db: Db, agent: AgentKey, filter: CallFilter): Promise<CallListEntry[]> {
  const { toolId, state, after, limit } = filter
  const { rows } = await sql<CallRow>`
    select ${columns} from tool_binding_calls
     where agent_key = ${agent.key} and tool_id = ${toolId}
       ${state === undefined ? sql`` : sql`and state = ${state}`}
       ${after ? sql`and (at, call_key) < (${after.at}, ${Number(after.id)})` : sql``}
     order by at desc, call_key desc limit ${limit + 1}`.execute(db)
  return rows.map((row) => ({ call: toCallRecord(row), cursor: { at: row.at, id: String(row.call_key) } }))
}

function toCallRecord(row: CallRow): ToolBindingCall {
  return {
    id: row.id,
    toolId: row.tool_id,
    at: row.at.toISOString(),
    calledBy: row.called_by,
    ...(row.playbook_id !== null && { playbookId: row.playbook_id }),
    ...(row.asid !== null && { userId: row.asid }),
    ...(row.event_id !== null && { eventId: row.event_id }),
    state: row.state,
    given: row.given,
    ...(row.request !== null && { request: row.request }),
    ...(row.response !== null && { response: row.response }),
    ...(row.state === 'succeeded' && { result: row.result }),
    ...(row.error !== null && { error: row.error }),
    ...(row.milliseconds !== null && { milliseconds: row.milliseconds }),
  }
}

/** The calls that were made for a person, for their data export; the provider's side belongs to the business. */
export async function exportCalls(db: Db, agent: AgentKey, { asids }: { asids: readonly string[] }): Promise<object[]> {
  const { rows } = await sql<object>`
    select id, tool_id as "toolId", at, asid as "userId", state, given from tool_binding_calls
     where agent_key = ${agent.key} and asid = any(${asids}::text[]) order by call_key`.execute(db)
  return rows
}

export async function deleteCalls(tx: Db, agent: AgentKey, asids: readonly string[]): Promise<void> {
  if (asids.length === 0) return
  await tx.deleteFrom('tool_binding_calls').where('agent_key', '=', agent.key).where('asid', 'in', asids).execute()
}

const maxRetentionDays = 30

/** An event is redelivered for at most one day; operators look at the calls of the last weeks. @serves all tenants */
export async function deleteOldCalls(db: Db, now: Date, historyDays: number): Promise<void> {
  const before = new Date(now.getTime() - Math.min(historyDays, maxRetentionDays) * dayMilliseconds)
  await deleteInChunks(db, 'tool_binding_calls', sql`at < ${before}`)
}
