/** Events that an operation waits for: each arrives once, under its own name. */
export type ArrivalTracker = {
  /** Resolves when it arrives, or at once if it arrived before. */
  expect(name: string): Promise<void>
  arrive(name: string): void
  isExpected(name: string): boolean
}

/** Number of recent unexpected arrivals to remember. */
const maxEarly = 5_000

export function createArrivalTracker(timeoutSeconds: number): ArrivalTracker {
  const waiters = new Map<string, { resolve(): void; timer: NodeJS.Timeout }>()
  const early = createRecentSet<string>(maxEarly)
  return {
    expect(name) {
      if (early.delete(name)) return Promise.resolve()
      return new Promise((resolve, reject) => {
        const onTimeout = () => {
          waiters.delete(name)
          reject(new Error(`no result within ${timeoutSeconds} s`))
        }
        waiters.set(name, { resolve, timer: setTimeout(onTimeout, timeoutSeconds * 1000) })
      })
    },
    arrive(name) {
      const item = waiters.get(name)
      if (!item) return early.add(name)
      clearTimeout(item.timer)
      waiters.delete(name)
      item.resolve()
    },
    isExpected: (name) => waiters.has(name),
  }
}

/** A bounded set of the most recent values. */
export type RecentSet<T> = { add(item: T): void; delete(item: T): boolean; removeOldest(): T | undefined }

export function createRecentSet<T>(maxSize: number): RecentSet<T> {
  const items = new Set<T>()
  const removeOldest = () => {
    const [first] = items
    if (first !== undefined) items.delete(first)
    return first
  }
  return {
    add(item) {
      items.add(item)
      if (items.size > maxSize) removeOldest()
    },
    delete: (item) => items.delete(item),
    removeOldest,
  }
}
