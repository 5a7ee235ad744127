import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import {
  addDays,
  dayIn,
  describeZone,
  formatDateTime,
  formatDayRange,
  fromLocalInput,
  isSameClock,
  localizeTimestamps,
  startOfDay,
  toLocalInput,
} from './times.ts'

const [berlin, newYork, auckland] = ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland']

test('a time is shown in the zone of the place, with its name', () => {
  const at = '2030-01-31T23:30:00.000Z'
  assert.match(formatDateTime(at, berlin), /^Fri, Feb 1, 2030, 12:30\sAM GMT\+1$/)
  assert.match(formatDateTime(at, newYork), /^Thu, Jan 31, 2030, 6:30\sPM EST$/)
  assert.equal(describeZone(berlin, '2030-07-01T00:00:00Z'), 'Europe/Berlin (GMT+2)')
  assert.equal(describeZone('UTC', at), 'UTC')
  assert.match(formatDateTime(at, 'Nowhere/Else'), /UTC$/)
})

test('the same time is another day elsewhere', () => {
  const at = '2030-01-31T23:30:00.000Z'
  assert.deepEqual(
    [dayIn(at, berlin), dayIn(at, newYork), dayIn(at, auckland)],
    ['2030-02-01', '2030-01-31', '2030-02-01'],
  )
  assert.equal(addDays('2030-02-28', 1), '2030-03-01')
  assert.equal(isSameClock(at, berlin, 'Europe/Paris'), true)
  assert.equal(isSameClock(at, berlin, newYork), false)
})

test('days begin at midnight of the place, also where the clock changes', () => {
  assert.equal(startOfDay('2030-01-31', berlin), '2030-01-30T23:00:00.000Z')
  assert.equal(startOfDay('2030-03-31', berlin), '2030-03-30T23:00:00.000Z')
  assert.equal(startOfDay('2030-04-01', berlin), '2030-03-31T22:00:00.000Z')
  // Clocks in Beirut change at midnight: the day begins at one.
  assert.equal(dayIn(startOfDay('2030-03-31', 'Asia/Beirut'), 'Asia/Beirut'), '2030-03-31')
  assert.equal(formatDayRange('2030-01-28', '2030-02-03').replaceAll(/\s/g, ' '), 'Jan 28 – Feb 3, 2030')
})

test('a local time that is entered is that of the place, and survives the field to the minute', () => {
  assert.equal(fromLocalInput('2030-06-30T10:20', newYork), '2030-06-30T14:20:00.000Z')
  // In Berlin, the clock jumps from two to three.
  assert.equal(fromLocalInput('2030-03-31T02:30', berlin), '2030-03-31T01:30:00.000Z')
  assert.deepEqual([toLocalInput(undefined, berlin), fromLocalInput('', berlin)], ['', null])
  const minutes = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 })
  fc.assert(
    fc.property(minutes, fc.constantFrom(berlin, newYork, auckland, 'UTC', 'Asia/Kolkata'), (minute, zone) => {
      const at = new Date(minute * 60_000).toISOString()
      const text = toLocalInput(at, zone)
      // An hour that occurs twice is read as one of the two.
      assert.equal(toLocalInput(fromLocalInput(text, zone) ?? undefined, zone), text)
    }),
    { numRuns: 200 },
  )
})

test('timestamps in a text appear in a zone with its name, and the rest of the text stays', () => {
  const text = localizeTimestamps('From 2030-01-31T09:41:00.091Z until 2030-02-01T00:00+02:00.', newYork)
  assert.equal(text.replaceAll(/\s/g, ' '), 'From Jan 31, 2030, 4:41 AM EST until Jan 31, 2030, 5:00 PM EST.')
  const without = 'Room 2030-01-31, at 9:41, 2030-13-45T99:99:00Z'
  assert.equal(localizeTimestamps(without), without)
})
