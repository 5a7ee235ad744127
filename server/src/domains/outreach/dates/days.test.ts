import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLastDueDay, findNextDueTime, listWantedDates } from './days.ts'

const at = (time: string) => new Date(time)

test('the last due day is the last one whose hour has come, in the time zone of the trigger', () => {
  const field = 'birthday'
  assert.equal(findLastDueDay({ field }, at('2030-03-10T08:59:59Z')), '2030-03-09')
  assert.equal(findLastDueDay({ field }, at('2030-03-10T09:00:00Z')), '2030-03-10')
  const tokyo = { field, hour: 0, timeZone: 'Asia/Tokyo' }
  assert.equal(findLastDueDay(tokyo, at('2030-03-10T14:59:59Z')), '2030-03-10')
  assert.equal(findLastDueDay(tokyo, at('2030-03-10T15:00:00Z')), '2030-03-11')
})

test('an hour that a clock change skips comes an hour later, and one that comes twice counts the first time', () => {
  const newYork = (hour: number) => ({ field: 'x', hour, timeZone: 'America/New_York' })
  assert.equal(findNextDueTime(newYork(2), '2030-03-09').toISOString(), '2030-03-10T07:00:00.000Z')
  assert.equal(findNextDueTime(newYork(1), '2030-11-02').toISOString(), '2030-11-03T05:00:00.000Z')
})

test('the dates of a day are as many days before or after it as the trigger says', () => {
  const days = { done: '2030-03-09', until: '2030-03-10' }
  const dates = (date: object) => listWantedDates({ field: 'renewal', ...date }, days).dates
  assert.deepEqual(dates({}), ['2030-03-10'])
  assert.deepEqual(dates({ offsetDays: -7 }), ['2030-03-17'])
  assert.deepEqual(dates({ offsetDays: 365 }), ['2029-03-10'])
  assert.deepEqual(dates({ yearly: true }), ['03-10'])
  assert.deepEqual(dates({ yearly: true, offsetDays: -30 }), ['04-09'])
})

test('people of February 29 are found on the 28th of years without it', () => {
  const on = (done: string, until: string) => listWantedDates({ field: 'b', yearly: true }, { done, until }).dates
  assert.deepEqual(on('2030-02-27', '2030-02-28'), ['02-28', '02-29'])
  assert.deepEqual(on('2032-02-27', '2032-02-28'), ['02-28'])
  assert.deepEqual(on('2032-02-28', '2032-02-29'), ['02-29'])
})

test('missed days are made up for a week', () => {
  const { dates } = listWantedDates({ field: 'b' }, { done: '2030-03-01', until: '2030-03-20' })
  assert.deepEqual(
    dates,
    [14, 15, 16, 17, 18, 19, 20].map((day) => `2030-03-${day}`),
  )
  assert.equal(listWantedDates({ field: 'b' }, { done: '2030-03-18', until: '2030-03-20' }).dates.length, 2)
})
