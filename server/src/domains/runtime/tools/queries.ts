import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInChunks } from '../../../platform/db/delete-in-chunks.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ToolOutcome } from '../deps.ts'

/** What is kept of an outcome: the partner is read anew by whoever is told again. */
export type StoredOutcome = Omit<ToolOutcome, 'partner'>
export type ToolCallKey = { asid: string; eventId: string; call: string }

/** Notes that a call begins, unless the conversation is gone; answers what came of it where it was made before and went well. */
export async function startToolCall(
  db: Db,
  agent: AgentKey,
  { asid, eventId, call }: ToolCallKey,
  now: Date,
): Promise<StoredOutcome | undefined> {
  const { rows } = await sql<{ outcome: StoredOutcome | null }>`
    insert into tool_calls as known (agent_key, asid, event_id, call, at)
    select agent_key, asid, ${eventId}, ${call}, ${now}::timestamptz
      from conversations where agent_key = ${agent.key} and asid = ${asid} for key share
    on conflict (agent_key, asid, event_id, call) do update set at = known.at
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
    .where('call', '=', call)
    .execute()
}

/** Of a person who is erased nothing stays. */
export async function deleteToolCalls(tx: Db, agent: AgentKey, asids: readonly string[]): Promise<void> {
  if (asids.length === 0) return
  await tx.deleteFrom('tool_calls').where('agent_key', '=', agent.key).where('asid', 'in', asids).execute()
}

const retentionDays = 7

/** An event is told again for a day at the most. @serves all tenants */
export async function deleteOldToolCalls(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  await deleteInChunks(db, 'tool_calls', sql`at < ${before}`)
}
