import { LruCache } from '@parley/findings'
import type { CalendarEvent, DateTime, Money } from '../model/values.ts'

/** Formats typed values for a locale, in the time zone they name. */

const maxFormats = 500
const formats = new LruCache<string, Intl.DateTimeFormat | Intl.NumberFormat>(maxFormats)

/** Creating a format costs a hundred times more than using it. */
function getFormat<F extends Intl.DateTimeFormat | Intl.NumberFormat>(key: string, make: () => F): F {
  let format = formats.get(key) as F | undefined
  if (!format) {
    format = make()
    formats.set(key, format)
  }
  return format
}

export type TimeDetail = { year?: boolean; zone?: boolean; noWeekday?: boolean }

const timeStyle = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

export function formatTimeValue(time: DateTime, locale: string, { year, zone, noWeekday }: TimeDetail = {}): string {
  const format = getFormat(`${locale}|${time.tz}|${year}|${zone}|${noWeekday}`, () =>
    Intl.DateTimeFormat(locale, {
      ...timeStyle,
      timeZone: time.tz,
      ...(noWeekday && { weekday: undefined }),
      ...(year && { year: 'numeric' }),
      ...(zone && { timeZoneName: 'short' }),
    }),
  )
  return plainSpaces(format.format(Date.parse(time.iso)))
}

function formatClock(time: DateTime, locale: string): string {
  const format = getFormat(`${locale}|${time.tz}|clock`, () =>
    Intl.DateTimeFormat(locale, { hour: timeStyle.hour, minute: timeStyle.minute, timeZone: time.tz }),
  )
  return plainSpaces(format.format(Date.parse(time.iso)))
}

function dayOf({ iso, tz }: DateTime): string {
  const format = getFormat(`day|${tz}`, () => Intl.DateTimeFormat('en-CA', { timeZone: tz }))
  return format.format(Date.parse(iso))
}

/**
 * Formats a group of times: adds the year if they span several years, the zone if they span several zones. If one is
 * too long for a chip, all omit the weekday.
 */
export function formatTimeValues(
  times: readonly DateTime[],
  locale: string,
  maxLength = Number.POSITIVE_INFINITY,
): string[] {
  const years = new Set(times.map((time) => dayOf(time).slice(0, 4)))
  const zones = new Set(times.map((time) => time.tz))
  const detail = { year: years.size > 1, zone: zones.size > 1 }
  const texts = times.map((time) => formatTimeValue(time, locale, detail))
  if (texts.every((text) => text.length <= maxLength)) return texts
  return times.map((time) => formatTimeValue(time, locale, { ...detail, noWeekday: true }))
}

export function formatEventTime({ start, end }: CalendarEvent, locale: string): string {
  const from = formatTimeValue(start, locale, { year: true, zone: true })
  if (!end) return from
  const sameDay = start.tz === end.tz && dayOf(start) === dayOf(end)
  return `${from} - ${sameDay ? formatClock(end, locale) : formatTimeValue(end, locale, { year: true, zone: true })}`
}

export function formatMoney({ amount, currency }: Money, locale: string): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  const format = getFormat(`${locale}|${currency}|${decimals}`, () => {
    const ordinary = Intl.NumberFormat(locale, { style: 'currency', currency })
    const { maximumFractionDigits = 2 } = ordinary.resolvedOptions()
    if (decimals <= maximumFractionDigits) return ordinary
    return Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: decimals })
  })
  // A decimal string is formatted exactly; a number would be rounded.
  return plainSpaces(format.format(amount as unknown as number))
}

/** Formats put thin and non-breaking spaces between digits and units; one of them would turn an SMS into UCS-2. */
function plainSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f\u2009]/g, ' ')
}

const locales = new LruCache<string, string>(maxFormats)

/** Returns the locale if it is valid, else English: an invalid locale in a person's record must not block a message. */
export function resolveLocale(locale = 'en-US'): string {
  let known = locales.get(locale)
  if (known === undefined) {
    known = canonicalizeLocale(locale)
    locales.set(locale, known)
  }
  return known
}

function canonicalizeLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en-US'
  } catch {
    return 'en-US'
  }
}
