import fc from 'fast-check'
import type { GuardrailFacts } from '../facts.ts'

/** Zones with half-hour and quarter-hour offsets, with daylight saving of an hour or half an hour, and without. */
const zones = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Africa/Casablanca',
  'Pacific/Kiritimati',
]

const hour = fc.integer({ min: 0, max: 23 })
export const anyHours = fc.record({ startHour: hour, endHour: hour, timeZone: fc.constantFrom(...zones) })

export const anyInstant = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2036-01-01T00:00:00Z'),
  noInvalidDate: true,
})

const subtractHours = (instant: Date, hours: number) =>
  fc.integer({ min: 0, max: hours * 60 }).map((minutes) => new Date(instant.getTime() - minutes * 60_000))
const anyOptional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

export const anyFacts: fc.Arbitrary<GuardrailFacts> = anyInstant.chain((now) =>
  fc.record({
    now: fc.constant(now),
    consent: fc.constantFrom('granted', 'granted', 'denied', 'unknown'),
    optIn: anyOptional(fc.boolean()),
    optedOut: fc.constantFrom(false, false, false, true),
    class: fc.constantFrom('marketing', 'service'),
    lastTouchAt: anyOptional(subtractHours(now, 72)),
    lastInboundAt: anyOptional(subtractHours(now, 1)),
    settings: fc.record({
      minTouchIntervalHours: anyOptional(fc.double({ min: 0, max: 96, noNaN: true })),
      safeHours: anyOptional(anyHours),
    }),
    sendWindow: anyOptional(anyHours),
    ignoreSafeHours: anyOptional(fc.boolean()),
  }),
)
