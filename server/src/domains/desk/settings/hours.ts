export const deskDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
type DeskDay = (typeof deskDays)[number]

/** Open from `from` until `to`, exclusive, on these days; with `to` at or before `from`, until `to` of the next day. */
export type DeskHours = { days: readonly DeskDay[]; from: string; to: string; timeZone: string }

/** A desk without hours is always open. */
export function isDeskOpen(hours: readonly DeskHours[] | undefined, now: Date): boolean {
  return hours === undefined || hours.some((span) => isWithin(span, now))
}

function isWithin({ days: open, from, to, timeZone }: DeskHours, now: Date): boolean {
  const { day, time } = readClock(timeZone, now)
  const isOpenOn = (index: number) => open.includes(deskDays[(index + 7) % 7] as DeskDay)
  if (from < to) return isOpenOn(day) && time >= from && time < to
  return (isOpenOn(day) && time >= from) || (isOpenOn(day - 1) && time < to)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Cached per zone: creating a formatter costs far more than using it. */
function getClock(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  clocks.set(timeZone, made)
  return made
}

function readClock(timeZone: string, now: Date): { day: number; time: string } {
  const parts = getClock(timeZone).formatToParts(now)
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const day = deskDays.indexOf(read('weekday').toLowerCase() as DeskDay)
  return { day, time: `${read('hour')}:${read('minute')}` }
}
