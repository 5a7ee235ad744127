import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { deleteInChunks } from '../../../../platform/db/delete-in-chunks.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'

export type NewNotice = { id: string; text: string; due: Date }

/** Inserts a notice that belongs to no conversation. Returns false when it already exists. */
export async function insertGeneralNotice(tx: Db, agent: AgentKey, { id, text, due }: NewNotice): Promise<boolean> {
  const row = { agent_key: agent.key, id, text, due_at: due, created_at: due }
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('team_notices')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Returns false when the notice already exists or its conversation is gone. */
export async function insertNotice(
  tx: Db,
  agent: AgentKey,
  { id, asid, text, due }: NewNotice & { asid: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into team_notices (agent_key, id, asid, text, due_at, created_at)
    select agent_key, ${id}, asid, ${text}, ${due}::timestamptz, ${due}::timestamptz
      from conversations where agent_key = ${agent.key} and asid = ${asid} for key share
        on conflict do nothing
    returning id`.execute(tx)
  return rows.length > 0
}

/** Personal data in the notice is not retained after delivery is given up. */
export async function clearNoticeText(tx: Db, agent: AgentKey, id: string): Promise<void> {
  await tx
    .updateTable('team_notices')
    .set({ text: '' })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .execute()
}

export async function deleteNotices(tx: Db, agent: AgentKey, asids: readonly string[]): Promise<void> {
  if (asids.length === 0) return
  await tx.deleteFrom('team_notices').where('agent_key', '=', agent.key).where('asid', 'in', asids).execute()
}

const retentionDays = 30

/** @serves all tenants */
export async function deleteOldNotices(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  await deleteInChunks(db, 'team_notices', sql`due_at is null and created_at < ${before}`)
}
