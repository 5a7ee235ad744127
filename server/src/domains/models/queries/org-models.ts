import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { OrgModel, OrgModelPut } from '../model.ts'

type ModelRow = Selectable<Tables['org_models']>

/** A model with its encrypted key. */
export type StoredModel = OrgModel & { encryptedKey?: Buffer; version: number }

export async function listOrgModels(db: Db, org: OrgKey): Promise<OrgModel[]> {
  const rows = await db.selectFrom('org_models').selectAll().where('org_id', '=', org.id).orderBy('id').execute()
  return rows.map(toOrgModel)
}

export async function findOrgModel(db: Db, org: OrgKey, id: string): Promise<OrgModel | undefined> {
  const row = await selectModel(db, org, id).executeTakeFirst()
  return row && toOrgModel(row)
}

export async function lockOrgModel(tx: Db, org: OrgKey, id: string): Promise<OrgModel | undefined> {
  const row = await selectModel(tx, org, id).forUpdate().executeTakeFirst()
  return row && toOrgModel(row)
}

/** Also keeps others from adding a model: a new one has no row that could be locked, and their number is limited. */
export async function lockForPut(tx: Db, org: OrgKey, id: string): Promise<OrgModel | undefined> {
  await tx.selectFrom('orgs').select('id').where('id', '=', org.id).forNoKeyUpdate().execute()
  return lockOrgModel(tx, org, id)
}

const selectModel = (db: Db, org: OrgKey, id: string) =>
  db.selectFrom('org_models').selectAll().where('org_id', '=', org.id).where('id', '=', id)

/** The models of these ids, which nobody can delete or change until the transaction ends. */
export async function shareLockOrgModels(tx: Db, org: OrgKey, ids: readonly string[]): Promise<OrgModel[]> {
  if (ids.length === 0) return []
  const rows = tx.selectFrom('org_models').selectAll().where('org_id', '=', org.id).where('id', 'in', ids)
  return (await rows.orderBy('id').forShare().execute()).map(toOrgModel)
}

export async function findStoredModels(db: Db, org: OrgKey, ids: readonly string[]): Promise<StoredModel[]> {
  if (ids.length === 0) return []
  const rows = db.selectFrom('org_models').selectAll().where('org_id', '=', org.id).where('id', 'in', ids)
  return (await rows.execute()).map((row) => ({
    ...toOrgModel(row),
    version: row.version,
    ...(row.api_key && { encryptedKey: row.api_key }),
  }))
}

/** Locks the org, so that two requests cannot both add its last model. */
export async function countModels(tx: Db, org: OrgKey): Promise<number> {
  await tx.selectFrom('orgs').select('id').where('id', '=', org.id).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('org_models')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', org.id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** `undefined` leaves the stored key as it is. */
export type KeyChange = Buffer | null | undefined

export async function storeOrgModel(
  tx: Db,
  org: OrgKey,
  id: string,
  { body, key, now }: { body: OrgModelPut; key: KeyChange; now: Date },
): Promise<OrgModel> {
  const { price } = body
  const columns = {
    name: body.name ?? null,
    provider: body.provider,
    model: body.model,
    base_url: body.baseUrl ?? null,
    temperature: body.temperature ?? null,
    max_output_tokens: body.maxOutputTokens ?? null,
    input_price: price?.inputPerMillion ?? null,
    output_price: price?.outputPerMillion ?? null,
    currency: price?.currency ?? null,
    updated_at: now,
    ...(key !== undefined && { api_key: key }),
  }
  const row = await tx
    .insertInto('org_models')
    .values({ org_id: org.id, id, created_at: now, ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'id'])
        .doUpdateSet((set) => ({ ...columns, version: set('org_models.version', '+', 1) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return toOrgModel(row)
}

export async function deleteOrgModel(tx: Db, org: OrgKey, id: string): Promise<void> {
  await tx.deleteFrom('org_models').where('org_id', '=', org.id).where('id', '=', id).execute()
}

/** @serves all tenants */
export async function listAllModelKeys(tx: Db): Promise<{ org_id: string; id: string; api_key: Buffer }[]> {
  return tx
    .selectFrom('org_models')
    .select(['org_id', 'id', 'api_key'])
    .where('api_key', 'is not', null)
    .$narrowType<{ api_key: Buffer }>()
    .forUpdate()
    .execute()
}

export async function replaceModelKey(tx: Db, org: OrgKey, id: string, key: Buffer): Promise<void> {
  await tx.updateTable('org_models').set({ api_key: key }).where('org_id', '=', org.id).where('id', '=', id).execute()
}

function toOrgModel(row: ModelRow): OrgModel {
  const { input_price: inputPerMillion, output_price: outputPerMillion, currency } = row
  const hasPrice = inputPerMillion !== null && outputPerMillion !== null && currency !== null
  return {
    id: row.id,
    ...(row.name !== null && { name: row.name }),
    provider: row.provider as OrgModel['provider'],
    model: row.model,
    ...(row.base_url !== null && { baseUrl: row.base_url }),
    hasApiKey: row.api_key !== null,
    ...(row.temperature !== null && { temperature: row.temperature }),
    ...(row.max_output_tokens !== null && { maxOutputTokens: row.max_output_tokens }),
    ...(hasPrice && { price: { inputPerMillion, outputPerMillion, currency } }),
  }
}
