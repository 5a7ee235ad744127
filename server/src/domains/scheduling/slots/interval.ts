/** Half-open interval in epoch milliseconds: includes `start`, excludes `end`. Empty when both are equal. */
export type TimeInterval = { start: number; end: number }

export const allTime: readonly TimeInterval[] = [{ start: -Infinity, end: Infinity }]

/** Returns sorted intervals that neither overlap nor adjoin, as the functions below require. */
export function mergeIntervals(intervals: readonly TimeInterval[]): TimeInterval[] {
  const joined: TimeInterval[] = []
  for (const { start, end } of sorted(intervals)) {
    const last = joined.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else if (start < end) joined.push({ start, end })
  }
  return joined
}

/** Most lists are already sorted, and checking that costs an eighth of sorting again. */
function sorted(intervals: readonly TimeInterval[]): readonly TimeInterval[] {
  const inOrder = intervals.every(({ start }, at) => at === 0 || (intervals[at - 1] as TimeInterval).start <= start)
  return inOrder ? intervals : intervals.toSorted((a, b) => a.start - b.start)
}

export function intersectIntervals(some: readonly TimeInterval[], others: readonly TimeInterval[]): TimeInterval[] {
  const common: TimeInterval[] = []
  for (let i = 0, j = 0; ; ) {
    const [a, b] = [some[i], others[j]]
    if (!a || !b) return common
    const start = Math.max(a.start, b.start)
    const end = Math.min(a.end, b.end)
    if (start < end) common.push({ start, end })
    if (a.end < b.end) i++
    else j++
  }
}

export function subtractIntervals(
  intervals: readonly TimeInterval[],
  removed: readonly TimeInterval[],
): TimeInterval[] {
  if (removed.length === 0) return [...intervals]
  const between = removed.map(({ end }, at) => ({ start: end, end: removed[at + 1]?.start ?? Infinity }))
  return intersectIntervals(intervals, [{ start: -Infinity, end: removed[0]?.start ?? Infinity }, ...between])
}

/** Whether a single one of the intervals contains all of `interval`. */
export function containsInterval(intervals: readonly TimeInterval[], { start, end }: TimeInterval): boolean {
  return intervals.some((each) => each.start <= start && end <= each.end)
}

export function overlapsInterval(a: TimeInterval, b: TimeInterval): boolean {
  return Math.max(a.start, b.start) < Math.min(a.end, b.end)
}
