import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeZone } from '@parley/findings'
import { getDayAt, getStartOfDay, splitAtOffsetChanges } from './time.ts'

const year = { start: Date.parse('2030-01-01T00:00Z'), end: Date.parse('2031-01-01T00:00Z') }
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const shortNames = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
/** IANA names that are links to other zones, except those of three letters. */
const links =
  'Cuba Egypt Eire EST5EDT CST6CDT MST7MDT PST8PDT Etc/GMT Etc/GMT+12 Etc/GMT-14 Etc/UTC Etc/Zulu GB GB-Eire GMT+0 ' +
  'GMT-0 GMT0 Greenwich Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya NZ NZ-CHAT Navajo Poland Portugal ' +
  'Singapore Turkey Universal W-SU Zulu Asia/Calcutta Asia/Saigon US/Pacific America/Buenos_Aires Europe/Kiev'

test('every zone that a config may name has clock data', () => {
  const named = [...Intl.supportedValuesOf('timeZone'), ...links.split(' ')]
  for (const zone of named) assert.ok(timeZone.safeParse(zone).success, zone)
  for (const zone of [...named, ...shortNames.filter((name) => timeZone.safeParse(name).success)]) {
    const { timeZone: known } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions()
    assert.deepEqual(splitAtOffsetChanges(zone, year), splitAtOffsetChanges(known, year), zone)
  }
})

test('a stored zone name known only to some programs is read as they do, and an unknown one as UTC', () => {
  for (const [zone, known] of [
    ['PST', 'America/Los_Angeles'],
    ['JST', 'Asia/Tokyo'],
    ['Mars/Olympus', 'UTC'],
  ] as const) {
    assert.deepEqual(splitAtOffsetChanges(zone, year), splitAtOffsetChanges(known, year))
    assert.equal(getDayAt(zone, year.start), getDayAt(known, year.start))
    assert.equal(getStartOfDay(zone, '2030-07-01', 1), getStartOfDay(known, '2030-07-01', 1))
  }
})

test('a day starts at midnight, or at the first moment after it if the clocks skip midnight', () => {
  assert.equal(getStartOfDay('Europe/Berlin', '2030-01-31', 0), Date.parse('2030-01-31T00:00+01:00'))
  assert.equal(getStartOfDay('Europe/Berlin', '2030-01-31', 1), Date.parse('2030-02-01T00:00+01:00'))
  assert.equal(getStartOfDay('America/Havana', '2026-03-08', 0), Date.parse('2026-03-08T01:00-04:00'))
})
