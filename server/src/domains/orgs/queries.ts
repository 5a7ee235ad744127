import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.generated.ts'
import type { OrgKey } from '../../platform/http/route.ts'
import type { Org, OrgPatch } from './org.ts'

export async function findOrg(db: Db, org: OrgKey): Promise<Org | undefined> {
  const row = await db.selectFrom('orgs').selectAll().where('id', '=', org.id).executeTakeFirst()
  return row && rowToOrg(row)
}

/**
 * Locks the org until the transaction ends, to serialize writes that must see each other. Rows that reference the org,
 * such as audit log entries, can still be inserted.
 */
export async function lockOrg(db: Db, org: OrgKey): Promise<Org | undefined> {
  const row = await db.selectFrom('orgs').selectAll().where('id', '=', org.id).forNoKeyUpdate().executeTakeFirst()
  return row && rowToOrg(row)
}

export async function updateOrg(db: Db, org: OrgKey, patch: OrgPatch, now: Date): Promise<Org> {
  const row = await db
    .updateTable('orgs')
    .set({
      name: patch.name,
      description: patch.description,
      time_zone: patch.timeZone,
      default_country: patch.defaultCountry,
      updated_at: now,
    })
    .where('id', '=', org.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return rowToOrg(row)
}

export function rowToOrg(row: Selectable<Tables['orgs']>): Org {
  return {
    id: row.id,
    name: row.name,
    description: row.description ?? undefined,
    timeZone: row.time_zone ?? undefined,
    defaultCountry: row.default_country ?? undefined,
    features: row.features,
    products: row.products,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
