/** Chance that can be had again: the same seed draws the same. */
export type Random = {
  /** From 0 up to 1. */
  next(): number
  /** A whole number from 0 up to `count`, which it never is. */
  below(count: number): number
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Mulberry32: 32 bits of state, good enough to be surprised by. */
export function createSeededRandomSource(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return { next, below, chance: (share) => next() < share, pick: (from) => from[below(from.length)] as never }
}
