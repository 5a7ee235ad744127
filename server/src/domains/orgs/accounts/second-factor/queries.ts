import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { OrgKey } from '../../../../platform/http/route.ts'

export type StoredFactor = { secret: Buffer; confirmedAt: Date | null }

export async function findFactor(db: Db, org: OrgKey, userId: string): Promise<StoredFactor | undefined> {
  return db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at as confirmedAt'])
    .where('org_id', '=', org.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Replaces an unconfirmed factor; returns false when one is enabled. */
export async function startFactor(
  db: Db,
  org: OrgKey,
  userId: string,
  { secret, now }: { secret: Buffer; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into second_factors as known (org_id, user_id, secret, created_at)
    values (${org.id}, ${userId}, ${secret}, ${now})
        on conflict (org_id, user_id) do update
       set secret = excluded.secret, last_step = 0, created_at = excluded.created_at
     where known.confirmed_at is null
 returning 1`.execute(db)
  return rows.length > 0
}

type Confirmation = { step: number; hashes: readonly Buffer[]; now: Date }

/** Returns false when another request confirmed first. */
export async function confirmFactor(
  tx: Db,
  org: OrgKey,
  userId: string,
  { step, hashes, now }: Confirmation,
): Promise<boolean> {
  const { rows } = await sql`
    update second_factors set confirmed_at = ${now}, last_step = ${step}
     where org_id = ${org.id} and user_id = ${userId} and confirmed_at is null
 returning 1`.execute(tx)
  if (rows.length === 0) return false
  const codes = hashes.map((hash) => ({ org_id: org.id, user_id: userId, hash }))
  await tx.insertInto('recovery_codes').values(codes).execute()
  return true
}

/** Returns whether the step is newer than all used ones: of two requests with one code, the second is refused. */
export async function consumeTotpStep(db: Db, org: OrgKey, userId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update second_factors set last_step = ${step}
     where org_id = ${org.id} and user_id = ${userId} and last_step < ${step}
 returning 1`.execute(db)
  return rows.length > 0
}

export async function consumeRecoveryCode(db: Db, org: OrgKey, userId: string, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    delete from recovery_codes where org_id = ${org.id} and user_id = ${userId} and hash = ${hash}
 returning 1`.execute(db)
  return rows.length > 0
}

export async function countRecoveryCodes(db: Db, org: OrgKey, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', org.id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteFactor(db: Db, org: OrgKey, userId: string): Promise<void> {
  await db.deleteFrom('second_factors').where('org_id', '=', org.id).where('user_id', '=', userId).execute()
}

/**
 * Deletes the factors in one org or in all; returns the orgs. @serves all tenants: an operator helps members who lost
 * their second factor
 */
export async function deleteFactorsByEmail(db: Db, email: string, orgId: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`
    delete from second_factors using users
     where users.id = second_factors.user_id and users.email = ${email.toLowerCase()}
       ${orgId === undefined ? sql`` : sql`and org_id = ${orgId}`}
 returning org_id as "orgId"`.execute(db)
  return rows.map((row) => row.orgId).sort()
}

type EncryptedFactor = { org_id: string; user_id: string; secret: Buffer }

/** @serves all tenants */
export async function listAllFactors(tx: Db): Promise<EncryptedFactor[]> {
  return tx.selectFrom('second_factors').select(['org_id', 'user_id', 'secret']).forUpdate().execute()
}

export async function reEncryptFactor(tx: Db, org: OrgKey, userId: string, secret: Buffer): Promise<void> {
  await tx
    .updateTable('second_factors')
    .set({ secret })
    .where('org_id', '=', org.id)
    .where('user_id', '=', userId)
    .execute()
}
