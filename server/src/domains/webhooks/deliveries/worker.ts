import type { Db } from '../../../platform/db/database.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import { defineWork, done, fail, freshWork, later, nudge, type Outcome, retry } from '../../../platform/work/index.ts'
import { type DeliveryRow, failDelivery, fitToWebhook, triesOf } from '../queries/deliveries.ts'
import { type DueDelivery, dueReader } from '../queries/due.ts'
import { secretOpener } from '../secret.ts'
import { type CallDeps, callEndpoint, isSuccess } from './call.ts'
import { type DeactivateDeps, giveUpOn } from './deactivate.ts'
import type { DeliveryAttempt } from './delivery.ts'
import type { HealthBook } from './health.ts'
import { bodyOf } from './payload.ts'
import { placesOfWebhooks, type Taken } from './places.ts'
import { isHopeless, mostAttempts, nextTry } from './schedule.ts'
import { togetherWith } from './together.ts'

const work = { kind: 'webhooks.deliveries', table: 'webhook_deliveries', key: ['webhook_id', 'event_id'] } as const

export function nudgeDeliveries(tx: Db): void {
  nudge(tx, work.kind)
}

/** The columns of a delivery that begins its tries, or begins them again. */
export const dueNow = freshWork

export type DeliveryWorkDeps = CallDeps & DeactivateDeps & { db: Db; keyring: Keyring; health: HealthBook }

/** Most of the time of a delivery is waiting for the endpoint, which costs little. */
const places = 400
/** Of one that is sent again and again the last are kept. */
const mostTriesKept = 20

type Try = { signal: AbortSignal; attempt: number }

/** Tells webhooks of events, all independent of each other. An endpoint may hear of one twice, under the same id. */
export function deliveryWork(deps: DeliveryWorkDeps) {
  const { db, world } = deps
  const takePlace = placesOfWebhooks(places)
  const { postpone, forget } = togetherWith(db, world)
  const tryOnce = tryingWith(deps)
  const read = dueReader(db)

  /** Webhook and event are read when there is a place: a new address or secret counts from then on. */
  async function deliver(row: DeliveryRow, place: Taken, { signal, attempt }: Try): Promise<Outcome> {
    let answered: Parameters<Taken['leave']>[0]
    try {
      const since = world.now()
      const due = await read(row)
      if (due?.active) {
        const tried = await tryOnce(due, signal)
        answered = { failed: !isSuccess(tried), now: world.now() }
        const tries = [...triesOf(row), tried].slice(-mostTriesKept)
        return outcomeOf(due, { tried, tries, attempt, fit: fitting(row, since, deps) }, deps)
      }
      if (due) return { ...later(since), write: fitting(row, new Date(0), deps) }
      await forget(row.webhook_id)
      return done({ set: { status: 'failed' } })
    } finally {
      place.leave(answered)
    }
  }

  return defineWork({
    ...work,
    concurrency: places,
    retry: { attempts: mostAttempts, baseSeconds: 25, mostSeconds: 36_000 },
    async perform(row, { signal, attempt }) {
      const place = await takePlace(row.webhook_id, world.now())
      if ('leave' in place) return deliver(row, place, { signal, attempt })
      await postpone(row.webhook_id, place)
      return later(place.comeBackAt)
    },
    giveUp: (tx, row) => failDelivery(tx, row),
  })
}

function tryingWith(deps: DeliveryWorkDeps) {
  const { keyring, health, world } = deps
  const openSecret = secretOpener(keyring)
  return async (due: DueDelivery, signal: AbortSignal): Promise<DeliveryAttempt> => {
    const { webhookId, url } = due
    const tried = await callEndpoint({ url, key: openSecret(due) }, { id: due.id, body: bodyOf(due), signal }, deps)
    await health.note({ webhookId, url, status: isSuccess(tried) ? 'success' : 'failure', at: world.now() })
    return tried
  }
}

type Write = (tx: Db) => Promise<void>

/** What somebody did to the webhook meanwhile must not be missed: it may be hours until the next try. */
function fitting(row: DeliveryRow, since: Date, { world }: DeliveryWorkDeps): Write {
  return async (tx) => {
    if (await fitToWebhook(tx, { row, since, now: world.now() })) nudgeDeliveries(tx)
  }
}

type Set = { status: 'delivered' | 'failed' | 'pending'; tries: string; tried_at: Date }
type Tried = { tried: DeliveryAttempt; tries: DeliveryAttempt[]; attempt: number; fit: Write }

function outcomeOf(due: DueDelivery, { tried, tries, attempt, fit }: Tried, deps: DeliveryWorkDeps): Outcome<Set> {
  const now = deps.world.now()
  const kept = { tries: JSON.stringify(tries), tried_at: now }
  // Told once more it would have the same id, so that the writing need not wait for the disk.
  if (tried.error === undefined) return done({ set: { ...kept, status: 'delivered' }, harmless: true })
  const error = new Error(tried.error)
  const isGone = tried.status === 410
  const isOver = isGone || isHopeless(due.failingSince, now)
  const write = async (tx: Db) => {
    if (isOver) await giveUpOn(tx, due, isGone ? 'gone' : 'failing', deps)
    await fit(tx)
  }
  if (isGone) return fail(error, { set: { ...kept, status: 'failed' }, write })
  const at = nextTry(attempt, now, deps.world.random())
  return retry(error, { at, set: { ...kept, status: at ? 'pending' : 'failed' }, write })
}
