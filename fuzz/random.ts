/** Reproducible randomness: the same seed yields the same sequence. */
export type Random = {
  /** From 0 to 1, exclusive. */
  next(): number
  /** An integer from 0 to `count`, exclusive. */
  nextInt(count: number): number
  nextBoolean(probability: number): boolean
  pick<T>(items: readonly T[]): T
}

/** Mulberry32: 32 bits of state, good enough for fuzzing. */
export function createSeededRandomSource(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const nextInt = (count: number) => Math.floor(next() * count)
  return {
    next,
    nextInt,
    nextBoolean: (probability) => next() < probability,
    pick: (items) => items[nextInt(items.length)] as never,
  }
}
