/** A value at a time, in minutes. */
export type TrendPoint = { minute: number; value: number }

/**
 * How far a series may go up before that is called growth: by a share of its level, or by so much; and anywhere below
 * `upTo`, where something clears it away.
 */
export type Tolerance = { share: number; amount: number; upTo?: number }

export type TrendVerdict = {
  /** `too short` where there is not enough to tell by. */
  verdict: 'levels off' | 'grows' | 'too short'
  /** The median of what was judged. */
  level: number
  /** By how much an hour would move it, by its slope over what was judged. */
  perHour: number
}

const fewestPoints = 20
const shortestMinutes = 5
/** Of all pairs, so many more must rise than fall. */
const leastAgreement = 0.3

/**
 * Growth that does not end: over the last two thirds a series goes up by more than is tolerated, most pairs of its points
 * agree on that, and the last third alone goes on at no less than half of that pace. Whatever is filled once, caches and
 * heaps and pools, comes to its level in the first third or slows down in the last.
 */
export function judgeTrend(points: readonly TrendPoint[], { share, amount, upTo = 0 }: Tolerance): TrendVerdict {
  const judged = lastPart(points, 2 / 3)
  const level = median(judged.map(({ value }) => value))
  const trend = computeTrend(judged)
  const told = { level, perHour: trend.slope * 60 }
  if (judged.length < fewestPoints || minutesOf(judged) < shortestMinutes) return { verdict: 'too short', ...told }
  const grown = trend.slope * minutesOf(judged)
  const last = lastPart(points, 1 / 3)
  const goesOn = computeTrend(last).slope >= trend.slope / 2 && last.some(({ value }) => value > upTo)
  const grows = grown > Math.max(share * level, amount) && trend.agreement >= leastAgreement && goesOn
  return { verdict: grows ? 'grows' : 'levels off', ...told }
}

/** The median slope of all pairs (Theil and Sen), which no outlier bends, and how far pairs agree on the way (Kendall). */
export function computeTrend(points: readonly TrendPoint[]): { slope: number; agreement: number } {
  const slopes = points.flatMap((one, at) =>
    points
      .slice(at + 1)
      .filter(({ minute }) => minute > one.minute)
      .map((other) => (other.value - one.value) / (other.minute - one.minute)),
  )
  if (slopes.length === 0) return { slope: 0, agreement: 0 }
  const signs = slopes.reduce((sum, slope) => sum + Math.sign(slope), 0)
  return { slope: median(slopes), agreement: signs / slopes.length }
}

function lastPart(points: readonly TrendPoint[], share: number): TrendPoint[] {
  const first = points[0]?.minute ?? 0
  const last = points.at(-1)?.minute ?? 0
  const from = last - (last - first) * share
  return points.filter(({ minute }) => minute >= from)
}

const minutesOf = (points: readonly TrendPoint[]) => (points.at(-1)?.minute ?? 0) - (points[0]?.minute ?? 0)

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  if (sorted.length % 2 === 1) return sorted[middle] as number
  return sorted.length === 0 ? 0 : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}
