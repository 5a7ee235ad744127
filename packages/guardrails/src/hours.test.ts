import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { findCommonOpening, findNextOpening, type OpenHours } from './facts.ts'

import { anyHours, anyInstant } from './testing/facts.ts'

const opens = (at: string, [startHour, endHour]: [number, number], timeZone = 'UTC') =>
  findNextOpening(new Date(at), { startHour, endHour, timeZone }).toISOString()

// biome-ignore format: it is a table
const cases: [title: string, at: string, hours: [number, number], zone: string, opens: string][] = [
  ['open now', '2030-01-31T12:00:00Z', [9, 17], 'UTC', '2030-01-31T12:00:00.000Z'],
  ['open to the last millisecond', '2030-01-31T16:59:59.999Z', [9, 17], 'UTC', '2030-01-31T16:59:59.999Z'],
  ['the end is exclusive', '2030-01-31T17:00:00Z', [9, 17], 'UTC', '2030-02-01T09:00:00.000Z'],
  ['later today', '2030-01-31T08:59:59.999Z', [9, 17], 'UTC', '2030-01-31T09:00:00.000Z'],
  ['past midnight', '2030-01-31T23:30:00Z', [22, 6], 'UTC', '2030-01-31T23:30:00.000Z'],
  ['closed until the evening', '2030-01-31T06:00:00Z', [22, 6], 'UTC', '2030-01-31T22:00:00.000Z'],
  ['the same hour twice is always', '2030-01-31T12:34:00Z', [9, 9], 'UTC', '2030-01-31T12:34:00.000Z'],
  ['until midnight', '2030-01-31T21:59:00Z', [22, 0], 'UTC', '2030-01-31T22:00:00.000Z'],
  ['a zone of half hours', '2030-01-31T02:00:00Z', [9, 17], 'Asia/Kolkata', '2030-01-31T03:30:00.000Z'],
  ['a zone of quarters', '2030-01-31T02:00:00Z', [9, 17], 'Asia/Kathmandu', '2030-01-31T03:15:00.000Z'],
  ['before clocks go forward', '2030-03-31T00:30:00Z', [3, 4], 'Europe/Berlin', '2030-03-31T01:00:00.000Z'],
  ['an hour that the day has not', '2030-03-30T02:00:00Z', [2, 3], 'Europe/Berlin', '2030-04-01T00:00:00.000Z'],
  ['an hour that the day has twice', '2030-10-27T00:59:59Z', [2, 3], 'Europe/Berlin', '2030-10-27T00:59:59.000Z'],
  ['its second time', '2030-10-27T01:59:59Z', [2, 3], 'Europe/Berlin', '2030-10-27T01:59:59.000Z'],
  ['after its second time', '2030-10-27T02:00:00Z', [2, 3], 'Europe/Berlin', '2030-10-28T01:00:00.000Z'],
  ['clocks that change by half an hour', '2030-10-05T15:20:00Z', [2, 3], 'Australia/Lord_Howe', '2030-10-05T15:30:00.000Z'],
]
for (const [title, at, hours, zone, expected] of cases) {
  test(`hours in their zone: ${title}`, () => assert.equal(opens(at, hours, zone), expected))
}

test('without configured hours it is always open', () => {
  const at = new Date('2030-01-31T12:34:56Z')
  assert.equal(findNextOpening(at, undefined), at)
})

const minute = 60_000
const clocks = new Map<string, Intl.DateTimeFormat>()

function isOpen(moment: number, { startHour, endHour, timeZone }: OpenHours): boolean {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone })
  clocks.set(timeZone, clock)
  const hour = Number(clock.format(moment).slice(0, 2))
  for (let open = startHour; ; open = (open + 1) % 24) {
    if (open === hour) return true
    if ((open + 1) % 24 === endHour) return startHour === endHour
  }
}

/** Brute force, minute by minute. */
function naive(at: Date, all: readonly OpenHours[], most: number): number | undefined {
  for (let moment = at.getTime(); moment < at.getTime() + most; moment = Math.floor(moment / minute + 1) * minute) {
    if (all.every((hours) => isOpen(moment, hours))) return moment
  }
  return undefined
}

test('hours open exactly when a check of every minute says so, in any zone', { timeout: 60_000 }, () => {
  const twoDays = 48 * 60 * minute
  const agrees = (at: Date, hours: OpenHours) =>
    assert.equal(findNextOpening(at, hours).getTime(), naive(at, [hours], twoDays))
  fc.assert(fc.property(anyInstant, anyHours, agrees), { numRuns: 100 })
})

test('hours are right on the days of a clock change', { timeout: 60_000 }, () => {
  const changes: [zone: string, day: string][] = [
    ['Europe/Berlin', '2030-03-30'],
    ['Europe/Berlin', '2030-10-26'],
    ['America/New_York', '2030-03-09'],
    ['Australia/Lord_Howe', '2030-04-06'],
    ['Pacific/Chatham', '2030-09-28'],
  ]
  const anyTime = fc.integer({ min: 0, max: 48 * 60 * minute })
  const agrees = ([timeZone, day]: [string, string], later: number, hours: OpenHours) => {
    const at = new Date(Date.parse(day) + later)
    const there = { ...hours, timeZone }
    assert.equal(findNextOpening(at, there).getTime(), naive(at, [there], 48 * 60 * minute))
  }
  fc.assert(fc.property(fc.constantFrom(...changes), anyTime, anyHours, agrees), { numRuns: 100 })
})

test('two windows are open together exactly when a check of every minute says so', { timeout: 60_000 }, () => {
  const week = 7 * 24 * 60 * minute
  const agrees = (at: Date, one: OpenHours, other: OpenHours) => {
    const found = findCommonOpening(at, [one, undefined, other])?.getTime()
    const seen = naive(at, [one, other], week)
    if (seen !== undefined) assert.equal(found, seen)
    else assert.ok(found === undefined || found >= at.getTime() + week)
  }
  fc.assert(fc.property(anyInstant, anyHours, anyHours, agrees), { numRuns: 30 })
})

test('the hours of one zone share one cached date formatter', (t) => {
  const made = t.mock.method(Intl, 'DateTimeFormat')
  for (let n = 0; n < 3; n++) opens('2030-01-31T12:00:00Z', [4, 5], 'Pacific/Apia')
  assert.equal(made.mock.callCount(), 1)
})
