import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { ChannelAddress } from '../../../people/index.ts'
import { isCarrier } from '../keyword.ts'
import {
  absent,
  afterBeat,
  beatMilliseconds,
  clearanceMilliseconds,
  isClear,
  isPresent,
  type Presence,
  presentSeconds,
  stopWaitMilliseconds,
} from './clearance.ts'
import { beat, deleteDispatcher, hasOtherDispatchers } from './queries.ts'

/**
 * Where a STOP and the hand-overs to that person meet. Several of these over one database, one in each process, keep the
 * promise together: once `settled` has resolved, no hand-over begins on what was read before the STOP was committed.
 */
export type LastHop = {
  /** Whether a hand-over may begin now, where the read of the STOP list was sent at `readAt`. */
  isClear(agent: Pick<AgentKey, 'key'>, to: ChannelAddress, readAt: number): boolean
  /** Makes this process known to those who take a STOP. What is read after it may be handed over. */
  join(): Promise<void>
  /** A STOP is committed: in this process nothing begins any more on what was read before. */
  noteStop(agent: Pick<AgentKey, 'key'>, from: ChannelAddress): void
  /** After `noteStop`: resolves when the same is true of every other process. */
  settled(): Promise<void>
  close(): Promise<void>
}

type Log = { warn(about: object, words: string): void }

/** A process that has handed nothing over for so long is not waited for. */
const idleMilliseconds = 60_000

export function createLastHop({ db, log }: { db: Db; log: Log }): LastHop {
  let id = randomUUID()
  const stops = recentStops()
  let presence: Presence = absent
  let usedAt = Number.NEGATIVE_INFINITY
  let beating: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function sendBeat(): Promise<void> {
    const [own, sentAt] = [id, performance.now()]
    await beat(db, own)
    if (own === id) presence = afterBeat(presence, { sentAt, answeredAt: performance.now() })
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
    if (presence === absent) return
    const left = id
    id = randomUUID()
    presence = absent
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
    timer ??= setTimeout(goOn, beatMilliseconds).unref()
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
    noteStop: ({ key }, from) => stops.note(key, from, performance.now()),
    async settled() {
      const committedBy = performance.now()
      // Where nobody can say who else hands over, somebody does.
      const others = await hasOtherDispatchers(db, id, presentSeconds).catch(() => true)
      if (others) await sleep(committedBy + stopWaitMilliseconds - performance.now())
    },
    close: () =>
      leave().catch((error) => log.warn({ err: error }, 'the note that messages are handed over here stays')),
  }
}

/** The STOPs of this process, for as long as a clearance lasts that was read before them. */
function recentStops() {
  const times = new Map<string, number>()

  /** At the gateway a STOP covers the number, on rcs and sms. */
  const keyOf = (agentKey: number, { channel, address }: ChannelAddress) =>
    `${agentKey} ${isCarrier(channel) ? 'number' : channel} ${address}`

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
