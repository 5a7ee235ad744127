import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInChunks } from '../../../platform/db/delete-in-chunks.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ToolOutcome } from '../deps.ts'

/** The stored part of an outcome; a redelivered event reads the partner again. */
export type StoredOutcome = Omit<ToolOutcome, 'partner'>
export type ToolCallKey = { asid: string; eventId: string; call: string }

/**
 * Records the start of a call unless the conversation is gone. Returns the outcome if the same call already succeeded.
 */
export async function startToolCall(
  db: Db,
  agent: AgentKey,
  { asid, eventId, call }: ToolCallKey,
  now: Date,
): Promise<StoredOutcome | undefined> {
  const { rows } = await sql<{ outcome: StoredOutcome | null }>`
    insert into tool_calls as known (agent_key, asid, event_id, call_key, at)
    select agent_key, asid, ${eventId}, ${call}, ${now}::timestamptz
      from conversations where agent_key = ${agent.key} and asid = ${asid} for key share
    on conflict (agent_key, asid, event_id, call_key) do update set at = known.at
    returning outcome`.execute(db)
  return rows[0]?.outcome ?? undefined
}

export async function saveToolCallOutcome(
  db: Db,
  agent: AgentKey,
  { asid, eventId, call }: ToolCallKey,
  outcome: StoredOutcome,
): Promise<void> {
  await db
    .updateTable('tool_calls')
    .set({ outcome: JSON.stringify(outcome) })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('event_id', '=', eventId)
    .where('call_key', '=', call)
    .execute()
}

export async function deleteToolCalls(tx: Db, agent: AgentKey, asids: readonly string[]): Promise<void> {
  if (asids.length === 0) return
  await tx.deleteFrom('tool_calls').where('agent_key', '=', agent.key).where('asid', 'in', asids).execute()
}

const retentionDays = 7

/** An event is redelivered for at most one day. @serves all tenants */
export async function deleteOldToolCalls(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  await deleteInChunks(db, 'tool_calls', sql`at < ${before}`)
}
