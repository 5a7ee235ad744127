/** The quantile of the normal distribution for a two-sided 95 % interval. */
const z95 = 1.959963984540054

export type Proportion = { successes: number; total: number }
export type RateInterval = { value: number; low: number; high: number }

/** Wilson's score interval at 95 %; of nothing, all that is known is that the rate is between 0 and 1. */
export function wilsonInterval({ successes, total }: Proportion): RateInterval {
  if (total === 0) return { value: 0, low: 0, high: 1 }
  const rate = successes / total
  const squared = z95 * z95
  const center = rate + squared / (2 * total)
  const half = z95 * Math.sqrt((rate * (1 - rate)) / total + squared / (4 * total * total))
  const scale = 1 + squared / total
  const [low, high] = [(center - half) / scale, (center + half) / scale]
  // Rounding must not put the rate outside of its own interval.
  return { value: rate, low: Math.min(Math.max(0, low), rate), high: Math.max(Math.min(1, high), rate) }
}

/**
 * How far the first rate is above the second: Newcombe's interval at 95 %, which combines the Wilson intervals of both.
 */
export function differenceInterval(one: Proportion, other: Proportion): RateInterval {
  const [first, second] = [wilsonInterval(one), wilsonInterval(other)]
  const value = first.value - second.value
  return {
    value,
    low: Math.max(-1, value - Math.hypot(first.value - first.low, second.high - second.value)),
    high: Math.min(1, value + Math.hypot(first.high - first.value, second.value - second.low)),
  }
}

/**
 * The two-sided p-value of the pooled two-proportion z-test with continuity correction: without it, two replies of two
 * against none of two would count as significant.
 */
export function twoProportionPValue(one: Proportion, other: Proportion): number {
  if (one.total === 0 || other.total === 0) return 1
  const pooled = (one.successes + other.successes) / (one.total + other.total)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / one.total + 1 / other.total))
  if (error === 0) return 1
  const difference = Math.abs(one.successes / one.total - other.successes / other.total)
  const correction = (1 / one.total + 1 / other.total) / 2
  return complementaryError(Math.max(0, difference - correction) / error / Math.SQRT2)
}

/** `erfc` for x >= 0: the Taylor series of `erf` near zero, its continued fraction beyond. */
export function complementaryError(x: number): number {
  if (x < 2) {
    let term = x
    let sum = x
    for (let n = 1; Math.abs(term) > 1e-17; n++) {
      term *= (-x * x) / n
      sum += term / (2 * n + 1)
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * sum
  }
  let fraction = x
  for (let n = 60; n >= 1; n--) fraction = x + n / 2 / fraction
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction)
}

const significance = 0.05

/**
 * The candidate whose rate is significantly higher than that of every other one. Bonferroni: each of the comparisons
 * gets its share of the 5 %.
 */
export function findLeader<Id>(candidates: readonly (Proportion & { id: Id })[]): Id | undefined {
  const rate = ({ successes, total }: Proportion) => (total === 0 ? 0 : successes / total)
  const [best, ...others] = candidates.toSorted((one, other) => rate(other) - rate(one))
  const comparisons = (candidates.length * (candidates.length - 1)) / 2
  if (!best || others.length === 0) return undefined
  const isAhead = others.every(
    (other) => rate(best) > rate(other) && twoProportionPValue(best, other) < significance / comparisons,
  )
  return isAhead ? best.id : undefined
}
