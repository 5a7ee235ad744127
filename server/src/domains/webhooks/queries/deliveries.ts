import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type ListPage, toListPage } from '../../../platform/http/page.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import {
  type DeliveryAttempt,
  type DeliveryQuery,
  type DeliveryStatus,
  type EventQuery,
  type OrgEvent,
  serializePayload,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
} from '../deliveries/delivery.ts'

/**
 * Part of the statement that inserts events: adds one delivery for each active webhook of the org that subscribes to
 * the event.
 */
export const insertDeliveriesText = `
  insert into webhook_deliveries (webhook_id, event_id, type, created_at, due_at)
  select webhooks.id, new_events.id, new_events.type, new_events.created_at, new_events.created_at
    from new_events join webhooks on webhooks.org_id = new_events.org_id and webhooks.active and new_events.type = any(webhooks.events)
  returning 1`

export type DeliveryRow = Selectable<Tables['webhook_deliveries']>
export type FreshWorkColumns = { due_at: Date; lease_token: null; attempts: number; crashes: number; last_error: null }

/** Selects the deliveries of one webhook, if it belongs to the org. */
function selectDeliveries(db: Db, org: OrgKey, webhookId: string) {
  return db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_id')
    .where('webhooks.org_id', '=', org.id)
    .where('webhook_id', '=', webhookId)
}

export async function listDeliveries(
  db: Db,
  org: OrgKey,
  webhookId: string,
  query: DeliveryQuery,
): Promise<ListPage<WebhookDelivery>> {
  let rows = selectDeliveries(db, org, webhookId).selectAll('webhook_deliveries')
  if (query.status) rows = rows.where('status', '=', query.status)
  if (query.type !== undefined) rows = rows.where('webhook_deliveries.type', '=', query.type)
  const found = await pageNewestFirst(rows, query, { at: 'webhook_deliveries.created_at', id: 'event_id' }).execute()
  return toListPage(found, query.limit, (row) => ({ at: row.created_at, id: row.event_id }), toDelivery)
}

export async function findDelivery(
  db: Db,
  org: OrgKey,
  webhookId: string,
  id: string,
): Promise<WebhookDeliveryDetail | undefined> {
  const row = await selectDeliveries(db, org, webhookId)
    .innerJoin('outbox', 'outbox.id', 'event_id')
    .selectAll('webhook_deliveries')
    .select(['outbox.org_id', 'outbox.created_at as event_at', sql<string>`outbox.data::text`.as('data')])
    .where('event_id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const body = serializePayload({ id, type: row.type, at: row.event_at, orgId: row.org_id, data: row.data })
  return { ...toDelivery(row), payload: JSON.parse(body), attempts: deliveryAttemptsOf(row) }
}

/** The events of an org with these names, whether or not a webhook subscribes to them. */
export async function listEvents(
  db: Db,
  org: OrgKey,
  { query, names }: { query: EventQuery; names: readonly string[] },
): Promise<ListPage<OrgEvent>> {
  let rows = db.selectFrom('outbox').selectAll().where('org_id', '=', org.id).where('type', 'in', names)
  if (query.type !== undefined) rows = rows.where('type', '=', query.type)
  if (query.start !== undefined) rows = rows.where('created_at', '>=', new Date(query.start))
  const found = await pageNewestFirst(rows, query, { at: 'created_at', id: 'id' }).execute()
  return toListPage(found, query.limit, (row) => ({ at: row.created_at, id: row.id }), toEvent)
}

const toEvent = (row: Selectable<Tables['outbox']>): OrgEvent => ({
  id: row.id,
  type: row.type,
  timestamp: row.created_at.toISOString(),
  orgId: row.org_id,
  data: row.data as OrgEvent['data'],
})

export async function lockDelivery(
  tx: Db,
  org: OrgKey,
  webhookId: string,
  id: string,
): Promise<WebhookDelivery | undefined> {
  const row = await selectDeliveries(tx, org, webhookId)
    .selectAll('webhook_deliveries')
    .where('event_id', '=', id)
    .forUpdate('webhook_deliveries')
    .executeTakeFirst()
  return row && toDelivery(row)
}

type DeliveryKey = { webhookId: string; id: string }

/** Skips a delivery that is being attempted. */
export async function makeDeliveryDue(
  tx: Db,
  org: OrgKey,
  { webhookId, id }: DeliveryKey,
  fresh: FreshWorkColumns,
): Promise<WebhookDelivery> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ ...fresh, status: 'pending' })
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', id)
    .where('lease_token', 'is', null)
    .execute()
  return (await lockDelivery(tx, org, webhookId, id)) as WebhookDelivery
}

/** Makes deliveries due again that have failed since then; returns their number. */
export async function recoverFailed(
  tx: Db,
  org: OrgKey,
  webhookId: string,
  { since, fresh }: { since: Date; fresh: FreshWorkColumns },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ ...fresh, status: 'pending' })
    .where('webhook_id', '=', selectOrgWebhook(tx, org, webhookId))
    .where('status', '=', 'failed')
    .where((row) => row.fn.coalesce('last_attempt_at', 'created_at'), '>=', since)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export function selectOrgWebhook(tx: Db, org: OrgKey, webhookId: string) {
  return tx.selectFrom('webhooks').select('id').where('org_id', '=', org.id).where('id', '=', webhookId)
}

type Test = { webhookId: string; id: string; type: string; data: object; now: Date }

/** Inserts an event for one webhook alone, whatever it subscribes to. */
export async function insertTestDelivery(tx: Db, org: OrgKey, test: Test): Promise<WebhookDelivery> {
  const { webhookId, id, type, now } = test
  await tx
    .insertInto('outbox')
    .values({ id, org_id: org.id, type, data: JSON.stringify(test.data), created_at: now })
    .execute()
  const row = await tx
    .insertInto('webhook_deliveries')
    .values({ webhook_id: webhookId, event_id: id, type, created_at: now, due_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toDelivery(row)
}

/** Marks a delivery as failed, unless it was made due again in the meantime. @serves all tenants */
export async function failDelivery(tx: Db, { webhook_id, event_id }: Pick<DeliveryRow, 'webhook_id' | 'event_id'>) {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed' })
    .where('webhook_id', '=', webhook_id)
    .where('event_id', '=', event_id)
    .where('due_at', 'is', null)
    .execute()
}

type WebhookAdjustment = { row: Pick<DeliveryRow, 'webhook_id' | 'event_id'>; since: Date; now: Date }

/**
 * Adjusts an unfinished delivery to its webhook when an attempt is completed: if the webhook is inactive, the delivery
 * waits for it; if the webhook was activated or given another URL in the meantime, the delivery is due at once. Returns
 * whether it is due. Locks the webhook, so that a concurrent change either is seen here or sees the completed delivery.
 * @serves all tenants
 */
export async function adjustToWebhook(tx: Db, { row, since, now }: WebhookAdjustment): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    with webhook as (select active, updated_at from webhooks where id = ${row.webhook_id} for share)
    update webhook_deliveries as d
       set due_at = case when webhook.active then ${now}::timestamptz end,
           attempts = case when webhook.active then 0 else d.attempts end,
           status = case when webhook.active then 'pending' else d.status end
      from webhook
     where d.webhook_id = ${row.webhook_id} and d.event_id = ${row.event_id}
       and (not webhook.active or webhook.updated_at > ${since})
    returning webhook.active as due`.execute(tx)
  return rows[0]?.due ?? false
}

export const deliveryAttemptsOf = ({ attempt_log }: Pick<DeliveryRow, 'attempt_log'>): DeliveryAttempt[] =>
  attempt_log as unknown as DeliveryAttempt[]

function toDelivery(row: DeliveryRow): WebhookDelivery {
  const status = row.status as DeliveryStatus
  const isWaiting = status === 'pending' && row.lease_token === null
  return {
    id: row.event_id,
    webhookId: row.webhook_id,
    type: row.type,
    status,
    attemptCount: deliveryAttemptsOf(row).length,
    lastAttemptAt: row.last_attempt_at?.toISOString(),
    nextAttemptAt: isWaiting ? row.due_at?.toISOString() : undefined,
    lastError: row.last_error ?? undefined,
    createdAt: row.created_at.toISOString(),
  }
}
