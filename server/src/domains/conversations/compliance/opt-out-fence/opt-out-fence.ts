import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isCarrierChannel } from '@parley/amf'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { ChannelAddress } from '../../../people/index.ts'
import { deleteDispatcher, hasOtherDispatchers, recordHeartbeat } from './queries.ts'

/**
 * A dispatch relies on an earlier read of the STOP list, its clearance, which is valid only for a moment. The process
 * that receives a STOP waits until all clearances have expired, so that no statement is needed between the read and the
 * wire. All times here come from the process's monotonic clock (`performance.now()`): a wall clock that jumps or a
 * suspended process does no harm.
 */

/** A dispatch must start this soon after its read of the STOP list; otherwise the list is read again. */
const clearanceMilliseconds = 1_000

/**
 * Covers the time from the check to the system call that writes, and the drift between two machines' clocks in a
 * second.
 */
const marginMilliseconds = 250

/** This long after a STOP is committed, no dispatch can start on an earlier read. */
export const stopWaitMilliseconds = clearanceMilliseconds + marginMilliseconds

/** How often a process that dispatches writes its heartbeat. */
const heartbeatMilliseconds = 2_000

/** Clearances count only if heartbeats follow one another within this time and each is answered within it. */
const maxHeartbeatGapMilliseconds = 6_000

/**
 * By the database's clock: a process whose last heartbeat is older dispatches nothing. Two gaps and a clearance are 13
 * seconds; a valid clearance is never older than that.
 */
export const dispatcherTimeoutSeconds = 20

/**
 * The heartbeats that tell other processes that this one dispatches: without a gap since `since`, with the last heartbeat sent at
 * `beatAt`.
 */
type DispatcherPresence = { since: number; beatAt: number }

export const noPresence: DispatcherPresence = { since: Number.POSITIVE_INFINITY, beatAt: Number.NEGATIVE_INFINITY }

export type Heartbeat = { sentAt: number; answeredAt: number }

/** After a gap, only reads after the heartbeat count: a STOP may have missed this process in between. */
export function applyHeartbeat(presence: DispatcherPresence, { sentAt, answeredAt }: Heartbeat): DispatcherPresence {
  const isGap =
    sentAt - presence.beatAt > maxHeartbeatGapMilliseconds || answeredAt - sentAt > maxHeartbeatGapMilliseconds
  return { since: isGap ? answeredAt : presence.since, beatAt: sentAt }
}

/** Whether a STOP committed after `readAt` is sure to see this process. */
const isPresent = ({ since, beatAt }: DispatcherPresence, readAt: number): boolean =>
  readAt >= since && readAt - beatAt < maxHeartbeatGapMilliseconds

type Clearance = {
  /** When the read of the STOP list was sent. */
  readAt: number
  now: number
  presence: DispatcherPresence
  /** When this process last received a STOP from that person. */
  stoppedAt?: number
}

/** Whether a dispatch may start now. */
export function isClear({ readAt, now, presence, stoppedAt = Number.NEGATIVE_INFINITY }: Clearance): boolean {
  return now - readAt < clearanceMilliseconds && stoppedAt < readAt && isPresent(presence, readAt)
}

/**
 * Coordinates STOPs with the dispatches to that person. There is one fence per process on the same database; together
 * they guarantee that once `drain` has resolved, no dispatch starts on a read from before the STOP was committed.
 */
export type OptOutFence = {
  /** Whether a dispatch may start now, given that its read of the STOP list was sent at `readAt`. */
  isClear(agent: Pick<AgentKey, 'key'>, to: ChannelAddress, readAt: number): boolean
  /**
   * Registers this process as a dispatcher, so that STOPs wait for it. Reads made after this may be used to dispatch.
   */
  join(): Promise<void>
  /** Call after a STOP is committed: from then on this process starts no dispatch on an earlier read. */
  recordStop(agent: Pick<AgentKey, 'key'>, from: ChannelAddress): void
  /** Call after `recordStop`: resolves when the same is true of every other process. */
  drain(): Promise<void>
  close(): Promise<void>
}

type Log = { warn(about: object, words: string): void }

/** A process that has dispatched nothing for this long leaves, and STOPs no longer wait for it. */
const idleMilliseconds = 60_000

export function createOptOutFence({ db, log }: { db: Db; log: Log }): OptOutFence {
  let id = randomUUID()
  const stops = createRecentStops()
  let presence: DispatcherPresence = noPresence
  let usedAt = Number.NEGATIVE_INFINITY
  let beating: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function sendBeat(): Promise<void> {
    const [own, sentAt] = [id, performance.now()]
    await recordHeartbeat(db, own)
    if (own === id) presence = applyHeartbeat(presence, { sentAt, answeredAt: performance.now() })
  }

  /** Concurrent callers share one heartbeat. */
  function beatOnce(): Promise<void> {
    beating ??= sendBeat().finally(() => {
      beating = undefined
    })
    return beating
  }

  /**
   * No dispatch starts here once the row is deleted. A process that joins again uses a new id, which no late delete
   * matches.
   */
  async function leave(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    await beating?.catch(() => {})
    if (presence === noPresence) return
    const left = id
    id = randomUUID()
    presence = noPresence
    await deleteDispatcher(db, left)
  }

  async function resume(): Promise<void> {
    timer = undefined
    try {
      if (performance.now() - usedAt > idleMilliseconds) return await leave()
      await beatOnce()
    } catch (error) {
      log.warn({ err: error }, 'could not tell other processes that this process dispatches messages')
    }
    goOnLater()
  }

  function goOnLater(): void {
    timer ??= setTimeout(resume, heartbeatMilliseconds).unref()
  }

  return {
    isClear({ key }, to, readAt) {
      const now = performance.now()
      usedAt = now
      return isClear({ readAt, now, presence, stoppedAt: stops.lastOf(key, to) })
    },
    async join() {
      if (isPresent(presence, performance.now())) return
      await beatOnce()
      goOnLater()
    },
    recordStop: ({ key }, from) => stops.note(key, from, performance.now()),
    async drain() {
      const committedBy = performance.now()
      // If the other dispatchers cannot be determined, assumes that there are some.
      const others = await hasOtherDispatchers(db, id, dispatcherTimeoutSeconds).catch(() => true)
      if (others) await sleep(committedBy + stopWaitMilliseconds - performance.now())
    },
    close: () =>
      leave().catch((error) =>
        log.warn({ err: error }, 'could not remove the note that this process dispatches messages'),
      ),
  }
}

/** The STOPs that this process received, retained for as long as a clearance read before them is valid. */
function createRecentStops() {
  const times = new Map<string, number>()

  /** On the gateway, a STOP covers the number on both rcs and sms. */
  const keyOf = (agentKey: number, { channel, address }: ChannelAddress) =>
    `${agentKey} ${isCarrierChannel(channel) ? 'number' : channel} ${address}`

  function forgetUntil(time: number): void {
    for (const [key, at] of times) {
      if (at >= time) return
      times.delete(key)
    }
  }

  return {
    note(agentKey: number, from: ChannelAddress, now: number): void {
      forgetUntil(now - clearanceMilliseconds)
      const key = keyOf(agentKey, from)
      // Deleted first, so that the map stays ordered from oldest to newest.
      times.delete(key)
      times.set(key, now)
    },
    lastOf: (agentKey: number, to: ChannelAddress): number | undefined =>
      times.size === 0 ? undefined : times.get(keyOf(agentKey, to)),
  }
}
