/** The state of one key: its calls in flight, and the measurements of the policy. */
export type KeyLoad<Key, State> = { readonly key: Key; inFlight: number; readonly state: State }

export type LimiterPolicy<Key, State> = {
  createState(): State
  /** Whether another call of the key may start now. */
  admits(load: KeyLoad<Key, State>): boolean
  /** Whether the state of a key without calls is still needed. Default: no. */
  keepsIdle?(load: KeyLoad<Key, State>): boolean
}

/**
 * Counts the calls in flight, per key and in total, and asks its policy whether the next one may start. Every limiter
 * of the server is such a policy: fair slots wait, tenant slots refuse, and paced slots postpone.
 */
export class ConcurrencyLimiter<Key, State> {
  readonly #policy: LimiterPolicy<Key, State>
  readonly #loads = new Map<Key, KeyLoad<Key, State>>()
  #inUse = 0

  constructor(policy: LimiterPolicy<Key, State>) {
    this.#policy = policy
  }

  get inUse(): number {
    return this.#inUse
  }

  /** The number of keys with calls or with state that the policy keeps. */
  get size(): number {
    return this.#loads.size
  }

  loads(): Iterable<KeyLoad<Key, State>> {
    return this.#loads.values()
  }

  load(key: Key): KeyLoad<Key, State> {
    const known = this.#loads.get(key)
    if (known) return known
    const load = { key, inFlight: 0, state: this.#policy.createState() }
    this.#loads.set(key, load)
    return load
  }

  admits(load: KeyLoad<Key, State>): boolean {
    return this.#policy.admits(load)
  }

  /** Occupies a slot without asking the policy. Returns the function that releases it, which works once. */
  start(load: KeyLoad<Key, State>, onReleased?: () => void): () => void {
    this.#loads.set(load.key, load)
    load.inFlight += 1
    this.#inUse += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      load.inFlight -= 1
      this.#inUse -= 1
      this.dropIdle(load)
      onReleased?.()
    }
  }

  dropIdle(load: KeyLoad<Key, State>): void {
    if (load.inFlight === 0 && !this.#policy.keepsIdle?.(load)) this.#loads.delete(load.key)
  }

  /** Drops every key without calls, whether or not the policy would keep it. */
  dropAllIdle(): void {
    for (const { key, inFlight } of this.#loads.values()) if (inFlight === 0) this.#loads.delete(key)
  }
}
