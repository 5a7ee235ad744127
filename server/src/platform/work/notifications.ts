import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { listenToChannel } from '../db/listen.ts'
import { afterCommit } from '../db/transaction.ts'
import type { WorkLog } from './task.ts'

type NudgeListenerOptions = {
  /** Called before each connect, because the database may have moved. */
  url(): string
  log: WorkLog
  onKind(kind: string): void
  /** Called after each connect: notifications sent before it were missed. */
  onConnect(): void
}

/** Listens for nudges; while it cannot, polling finds the work. */
export const listenForNudges = ({ url, log, onKind, onConnect }: NudgeListenerOptions): { close(): Promise<void> } =>
  listenToChannel({
    databaseUrl: url,
    channel: nudgeChannel,
    onPayload: (payload) => parseNudge(payload).forEach(onKind),
    onConnect,
    onLost: () => {},
    onFailure: (error) => log.warn({ err: error }, 'cannot listen for nudges; polling instead'),
  })

/**
 * Lets the workers of this process notify each other without the database. It belongs to the process, not to one
 * worker: code that writes a row knows its kind, but not the workers.
 */
type LocalBus = {
  /** A row of this kind may be due; returns true if the listener has a free slot. */
  onDue: Set<(kind: string) => boolean>
  /** A row of this kind may be due, no worker here has a free slot, and other processes should be notified. */
  onBroadcast: Set<(kind: string) => void>
  onCancelled: Set<(kind: string, rowId: string) => void>
}

export const localBus: LocalBus = { onDue: new Set(), onBroadcast: new Set(), onCancelled: new Set() }

export const nudgeChannel = 'parley_work'

/** A NOTIFY in every insert cost 42 % of the insert rate, batched ones 4 %. */
const notifyGapMilliseconds = 5

/** Identifies this process, so that it can ignore its own notifications: its workers were woken directly. */
const processId = randomUUID()

/**
 * Notifies workers, once `tx` has committed, that a row of this kind may be due; other processes only if this one has
 * no free slot. A hint only: polling finds the row as well.
 */
export function nudge(tx: Db, kind: string): void {
  afterCommit(tx, () => {
    const delivered = [...localBus.onDue].map((hear) => hear(kind))
    if (delivered.includes(true)) return
    for (const broadcast of localBus.onBroadcast) broadcast(kind)
  })
}

/**
 * Forwards this process's nudges to the others. A worker does so by itself; a process that only enqueues calls this
 * once, otherwise its rows wait for the next poll.
 */
export function forwardNudges({ db, log }: { db: Db; log: WorkLog }): { close(): Promise<void> } {
  const kinds = new Set<string>()
  let sending: Promise<void> | undefined

  async function send(): Promise<void> {
    while (kinds.size > 0) {
      const payload = [processId, ...kinds].join(' ')
      kinds.clear()
      await notify(db, payload).catch((error) => log.warn({ err: error }, 'a nudge was not sent; polling instead'))
      await new Promise((resolve) => setTimeout(resolve, notifyGapMilliseconds))
    }
    sending = undefined
  }

  const broadcast = (kind: string): void => {
    kinds.add(kind)
    sending ??= new Promise(setImmediate).then(send)
  }
  localBus.onBroadcast.add(broadcast)
  return {
    async close() {
      localBus.onBroadcast.delete(broadcast)
      await sending
    },
  }
}

/** Returns the kinds that another process nudged; none if the payload came from this one. */
export function parseNudge(payload: string): string[] {
  const [from, ...kinds] = payload.split(' ')
  return from === processId ? [] : kinds
}

async function notify(db: Db, payload: string): Promise<void> {
  await sql`select pg_notify(${nudgeChannel}, ${payload})`.execute(db)
}
