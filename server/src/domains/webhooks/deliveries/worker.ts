import type { Db } from '../../../platform/db/database.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import {
  defineWork,
  failPermanently,
  finish,
  newWorkColumns,
  nudge,
  postponeTo,
  retry,
  type WorkOutcome,
} from '../../../platform/work/index.ts'
import { adjustToWebhook, type DeliveryRow, deliveryAttemptsOf, failDelivery } from '../queries/deliveries.ts'
import { createDueReader, type DueDelivery } from '../queries/due.ts'
import { createSigningKeyReader } from '../secret.ts'
import { createBulkActions } from './bulk.ts'
import { type CallDeps, callEndpoint, isSuccess } from './call.ts'
import { type DeactivateDeps, deactivateFailingWebhook } from './deactivate.ts'
import type { DeliveryAttempt } from './delivery.ts'
import type { HealthRecorder } from './health.ts'
import { createWebhookLimiter, type WebhookSlot } from './limiter.ts'
import { serializePayload } from './payload.ts'
import { isFailingTooLong, maxDeliveryAttempts, nextAttemptAt } from './schedule.ts'

const work = { kind: 'webhooks.deliveries', table: 'webhook_deliveries', key: ['webhook_id', 'event_id'] } as const

export function nudgeDeliveries(tx: Db): void {
  nudge(tx, work.kind)
}

/** The columns of a delivery that begins its tries, or begins them again. */
export const dueNow = newWorkColumns

export type DeliveryWorkDeps = CallDeps & DeactivateDeps & { db: Db; keyring: Keyring; health: HealthRecorder }

/** Most of the time of a delivery is waiting for the endpoint, which costs little. */
const maxConcurrency = 400
/** Of one that is sent again and again the last are kept. */
const maxAttemptsStored = 20

type DeliveryTry = { signal: AbortSignal; attempt: number }

/** Tells webhooks of events, all independent of each other. An endpoint may hear of one twice, under the same id. */
export function deliveryWork(deps: DeliveryWorkDeps) {
  const { db, world } = deps
  const acquireSlot = createWebhookLimiter(maxConcurrency)
  const { postpone, deleteOrphans } = createBulkActions(db, world)
  const tryOnce = createDeliveryCall(deps)
  const read = createDueReader(db)

  /** Webhook and event are read when there is a slot: a new address or secret counts from then on. */
  async function deliver(row: DeliveryRow, slot: WebhookSlot, { signal, attempt }: DeliveryTry): Promise<WorkOutcome> {
    let answered: Parameters<WebhookSlot['release']>[0]
    try {
      const since = world.now()
      const due = await read(row)
      if (due?.active) {
        const tried = await tryOnce(due, signal)
        answered = { failed: !isSuccess(tried), now: world.now() }
        const tries = [...deliveryAttemptsOf(row), tried].slice(-maxAttemptsStored)
        return decideOutcome(due, { tried, tries, attempt, fit: createWebhookAdjustment(row, since, deps) }, deps)
      }
      if (due) return { ...postponeTo(since), write: createWebhookAdjustment(row, new Date(0), deps) }
      await deleteOrphans(row.webhook_id)
      return finish({ set: { status: 'failed' } })
    } finally {
      slot.release(answered)
    }
  }

  return defineWork({
    ...work,
    concurrency: maxConcurrency,
    retry: { attempts: maxDeliveryAttempts, baseSeconds: 25, mostSeconds: 36_000 },
    async perform(row, { signal, attempt }) {
      const slot = await acquireSlot(row.webhook_id, world.now())
      if ('release' in slot) return deliver(row, slot, { signal, attempt })
      await postpone(row.webhook_id, slot)
      return postponeTo(slot.retryAt)
    },
    giveUp: (tx, row) => failDelivery(tx, row),
  })
}

function createDeliveryCall(deps: DeliveryWorkDeps) {
  const { keyring, health, world } = deps
  const openSecret = createSigningKeyReader(keyring)
  return async (due: DueDelivery, signal: AbortSignal): Promise<DeliveryAttempt> => {
    const { webhookId, url } = due
    const tried = await callEndpoint(
      { url, key: openSecret(due) },
      { id: due.id, body: serializePayload(due), signal },
      deps,
    )
    await health.record({ webhookId, url, status: isSuccess(tried) ? 'success' : 'failure', at: world.now() })
    return tried
  }
}

type Write = (tx: Db) => Promise<void>

/** What somebody did to the webhook meanwhile must not be missed: it may be hours until the next try. */
function createWebhookAdjustment(row: DeliveryRow, since: Date, { world }: DeliveryWorkDeps): Write {
  return async (tx) => {
    if (await adjustToWebhook(tx, { row, since, now: world.now() })) nudgeDeliveries(tx)
  }
}

type DeliveryUpdate = { status: 'delivered' | 'failed' | 'pending'; tries: string; tried_at: Date }
type AttemptOutcome = { tried: DeliveryAttempt; tries: DeliveryAttempt[]; attempt: number; fit: Write }

function decideOutcome(
  due: DueDelivery,
  { tried, tries, attempt, fit }: AttemptOutcome,
  deps: DeliveryWorkDeps,
): WorkOutcome<DeliveryUpdate> {
  const now = deps.world.now()
  const kept = { tries: JSON.stringify(tries), tried_at: now }
  // Told once more it would have the same id, so that the writing need not wait for the disk.
  if (tried.error === undefined) return finish({ set: { ...kept, status: 'delivered' }, isIdempotent: true })
  const error = new Error(tried.error)
  const isGone = tried.status === 410
  const isOver = isGone || isFailingTooLong(due.failingSince, now)
  const write = async (tx: Db) => {
    if (isOver) await deactivateFailingWebhook(tx, due, isGone ? 'gone' : 'failing', deps)
    await fit(tx)
  }
  if (isGone) return failPermanently(error, { set: { ...kept, status: 'failed' }, write })
  const at = nextAttemptAt(attempt, now, deps.world.random())
  return retry(error, { at, set: { ...kept, status: at ? 'pending' : 'failed' }, write })
}
