import { ConcurrencyLimiter, type KeyLoad } from './limiter.ts'

/** Limits per endpoint, which depend on how it answers and on how many slots are in use. */
export type PaceOptions = {
  /** All slots of the process. */
  capacity: number
  max: number
  maxWhileFailing: number
  /** The limit once half of all slots are in use: a silent endpoint is noticed only when its timeout expires. */
  maxWhileCrowded: number
  /** Whether the slots of the endpoint itself count as a crowd. */
  crowdedBy: 'all' | 'others'
  maxPostponeMilliseconds: number
  /** Assumed response time until the first answer. Default: unknown. */
  initialMilliseconds?: number
  /** How many endpoints are tracked; a failing one that is evicted is detected again. Default: all. */
  maxTracked?: number
}

/** Calls of a quick endpoint wait in memory, where rescheduling would cost more than the call. */
export type QueueOptions = {
  quickMilliseconds: number
  /** After this long without any answer, calls stop waiting in memory, and `silentMilliseconds` is assumed. */
  maxSilenceMilliseconds: number
  silentMilliseconds: number
}

/** The result of a call; absent if there was no call after all. */
export type CallResult = { failed: boolean; now: Date }
/** Permission to call the endpoint now; `release` frees the slot. */
export type PacedSlot = { release(answered?: CallResult): void }
/** When the call is due again; those behind it follow one step apart. */
export type Postponement = { retryAt: Date; stepMilliseconds: number }
export type SlotOrPostponement = PacedSlot | Postponement

/** `usualMilliseconds` is set from the first answer on. */
type Pace = {
  failing: boolean
  usualMilliseconds?: number
  lastWait: number
  waiting: { now: Date; resolve(slot: SlotOrPostponement): void }[]
  patience?: NodeJS.Timeout
}

type AcquirePacedSlot<Key> = (key: Key, now: Date) => SlotOrPostponement
type AcquireQueuedSlot<Key> = (key: Key, now: Date) => SlotOrPostponement | Promise<SlotOrPostponement>

/** One slow or dead endpoint with thousands of calls must not use up every worker slot. */
export function createPacedLimiter<Key>(options: PaceOptions): AcquirePacedSlot<Key>
export function createPacedLimiter<Key>(options: PaceOptions, queue: QueueOptions): AcquireQueuedSlot<Key>
export function createPacedLimiter<Key>(options: PaceOptions, queue?: QueueOptions): AcquireQueuedSlot<Key> {
  const limiter = new PacedLimiter<Key>(options, queue)
  return (key, now) => limiter.acquire(key, now)
}

class PacedLimiter<Key> {
  readonly #options: PaceOptions
  readonly #queue: QueueOptions | undefined
  readonly #limiter: ConcurrencyLimiter<Key, Pace>

  constructor(options: PaceOptions, queue?: QueueOptions) {
    this.#options = options
    this.#queue = queue
    this.#limiter = new ConcurrencyLimiter({
      createState: () => ({
        failing: false,
        usualMilliseconds: options.initialMilliseconds,
        lastWait: 0,
        waiting: [],
      }),
      admits: (load) => load.inFlight < this.#limitOf(load),
      keepsIdle: ({ state }) => state.failing || state.waiting.length > 0,
    })
  }

  acquire(key: Key, now: Date): SlotOrPostponement | Promise<SlotOrPostponement> {
    const { maxTracked = Number.POSITIVE_INFINITY } = this.#options
    if (this.#limiter.size >= maxTracked) this.#limiter.dropAllIdle()
    const load = this.#limiter.load(key)
    if (this.#limiter.admits(load)) return this.#start(load, now)
    if (!this.#isWorthWaiting(load.state)) return this.#postpone(load, now)
    this.#startPatience(load)
    return new Promise((resolve) => load.state.waiting.push({ now, resolve }))
  }

  #limitOf({ inFlight, state }: KeyLoad<Key, Pace>): number {
    const { capacity, max, maxWhileFailing, maxWhileCrowded, crowdedBy } = this.#options
    if (state.failing) return maxWhileFailing
    const crowd = this.#limiter.inUse - (crowdedBy === 'others' ? inFlight : 0)
    return crowd >= capacity / 2 ? maxWhileCrowded : max
  }

  /** An endpoint without measurements may be fast. */
  #isWorthWaiting({ failing, usualMilliseconds = 0 }: Pace): boolean {
    return this.#queue !== undefined && !failing && usualMilliseconds < this.#queue.quickMilliseconds
  }

  #start(load: KeyLoad<Key, Pace>, startedAt: Date): PacedSlot {
    const release = this.#limiter.start(load)
    return {
      release: (answered) => {
        if (answered) recordAnswer(load.state, answered.failed, answered.now.getTime() - startedAt.getTime())
        release()
        this.#admitWaiting(load, answered?.now)
        this.#limiter.dropIdle(load)
      },
    }
  }

  #admitWaiting(load: KeyLoad<Key, Pace>, now?: Date): void {
    const { state } = load
    clearTimeout(state.patience)
    state.patience = undefined
    if (!this.#isWorthWaiting(state)) this.#postponeWaiting(load)
    while (state.waiting.length > 0 && this.#limiter.admits(load)) {
      const next = state.waiting.shift()
      next?.resolve(this.#start(load, now ?? next.now))
    }
    if (state.waiting.length > 0) this.#startPatience(load)
  }

  #startPatience(load: KeyLoad<Key, Pace>): void {
    const { state } = load
    state.patience ??= setTimeout(() => {
      state.patience = undefined
      state.usualMilliseconds = Math.max(state.usualMilliseconds ?? 0, this.#queue?.silentMilliseconds ?? 0)
      this.#postponeWaiting(load)
    }, this.#queue?.maxSilenceMilliseconds)
  }

  #postponeWaiting(load: KeyLoad<Key, Pace>): void {
    for (const { now, resolve } of load.state.waiting.splice(0)) resolve(this.#postpone(load, now))
  }

  /** Postponed calls return one by one, as fast as the endpoint answers, and none later than the maximum wait. */
  #postpone(load: KeyLoad<Key, Pace>, now: Date): Postponement {
    const { state } = load
    const stepMilliseconds = Math.max(1, (state.usualMilliseconds ?? 0) / this.#limitOf(load))
    const soonest = now.getTime() + stepMilliseconds
    const at = Math.max(soonest, state.lastWait + stepMilliseconds)
    state.lastWait = at > now.getTime() + this.#options.maxPostponeMilliseconds ? soonest : at
    return { retryAt: new Date(Math.ceil(state.lastWait)), stepMilliseconds }
  }
}

function recordAnswer(pace: Pace, failed: boolean, milliseconds: number): void {
  pace.failing = failed
  pace.usualMilliseconds = 0.8 * (pace.usualMilliseconds ?? milliseconds) + 0.2 * milliseconds
}
