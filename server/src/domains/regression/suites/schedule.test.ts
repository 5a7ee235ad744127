import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { weekdays } from '@parley/testcase/vocabulary'
import { Temporal } from 'temporal-polyfill'
import { computeNextRun, parseSchedule, TestSchedule } from './suite.ts'

const dayMs = 86_400_000

const anySchedule: fc.Arbitrary<TestSchedule> = fc.record(
  {
    every: fc.constantFrom('daily' as const, 'weekly' as const),
    at: fc.integer({ min: 0, max: 1439 }).map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16)),
    weekday: fc.constantFrom(...weekdays),
    timezone: fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC', 'Asia/Calcutta', 'EST5EDT', 'GB-Eire'),
  },
  { requiredKeys: ['every'] },
)
const anyTime = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })

test('any schedule next runs in the future, within eight days, at the requested local time', () => {
  fc.assert(
    fc.property(anySchedule, anyTime, (schedule, now) => {
      const next = computeNextRun(TestSchedule.parse(schedule), now)
      assert.ok(next > now && next.getTime() - now.getTime() <= 8 * dayMs, `${now.toISOString()} ${next.toISOString()}`)
      const { at = '06:00', weekday = 'monday', timezone = 'UTC', every } = schedule
      const local = Temporal.Instant.fromEpochMilliseconds(next.getTime()).toZonedDateTimeISO(timezone)
      const day = local.toPlainDate()
      const isShown = (on: Temporal.PlainDate) =>
        on.toZonedDateTime({ timeZone: timezone, plainTime: at }).toPlainTime().equals(at)
      // A daylight saving change may skip a time of day; the shifted time may fall on the next day.
      if (!isShown(day) || !isShown(day.subtract({ days: 1 }))) return
      assert.equal(local.toPlainTime().toString({ smallestUnit: 'minute' }), at)
      if (every === 'weekly') assert.equal(weekdays[day.dayOfWeek - 1], weekday)
    }),
  )
})

test('in zones without clock changes a schedule always runs at that time', () => {
  const zone = fc.constantFrom('UTC', 'Asia/Tokyo', 'Asia/Kolkata', 'America/Phoenix')
  fc.assert(
    fc.property(anySchedule, zone, anyTime, (schedule, timezone, now) => {
      const next = computeNextRun({ ...schedule, timezone }, now)
      const local = Temporal.Instant.fromEpochMilliseconds(next.getTime()).toZonedDateTimeISO(timezone)
      assert.equal(local.toPlainTime().toString({ smallestUnit: 'minute' }), schedule.at ?? '06:00')
      if (schedule.every === 'weekly') assert.equal(weekdays[local.dayOfWeek - 1], schedule.weekday ?? 'monday')
    }),
  )
})

const changes: [title: string, schedule: TestSchedule, now: string, next: string][] = [
  [
    'half past two, when the clocks skip it, is an hour later',
    { every: 'daily', at: '02:30', timezone: 'Europe/Madrid' },
    '2030-03-30T12:00:00Z',
    '2030-03-31T01:30:00.000Z',
  ],
  [
    'half past two, when the clocks show it twice, is the first of both',
    { every: 'daily', at: '02:30', timezone: 'Europe/Madrid' },
    '2030-10-26T12:00:00Z',
    '2030-10-27T00:30:00.000Z',
  ],
  [
    'a week over a change of the clocks keeps the local time',
    { every: 'weekly', weekday: 'friday', at: '18:15', timezone: 'America/New_York' },
    '2030-03-08T23:15:00Z',
    '2030-03-15T22:15:00.000Z',
  ],
]
for (const [title, schedule, now, next] of changes) {
  test(title, () => assert.equal(computeNextRun(schedule, new Date(now)).toISOString(), next))
}

test('an invalid schedule is agent.test.invalid and names the error', () => {
  const errorOf = (sent: unknown) => {
    try {
      return parseSchedule(sent)
    } catch (error) {
      const { code, details } = error as { code: string; details: { errors: { field: string }[] } }
      return [code, ...details.errors.map(({ field }) => field)].join(' ')
    }
  }
  assert.equal(errorOf({}), 'agent.test.invalid schedule.every')
  assert.equal(errorOf('daily'), 'agent.test.invalid schedule')
  assert.equal(errorOf({ every: 'daily', minute: 5 }), 'agent.test.invalid schedule.minute')
  for (const at of ['25:00', '7', '06:60', '6:00', 600])
    assert.equal(errorOf({ every: 'daily', at }), 'agent.test.invalid schedule.at')
  assert.equal(errorOf({ every: 'weekly', weekday: 'someday' }), 'agent.test.invalid schedule.weekday')
  assert.equal(errorOf({ every: 'daily', timezone: 'Mars/Olympus' }), 'agent.test.invalid schedule.timezone')
  assert.deepEqual(errorOf({ every: 'daily', weekday: 'sunday' }), { every: 'daily', weekday: 'sunday' })
})
