import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { DeactivationReason, DeliveryResult } from '../webhook.ts'

/** The results of the calls of one webhook since the last write. */
export type WebhookHealth = {
  webhookId: string
  /** The URL that was called: its result does not apply to another URL that the webhook may have by now. */
  url: string
  at: Date
  status: DeliveryResult
  /** Whether any call succeeded, which ends the earlier failures. */
  succeeded: boolean
  failingSince: Date | null
}

/** @serves all tenants */
export async function writeHealth(db: Db, healths: readonly WebhookHealth[]): Promise<void> {
  const given = healths.map(({ webhookId, url, at, status, succeeded, failingSince }) => {
    return { id: webhookId, url, at, status, succeeded, failing_since: failingSince }
  })
  // Same order in all processes, so that two that update the same webhooks do not deadlock.
  given.sort((one, other) => (one.id < other.id ? -1 : 1))
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::json)
        as g (id text, url text, at timestamptz, status text, succeeded boolean, failing_since timestamptz)),
    held as (
      select webhooks.id from webhooks join given using (id) order by webhooks.id for no key update of webhooks)
    update webhooks
       set last_delivery_at = given.at, last_delivery_status = given.status,
           failing_since = case when given.succeeded then given.failing_since
                                else coalesce(webhooks.failing_since, given.failing_since) end
      from given join held using (id)
     where webhooks.id = given.id and webhooks.url = given.url and given.at >= coalesce(webhooks.last_delivery_at, given.at)`.execute(
    db,
  )
}

type CalledEndpoint = { id: string; url: string }
type Deactivation = { reason: DeactivationReason; now: Date; failingSinceBefore?: Date }

/**
 * Returns the deactivated webhook; undefined if it was already inactive or the conditions no longer apply.
 * @serves all tenants
 */
export async function deactivateWebhook(
  tx: Db,
  called: CalledEndpoint,
  { reason, now, failingSinceBefore }: Deactivation,
): Promise<{ orgId: string; url: string; description: string | null; failingSince: Date | null } | undefined> {
  let webhook = tx
    .updateTable('webhooks')
    .set({ active: false, deactivated_at: now, deactivation_reason: reason, updated_at: now })
    .where('id', '=', called.id)
    .where('url', '=', called.url)
    .where('active', '=', true)
  if (failingSinceBefore) webhook = webhook.where('failing_since', '<=', failingSinceBefore)
  return webhook
    .returning(['org_id as orgId', 'url', 'description', 'failing_since as failingSince'])
    .executeTakeFirst()
}

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
