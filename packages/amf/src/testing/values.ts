import fc from 'fast-check'
import type { Chip } from '../model/chip.ts'
import type { CalendarEvent, Contact, DateTime, Money, Place } from '../model/values.ts'
import { tokenHere } from './tokens.ts'
import { anyWebAddress, identifier, label, maybeEmpty, prose } from './words.ts'

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
  zulu: fc.boolean(),
  seconds: fc.boolean(),
  tz: fc.constantFrom(...zones),
})
type Instant = typeof instant extends fc.Arbitrary<infer T> ? T : never

function written({ minute, offset, zulu, seconds, tz }: Instant): DateTime {
  const east = zulu ? 0 : offset
  const wall = new Date(earliest + (minute + east) * 60_000).toISOString().slice(0, 16)
  const two = (part: number) => String(part).padStart(2, '0')
  const size = Math.abs(east)
  const zone = zulu ? 'Z' : `${east < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
  return { iso: `${wall}${seconds ? ':00' : ''}${zone}`, tz }
}

export const dateTime: fc.Arbitrary<DateTime> = instant.map(written)

/** Fraction digits by currency, so that no amount needs rounding to be shown. */
const currencies = { USD: 2, EUR: 2, GBP: 2, INR: 2, JPY: 0, KRW: 0, KWD: 3 }

export const money: fc.Arbitrary<Money> = fc
  .record({
    currency: fc.constantFrom(...(Object.keys(currencies) as (keyof typeof currencies)[])),
    whole: fc.oneof(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1000, max: 123_456_789 })),
    fraction: fc.integer({ min: 0, max: 999 }),
    bare: fc.boolean(),
  })
  .map(({ currency, whole, fraction, bare }) => {
    const digits = currencies[currency]
    const rest = digits === 0 || bare ? '' : `.${String(fraction).padStart(3, '0').slice(0, digits)}`
    return { amount: `${whole}${rest}`, currency }
  })

export const phone: fc.Arbitrary<string> = fc
  .tuple(fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }), fc.constantFrom('plain', 'spaced', 'national'))
  .map(([number, form]) => {
    const [area, exchange, line] = [String(number).slice(0, 3), String(number).slice(3, 6), String(number).slice(6)]
    if (form === 'spaced') return `+1 ${area} ${exchange} ${line}`
    return form === 'plain' ? `+1${number}` : `(${area}) ${exchange}-${line}`
  })

const coordinate = (most: number) =>
  fc.integer({ min: -most * 1000, max: most * 1000 }).map((thousandths) => thousandths / 1000)
const coordinates = fc.record({ latitude: coordinate(89), longitude: coordinate(179) })
const named = fc.record({ name: label, address: prose }, { requiredKeys: [] })

export const place: fc.Arbitrary<Place> = fc.oneof(
  fc.tuple(named, coordinates).map(([words, point]) => ({ ...words, ...point })),
  fc.record({ name: label, address: prose }, { requiredKeys: ['name'] }),
  fc.record({ address: prose }),
)

export const calendarEvent: fc.Arbitrary<CalendarEvent> = fc
  .record(
    {
      title: label,
      start: instant,
      lasting: fc.integer({ min: 0, max: 3 * 24 * 60 }),
      location: maybeEmpty(label),
      description: maybeEmpty(prose),
    },
    { requiredKeys: ['title', 'start'] },
  )
  .map(({ start, lasting, ...rest }) => ({
    ...rest,
    start: written(start),
    ...(lasting !== undefined && { end: written({ ...start, minute: start.minute + lasting }) }),
  }))

export const contact: fc.Arbitrary<Contact> = fc.record(
  {
    name: label,
    phones: fc.array(phone, { maxLength: 3 }),
    emails: fc.array(fc.constantFrom(`${tokenHere}@example.com`, `${tokenHere}.first+tag@mail.example`), {
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

export const anyChips = (most: number) => fc.array(anyChip, { maxLength: most, size: 'max' })
