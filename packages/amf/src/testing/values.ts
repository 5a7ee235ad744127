import fc from 'fast-check'
import type { Chip } from '../model/chip.ts'
import type { CalendarEvent, Contact, DateTime, Money, Place } from '../model/values.ts'
import { tokenPlaceholder } from './tokens.ts'
import { anyProse, anyWebAddress, identifier, label, maybeEmpty } from './words.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Pacific/Auckland',
  'America/Sao_Paulo',
]
/** Minutes east of Greenwich; they need not match the zone. */
const offsets = [0, 60, 120, -300, -210, 330, 345, 540, 780, -720]
const earliest = Date.UTC(2026, 0, 1)
const twoYearsOfMinutes = 2 * 366 * 24 * 60

const instant = fc.record({
  minute: fc.integer({ min: 0, max: twoYearsOfMinutes }),
  offset: fc.constantFrom(...offsets),
  isUtc: fc.boolean(),
  seconds: fc.boolean(),
  tz: fc.constantFrom(...zones),
})
type Instant = typeof instant extends fc.Arbitrary<infer T> ? T : never

function formatInstant({ minute, offset, isUtc, seconds, tz }: Instant): DateTime {
  const offsetMinutes = isUtc ? 0 : offset
  const localTime = new Date(earliest + (minute + offsetMinutes) * 60_000).toISOString().slice(0, 16)
  const padTwo = (part: number) => String(part).padStart(2, '0')
  const size = Math.abs(offsetMinutes)
  const zone = isUtc ? 'Z' : `${offsetMinutes < 0 ? '-' : '+'}${padTwo(Math.floor(size / 60))}:${padTwo(size % 60)}`
  return { iso: `${localTime}${seconds ? ':00' : ''}${zone}`, tz }
}

export const dateTime: fc.Arbitrary<DateTime> = instant.map(formatInstant)

/** Fraction digits by currency, so that no amount needs rounding to be shown. */
const currencies = { USD: 2, EUR: 2, GBP: 2, INR: 2, JPY: 0, KRW: 0, KWD: 3 }

export const money: fc.Arbitrary<Money> = fc
  .record({
    currency: fc.constantFrom(...(Object.keys(currencies) as (keyof typeof currencies)[])),
    integerPart: fc.oneof(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1000, max: 123_456_789 })),
    fraction: fc.integer({ min: 0, max: 999 }),
    isWhole: fc.boolean(),
  })
  .map(({ currency, integerPart, fraction, isWhole }) => {
    const digits = currencies[currency]
    const fractionText = digits === 0 || isWhole ? '' : `.${String(fraction).padStart(3, '0').slice(0, digits)}`
    return { amount: `${integerPart}${fractionText}`, currency }
  })

export const phone: fc.Arbitrary<string> = fc
  .tuple(fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }), fc.constantFrom('plain', 'spaced', 'national'))
  .map(([number, form]) => {
    const [area, exchange, line] = [String(number).slice(0, 3), String(number).slice(3, 6), String(number).slice(6)]
    if (form === 'spaced') return `+1 ${area} ${exchange} ${line}`
    return form === 'plain' ? `+1${number}` : `(${area}) ${exchange}-${line}`
  })

const coordinate = (max: number) =>
  fc.integer({ min: -max * 1000, max: max * 1000 }).map((thousandths) => thousandths / 1000)
const coordinates = fc.record({ latitude: coordinate(89), longitude: coordinate(179) })
const namedPlace = fc.record({ name: label, address: anyProse }, { requiredKeys: [] })

export const place: fc.Arbitrary<Place> = fc.oneof(
  fc.tuple(namedPlace, coordinates).map(([names, point]) => ({ ...names, ...point })),
  fc.record({ name: label, address: anyProse }, { requiredKeys: ['name'] }),
  fc.record({ address: anyProse }),
)

export const calendarEvent: fc.Arbitrary<CalendarEvent> = fc
  .record(
    {
      title: label,
      start: instant,
      durationMinutes: fc.integer({ min: 0, max: 3 * 24 * 60 }),
      location: maybeEmpty(label),
      description: maybeEmpty(anyProse),
    },
    { requiredKeys: ['title', 'start'] },
  )
  .map(({ start, durationMinutes, ...fractionText }) => ({
    ...fractionText,
    start: formatInstant(start),
    ...(durationMinutes !== undefined && { end: formatInstant({ ...start, minute: start.minute + durationMinutes }) }),
  }))

export const contact: fc.Arbitrary<Contact> = fc.record(
  {
    name: label,
    phones: fc.array(phone, { maxLength: 3 }),
    emails: fc.array(fc.constantFrom(`${tokenPlaceholder}@example.com`, `${tokenPlaceholder}.first+tag@mail.example`), {
      maxLength: 2,
    }),
    url: anyWebAddress,
    organization: maybeEmpty(label),
  },
  { requiredKeys: ['name'] },
)

export const anyChip: fc.Arbitrary<Chip> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ label, value: identifier }, { requiredKeys: ['label'] }) },
  fc.record({ label, kind: fc.constant('reply' as const), value: identifier }),
  fc.record({ label, kind: fc.constant('url' as const), url: anyWebAddress }),
  fc.record({ label, kind: fc.constant('dial' as const), phone }),
  fc.record({ label, kind: fc.constant('calendar' as const), event: calendarEvent }),
  fc.record({ label, kind: fc.constant('viewLocation' as const), place }),
  fc.record({ label, kind: fc.constant('shareLocation' as const) }),
)

export const anyChips = (max: number) => fc.array(anyChip, { maxLength: max, size: 'max' })
