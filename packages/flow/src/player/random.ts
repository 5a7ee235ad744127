/** A sequence of numbers in [0, 1) that depends on the seed alone (mulberry32). */
export type PlayerRandom = () => number

export function createRandom(seed: number): PlayerRandom {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pickOne = <T>(list: readonly T[], random: PlayerRandom): T | undefined =>
  list[Math.floor(random() * list.length)]
