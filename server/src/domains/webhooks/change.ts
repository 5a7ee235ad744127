import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../platform/db/database.ts'
import type { OrgKey } from '../../platform/http/route.ts'
import { dueNow, nudgeDeliveries } from './deliveries/worker.ts'
import { resumeDeliveries, suspendDeliveries } from './queries/bulk.ts'
import { updateWebhook } from './queries/webhooks.ts'
import type { Webhook, WebhookPatch } from './webhook.ts'

type WebhookChange = { found: Webhook; patch: WebhookPatch; now: Date }

/** Called with the webhook locked. Another address is another endpoint: what failed before says nothing of it. */
export async function changeWebhook(tx: Db, org: OrgKey, { found, patch, now }: WebhookChange): Promise<Webhook> {
  const { id } = found
  if (!hasChanges(found, patch)) return found
  const wakes = patch.active === true && !found.active
  const moves = patch.url !== undefined && patch.url !== found.url
  const changed = await updateWebhook(tx, org, id, { patch, wakes, moves, now })
  if (found.active && !changed.active) await suspendDeliveries(tx, org, id)
  if (!wakes) return changed
  await resumeDeliveries(tx, org, id, dueNow(now))
  nudgeDeliveries(tx)
  return changed
}

function hasChanges(found: Webhook, patch: WebhookPatch): boolean {
  const before = { ...found, description: found.description ?? null }
  return !isDeepStrictEqual({ ...before, ...patch }, before)
}
