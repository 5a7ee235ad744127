import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../world.ts'
import type { WorkLog } from './task.ts'

/**
 * Whatever was begun a moment ago and has not ended is young: it is still busy here, while what is older waits for
 * somebody else. So a process that also answers requests is not kept from them by a crowd, nor the crowd by a few that wait.
 */
export type RecentStartLimit = { max: number; milliseconds: number }

/** Where a loop gets what it runs: rows of one kind, or lanes of one kind. */
export type WorkSource<Item> = {
  kind: string
  slots: number
  /** How many of them may be young. */
  recentStarts?: RecentStartLimit
  claim(most: number, now: Date): Promise<Item[]>
  /** When something is due that is not due yet; asked with the time of the claim, or what fell due since is missed. */
  nextDue(now: Date): Promise<Date | undefined>
  /**
   * Answers when the item is due again; never rejects. May say before its end that it only has to write its result,
   * and needs its place no more.
   */
  run(item: Item, onPerformed?: () => void): Promise<Date | null>
}

export type Loop = {
  start(): void
  /** Something may be due; answers whether there is a place for it. */
  wake(): boolean
  /** No claim is made any more; ends when what runs has ended. */
  stop(): Promise<void>
  /** Claims once and waits for what it got; answers how much that was. */
  round(): Promise<number>
}

type LoopOptions = { world: World; log: WorkLog; pollSeconds: number }

const minWaitMilliseconds = 100
/** Who took all that was due, and that was many, lets as many come together again: a claim costs the same for each. */
const busyThreshold = 8
const busyPauseMilliseconds = 20
const maxWaitMilliseconds = 5_000

/** Claims as much as there are free places, whenever something may be due: nudged, at a due time, or by polling. */
export function createLoop<Item>(source: WorkSource<Item>, { world, log, pollSeconds }: LoopOptions): Loop {
  const wakeSignal = createWakeSignal()
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  /** When each was begun. */
  const performing = new Map<Item, number>()
  let looping: Promise<void> | undefined
  let moreWaiting = false
  let restsUntil = Number.POSITIVE_INFINITY

  function begin(item: Item): void {
    const freePlace = () => {
      performing.delete(item)
      if (moreWaiting) wakeSignal.notify()
    }
    performing.set(item, performance.now())
    const run = source.run(item, freePlace).then((dueAt) => {
      running.delete(run)
      freePlace()
      if (!dueAt || dueAt.getTime() >= restsUntil) return
      restsUntil = dueAt.getTime()
      wakeSignal.notify()
    })
    running.add(run)
  }

  /** The next are claimed while results are written, but no more than that. Measured: 18,400 rows/s, not 13,500. */
  function freePlaces(): number {
    return Math.min(source.slots - performing.size, 2 * source.slots - running.size, freeForYoung())
  }

  function freeForYoung(): number {
    if (!source.recentStarts) return source.slots
    const { max, milliseconds } = source.recentStarts
    const since = performance.now() - milliseconds
    return max - performing.values().reduce((count, begunAt) => count + (begunAt > since ? 1 : 0), 0)
  }

  async function turn(): Promise<void> {
    wakeSignal.reset()
    const now = world.now()
    if (restsUntil <= now.getTime()) restsUntil = Number.POSITIVE_INFINITY
    const free = freePlaces()
    const items = free > 0 ? await source.claim(free, now) : []
    // Claimed while stopping: not begun, and given back with the rest.
    if (stopping.signal.aborted) return
    items.forEach(begin)
    moreWaiting = items.length === free
    if (moreWaiting) await wakeSignal.wait(source.recentStarts?.milliseconds)
    else if (!wakeSignal.isSet) await wakeSignal.wait(await restMilliseconds(now, items.length > 0))
    // What ends in one tick frees its places together, and the next claim takes as many.
    await pauseBetweenClaims(!moreWaiting && items.length >= busyThreshold)
  }

  /** What was found explains the call: what comes next is known already, and else found by polling. */
  async function restMilliseconds(claimedAt: Date, found: boolean): Promise<number> {
    if (found && restsUntil !== Number.POSITIVE_INFINITY) return Math.max(1, restsUntil - world.now().getTime())
    restsUntil = Number.POSITIVE_INFINITY
    const poll = pollSeconds * 1000 * (0.5 + world.random())
    const next = await source.nextDue(claimedAt)
    const now = world.now().getTime()
    const rest = next ? Math.min(poll, Math.max(1, next.getTime() - now)) : poll
    restsUntil = now + rest
    return rest
  }

  return {
    start() {
      looping ??= runForever(turn, { kind: source.kind, log, stop: stopping.signal })
    },
    wake() {
      wakeSignal.notify()
      return !stopping.signal.aborted && freePlaces() > 0
    },
    async stop() {
      stopping.abort()
      wakeSignal.notify()
      await looping
      await Promise.all(running)
    },
    round: () => runRound(source, world),
  }
}

async function runForever(
  turn: () => Promise<void>,
  given: { kind: string; log: WorkLog; stop: AbortSignal },
): Promise<void> {
  const { kind, log, stop } = given
  let wait = minWaitMilliseconds
  while (!stop.aborted) {
    try {
      await turn()
      wait = minWaitMilliseconds
    } catch (error) {
      log.warn({ err: error, kind }, 'work could not be claimed; trying again')
      await sleep(wait, undefined, { signal: stop }).catch(() => {})
      wait = Math.min(wait * 2, maxWaitMilliseconds)
    }
  }
}

const pauseBetweenClaims = (isCrowd: boolean) => (isCrowd ? sleep(busyPauseMilliseconds) : new Promise(setImmediate))

async function runRound<Item>(source: WorkSource<Item>, world: World): Promise<number> {
  const items = await source.claim(source.slots, world.now())
  await Promise.all(items.map((item) => source.run(item)))
  return items.length
}

/** Wakes one sleeper; a ring while nobody sleeps is kept until it is cleared. */
type WakeSignal = {
  notify(): void
  reset(): void
  readonly isSet: boolean
  /** Until the bell rings or the time is over. */
  wait(milliseconds?: number): Promise<void>
}

function createWakeSignal(): WakeSignal {
  let isSet = false
  let wakeUp = () => {}
  return {
    notify() {
      isSet = true
      wakeUp()
    },
    reset() {
      isSet = false
    },
    get isSet() {
      return isSet
    },
    wait(milliseconds) {
      if (isSet) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
        wakeUp = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
  }
}
