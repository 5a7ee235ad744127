import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { Org } from '../org.ts'
import { rowToOrg } from '../queries.ts'
import type { SystemKey, SystemOperator } from './system-org.ts'

/** @serves all tenants */
export async function insertOrg(
  db: Db,
  org: { id: string; name: string; timeZone?: string; defaultCountry?: string; now: Date },
): Promise<Org | undefined> {
  const row = await db
    .insertInto('orgs')
    .values({
      id: org.id,
      name: org.name,
      time_zone: org.timeZone ?? null,
      default_country: org.defaultCountry ?? null,
      created_at: org.now,
      updated_at: org.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && rowToOrg(row)
}

/** @serves all tenants */
export async function listOrgs(db: Db, page: PageQuery): Promise<ListPage<Org>> {
  const found = await pageNewestFirst(db.selectFrom('orgs').selectAll(), page, { at: 'created_at', id: 'id' }).execute()
  return toListPage(found, page.limit, (row) => ({ at: row.created_at, id: row.id }), rowToOrg)
}

/** Deletes the org; everything it owns references its row and cascades. @serves all tenants */
export async function deleteOrg(db: Db, orgId: string): Promise<void> {
  await db.deleteFrom('orgs').where('id', '=', orgId).execute()
}

/** @serves all tenants */
export async function findSystemKey(db: Db, hash: Buffer): Promise<string | undefined> {
  const row = await db.selectFrom('system_keys').select('id').where('hash', '=', hash).executeTakeFirst()
  return row?.id
}

/** @serves all tenants */
export async function insertSystemKey(db: Db, key: { id: string; hash: Buffer; now: Date }): Promise<void> {
  await db.insertInto('system_keys').values({ id: key.id, hash: key.hash, created_at: key.now }).execute()
}

/** @serves all tenants */
export async function listSystemKeys(db: Db): Promise<SystemKey[]> {
  const rows = await db.selectFrom('system_keys').select(['id', 'created_at']).orderBy('created_at', 'desc').execute()
  return rows.map((row) => ({ id: row.id, createdAt: row.created_at.toISOString() }))
}

/** Returns whether there was one. @serves all tenants */
export async function deleteSystemKey(db: Db, id: string): Promise<boolean> {
  const deletion = await db.deleteFrom('system_keys').where('id', '=', id).executeTakeFirst()
  return deletion.numDeletedRows > 0n
}

/** @serves all tenants */
export async function listOperators(db: Db): Promise<SystemOperator[]> {
  const rows = await selectOperators(db).orderBy('email').execute()
  return rows.map(toOperator)
}

/** @serves all tenants */
export async function findOperator(db: Db, userId: string): Promise<SystemOperator | undefined> {
  const row = await selectOperators(db).where('id', '=', userId).executeTakeFirst()
  return row && toOperator(row)
}

/** @serves all tenants */
function selectOperators(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'created_at'])
    .select(
      sql<string[]>`array(select org_id from members where user_id = users.id and members.sysop order by 1)`.as('orgs'),
    )
    .where('sysop', '=', true)
}

function toOperator(row: { id: string; email: string; orgs: string[]; created_at: Date }): SystemOperator {
  return { id: row.id, email: row.email, orgs: row.orgs, createdAt: row.created_at.toISOString() }
}

/**
 * Grants access to /system to sessions verified by the issuer and to those with the password of this org.
 * @serves all tenants
 */
export async function grantOperator(db: Db, userId: string, orgId: string | undefined): Promise<void> {
  await db.updateTable('users').set({ sysop: true }).where('id', '=', userId).execute()
  if (orgId === undefined) return
  await db
    .updateTable('members')
    .set({ sysop: true })
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .execute()
}

/** Returns whether such an account exists. @serves all tenants */
export async function revokeOperator(db: Db, userId: string): Promise<true | undefined> {
  await db.updateTable('members').set({ sysop: false }).where('user_id', '=', userId).execute()
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ sysop: false })
    .where('id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? true : undefined
}
