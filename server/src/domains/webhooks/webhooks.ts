import type { Db } from '../../platform/db/database.ts'
import type { Addressing, Announce } from '../../platform/outbox.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { CallDeps } from './deliveries/call.ts'
import { healthBook } from './deliveries/health.ts'
import { deliveryWork, nudgeDeliveries } from './deliveries/worker.ts'
import { adminTeller, type NoticeDeps, noticeWork } from './notices/worker.ts'
import { addressingText } from './queries/addressing.ts'

/** For the announcer: events find their webhooks in the statement that writes them. */
export const addressing: Addressing = { text: addressingText, addressed: nudgeDeliveries }

type WebhookWorkDeps = CallDeps & NoticeDeps & { db: Db; keyring: Keyring; announce: Announce }

/** What runs without a request, and what must be written at the end. */
export function webhookWork(deps: WebhookWorkDeps) {
  const health = healthBook(deps.db, deps.log)
  return {
    works: [deliveryWork({ ...deps, health, tellAdmins: adminTeller(deps) }), noticeWork(deps)],
    close: () => health.flush(),
  }
}
