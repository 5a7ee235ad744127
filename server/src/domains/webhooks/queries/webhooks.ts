import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { newestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type Page, type PageQuery, pageOf } from '../../../platform/http/page.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { Minted } from '../secret.ts'
import type { DeactivationReason, DeliveryResult, Webhook, WebhookCreate, WebhookPatch } from '../webhook.ts'

const shown = [
  'id', 'url', 'events', 'active', 'description', 'secret_prefix', 'last_delivery_at', 'last_delivery_status',
  'failing_since', 'deactivated_at', 'deactivation_reason', 'created_at', 'updated_at',
] as const // biome-ignore format: one list
type Row = Pick<Selectable<Tables['webhooks']>, (typeof shown)[number]>

/** Counted with the org held, so that two at once cannot both be the last. */
export async function countWebhooks(tx: Db, org: OrgKey): Promise<number> {
  await tx.selectFrom('orgs').select('id').where('id', '=', org.id).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('webhooks')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('org_id', '=', org.id)
    .executeTakeFirstOrThrow()
  return count
}

type NewWebhook = { id: string; asked: WebhookCreate; minted: Minted; now: Date }

export async function insertWebhook(db: Db, org: OrgKey, { id, asked, minted, now }: NewWebhook): Promise<Webhook> {
  const row = await db
    .insertInto('webhooks')
    .values({
      id,
      org_id: org.id,
      url: asked.url,
      events: asked.events,
      active: asked.active,
      description: asked.description ?? null,
      secret: minted.sealed,
      secret_prefix: minted.shown,
      created_at: now,
      updated_at: now,
    })
    .returning(shown)
    .executeTakeFirstOrThrow()
  return toWebhook(row)
}

export async function listWebhooks(db: Db, org: OrgKey, page: PageQuery): Promise<Page<Webhook>> {
  const rows = db.selectFrom('webhooks').select(shown).where('org_id', '=', org.id)
  const found = await newestFirst(rows, page, { at: 'created_at', id: 'id' }).execute()
  return pageOf(found, page.limit, (row) => ({ at: row.created_at, id: row.id }), toWebhook)
}

export async function findWebhook(db: Db, org: OrgKey, id: string): Promise<Webhook | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select(shown)
    .where('org_id', '=', org.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toWebhook(row)
}

/** Whoever announces an event to it just then is not held up. */
export async function lockWebhook(db: Db, org: OrgKey, id: string): Promise<Webhook | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select(shown)
    .where('org_id', '=', org.id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && toWebhook(row)
}

/** One that `wakes` was not active; one that `moves` has another address. */
type Change = { patch: WebhookPatch; wakes: boolean; moves: boolean; now: Date }

export async function updateWebhook(
  db: Db,
  org: OrgKey,
  id: string,
  { patch, wakes, moves, now }: Change,
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
    .returning(shown)
    .executeTakeFirstOrThrow()
  return toWebhook(row)
}

export async function storeSecret(
  db: Db,
  org: OrgKey,
  id: string,
  { sealed, shown: prefix, now }: Minted & { now: Date },
): Promise<Webhook> {
  const row = await db
    .updateTable('webhooks')
    .set((row) => ({
      secret: sealed,
      secret_prefix: prefix,
      secret_version: row('secret_version', '+', 1),
      updated_at: now,
    }))
    .where('org_id', '=', org.id)
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirstOrThrow()
  return toWebhook(row)
}

export async function deleteWebhook(db: Db, org: OrgKey, id: string): Promise<void> {
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
