import type { deliveryStatuses } from '@parley/definition/vocabulary'
import type { CallResult, PacedSlot, Postponement } from '../../../platform/concurrency/paced-limiter.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Announce } from '../../../platform/outbox.ts'
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
import type { World } from '../../../platform/world.ts'
import type { NotifyAdmins } from '../notices/worker.ts'
import { createDueReader, type DueDelivery, deleteOrphans, postponeDue, suspendDeliveries } from '../queries/bulk.ts'
import { adjustToWebhook, type DeliveryRow, deliveryAttemptsOf, failDelivery } from '../queries/deliveries.ts'

import { deactivateWebhook } from '../queries/health.ts'
import { createSigningKeyReader } from '../secret.ts'
import type { DeactivationReason } from '../webhook.ts'
import { type CallDeps, callEndpoint, isSuccess } from './call.ts'
import { type DeliveryAttempt, serializePayload } from './delivery.ts'
import type { HealthRecorder } from './health.ts'
import { createWebhookLimiter, maxPostponeMilliseconds } from './limiter.ts'

/** The first retry comes within 30 seconds, the next ones after about 5 minutes, 30 minutes, 2, 5, 10 and 10 hours. */
const delaysSeconds = [25, 300, 1800, 7200, 18_000, 36_000, 36_000]
/** Random variation of each delay, so that deliveries that failed together are not retried together. */
const jitter = 0.1

export const maxDeliveryAttempts = delaysSeconds.length + 1

/** When to retry after attempt number `attempt` (from 1) failed; undefined after the last. */
export function computeNextAttempt(attempt: number, now: Date, random: number): Date | undefined {
  const seconds = delaysSeconds[attempt - 1]
  if (seconds === undefined) return undefined
  return new Date(now.getTime() + Math.round(seconds * 1000 * (1 - jitter + 2 * jitter * random)))
}

const maxFailingMilliseconds = 5 * 86_400_000

/** An endpoint that has been failing since before this time is considered dead. */
const failingCutoff = (now: Date): Date => new Date(now.getTime() - maxFailingMilliseconds)

export function isFailingTooLong(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && failingSince <= failingCutoff(now)
}

const work = { kind: 'webhooks.deliveries', table: 'webhook_deliveries', key: ['webhook_id', 'event_id'] } as const

export function nudgeDeliveries(tx: Db): void {
  nudge(tx, work.kind)
}

/** The columns of a delivery that starts its attempts, or starts them over. */
export const dueNow = newWorkColumns

export type DeliveryWorkDeps = CallDeps & DeactivateDeps & { db: Db; keyring: Keyring; health: HealthRecorder }

/** A delivery spends most of its time waiting for the endpoint, which costs little. */
const maxConcurrency = 400
/** Only the last attempts of a delivery that is repeated often are stored. */
const maxAttemptsStored = 20

type DeliveryTry = { signal: AbortSignal; attempt: number }

/**
 * Delivers events to webhooks, independently of each other. An endpoint may receive an event twice, with the same id.
 */
export function deliveryWork(deps: DeliveryWorkDeps) {
  const { db, world } = deps
  const acquireSlot = createWebhookLimiter(maxConcurrency)
  const { postpone, deleteOrphans } = createBulkActions(db, world)
  const tryOnce = createDeliveryCall(deps)
  const read = createDueReader(db)

  /** Reads webhook and event only once there is a slot, so that a new URL or secret is used from then on. */
  async function deliver(row: DeliveryRow, slot: PacedSlot, { signal, attempt }: DeliveryTry): Promise<WorkOutcome> {
    let answered: CallResult | undefined
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
    retry: { attempts: maxDeliveryAttempts, baseSeconds: 25, maxSeconds: 36_000 },
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
      { url, keys: openSecret(due, world.now()) },
      { id: due.id, body: serializePayload(due), signal },
      deps,
    )
    await health.record({ webhookId, url, status: isSuccess(tried) ? 'success' : 'failure', at: world.now() })
    return tried
  }
}

type Write = (tx: Db) => Promise<void>

/** Applies changes made to the webhook in the meantime: the next attempt may be hours away. */
function createWebhookAdjustment(row: DeliveryRow, since: Date, { world }: DeliveryWorkDeps): Write {
  return async (tx) => {
    if (await adjustToWebhook(tx, { row, since, now: world.now() })) nudgeDeliveries(tx)
  }
}

type DeliveryUpdate = { status: (typeof deliveryStatuses)[number]; attempt_log: string; last_attempt_at: Date }
type AttemptOutcome = { tried: DeliveryAttempt; tries: DeliveryAttempt[]; attempt: number; fit: Write }

function decideOutcome(
  due: DueDelivery,
  { tried, tries, attempt, fit }: AttemptOutcome,
  deps: DeliveryWorkDeps,
): WorkOutcome<DeliveryUpdate> {
  const now = deps.world.now()
  const columns = { attempt_log: JSON.stringify(tries), last_attempt_at: now }
  // A repeated delivery would have the same id, so the write need not wait for the disk.
  if (tried.error === undefined) return finish({ set: { ...columns, status: 'delivered' }, isIdempotent: true })
  const error = new Error(tried.error)
  const isGone = tried.status === 410
  const isOver = isGone || isFailingTooLong(due.failingSince, now)
  const write = async (tx: Db) => {
    if (isOver) await deactivateFailingWebhook(tx, due, isGone ? 'gone' : 'failing', deps)
    await fit(tx)
  }
  if (isGone) return failPermanently(error, { set: { ...columns, status: 'failed' }, write })
  const at = computeNextAttempt(attempt, now, deps.world.random())
  return retry(error, { at, set: { ...columns, status: at ? 'pending' : 'failed' }, write })
}

type DeactivateDeps = { world: World; announce: Announce; notifyAdmins: NotifyAdmins }

/**
 * Deactivates the webhook and notifies everyone who can fix it, in the transaction of the last attempt. Does nothing if
 * the webhook has a different URL by now.
 */
async function deactivateFailingWebhook(
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

/**
 * When one delivery cannot run, thousands may be due behind it: claiming each one only to reschedule it would delay the
 * deliveries of others. These actions handle them in bulk.
 */
function createBulkActions(db: Db, world: World) {
  return {
    /** The endpoint has no free slot. */
    postpone: runOncePerWebhook((webhookId, { retryAt: from, stepMilliseconds }: Postponement) =>
      postponeDue(db, webhookId, {
        now: world.now(),
        from,
        stepMilliseconds,
        mostWaitMilliseconds: maxPostponeMilliseconds,
      }),
    ),
    /** The webhook may have been deleted. */
    deleteOrphans: runOncePerWebhook((webhookId) => deleteOrphans(db, webhookId)),
  }
}

/** Skips the action if it is already running for the same webhook. */
function runOncePerWebhook<Args extends unknown[]>(act: (webhookId: string, ...args: Args) => Promise<void>) {
  const busy = new Set<string>()
  return async (webhookId: string, ...args: Args): Promise<void> => {
    if (busy.has(webhookId)) return
    busy.add(webhookId)
    try {
      await act(webhookId, ...args)
    } finally {
      busy.delete(webhookId)
    }
  }
}
