import type { Db } from '../../../platform/db/database.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import { defineWork, done, fail, freshWork, later, nudge, type Outcome, retry } from '../../../platform/work/index.ts'
import { failDelivery, triesOf } from '../queries/deliveries.ts'
import { type DueDelivery, dueReader } from '../queries/due.ts'
import { secretOpener } from '../secret.ts'
import { type CallDeps, callEndpoint, isSuccess } from './call.ts'
import { type DeactivateDeps, giveUpOn } from './deactivate.ts'
import type { DeliveryAttempt } from './delivery.ts'
import type { HealthBook } from './health.ts'
import { bodyOf } from './payload.ts'
import { placesOfWebhooks } from './places.ts'
import { postponerOf } from './postpone.ts'
import { isHopeless, mostAttempts, nextTry } from './schedule.ts'

const work = { kind: 'webhooks.deliveries', table: 'webhook_deliveries', key: ['webhook_id', 'event_id'] } as const

export function nudgeDeliveries(tx: Db): void {
  nudge(tx, work.kind)
}

/** The columns of a delivery that begins its tries, or begins them again. */
export const dueNow = freshWork

export type DeliveryWorkDeps = CallDeps & DeactivateDeps & { db: Db; keyring: Keyring; health: HealthBook }

/** Most of the time of a delivery is waiting for the endpoint, which costs little. */
const places = 400
/** Whoever is still on its way to a webhook that is not active looks again when that may have changed. */
const inactiveMilliseconds = 3_600_000
/** Of one that is sent again and again the last are kept. */
const mostTriesKept = 20

/** Tells webhooks of events, all independent of each other. An endpoint may hear of one twice, under the same id. */
export function deliveryWork(deps: DeliveryWorkDeps) {
  const { db, world, keyring, health } = deps
  const read = dueReader(db)
  const openSecret = secretOpener(keyring)
  const takePlace = placesOfWebhooks(places)
  const postpone = postponerOf(db, world)

  async function tryOnce(due: DueDelivery, signal: AbortSignal): Promise<DeliveryAttempt> {
    const target = { url: due.url, key: openSecret(due) }
    const tried = await callEndpoint(target, { id: due.id, body: bodyOf(due), signal }, deps)
    const status = isSuccess(tried) ? 'success' : 'failure'
    await health.note({ webhookId: due.webhookId, status, at: world.now() })
    return tried
  }

  return defineWork({
    ...work,
    concurrency: places,
    retry: { attempts: mostAttempts, baseSeconds: 25, mostSeconds: 36_000 },
    async perform(row, { signal, attempt }) {
      // Before there is a place: what was claimed together is read together.
      const due = await read(row)
      if (!due) return done({ set: { status: 'failed' } })
      if (!due.active) return later(new Date(world.now().getTime() + inactiveMilliseconds))
      const place = await takePlace(row.webhook_id, world.now())
      if ('comeBackAt' in place) {
        await postpone(row.webhook_id, place)
        return later(place.comeBackAt)
      }
      let failed = false
      try {
        const tried = await tryOnce(due, signal)
        failed = !isSuccess(tried)
        const tries = [...triesOf(row), tried].slice(-mostTriesKept)
        return outcomeOf(due, { tried, tries, attempt }, deps)
      } finally {
        place.leave({ failed, now: world.now() })
      }
    },
    giveUp: (tx, row) => failDelivery(tx, row),
  })
}

type Set = { status: 'delivered' | 'failed' | 'pending'; tries: string; tried_at: Date }
type Tried = { tried: DeliveryAttempt; tries: DeliveryAttempt[]; attempt: number }

function outcomeOf(due: DueDelivery, { tried, tries, attempt }: Tried, deps: DeliveryWorkDeps): Outcome<Set> {
  const now = deps.world.now()
  const kept = { tries: JSON.stringify(tries), tried_at: now }
  // Told once more it would have the same id, so that the writing need not wait for the disk.
  if (tried.error === undefined) return done({ set: { ...kept, status: 'delivered' as const }, harmless: true })
  const error = new Error(tried.error)
  if (tried.status === 410) {
    const write = (tx: Db) => giveUpOn(tx, due.webhookId, 'gone', deps)
    return fail(error, { set: { ...kept, status: 'failed' as const }, write })
  }
  const write = isHopeless(due.failingSince, now) ? (tx: Db) => giveUpOn(tx, due.webhookId, 'failing', deps) : undefined
  const at = nextTry(attempt, now, deps.world.random())
  return retry(error, { at, set: { ...kept, status: at ? ('pending' as const) : ('failed' as const) }, write })
}
