import type { Db } from '../../../platform/db/database.ts'
import type { OrgKey } from '../../../platform/http/route.ts'

type NewNotice = { id: string; recipient: string; subject: string; body: string; due_at: Date }

export async function insertNotices(tx: Db, org: OrgKey, notices: readonly NewNotice[]): Promise<void> {
  await tx
    .insertInto('webhook_notices')
    .values(notices.map((notice) => ({ ...notice, org_id: org.id })))
    .execute()
}

/** @serves all tenants */
export async function deleteNotice(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('webhook_notices').where('id', '=', id).execute()
}
