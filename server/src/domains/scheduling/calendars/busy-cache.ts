import type { TimeInterval } from '../slots/interval.ts'

type CachedBusyTimes = { range: TimeInterval; busy: TimeInterval[] }

/** What calendars have said just now, for those who only look; what is older than so many milliseconds is forgotten. */
export function createBusyCache(keptMilliseconds: number) {
  const known = new Map<string, CachedBusyTimes & { until: number }>()
  return {
    /** What a calendar has said of at least that range. */
    get(calendar: string, range: TimeInterval, now: number): TimeInterval[] | undefined {
      const said = known.get(calendar)
      const holds = said && now < said.until && said.range.start <= range.start && range.end <= said.range.end
      return holds ? said.busy : undefined
    },
    set(calendar: string, said: CachedBusyTimes, now: number): void {
      // The newest stands last, so that all that is too old stands first.
      known.delete(calendar)
      known.set(calendar, { ...said, until: now + keptMilliseconds })
      for (const [old, { until }] of known) {
        if (now < until) break
        known.delete(old)
      }
    },
  }
}
