import type { Db } from '../../platform/db/database.ts'
import type { Announce, OutboxRecipients } from '../../platform/outbox.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { CallDeps } from './deliveries/call.ts'
import { createHealthRecorder } from './deliveries/health.ts'
import { deliveryWork, nudgeDeliveries } from './deliveries/worker.ts'
import { createNotifyAdmins, type NoticeDeps, webhookNoticeWork } from './notices/worker.ts'
import { insertDeliveriesText } from './queries/deliveries.ts'

/** For the outbox: events are matched with their webhooks in the statement that inserts them. */
export const webhookRecipients: OutboxRecipients = { text: insertDeliveriesText, addressed: nudgeDeliveries }

type WebhookWorkDeps = CallDeps & NoticeDeps & { db: Db; keyring: Keyring; announce: Announce }

/** The background work of webhooks, and the final flush. */
export function webhookWork(deps: WebhookWorkDeps) {
  const health = createHealthRecorder(deps.db, deps.log)
  return {
    works: [deliveryWork({ ...deps, health, notifyAdmins: createNotifyAdmins(deps) }), webhookNoticeWork(deps)],
    close: () => health.flush(),
  }
}
