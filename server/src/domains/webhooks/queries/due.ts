import { batch } from '../../../platform/db/batch.ts'
import type { Db } from '../../../platform/db/database.ts'
import { runPrepared } from '../../../platform/db/prepared.ts'

/** An event and the current state of its webhook. */
export type DueDelivery = {
  webhookId: string
  url: string
  active: boolean
  secret: Buffer
  secretVersion: number
  failingSince: Date | null
  id: string
  orgId: string
  type: string
  at: Date
  data: string
}

const readDue = {
  name: 'read_due_deliveries',
  text: `
    select due.n, webhooks.id as "webhookId", webhooks.url, webhooks.active, webhooks.secret,
           webhooks.secret_version as "secretVersion", webhooks.failing_since as "failingSince",
           outbox.id, outbox.org_id as "orgId", outbox.type, outbox.created_at as at, outbox.data::text as data
      from unnest($1::text[], $2::text[]) with ordinality as due (webhook_id, event_id, n)
      join webhooks on webhooks.id = due.webhook_id
      join outbox on outbox.id = due.event_id`,
}

type DueDeliveryKey = { webhook_id: string; event_id: string }

/** Concurrent reads share a statement. Undefined if the event or the webhook was deleted. @serves all tenants */
export function createDueReader(db: Db): (asked: DueDeliveryKey) => Promise<DueDelivery | undefined> {
  return batch(async (asked: DueDeliveryKey[]) => {
    const values = [asked.map((one) => one.webhook_id), asked.map((one) => one.event_id)]
    const rows = await runPrepared<DueDelivery & { n: number }>(db, readDue, values)
    const found = new Map(rows.map((row) => [row.n, row]))
    return asked.map((_, index) => found.get(index + 1))
  })
}
