import { language } from '#i18n/language.ts'

/** Times of a place: appointments, windows and days belong to a time zone, whichever the reader is in. */

export const getBrowserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** All time zones, the likely ones first. */
export const listTimeZones = (): string[] => [
  ...new Set(['UTC', getBrowserTimeZone(), ...Intl.supportedValuesOf('timeZone')]),
]

type FormatOptions = Intl.DateTimeFormatOptions

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a format takes longer than a page of times. A zone that the browser does not know becomes UTC. */
function formatOf(options: FormatOptions, timeZone: string): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  let made: Intl.DateTimeFormat
  try {
    made = new Intl.DateTimeFormat(language, { ...options, timeZone })
  } catch {
    made = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  }
  formats.set(key, made)
  return made
}

const dateOptions: FormatOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }
const hourOptions: FormatOptions = { hour: 'numeric', minute: '2-digit' }
const mediumOptions: FormatOptions = { day: 'numeric', month: 'short', year: 'numeric', ...hourOptions }

/** With the name of the zone: “Thu, Jan 31, 2030, 9:00 AM GMT+1”. */
export const formatDateTime = (at: string, zone: string): string =>
  formatOf({ ...dateOptions, ...hourOptions, timeZoneName: 'short' }, zone).format(new Date(at))

/** Without a zone: its heading has to name it. */
export const formatHour = (at: string, zone: string): string => formatOf(hourOptions, zone).format(new Date(at))

export const formatHourWithZone = (at: string, zone: string): string =>
  formatOf({ ...hourOptions, timeZoneName: 'short' }, zone).format(new Date(at))

/** A span of time, such as a day of a chart: “Jan 31, 2030, 12:00 AM – Feb 1, 2030, 12:00 AM GMT+1”. */
export const formatSpan = (start: string, end: string, zone: string): string =>
  formatOf({ ...mediumOptions, timeZoneName: 'short' }, zone).formatRange(new Date(start), new Date(end))

const secondOptions: FormatOptions = { ...hourOptions, second: '2-digit' }
const shortDateOptions: FormatOptions = { day: 'numeric', month: 'numeric', year: '2-digit', ...hourOptions }

/** For an axis: to the second within a day, with the date otherwise. */
export const formatAxisTime = (at: number, zone: string, isShort: boolean): string =>
  formatOf(isShort ? secondOptions : shortDateOptions, zone).format(at)

/** “Europe/Berlin (GMT+1)”, as it is at that time. */
export function describeZone(zone: string, at: string): string {
  const parts = formatOf({ timeZoneName: 'short' }, zone).formatToParts(new Date(at))
  const short = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
  return short === zone ? zone : `${zone} (${short})`
}

/** Whether clocks in two zones show the same at a time. */
export const isSameClock = (at: string, zone: string, other: string): boolean =>
  offsetMs(Date.parse(at), zone) === offsetMs(Date.parse(at), other)

/** A day of the calendar: `2030-01-31`. */
export type CivilDay = string

export function dayIn(at: string, zone: string): CivilDay {
  const { year, month, day } = readClock(Date.parse(at), zone)
  return toDay(Date.UTC(year, month - 1, day))
}

const dayMs = 86_400_000
const toDay = (utcMs: number): CivilDay => new Date(utcMs).toISOString().slice(0, 10)

export const addDays = (day: CivilDay, days: number): CivilDay => toDay(Date.parse(`${day}T00:00:00Z`) + days * dayMs)

/** The first moment of a day in a zone. */
export const startOfDay = (day: CivilDay, zone: string): string => fromLocalInput(`${day}T00:00`, zone) as string

export function formatCivilDay(day: CivilDay, style: 'long' | 'short'): string {
  return formatOf({ weekday: style, day: 'numeric', month: style }, 'UTC').format(new Date(`${day}T12:00:00Z`))
}

export function formatDayRange(from: CivilDay, to: CivilDay): string {
  const [first, last] = [from, to].map((day) => new Date(`${day}T12:00:00Z`)) as [Date, Date]
  return formatOf({ day: 'numeric', month: 'short', year: 'numeric' }, 'UTC').formatRange(first, last)
}

type Clock = { year: number; month: number; day: number; hour: number; minute: number; second: number }

function readClock(ms: number, zone: string): Clock {
  const options: FormatOptions = {
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    hourCycle: 'h23',
    calendar: 'gregory',
  }
  const parts = formatOf(options, zone).formatToParts(ms)
  return Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)])) as Clock
}

function offsetMs(ms: number, zone: string): number {
  const { year, month, day, hour, minute, second } = readClock(ms, zone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
}

/** The value of a field for local date and time, in a zone; empty for no time. */
export function toLocalInput(at: string | undefined, zone: string): string {
  if (at === undefined) return ''
  const ms = Date.parse(at)
  return new Date(ms + offsetMs(ms, zone)).toISOString().slice(0, 16)
}

/** The time that such a field names; null if it is empty. A time that a clock change skips becomes the next one. */
export function fromLocalInput(text: string, zone: string): string | null {
  if (text === '') return null
  const local = Date.parse(`${text.slice(0, 16)}:00Z`)
  const guess = local - offsetMs(local, zone)
  // The offset may be another one on the other side of a clock change.
  const ms = local - offsetMs(guess, zone)
  return new Date(offsetMs(ms, zone) === offsetMs(guess, zone) ? ms : Math.max(guess, ms)).toISOString()
}

const isoTimestamp = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)/g

/** Replaces the timestamps of a text of the API, with the name of the zone. */
export function localizeTimestamps(text: string, zone: string = getBrowserTimeZone()): string {
  const format = formatOf({ ...mediumOptions, timeZoneName: 'short' }, zone)
  return text.replaceAll(isoTimestamp, (at) => (Number.isNaN(Date.parse(at)) ? at : format.format(new Date(at))))
}
