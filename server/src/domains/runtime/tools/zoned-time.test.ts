import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatFullTime, formatShortTime, parseZonedTime, toZonedDate, toZonedTime } from './zoned-time.ts'

const at = '2030-01-31T23:30:00.000Z'

test('a time is formatted as people in the zone read it', () => {
  assert.equal(formatShortTime(at, 'Europe/Berlin'), 'Fri, Feb 1, 12:30 AM')
  assert.equal(formatFullTime(at, 'America/New_York'), 'Thursday, January 31, 2030 at 6:30 PM')
  assert.deepEqual(toZonedTime('Asia/Kolkata', at), { iso: '2030-02-01T05:00:00+05:30', tz: 'Asia/Kolkata' })
  assert.equal(toZonedDate('America/New_York', at), '2030-01-31')
})

test('an unknown zone is read as UTC', () => {
  assert.deepEqual(toZonedTime('Nowhere/Land', at), { iso: '2030-01-31T23:30:00+00:00', tz: 'UTC' })
})

const read: [text: string, daysOn: number, iso: string | undefined][] = [
  ['2030-01-31', 0, '2030-01-30T23:00:00.000Z'],
  ['2030-01-31', 1, '2030-01-31T23:00:00.000Z'],
  ['2030-03-31', 1, '2030-03-31T22:00:00.000Z'],
  ['2030-01-31T10:00:00Z', 1, '2030-01-31T10:00:00.000Z'],
  ['2030-01-31T10:00:00-05:00', 0, '2030-01-31T15:00:00.000Z'],
  ['2030-01-31T10:00', 0, '2030-01-31T09:00:00.000Z'],
  ['2030-02-31', 0, undefined],
  ['tomorrow', 0, undefined],
  ['', 0, undefined],
]
for (const [text, daysOn, iso] of read) {
  test(`"${text}" in Berlin, ${daysOn} days later, is ${iso}`, () => {
    assert.equal(parseZonedTime(text, 'Europe/Berlin', daysOn)?.toISOString(), iso)
  })
}
