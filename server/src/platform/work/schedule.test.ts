import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { Temporal } from 'temporal-polyfill'
import { nextOccurrence, type Recurrence, recurrenceWeekdays } from './chores.ts'

const cases: [title: string, schedule: Recurrence, after: string, next: string][] = [
  ['daily is at six in UTC by default', { every: 'daily' }, '2026-03-01T05:59:59Z', '2026-03-01T06:00:00Z'],
  ['the time itself is over', { every: 'daily' }, '2026-03-01T06:00:00Z', '2026-03-02T06:00:00Z'],
  ['weekly is on Monday by default', { every: 'weekly' }, '2026-03-04T12:00:00Z', '2026-03-09T06:00:00Z'],
  [
    'weekly later on the same day is still this week',
    { every: 'weekly', weekday: 'sunday', at: '18:30', timezone: 'America/New_York' },
    '2026-07-05T12:00:00Z',
    '2026-07-05T22:30:00Z',
  ],
  [
    'a time that the clocks skip runs an hour later',
    { every: 'daily', at: '02:30', timezone: 'Europe/Berlin' },
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:30:00Z',
  ],
  [
    'a time that the clocks show twice runs at the first',
    { every: 'daily', at: '02:30', timezone: 'Europe/Berlin' },
    '2026-10-24T12:00:00Z',
    '2026-10-25T00:30:00Z',
  ],
  [
    'and not at the second',
    { every: 'daily', at: '02:30', timezone: 'Europe/Berlin' },
    '2026-10-25T00:30:00Z',
    '2026-10-26T01:30:00Z',
  ],
  [
    'a zone may skip half an hour',
    { every: 'daily', at: '02:15', timezone: 'Australia/Lord_Howe' },
    '2026-10-03T12:00:00Z',
    '2026-10-03T15:45:00Z',
  ],
  [
    'a zone once skipped a day',
    { every: 'daily', at: '12:00', timezone: 'Pacific/Apia' },
    '2011-12-29T22:00:00Z',
    '2011-12-30T22:00:00Z',
  ],
  ['every so many seconds', { everySeconds: 90 }, '2026-03-01T00:00:00Z', '2026-03-01T00:01:30Z'],
]

for (const [title, schedule, after, next] of cases) {
  test(`schedule: ${title}`, () => {
    assert.equal(nextOccurrence(schedule, new Date(after)).toISOString(), new Date(next).toISOString())
  })
}

test('a time or zone that does not exist is refused', () => {
  assert.throws(() => nextOccurrence({ every: 'daily', at: '25:00' }, new Date()), RangeError)
  assert.throws(() => nextOccurrence({ every: 'daily', timezone: 'Mars/Olympus' }, new Date()), RangeError)
})

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'America/Sao_Paulo', 'Africa/Cairo', 'Asia/Kathmandu']
const schedules = fc.record({
  every: fc.constantFrom('daily' as const, 'weekly' as const),
  weekday: fc.constantFrom(...recurrenceWeekdays),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  timezone: fc.constantFrom(...zones, 'Australia/Lord_Howe', 'America/Nuuk', 'Pacific/Chatham', 'Asia/Beirut'),
})
const moments = fc.date({ min: new Date('2010-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })

test('the next time is later, matches the schedule, and no match is in between', () => {
  fc.assert(
    fc.property(schedules, moments, ({ hour, minute, ...rest }, after) => {
      const at = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
      const next = nextOccurrence({ ...rest, at }, after)
      assert.ok(next > after)
      const local = Temporal.Instant.fromEpochMilliseconds(next.getTime()).toZonedDateTimeISO(rest.timezone)
      const expected = local.toPlainDate().toZonedDateTime({ timeZone: rest.timezone, plainTime: at })
      assert.equal(expected.epochMilliseconds, next.getTime())
      if (rest.every === 'weekly') assert.equal(recurrenceWeekdays[local.dayOfWeek - 1], rest.weekday)
      // Just before it, it is still the next one: none is skipped and none occurs twice.
      assert.equal(nextOccurrence({ ...rest, at }, new Date(next.getTime() - 1)).getTime(), next.getTime())
      const days = (next.getTime() - after.getTime()) / 86_400_000
      assert.ok(days <= (rest.every === 'weekly' ? 7 : 1) + 0.1)
    }),
    { numRuns: 300 },
  )
})
