/** What was made for a key, while it is remembered: the oldest are forgotten first. */
export class RecentResults<T> {
  readonly #most: number
  readonly #kept = new Map<string, T>()

  constructor(most: number) {
    this.#most = most
  }

  once(key: string, make: () => T): T {
    const known = this.#kept.get(key)
    if (known !== undefined) return known
    const made = make()
    this.#kept.set(key, made)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest)
    return made
  }

  forget(key: string): void {
    this.#kept.delete(key)
  }
}
