export type TrendPoint = { minute: number; value: number }

/**
 * How far a series may rise before it counts as growth: by a share of its level, or by an absolute amount; always
 * tolerated below `upTo`, where something cleans it up.
 */
export type Tolerance = { share: number; amount: number; upTo?: number }

export type TrendVerdict = {
  /** `too short`: not enough data to decide. */
  verdict: 'levels off' | 'grows' | 'too short'
  /** The median of the judged points. */
  level: number
  /** Projected change per hour, from the slope of the judged points. */
  perHour: number
}

const fewestPoints = 20
const shortestMinutes = 5
/** Share by which rising pairs must outnumber falling ones. */
const leastAgreement = 0.3

/**
 * Detects unbounded growth: over the last two thirds, a series rises by more than the tolerance, most pairs of its
 * points agree, and the last third alone continues at no less than half of that rate. Caches, heaps, and pools, which
 * fill once, level off in the first third or slow down in the last.
 */
export function judgeTrend(points: readonly TrendPoint[], { share, amount, upTo = 0 }: Tolerance): TrendVerdict {
  const judged = lastPart(points, 2 / 3)
  const level = median(judged.map(({ value }) => value))
  const trend = computeTrend(judged)
  const summary = { level, perHour: trend.slope * 60 }
  if (judged.length < fewestPoints || minutesOf(judged) < shortestMinutes) return { verdict: 'too short', ...summary }
  const grown = trend.slope * minutesOf(judged)
  const last = lastPart(points, 1 / 3)
  const goesOn = computeTrend(last).slope >= trend.slope / 2 && last.some(({ value }) => value > upTo)
  const grows = grown > Math.max(share * level, amount) && trend.agreement >= leastAgreement && goesOn
  return { verdict: grows ? 'grows' : 'levels off', ...summary }
}

/**
 * The median slope of all pairs (Theil-Sen), which is robust to outliers, and how far the pairs agree on the direction
 * (Kendall).
 */
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
