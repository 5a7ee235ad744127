/** Events that an operation waits for: each arrives once, under its own name. */
export type ArrivalTracker = {
  /** Resolves when it arrives, or at once if it arrived before. */
  expect(name: string): Promise<void>
  arrive(name: string): void
  isExpected(name: string): boolean
}

/** Number of recent unexpected arrivals to remember. */
const mostEarly = 5_000

export function createArrivalTracker(longestSeconds: number): ArrivalTracker {
  const waiting = new Map<string, { resolve(): void; timer: NodeJS.Timeout }>()
  const early = createRecentSet<string>(mostEarly)
  return {
    expect(name) {
      if (early.take(name)) return Promise.resolve()
      return new Promise((resolve, reject) => {
        const late = () => {
          waiting.delete(name)
          reject(new Error(`no result within ${longestSeconds} s`))
        }
        waiting.set(name, { resolve, timer: setTimeout(late, longestSeconds * 1000) })
      })
    },
    arrive(name) {
      const one = waiting.get(name)
      if (!one) return early.add(name)
      clearTimeout(one.timer)
      waiting.delete(name)
      one.resolve()
    },
    isExpected: (name) => waiting.has(name),
  }
}

/** A bounded set of the most recent values. */
export type RecentSet<T> = { add(one: T): void; take(one: T): boolean; oldest(): T | undefined }

export function createRecentSet<T>(most: number): RecentSet<T> {
  const all = new Set<T>()
  const oldest = () => {
    const [first] = all
    if (first !== undefined) all.delete(first)
    return first
  }
  return {
    add(one) {
      all.add(one)
      if (all.size > most) oldest()
    },
    take: (one) => all.delete(one),
    oldest,
  }
}
