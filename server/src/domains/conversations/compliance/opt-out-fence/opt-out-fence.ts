import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { ChannelAddress } from '../../../people/index.ts'
import { isCarrierChannel } from '../keyword.ts'
import {
  applyHeartbeat,
  clearanceMilliseconds,
  type DispatcherPresence,
  dispatcherTimeoutSeconds,
  heartbeatMilliseconds,
  isClear,
  isPresent,
  noPresence,
  stopWaitMilliseconds,
} from './clearance.ts'
import { deleteDispatcher, hasOtherDispatchers, recordHeartbeat } from './queries.ts'

/**
 * Where a STOP and the hand-overs to that person meet. Several of these over one database, one in each process, keep the
 * promise together: once `settled` has resolved, no hand-over begins on what was read before the STOP was committed.
 */
export type OptOutFence = {
  /** Whether a hand-over may begin now, where the read of the STOP list was sent at `readAt`. */
  isClear(agent: Pick<AgentKey, 'key'>, to: ChannelAddress, readAt: number): boolean
  /** Makes this process known to those who take a STOP. What is read after it may be handed over. */
  join(): Promise<void>
  /** A STOP is committed: in this process nothing begins any more on what was read before. */
  recordStop(agent: Pick<AgentKey, 'key'>, from: ChannelAddress): void
  /** After `noteStop`: resolves when the same is true of every other process. */
  drain(): Promise<void>
  close(): Promise<void>
}

type Log = { warn(about: object, words: string): void }

/** A process that has handed nothing over for so long is not waited for. */
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

  /** Concurrent callers share one beat. */
  function beatOnce(): Promise<void> {
    beating ??= sendBeat().finally(() => {
      beating = undefined
    })
    return beating
  }

  /** No hand-over begins here once the row is gone. A process that joins again takes a new id, which no late delete matches. */
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

  async function goOn(): Promise<void> {
    timer = undefined
    try {
      if (performance.now() - usedAt > idleMilliseconds) return await leave()
      await beatOnce()
    } catch (error) {
      log.warn({ err: error }, 'other processes could not be told that messages are handed over here')
    }
    goOnLater()
  }

  function goOnLater(): void {
    timer ??= setTimeout(goOn, heartbeatMilliseconds).unref()
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
      // Where nobody can say who else hands over, somebody does.
      const others = await hasOtherDispatchers(db, id, dispatcherTimeoutSeconds).catch(() => true)
      if (others) await sleep(committedBy + stopWaitMilliseconds - performance.now())
    },
    close: () =>
      leave().catch((error) => log.warn({ err: error }, 'the note that messages are handed over here stays')),
  }
}

/** The STOPs of this process, for as long as a clearance lasts that was read before them. */
function createRecentStops() {
  const times = new Map<string, number>()

  /** At the gateway a STOP covers the number, on rcs and sms. */
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
      // Deleted first, so that the oldest stand in front.
      times.delete(key)
      times.set(key, now)
    },
    lastOf: (agentKey: number, to: ChannelAddress): number | undefined =>
      times.size === 0 ? undefined : times.get(keyOf(agentKey, to)),
  }
}
