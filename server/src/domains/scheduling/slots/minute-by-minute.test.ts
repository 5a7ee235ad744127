import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SchedulingConfig } from '@parley/definition'
import { fc } from '@parley/test-kit'
import { Temporal } from 'temporal-polyfill'
import {
  type ClosedReason,
  computeOpenSlots,
  findClosedReason,
  type OpenSlotsRequest,
  type OpenTimeSlot,
} from './open-slots.ts'
import type { TimeInterval } from './time.ts'

// An independent implementation of the rules, minute by minute with another clock (Intl): slow but simple.

const minuteMs = 60_000
const hourMs = 3_600_000
type Window = NonNullable<SchedulingConfig['availableHours']>[number]
type Rules = { zone: string; windows: Window[]; config: SchedulingConfig; now: number; busy: TimeInterval[] }

type Wall = { date: string; dayOfWeek: number; time: string }

const clocks = new Map<string, { format: Intl.DateTimeFormat; walls: Map<number, Wall> }>()

function wallClock(zone: string, instant: number): Wall {
  const { format, walls } = clocks.get(zone) ?? newClock(zone)
  const known = walls.get(instant)
  if (known) return known
  const [date = '', time = ''] = format.format(instant).split(' ')
  const wall = { date, time, dayOfWeek: new Date(date).getUTCDay() }
  walls.set(instant, wall)
  return wall
}

function newClock(timeZone: string): { format: Intl.DateTimeFormat; walls: Map<number, Wall> } {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  const clock = { format, walls: new Map<number, Wall>() }
  clocks.set(timeZone, clock)
  return clock
}

function inWindow({ dayOfWeek, startTime, endTime }: Window, zone: string, minute: number): boolean {
  const wall = wallClock(zone, minute)
  return wall.dayOfWeek === dayOfWeek && startTime <= wall.time && (wall.time < endTime || endTime === '23:59')
}

function why({ zone, windows, config, now, busy }: Rules, { start, end }: TimeInterval): ClosedReason | undefined {
  const minutes = Array.from({ length: (end - start) / minuteMs }, (_, at) => start + at * minuteMs)
  if (start <= now) return 'past'
  if (config.disallowSameDayBooking && wallClock(zone, start).date === wallClock(zone, now).date) return 'sameDay'
  if (minutes.some((minute) => config.blackoutDates?.includes(wallClock(zone, minute).date))) return 'blackout'
  const isOpen = (minute: number) => windows.some((window) => inWindow(window, zone, minute))
  if (someHours(config) && !minutes.every(isOpen)) return 'outsideHours'
  return busy.some((interval) => minutes.some((at) => interval.start <= at && at < interval.end)) ? 'taken' : undefined
}

function someHours({ availableHours = [], representatives }: SchedulingConfig): boolean {
  const lists = [availableHours, ...representatives.map(({ availability }) => availability?.workingHours ?? [])]
  return lists.flat().length > 0
}

function openStarts(rules: Rules, range: TimeInterval, durationMinutes: number): number[] {
  const starts = new Set<number>()
  for (const window of rules.windows) {
    let due: number | undefined
    for (let minute = range.start - 26 * hourMs; minute < range.end; minute += minuteMs) {
      if (!inWindow(window, rules.zone, minute)) due = undefined
      else due ??= minute
      if (due !== minute) continue
      due += durationMinutes * minuteMs
      if (minute >= range.start && !why(rules, { start: minute, end: due })) starts.add(minute)
    }
  }
  return [...starts].sort((a, b) => a - b)
}

function rulesOf({ config, zone, now, busy }: OpenSlotsRequest, at: number): Rules {
  const { id = '', availability } = config.representatives[at] ?? {}
  const windows = availability?.workingHours?.length ? availability.workingHours : config.availableHours
  return {
    config,
    now,
    zone: availability?.timezone ?? config.timezone ?? zone,
    windows: windows ?? [],
    busy: [...(busy.get(id) ?? [])],
  }
}

const anyZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
// Until 1972, some zones had offsets with seconds, which a minute grid cannot represent.
const anyTime = fc.integer({ min: Date.parse('1973-01-01'), max: Date.parse('2037-01-01') })
const clockTime = (minute: number) => new Date(minute * minuteMs).toISOString().slice(11, 16)
const minuteOfDay = fc.oneof(
  fc.integer({ min: 0, max: 1439 }),
  fc.constantFrom(0, 30, 60, 90, 120, 150, 180, 1380, 1410, 1439),
)
const window = fc
  .tuple(fc.integer({ min: 0, max: 6 }), minuteOfDay, minuteOfDay)
  .filter(([, from, to]) => from !== to)
  .map(([dayOfWeek, from, to]) => ({
    dayOfWeek,
    startTime: clockTime(Math.min(from, to)),
    endTime: clockTime(Math.max(from, to)),
  }))
const windows = fc.array(window, { maxLength: 8 })
const minutesFrom = (from: number, most: number) =>
  fc.integer({ min: -most, max: most }).map((n) => from + n * minuteMs)

/** A minute near the zone's next daylight saving change, if it has one. */
const nearChange = fc.tuple(anyZone, anyTime).chain(([zone, time]) => {
  const next = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  const minute = Math.floor((next?.epochMilliseconds ?? time) / minuteMs) * minuteMs
  return fc.record({ zone: fc.constant(zone), around: minutesFrom(minute, 1440) })
})

const representative = fc.record(
  { timezone: fc.option(anyZone, { nil: undefined }), workingHours: windows },
  { requiredKeys: [] },
)

const asking = nearChange.chain(({ zone, around }) => {
  const day = (offset: number) => wallClock(zone, around + offset * 24 * hourMs).date
  const interval = fc
    .tuple(minutesFrom(around, 1440), fc.integer({ min: 0, max: 180 }))
    .map(([start, minutes]) => ({ start, end: start + minutes * minuteMs }))
  const config = fc.record({
    timezone: fc.constantFrom(zone, undefined),
    availableHours: fc.option(windows, { nil: undefined }),
    blackoutDates: fc.option(fc.subarray([day(-1), day(0), day(1)], { maxLength: 1 }), { nil: undefined }),
    disallowSameDayBooking: fc.option(fc.boolean(), { nil: undefined }),
    representatives: fc
      .array(fc.option(representative, { nil: undefined }), { maxLength: 2 })
      .map((all) => all.map((availability, at) => ({ id: `r${at}`, name: 'Representative', availability }))),
  })
  return fc.record({
    config,
    zone: fc.constant(zone),
    now: minutesFrom(around - 24 * hourMs, 1440),
    range: minutesFrom(around, 720).map((start) => ({ start, end: start + 20 * hourMs })),
    durationMinutes: fc.constantFrom(1, 7, 15, 30, 45, 60, 90, 240, 1440),
    busy: fc.tuple(fc.array(interval, { maxLength: 4 }), fc.array(interval, { maxLength: 4 })).map(
      ([one, two]) =>
        new Map([
          ['', one],
          ['r0', two],
          ['r1', one],
        ]),
    ),
    most: fc.constant(100_000),
  })
})

test('the slots match those found by checking every minute', () => {
  fc.assert(
    fc.property(asking, (query) => {
      clocks.clear()
      const { representatives } = query.config
      const slots = computeOpenSlots(query) as OpenTimeSlot[]
      for (const { representativeIds } of slots)
        assert.deepEqual(representativeIds, [...new Set(representativeIds)].sort())
      const starts = slots.map(({ start }) => start)
      assert.deepEqual(
        starts,
        [...new Set(starts)].sort((a, b) => a - b),
      )
      for (const [at, id] of (representatives.length ? representatives.map(({ id }) => id) : [undefined]).entries()) {
        const theirs = slots.filter(({ representativeIds }) => id === undefined || representativeIds.includes(id))
        const expected = openStarts(rulesOf(query, at), query.range, query.durationMinutes)
        assert.deepEqual(
          theirs.map(({ start }) => start),
          expected,
        )
      }
    }),
    { numRuns: 60 },
  )
})

test('the reason against a booking is the first one found by checking every minute', () => {
  fc.assert(
    fc.property(asking, fc.array(fc.nat(1200), { minLength: 1, maxLength: 12 }), (query, offsets) => {
      clocks.clear()
      const { config, range, durationMinutes } = query
      for (const offset of offsets) {
        const start = range.start + offset * minuteMs
        const interval = { start, end: start + durationMinutes * minuteMs }
        const representativeId = config.representatives[0]?.id
        assert.equal(findClosedReason({ ...query, interval, representativeId }), why(rulesOf(query, 0), interval))
      }
    }),
    { numRuns: 60 },
  )
})

test('a slot can be booked with each representative it names, until it is booked', () => {
  fc.assert(
    fc.property(asking, (query) => {
      for (const { start, end, representativeIds } of computeOpenSlots(query) as OpenTimeSlot[]) {
        for (const representativeId of representativeIds.length ? representativeIds : [undefined]) {
          const booking = { ...query, interval: { start, end }, representativeId }
          assert.equal(findClosedReason(booking), undefined)
          const busy = new Map([[representativeId ?? '', [{ start, end }]]])
          assert.equal(findClosedReason({ ...booking, busy }), 'taken')
        }
      }
    }),
    { numRuns: 60 },
  )
})
