import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextWeeklyMail, type WeeklyTime } from './occurrence.ts'

const monday: WeeklyTime = { timeZone: 'Europe/Berlin', day: 'mon', hour: 8 }
const next = (time: WeeklyTime, now: string, sentFor?: string) =>
  nextWeeklyMail(time, new Date(now), sentFor === undefined ? null : new Date(sentFor)).toISOString()

test('the mail is due at the hour of the day on the clock of the zone, in winter and in summer', () => {
  assert.equal(next(monday, '2030-01-02T12:00:00Z'), '2030-01-07T07:00:00.000Z')
  assert.equal(next(monday, '2030-07-03T12:00:00Z'), '2030-07-08T06:00:00.000Z')
  assert.equal(next({ ...monday, timeZone: 'Asia/Kathmandu' }, '2030-01-02T12:00:00Z'), '2030-01-07T02:15:00.000Z')
  assert.equal(
    next({ timeZone: 'America/New_York', day: 'sun', hour: 23 }, '2030-01-07T03:59:59Z'),
    '2030-01-07T04:00:00.000Z',
  )
})

test('it is always later than now', () => {
  assert.equal(next(monday, '2030-01-07T06:59:59.999Z'), '2030-01-07T07:00:00.000Z')
  assert.equal(next(monday, '2030-01-07T07:00:00Z'), '2030-01-14T07:00:00.000Z')
})

test('an hour that the clock skips becomes the next one, and an hour that it shows twice is one mail', () => {
  assert.equal(next({ ...monday, day: 'sun', hour: 2 }, '2030-03-30T12:00:00Z'), '2030-03-31T01:00:00.000Z')
  const repeated: WeeklyTime = { ...monday, day: 'sun', hour: 2 }
  assert.equal(next(repeated, '2030-10-26T12:00:00Z'), '2030-10-27T00:00:00.000Z')
  assert.equal(next(repeated, '2030-10-27T00:00:00Z', '2030-10-27T00:00:00Z'), '2030-11-03T01:00:00.000Z')
})

test('another day of the week does not bring a second mail within six days', () => {
  const sent = '2030-01-07T07:00:00Z'
  assert.equal(next({ ...monday, day: 'tue' }, '2030-01-07T09:00:00Z', sent), '2030-01-15T07:00:00.000Z')
  assert.equal(next({ ...monday, day: 'sun' }, '2030-01-07T09:00:00Z', sent), '2030-01-13T07:00:00.000Z')
  assert.equal(next(monday, '2030-01-07T09:00:00Z', sent), '2030-01-14T07:00:00.000Z')
})
