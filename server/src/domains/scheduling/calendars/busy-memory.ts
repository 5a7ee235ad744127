import type { Interval } from '../slots/interval.ts'

type Said = { range: Interval; busy: Interval[] }

/** What calendars have said just now, for those who only look; what is older than so many milliseconds is forgotten. */
export function busyMemory(keptMilliseconds: number) {
  const known = new Map<string, Said & { until: number }>()
  return {
    /** What a calendar has said of at least that range. */
    find(calendar: string, range: Interval, now: number): Interval[] | undefined {
      const said = known.get(calendar)
      const holds = said && now < said.until && said.range.start <= range.start && range.end <= said.range.end
      return holds ? said.busy : undefined
    },
    keep(calendar: string, said: Said, now: number): void {
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
