import type { TimeInterval } from '../slots/interval.ts'

const language = 'en-GB'
const date = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const briefDate = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** `Thursday, 31 January 2030, 10:00–10:30, Central European Standard Time (Europe/Berlin)` */
export function formatInterval({ start, end }: TimeInterval, timeZone: string): string {
  const times = new Intl.DateTimeFormat(language, { ...date, ...time, timeZone }).formatRange(start, end)
  return `${times}, ${zoneName(start, timeZone)} (${timeZone})`
}

/** `Thu, 31 Jan 2030, 10:00` */
export function formatShortDateTime(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat(language, { ...briefDate, ...time, timeZone }).format(at)
}

/** As it is called at that time of the year; together with a range, only its short name could be had. */
function zoneName(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'long' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
}
