/** How many days are shown, unless they hold too little. */
const ordinaryDays = 4

/**
 * A few of many times, sorted as they came: of the soonest days some each, over the day, so that one can say "rather on
 * Thursday" as well as "rather in the afternoon".
 */
export function spreadTimes<T>(times: readonly T[], dayOf: (time: T) => string, most: number): T[] {
  const all = [...Map.groupBy(times, dayOf).values()]
  const days = all.filter((_, at) => at < ordinaryDays || countPerDay(all.slice(0, at)) < most)
  const shares = allocatePerDay(
    days.map(({ length }) => length),
    most,
  )
  return days.flatMap((day, at) => pickEvenly(day, shares[at] ?? 0))
}

const countPerDay = (days: readonly unknown[][]): number => days.reduce((sum, { length }) => sum + length, 0)

/** One for each in turn, until all are given or nobody has more. */
function allocatePerDay(counts: readonly number[], most: number): number[] {
  const shares = counts.map(() => 0)
  for (
    let left = Math.min(
      most,
      counts.reduce((sum, count) => sum + count, 0),
    );
    left > 0;
  ) {
    for (const [at, count] of counts.entries()) {
      if (left === 0 || (shares[at] ?? 0) >= count) continue
      shares[at] = (shares[at] ?? 0) + 1
      left -= 1
    }
  }
  return shares
}

function pickEvenly<T>(day: readonly T[], share: number): T[] {
  return Array.from({ length: share }, (_, at) => day[Math.floor((at * day.length) / share)] as T)
}
