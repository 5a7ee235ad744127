import type { Db } from '../../../platform/db/database.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { NotifyAdmins } from '../notices/notice.ts'
import { suspendDeliveries } from '../queries/bulk.ts'
import { deactivateWebhook } from '../queries/health.ts'
import type { DeactivationReason } from '../webhook.ts'
import { failingCutoff } from './schedule.ts'

export type DeactivateDeps = { world: World; announce: Announce; notifyAdmins: NotifyAdmins }

/**
 * Ends the calling of an endpoint, and says so to all who may mend it; in the transaction of the last try. What was called
 * may be another address than the webhook has by now: then nothing is ended.
 */
export async function deactivateFailingWebhook(
  tx: Db,
  called: { webhookId: string; url: string },
  reason: DeactivationReason,
  { world, announce, notifyAdmins }: DeactivateDeps,
): Promise<void> {
  const { webhookId, url } = called
  const now = world.now()
  const failingSinceBefore = reason === 'failing' ? failingCutoff(now) : undefined
  const webhook = await deactivateWebhook(tx, { id: webhookId, url }, { reason, now, failingSinceBefore })
  if (!webhook) return
  const org = { id: webhook.orgId }
  await suspendDeliveries(tx, org, webhookId)
  const failingSince = (webhook.failingSince ?? now).toISOString()
  await announce(tx, { orgId: org.id, type: 'webhook.deactivated', data: { webhookId, reason, failingSince } })
  await notifyAdmins(tx, org, { ...webhook, id: webhookId, reason })
}
