import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { MintedSecret } from '../secret.ts'
import type { DeactivationReason, DeliveryResult, Webhook, WebhookCreate, WebhookPatch } from '../webhook.ts'

const visibleColumns = [
  'id', 'url', 'events', 'active', 'description', 'secret_prefix', 'last_delivery_at', 'last_delivery_status',
  'failing_since', 'deactivated_at', 'deactivation_reason', 'created_at', 'updated_at',
] as const // biome-ignore format: one list
type Row = Pick<Selectable<Tables['webhooks']>, (typeof visibleColumns)[number]>

/** Call with the org locked, so that two concurrent requests cannot both create the last one allowed. */
export async function countWebhooks(tx: Db, org: OrgKey): Promise<number> {
  await tx.selectFrom('orgs').select('id').where('id', '=', org.id).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('webhooks')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('org_id', '=', org.id)
    .executeTakeFirstOrThrow()
  return count
}

type WebhookInsert = { id: string; request: WebhookCreate; minted: MintedSecret; now: Date }

export async function insertWebhook(
  db: Db,
  org: OrgKey,
  { id, request, minted, now }: WebhookInsert,
): Promise<Webhook> {
  const row = await db
    .insertInto('webhooks')
    .values({
      id,
      org_id: org.id,
      url: request.url,
      events: request.events,
      active: request.active,
      description: request.description ?? null,
      secret: minted.encrypted,
      secret_prefix: minted.prefix,
      created_at: now,
      updated_at: now,
    })
    .returning(visibleColumns)
    .executeTakeFirstOrThrow()
  return toWebhook(row)
}

export async function listWebhooks(db: Db, org: OrgKey, page: PageQuery): Promise<ListPage<Webhook>> {
  const rows = db.selectFrom('webhooks').select(visibleColumns).where('org_id', '=', org.id)
  const found = await pageNewestFirst(rows, page, { at: 'created_at', id: 'id' }).execute()
  return toListPage(found, page.limit, (row) => ({ at: row.created_at, id: row.id }), toWebhook)
}

export async function findWebhook(db: Db, org: OrgKey, id: string): Promise<Webhook | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select(visibleColumns)
    .where('org_id', '=', org.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toWebhook(row)
}

/** Does not block concurrent inserts of events for the webhook. */
export async function lockWebhook(db: Db, org: OrgKey, id: string): Promise<Webhook | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select(visibleColumns)
    .where('org_id', '=', org.id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && toWebhook(row)
}

/** `wakes`: the webhook was inactive. `moves`: it gets another URL. */
type WebhookUpdate = { patch: WebhookPatch; wakes: boolean; moves: boolean; now: Date }

export async function updateWebhook(
  db: Db,
  org: OrgKey,
  id: string,
  { patch, wakes, moves, now }: WebhookUpdate,
): Promise<Webhook> {
  const row = await db
    .updateTable('webhooks')
    .set({
      ...patch,
      ...((wakes || moves) && { failing_since: null }),
      ...(wakes && { deactivated_at: null, deactivation_reason: null }),
      updated_at: now,
    })
    .where('org_id', '=', org.id)
    .where('id', '=', id)
    .returning(visibleColumns)
    .executeTakeFirstOrThrow()
  return toWebhook(row)
}

export async function storeWebhookSecret(
  db: Db,
  org: OrgKey,
  id: string,
  { encrypted, prefix, previousUntil, now }: MintedSecret & { previousUntil?: Date; now: Date },
): Promise<Webhook> {
  const row = await db
    .updateTable('webhooks')
    .set((row) => ({
      previous_secret: previousUntil ? row.ref('secret') : null,
      previous_secret_until: previousUntil ?? null,
      secret: encrypted,
      secret_prefix: prefix,
      secret_version: row('secret_version', '+', 1),
      updated_at: now,
    }))
    .where('org_id', '=', org.id)
    .where('id', '=', id)
    .returning(visibleColumns)
    .executeTakeFirstOrThrow()
  return toWebhook(row)
}

export async function deleteOrgWebhook(db: Db, org: OrgKey, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('org_id', '=', org.id).where('id', '=', id).execute()
}

function toWebhook(row: Row): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    active: row.active,
    description: row.description ?? undefined,
    signingSecretPrefix: row.secret_prefix,
    lastDeliveryAt: row.last_delivery_at?.toISOString(),
    lastDeliveryStatus: (row.last_delivery_status ?? undefined) as DeliveryResult | undefined,
    failingSince: row.failing_since?.toISOString(),
    deactivation: row.deactivated_at
      ? { at: row.deactivated_at.toISOString(), reason: row.deactivation_reason as DeactivationReason }
      : undefined,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

type UnhealthyWebhook = { id: string; url: string; deactivatedAt: Date | null; failingSince: Date | null }

/** Webhooks that Parley has deactivated, and active ones that have been failing since before that time. */
export async function findUnhealthyWebhooks(db: Db, org: OrgKey, failingBefore: Date): Promise<UnhealthyWebhook[]> {
  return db
    .selectFrom('webhooks')
    .select(['id', 'url', 'deactivated_at as deactivatedAt', 'failing_since as failingSince'])
    .where('org_id', '=', org.id)
    .where((row) =>
      row.or([
        row('deactivated_at', 'is not', null),
        row.and([row('active', '=', true), row('failing_since', '<', failingBefore)]),
      ]),
    )
    .execute()
}

export type WebhookSecrets = { id: string; secret: Buffer; previousSecret: Buffer | null }

/** @serves all tenants */
export async function listAllWebhookSecrets(tx: Db): Promise<WebhookSecrets[]> {
  return tx
    .selectFrom('webhooks')
    .select(['id', 'secret', 'previous_secret as previousSecret'])
    .forNoKeyUpdate()
    .execute()
}

/** @serves all tenants */
export async function replaceWebhookSecrets(tx: Db, { id, secret, previousSecret }: WebhookSecrets): Promise<void> {
  await tx.updateTable('webhooks').set({ secret, previous_secret: previousSecret }).where('id', '=', id).execute()
}
