import { LruCache, timeZone } from '@parley/findings'
import { Temporal } from 'temporal-polyfill'

/** Formats and parses times in a person's time zone. */

const language = 'en-US'
const clock = { hour: 'numeric', minute: '2-digit' } as const
const brief = { weekday: 'short', month: 'short', day: 'numeric', ...clock } as const
const full = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric', ...clock } as const

/** `Tue, Jan 8, 10:00 AM` */
export const formatShortTime = (iso: string, zone: string): string => formatTime(iso, zone, brief)

/** `Tuesday, January 8, 2030 at 10:00 AM` */
export const formatFullTime = (iso: string, zone: string): string => formatTime(iso, zone, full)

function formatTime(iso: string, timeZone: string, style: Intl.DateTimeFormatOptions): string {
  const text = getFormatter(timeZone, style).format(Date.parse(iso))
  // Narrow and non-breaking spaces would switch an SMS to UCS-2.
  return text.replace(/[\u00a0\u202f\u2009]/g, ' ')
}

/** Creating a formatter takes longer than the rest of a prompt. */
const formatters = new LruCache<string, Intl.DateTimeFormat>(500)

function getFormatter(timeZone: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${style === full ? 'full' : 'brief'} ${timeZone}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(language, { ...style, timeZone: knownZone(timeZone) })
  formatters.set(key, made)
  return made
}

/** `{ iso: 2030-01-08T10:00:00+01:00, tz }` */
export function toZonedTime(zone: string, iso: string): { iso: string; tz: string } {
  const tz = knownZone(zone)
  const at = Temporal.Instant.from(iso).toZonedDateTimeISO(tz)
  return { iso: at.toString({ timeZoneName: 'never', smallestUnit: 'second' }), tz }
}

/** `2030-01-08`, the local date in the zone. */
export function toZonedDate(zone: string, iso: string): string {
  return toZonedTime(zone, iso).iso.slice(0, 'YYYY-MM-DD'.length)
}

const dateOnly = /^\d{4}-\d\d-\d\d$/
const hasOffset = /(?:z|[+-]\d\d:?\d\d)$/i

/** A date means its first moment, `daysOn` days later; a time without an offset is local to the zone. */
export function parseZonedTime(text: string, zone: string, daysOn = 0): Date | undefined {
  const tz = knownZone(zone)
  try {
    if (dateOnly.test(text)) {
      return new Date(Temporal.PlainDate.from(text).add({ days: daysOn }).toZonedDateTime(tz).epochMilliseconds)
    }
    if (hasOffset.test(text)) return new Date(Temporal.Instant.from(text).epochMilliseconds)
    return new Date(Temporal.PlainDateTime.from(text).toZonedDateTime(tz).epochMilliseconds)
  } catch {
    return undefined
  }
}

/** A stored zone may predate the current validation; an invalid one falls back to UTC. */
function knownZone(zone: string): string {
  if (!timeZone.safeParse(zone).success) return 'UTC'
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId
  } catch {
    return 'UTC'
  }
}
