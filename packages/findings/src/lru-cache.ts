/** A cache whose entries together weigh at most `maxWeight`; evicts the least recently used first. */
export class LruCache<Key, Value> {
  readonly #entries = new Map<Key, Value>()
  readonly #maxWeight: number
  readonly #weightOf: (value: Value) => number
  #weight = 0

  /** By default, each entry weighs 1. An entry that exceeds the limit alone is still stored. */
  constructor(maxWeight: number, weightOf: (value: Value) => number = () => 1) {
    this.#maxWeight = maxWeight
    this.#weightOf = weightOf
  }

  has(key: Key): boolean {
    return this.#entries.has(key)
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.delete(key)
    this.#entries.set(key, value)
    this.#weight += this.#weightOf(value)
    while (this.#weight > this.#maxWeight && this.#entries.size > 1) this.delete(this.#oldest())
  }

  delete(key: Key): void {
    if (!this.#entries.has(key)) return
    this.#weight -= this.#weightOf(this.#entries.get(key) as Value)
    this.#entries.delete(key)
  }

  #oldest(): Key {
    return this.#entries.keys().next().value as Key
  }
}
