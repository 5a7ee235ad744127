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

const minPoints = 20
const minMinutes = 5
/** Share by which rising pairs must outnumber falling ones. */
const minAgreement = 0.3

/**
 * Detects unbounded growth: over the last two thirds, a series rises by more than the tolerance, most pairs of its
 * points agree, and the last third alone continues at no less than half of that rate. Caches, heaps, and pools, which
 * fill once, level off in the first third or slow down in the last.
 */
export function judgeTrend(points: readonly TrendPoint[], { share, amount, upTo = 0 }: Tolerance): TrendVerdict {
  const judgedPoints = selectLastPart(points, 2 / 3)
  const level = median(judgedPoints.map(({ value }) => value))
  const trend = computeTrend(judgedPoints)
  const summary = { level, perHour: trend.slope * 60 }
  if (judgedPoints.length < minPoints || durationOf(judgedPoints) < minMinutes)
    return { verdict: 'too short', ...summary }
  const rise = trend.slope * durationOf(judgedPoints)
  const lastPoints = selectLastPart(points, 1 / 3)
  const continues = computeTrend(lastPoints).slope >= trend.slope / 2 && lastPoints.some(({ value }) => value > upTo)
  const grows = rise > Math.max(share * level, amount) && trend.agreement >= minAgreement && continues
  return { verdict: grows ? 'grows' : 'levels off', ...summary }
}

/**
 * The median slope of all pairs (Theil-Sen), which is robust to outliers, and how far the pairs agree on the direction
 * (Kendall).
 */
export function computeTrend(points: readonly TrendPoint[]): { slope: number; agreement: number } {
  const slopes = points.flatMap((first, index) =>
    points
      .slice(index + 1)
      .filter(({ minute }) => minute > first.minute)
      .map((second) => (second.value - first.value) / (second.minute - first.minute)),
  )
  if (slopes.length === 0) return { slope: 0, agreement: 0 }
  const signs = slopes.reduce((sum, slope) => sum + Math.sign(slope), 0)
  return { slope: median(slopes), agreement: signs / slopes.length }
}

function selectLastPart(points: readonly TrendPoint[], share: number): TrendPoint[] {
  const firstMinute = points[0]?.minute ?? 0
  const lastMinute = points.at(-1)?.minute ?? 0
  const startMinute = lastMinute - (lastMinute - firstMinute) * share
  return points.filter(({ minute }) => minute >= startMinute)
}

const durationOf = (points: readonly TrendPoint[]) => (points.at(-1)?.minute ?? 0) - (points[0]?.minute ?? 0)

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((first, second) => first - second)
  const middle = Math.floor(sorted.length / 2)
  if (sorted.length % 2 === 1) return sorted[middle] as number
  return sorted.length === 0 ? 0 : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}
