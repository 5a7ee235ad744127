import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { listenToChannel } from '../db/listen.ts'
import { afterCommit } from '../db/transaction.ts'
import type { WorkLog } from './task.ts'

type NudgeListenerOptions = {
  /** Asked before each connect: the database may have moved. */
  url(): string
  log: WorkLog
  onKind(kind: string): void
  /** After each connect: whatever was said before has not been heard. */
  onConnect(): void
}

/** Hears nudges; where it cannot, polling serves. */
export const listenForNudges = ({ url, log, onKind, onConnect }: NudgeListenerOptions): { close(): Promise<void> } =>
  listenToChannel({
    databaseUrl: url,
    channel: nudgeChannel,
    onPayload: (payload) => parseNudge(payload).forEach(onKind),
    onConnect,
    onLost: () => {},
    onFailure: (error) => log.warn({ err: error }, 'cannot listen for nudges; polling serves'),
  })

/**
 * What the workers of this process tell each other without the database. It is the process's own, not one worker's:
 * whoever writes a row knows its kind, but not who works here.
 */
type LocalBus = {
  /** A row of this kind may be due; true from whoever has a place for it. */
  onDue: Set<(kind: string) => boolean>
  /** Other processes should hear that a row of this kind may be due, for which nobody here has a place. */
  onBroadcast: Set<(kind: string) => void>
  /** This row was taken out of work. */
  onCancelled: Set<(kind: string, rowId: string) => void>
}

export const localBus: LocalBus = { onDue: new Set(), onBroadcast: new Set(), onCancelled: new Set() }

export const nudgeChannel = 'parley_work'

/** A NOTIFY in every insert cost 42 % of the insert rate, gathered ones 4 %. */
const notifyGapMilliseconds = 5

/** This process, so that it need not listen to itself: its own workers were woken directly. */
const processId = randomUUID()

/**
 * Says, once `tx` has committed, that a row of this kind may be due: to other processes only if this one has no place for
 * it. A hint only: polling finds the row as well.
 */
export function nudge(tx: Db, kind: string): void {
  afterCommit(tx, () => {
    const delivered = [...localBus.onDue].map((hear) => hear(kind))
    if (delivered.includes(true)) return
    for (const broadcast of localBus.onBroadcast) broadcast(kind)
  })
}

/**
 * Carries this process's nudges to the others. A worker does so by itself; a process that only enqueues calls this
 * once, or its rows wait for the next poll.
 */
export function forwardNudges({ db, log }: { db: Db; log: WorkLog }): { close(): Promise<void> } {
  const kinds = new Set<string>()
  let sending: Promise<void> | undefined

  async function send(): Promise<void> {
    while (kinds.size > 0) {
      const payload = [processId, ...kinds].join(' ')
      kinds.clear()
      await notify(db, payload).catch((error) => log.warn({ err: error }, 'a nudge was not sent; polling serves'))
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

/** The kinds that another process nudged; nothing when it was this one. */
export function parseNudge(payload: string): string[] {
  const [from, ...kinds] = payload.split(' ')
  return from === processId ? [] : kinds
}

async function notify(db: Db, payload: string): Promise<void> {
  await sql`select pg_notify(${nudgeChannel}, ${payload})`.execute(db)
}
