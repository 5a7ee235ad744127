import { type RawBuilder, sql } from 'kysely'
import { batch } from '../../../platform/db/batch.ts'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInChunks } from '../../../platform/db/delete-in-chunks.ts'
import { runPrepared } from '../../../platform/db/prepared.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import { type FreshWorkColumns, selectOrgWebhook } from './deliveries.ts'

/** Bulk updates of a webhook's deliveries. They skip leased ones, which the running attempt completes. */

/** Clears the due times, so that workers skip the deliveries while the webhook is inactive. */
export async function suspendDeliveries(tx: Db, org: OrgKey, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ due_at: null })
    .where('webhook_id', '=', selectOrgWebhook(tx, org, webhookId))
    .where('due_at', 'is not', null)
    .where('lease_token', 'is', null)
    .execute()
}

export async function resumeDeliveries(tx: Db, org: OrgKey, webhookId: string, fresh: FreshWorkColumns): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set(fresh)
    .where('webhook_id', '=', selectOrgWebhook(tx, org, webhookId))
    .where('status', '=', 'pending')
    .where('lease_token', 'is', null)
    .execute()
}

type PostponeOptions = { now: Date; from: Date; stepMilliseconds: number; mostWaitMilliseconds: number }
const postponeBatchSize = 5000

/** Spreads out the due deliveries of one webhook. @serves all tenants */
export async function postponeDue(db: Db, webhookId: string, postponing: PostponeOptions): Promise<void> {
  const { now, from, stepMilliseconds, mostWaitMilliseconds } = postponing
  await sql`
    with late as (
      select event_id from webhook_deliveries
       where webhook_id = ${webhookId} and due_at <= ${now} and lease_token is null
       order by due_at limit ${postponeBatchSize} for update skip locked),
    numbered as (
      select event_id, mod(row_number() over () * ${stepMilliseconds}::numeric, ${mostWaitMilliseconds}) as wait from late)
    update webhook_deliveries
       set due_at = ${from}::timestamptz + numbered.wait::float8 * interval '1 millisecond'
      from numbered where webhook_id = ${webhookId} and webhook_deliveries.event_id = numbered.event_id`.execute(db)
}

/** Deletes deliveries with their webhook, in its transaction. */
export async function deleteDeliveries(tx: Db, org: OrgKey, webhookId: string): Promise<void> {
  await deleteUnleased(tx, sql`webhook_id = (${selectOrgWebhook(tx, org, webhookId)})`)
}

/** Deletes deliveries inserted after their webhook was deleted, or left behind by a deleted org. @serves all tenants */
export async function deleteOrphans(db: Db, webhookId: string): Promise<void> {
  await deleteUnleased(db, sql`webhook_id = ${webhookId} and not exists (select from webhooks where id = ${webhookId})`)
}

/** @serves all tenants */
function deleteUnleased(db: Db, which: RawBuilder<unknown>): Promise<void> {
  return deleteInChunks(db, 'webhook_deliveries', sql`${which} and lease_token is null`)
}

const retentionDays = 30

/** Deliveries are retained as long as the events, and no longer than their webhook. @serves all tenants */
export async function deleteOldDeliveries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  // Webhook by webhook, so that this needs no separate index.
  const old = sql`webhook_id = any(array(select id from webhooks)) and created_at < ${before}`
  await deleteInChunks(db, 'webhook_deliveries', old)
  for (const webhookId of await findDeletedWebhookIds(db)) await deleteOrphans(db, webhookId)
}

/**
 * Skips from one webhook to the next through the index of the key, however many deliveries each has.
 * @serves all tenants
 */
async function findDeletedWebhookIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive named (id) as (
      (select webhook_id from webhook_deliveries order by webhook_id limit 1)
      union all
      select (select webhook_id from webhook_deliveries where webhook_id > named.id order by webhook_id limit 1)
        from named where named.id is not null)
    select id from named where id is not null and not exists (select from webhooks where webhooks.id = named.id)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** An event and the current state of its webhook. */
export type DueDelivery = {
  webhookId: string
  url: string
  active: boolean
  secret: Buffer
  secretVersion: number
  previousSecret: Buffer | null
  previousSecretUntil: Date | null
  failingSince: Date | null
  id: string
  orgId: string
  type: string
  at: Date
  data: string
}

const readDue = defineStatement({
  name: 'read_due_deliveries',
  parameters: { webhookIds: 'text[]', eventIds: 'text[]' },
  text: `
    select due.n, webhooks.id as "webhookId", webhooks.url, webhooks.active, webhooks.secret,
           webhooks.secret_version as "secretVersion", webhooks.previous_secret as "previousSecret",
           webhooks.previous_secret_until as "previousSecretUntil", webhooks.failing_since as "failingSince",
           outbox.id, outbox.org_id as "orgId", outbox.type, outbox.created_at as at, outbox.data::text as data
      from unnest(:webhookIds::text[], :eventIds::text[]) with ordinality as due (webhook_id, event_id, n)
      join webhooks on webhooks.id = due.webhook_id
      join outbox on outbox.id = due.event_id`,
})

type DueDeliveryKey = { webhook_id: string; event_id: string }

/** Concurrent reads share a statement. Undefined if the event or the webhook was deleted. @serves all tenants */
export function createDueReader(db: Db): (key: DueDeliveryKey) => Promise<DueDelivery | undefined> {
  return batch(async (keys: DueDeliveryKey[]) => {
    const statement = readDue({
      webhookIds: keys.map((one) => one.webhook_id),
      eventIds: keys.map((one) => one.event_id),
    })
    const rows = await runPrepared<DueDelivery & { n: number }>(db, statement)
    const found = new Map(rows.map((row) => [row.n, row]))
    return keys.map((_, index) => found.get(index + 1))
  })
}
