import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInPieces } from '../../../platform/db/in-pieces.ts'
import { newestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type Page, pageOf } from '../../../platform/http/page.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type {
  DeliveryAttempt,
  DeliveryQuery,
  DeliveryStatus,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from '../deliveries/delivery.ts'
import { bodyOf } from '../deliveries/payload.ts'

type Row = Selectable<Tables['webhook_deliveries']>
type Fresh = { due_at: Date; lease_token: null; attempts: number; crashes: number; last_error: null }

/** Those of one webhook, as far as it is the org's. */
function deliveriesOf(db: Db, org: OrgKey, webhookId: string) {
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
): Promise<Page<WebhookDelivery>> {
  let rows = deliveriesOf(db, org, webhookId).selectAll('webhook_deliveries')
  if (query.status) rows = rows.where('status', '=', query.status)
  if (query.type !== undefined) rows = rows.where('webhook_deliveries.type', '=', query.type)
  const found = await newestFirst(rows, query, { at: 'webhook_deliveries.created_at', id: 'event_id' }).execute()
  return pageOf(found, query.limit, (row) => ({ at: row.created_at, id: row.event_id }), toDelivery)
}

export async function findDelivery(
  db: Db,
  org: OrgKey,
  webhookId: string,
  id: string,
): Promise<WebhookDeliveryDetail | undefined> {
  const row = await deliveriesOf(db, org, webhookId)
    .innerJoin('outbox', 'outbox.id', 'event_id')
    .selectAll('webhook_deliveries')
    .select(['outbox.org_id', 'outbox.created_at as told_at', sql<string>`outbox.data::text`.as('data')])
    .where('event_id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const body = bodyOf({ id, type: row.type, at: row.told_at, orgId: row.org_id, data: row.data })
  return { ...toDelivery(row), payload: JSON.parse(body), attempts: triesOf(row) }
}

export async function lockDelivery(
  tx: Db,
  org: OrgKey,
  webhookId: string,
  id: string,
): Promise<WebhookDelivery | undefined> {
  const row = await deliveriesOf(tx, org, webhookId)
    .selectAll('webhook_deliveries')
    .where('event_id', '=', id)
    .forUpdate('webhook_deliveries')
    .executeTakeFirst()
  return row && toDelivery(row)
}

type Named = { webhookId: string; id: string }

/** One that is being tried just then is left to that. */
export async function makeDue(tx: Db, org: OrgKey, { webhookId, id }: Named, fresh: Fresh): Promise<WebhookDelivery> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ ...fresh, status: 'pending' })
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', id)
    .where('lease_token', 'is', null)
    .execute()
  return (await lockDelivery(tx, org, webhookId, id)) as WebhookDelivery
}

/** Answers how many had failed since then, and are due again. */
export async function recoverFailed(
  tx: Db,
  org: OrgKey,
  webhookId: string,
  { since, fresh }: { since: Date; fresh: Fresh },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ ...fresh, status: 'pending' })
    .where('webhook_id', '=', ofOrg(tx, org, webhookId))
    .where('status', '=', 'failed')
    .where((row) => row.fn.coalesce('tried_at', 'created_at'), '>=', since)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** What waits for a webhook that is not active is not looked at meanwhile. */
export async function parkDeliveries(tx: Db, org: OrgKey, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ due_at: null })
    .where('webhook_id', '=', ofOrg(tx, org, webhookId))
    .where('due_at', 'is not', null)
    .where('lease_token', 'is', null)
    .execute()
}

export async function releaseDeliveries(tx: Db, org: OrgKey, webhookId: string, fresh: Fresh): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set(fresh)
    .where('webhook_id', '=', ofOrg(tx, org, webhookId))
    .where('status', '=', 'pending')
    .where('lease_token', 'is', null)
    .execute()
}

function ofOrg(tx: Db, org: OrgKey, webhookId: string) {
  return tx.selectFrom('webhooks').select('id').where('org_id', '=', org.id).where('id', '=', webhookId)
}

type Test = { webhookId: string; id: string; type: string; data: object; now: Date }

/** An event for one webhook alone, whatever it has asked for. */
export async function insertTest(tx: Db, org: OrgKey, test: Test): Promise<WebhookDelivery> {
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

/** @serves all tenants */
export async function failDelivery(tx: Db, { webhook_id, event_id }: Pick<Row, 'webhook_id' | 'event_id'>) {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed' })
    .where('webhook_id', '=', webhook_id)
    .where('event_id', '=', event_id)
    .execute()
}

type Postponing = { now: Date; from: Date; stepMilliseconds: number; mostWaitMilliseconds: number }
const postponedAtOnce = 5000

/** What is due for one webhook comes back one by one instead. @serves all tenants */
export async function postponeDue(db: Db, webhookId: string, postponing: Postponing): Promise<void> {
  const { now, from, stepMilliseconds, mostWaitMilliseconds } = postponing
  await sql`
    with late as (
      select event_id from webhook_deliveries
       where webhook_id = ${webhookId} and due_at <= ${now} and lease_token is null
       order by due_at limit ${postponedAtOnce} for update skip locked),
    numbered as (
      select event_id, mod(row_number() over () * ${stepMilliseconds}::numeric, ${mostWaitMilliseconds}) as wait from late)
    update webhook_deliveries
       set due_at = ${from}::timestamptz + numbered.wait::float8 * interval '1 millisecond'
      from numbered where webhook_id = ${webhookId} and webhook_deliveries.event_id = numbered.event_id`.execute(db)
}

const keptDays = 30

/** As long as the events themselves. @serves all tenants */
export async function forgetOldDeliveries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  // Webhook by webhook, so that no index of its own is to be kept for it.
  const old = sql`webhook_id = any(array(select id from webhooks)) and created_at < ${before}`
  await deleteInPieces(db, 'webhook_deliveries', old)
}

export const triesOf = ({ tries }: Pick<Row, 'tries'>): DeliveryAttempt[] => tries as unknown as DeliveryAttempt[]

function toDelivery(row: Row): WebhookDelivery {
  const status = row.status as DeliveryStatus
  const isWaiting = status === 'pending' && row.lease_token === null
  return {
    id: row.event_id,
    webhookId: row.webhook_id,
    type: row.type,
    status,
    attemptCount: triesOf(row).length,
    lastAttemptAt: row.tried_at?.toISOString(),
    nextAttemptAt: isWaiting ? row.due_at?.toISOString() : undefined,
    lastError: row.last_error ?? undefined,
    createdAt: row.created_at.toISOString(),
  }
}
