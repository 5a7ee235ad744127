import { Temporal } from 'temporal-polyfill'

export type MentionedRange = { from: string; to: string }

type DayRange = { first: Temporal.PlainDate; last: Temporal.PlainDate }
type DayPattern = { pattern: RegExp; days(match: RegExpExecArray, today: Temporal.PlainDate): DayRange | undefined }

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

const dayPatterns: readonly DayPattern[] = [
  { pattern: /\b(?:today|tonight|this (?:morning|afternoon|evening))\b/g, days: (_, today) => one(today) },
  { pattern: /(?<!after )\btomorrow\b/g, days: (_, today) => one(today.add({ days: 1 })) },
  { pattern: /\bday after tomorrow\b/g, days: (_, today) => one(today.add({ days: 2 })) },
  {
    pattern: /\b(next )?(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(day)?s?\b/g,
    days: ([, next, name = '', day], today) =>
      resolveWeekday(name, { today, next: next !== undefined, whole: day !== undefined }),
  },
  { pattern: /\bthis week\b/g, days: (_, today) => ({ first: today, last: today.add({ days: 7 - today.dayOfWeek }) }) },
  { pattern: /\bnext week\b/g, days: (_, today) => span(today.add({ days: 8 - today.dayOfWeek }), 6) },
  {
    pattern: /\b(?:the |this )?weekend\b/g,
    days: (_, today) => span(today.add({ days: Math.max(0, 6 - today.dayOfWeek) }), 1),
  },
  { pattern: /\b(\d{4})-(\d{2})-(\d{2})\b/g, days: ([date]) => tryDay(() => Temporal.PlainDate.from(date)) },
  {
    pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}\\b`, 'g'),
    days: ([, day, name = ''], today) => resolveDate(Number(day), name, today),
  },
  {
    pattern: new RegExp(`\\b${month} (\\d{1,2})(?:st|nd|rd|th)?\\b`, 'g'),
    days: ([, name = '', day], today) => resolveDate(Number(day), name, today),
  },
]

/**
 * From the first day mentioned to the last. `last` uses only the last one, as in "from Tuesday to Friday" when
 * rescheduling.
 */
export function parseMentionedRange(
  text: string,
  now: string,
  zone: string,
  which: 'all' | 'last' = 'all',
): MentionedRange | undefined {
  try {
    const at = Temporal.Instant.from(now).toZonedDateTimeISO(zone)
    const found = findDays(text.toLowerCase(), at.toPlainDate())
    const days = which === 'last' ? found.slice(-1) : found
    return days.length === 0 ? undefined : toFutureRange(days, text.toLowerCase(), at)
  } catch {
    // Unknown zone or time, so no day can be resolved.
    return undefined
  }
}

function findDays(text: string, today: Temporal.PlainDate): DayRange[] {
  return dayPatterns
    .flatMap(({ pattern, days }) =>
      [...text.matchAll(pattern)].flatMap((match) => {
        const meant = days(match, today)
        return meant ? [{ at: match.index, meant }] : []
      }),
    )
    .toSorted((a, b) => a.at - b.at)
    .map(({ meant }) => meant)
}

function toFutureRange(days: DayRange[], text: string, now: Temporal.ZonedDateTime): MentionedRange | undefined {
  const first = days.map((each) => each.first).toSorted(Temporal.PlainDate.compare)[0] as Temporal.PlainDate
  const last = days
    .map((each) => each.last)
    .toSorted(Temporal.PlainDate.compare)
    .at(-1) as Temporal.PlainDate
  const hours = findHours(text)
  const midnight = last.add({ days: 1 }).toZonedDateTime(now.timeZoneId)
  const to = hours.to === undefined ? midnight : atMinutes(last, hours.to, now.timeZoneId)
  const start = atMinutes(first, hours.from ?? 0, now.timeZoneId)
  const from = Temporal.ZonedDateTime.compare(start, now) < 0 ? now : start
  if (Temporal.ZonedDateTime.compare(from, to) >= 0) return undefined
  return {
    from: from.toInstant().toString({ smallestUnit: 'second' }),
    to: to.toInstant().toString({ smallestUnit: 'second' }),
  }
}

function atMinutes(day: Temporal.PlainDate, minutes: number, zone: string): Temporal.ZonedDateTime {
  return day.toZonedDateTime(zone).withPlainTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 })
}

type HourRange = { from?: number; to?: number }

function findHours(text: string): HourRange {
  const clock =
    /\b(?:(at|after|from|around|before|until|by)\s+)?(\d{1,2})(?::(\d{2}))?\s*([ap]m)?\b(?!\s*(?:st|nd|rd|th|of|-|\d))/g
  for (const [, word, hour, minute = '0', half] of text.matchAll(clock)) {
    const minutes = word || half ? parseMinutes(Number(hour), Number(minute), half) : undefined
    if (minutes === undefined) continue
    return /before|until|by/.test(word ?? '') ? { to: minutes } : { from: minutes }
  }
  if (/\bmorning\b/.test(text)) return { to: 12 * 60 }
  if (/\bafternoon\b/.test(text)) return { from: 12 * 60, to: 17 * 60 }
  return /\b(?:evening|tonight)\b/.test(text) ? { from: 17 * 60 } : {}
}

/** Without am or pm, 1 to 6 o'clock means the afternoon. */
function parseMinutes(hour: number, minute: number, half: string | undefined): number | undefined {
  if (hour > (half ? 12 : 23) || minute > 59) return undefined
  const later = half === 'pm' ? hour < 12 : half === undefined && hour >= 1 && hour <= 6
  const hours = half === 'am' && hour === 12 ? 0 : hour + (later ? 12 : 0)
  return hours * 60 + minute
}

const one = (day: Temporal.PlainDate): DayRange => ({ first: day, last: day })
const span = (first: Temporal.PlainDate, days: number): DayRange => ({ first, last: first.add({ days }) })

function tryDay(read: () => Temporal.PlainDate): DayRange | undefined {
  try {
    return one(read())
  } catch {
    return undefined
  }
}

/** `sun`, `sat`, and `wed` are also ordinary words; only a full name, or one after `next`, is certainly a day. */
function resolveWeekday(
  name: string,
  how: { today: Temporal.PlainDate; next: boolean; whole: boolean },
): DayRange | undefined {
  if (!how.whole && !how.next) return undefined
  const index = weekdays.findIndex((day) => day.startsWith(name.slice(0, 3)))
  const ahead = (index + 1 - how.today.dayOfWeek + 7) % 7
  return one(how.today.add({ days: how.next && ahead === 0 ? 7 : ahead }))
}

/** The next such date: in December, February 3 is next year. */
function resolveDate(day: number, name: string, today: Temporal.PlainDate): DayRange | undefined {
  const fields = { month: months.indexOf(name.slice(0, 3)) + 1, day }
  return tryDay(() => {
    const date = Temporal.PlainDate.from({ year: today.year, ...fields }, { overflow: 'reject' })
    return Temporal.PlainDate.compare(date, today) < 0 ? date.add({ years: 1 }) : date
  })
}
