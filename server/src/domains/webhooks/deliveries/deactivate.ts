import type { Db } from '../../../platform/db/database.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { TellAdmins } from '../notices/notice.ts'
import { deactivate } from '../queries/health.ts'
import { parkDeliveries } from '../queries/many.ts'
import type { DeactivationReason } from '../webhook.ts'
import { hopelessSince } from './schedule.ts'

export type DeactivateDeps = { world: World; announce: Announce; tellAdmins: TellAdmins }

/**
 * Ends the calling of an endpoint, and says so to all who may mend it; in the transaction of the last try. What was called
 * may be another address than the webhook has by now: then nothing is ended.
 */
export async function giveUpOn(
  tx: Db,
  called: { webhookId: string; url: string },
  reason: DeactivationReason,
  { world, announce, tellAdmins }: DeactivateDeps,
): Promise<void> {
  const { webhookId, url } = called
  const now = world.now()
  const failingSinceBefore = reason === 'failing' ? hopelessSince(now) : undefined
  const webhook = await deactivate(tx, { id: webhookId, url }, { reason, now, failingSinceBefore })
  if (!webhook) return
  const org = { id: webhook.orgId }
  await parkDeliveries(tx, org, webhookId)
  const failingSince = (webhook.failingSince ?? now).toISOString()
  await announce(tx, { orgId: org.id, type: 'webhook.deactivated', data: { webhookId, reason, failingSince } })
  await tellAdmins(tx, org, { ...webhook, id: webhookId, reason })
}
