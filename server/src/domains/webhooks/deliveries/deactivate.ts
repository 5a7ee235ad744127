import type { Db } from '../../../platform/db/database.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { TellAdmins } from '../notices/notice.ts'
import { parkDeliveries } from '../queries/deliveries.ts'
import { deactivate } from '../queries/health.ts'
import type { DeactivationReason } from '../webhook.ts'

export type DeactivateDeps = { world: World; announce: Announce; tellAdmins: TellAdmins }

/** Ends the calling of an endpoint, and says so to all who may mend it; in the transaction of the last try. */
export async function giveUpOn(
  tx: Db,
  webhookId: string,
  reason: DeactivationReason,
  { world, announce, tellAdmins }: DeactivateDeps,
): Promise<void> {
  const now = world.now()
  const webhook = await deactivate(tx, webhookId, { reason, now })
  if (!webhook) return
  const org = { id: webhook.orgId }
  await parkDeliveries(tx, org, webhookId)
  const failingSince = (webhook.failingSince ?? now).toISOString()
  await announce(tx, { orgId: org.id, type: 'webhook.deactivated', data: { webhookId, reason, failingSince } })
  await tellAdmins(tx, org, { ...webhook, id: webhookId, reason })
}
