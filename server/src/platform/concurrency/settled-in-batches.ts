export type IndexedResult<T> = PromiseSettledResult<T> & { index: number }

/**
 * Yields settled results in batches: a batch closes when every promise has settled, or `milliseconds` after its first
 * result. Slow promises do not hold up fast ones, and fast ones share a batch.
 */
export async function* settledInBatches<T>(
  promises: readonly Promise<T>[],
  milliseconds: number,
): AsyncGenerator<IndexedResult<T>[]> {
  let wave: IndexedResult<T>[] = []
  const awaited = new Map<number, Promise<void>>()
  for (const [index, promise] of promises.entries()) {
    const comes = (come: PromiseSettledResult<T>) => {
      wave.push({ ...come, index })
      awaited.delete(index)
    }
    const came = promise.then(
      (value) => comes({ status: 'fulfilled', value }),
      (reason: unknown) => comes({ status: 'rejected', reason }),
    )
    awaited.set(index, came)
  }
  while (wave.length > 0 || awaited.size > 0) {
    if (wave.length === 0) await Promise.race(awaited.values())
    await waitAtMost(milliseconds, Promise.all(awaited.values()))
    const come = wave
    wave = []
    yield come
  }
}

async function waitAtMost(milliseconds: number, promise: Promise<unknown>): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([promise, isOver])
  clearTimeout(timer)
}
