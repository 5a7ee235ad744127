import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SchedulingConfig } from '@parley/definition'
import { findBlackoutDays, findGoverningHours, type Representative, toWindowIntervals } from './hours.ts'

import { mergeIntervals, splitAtOffsetChanges, subtractIntervals, type TimeInterval, toDayIntervals } from './time.ts'

const hourMs = 3_600_000

type Asked = { config: SchedulingConfig; representative?: Representative; zone: string; range: TimeInterval }

/** The working hours of the representative, or of the agent itself, in the range. */
function openTimes({ config, range, ...governing }: Asked): TimeInterval[] {
  const { zone, windows } = findGoverningHours(config, governing)
  const spans = splitAtOffsetChanges(zone, range)
  return subtractIntervals(
    mergeIntervals(toWindowIntervals(windows, spans)),
    toDayIntervals(findBlackoutDays(config), spans),
  )
}

const [sunday, monday, tuesday, thursday, friday, saturday] = [0, 1, 2, 4, 5, 6]

type Window = [dayOfWeek: number | undefined, startTime: string, endTime: string]
type Case = [title: string, zone: string, date: string, windows: Window[], open: [from: string, to: string][]]

/** The open times from a day before the date until two days after it. */
const cases: Case[] = [
  [
    'an ordinary day is read in the zone',
    'Asia/Kathmandu',
    '2026-06-01',
    [[monday, '09:00', '17:00']],
    [['2026-06-01T09:00+05:45', '2026-06-01T17:00+05:45']],
  ],
  [
    'windows that overlap or adjoin are one',
    'Europe/Berlin',
    '2026-06-01',
    [
      [monday, '13:00', '15:00'],
      [monday, '09:00', '12:00'],
      [monday, '11:00', '13:00'],
    ],
    [['2026-06-01T09:00+02:00', '2026-06-01T15:00+02:00']],
  ],
  [
    '23:59 is the end of the day, so that a night is one',
    'Europe/Berlin',
    '2026-06-01',
    [
      [monday, '22:00', '23:59'],
      [tuesday, '00:00', '02:00'],
    ],
    [['2026-06-01T22:00+02:00', '2026-06-02T02:00+02:00']],
  ],
  [
    'a window that begins in a gap begins after it',
    'Europe/Berlin',
    '2026-03-29',
    [[sunday, '02:30', '04:00']],
    [['2026-03-29T03:00+02:00', '2026-03-29T04:00+02:00']],
  ],
  [
    'a window that ends in a gap ends before it',
    'America/New_York',
    '2026-03-08',
    [[sunday, '01:00', '02:30']],
    [['2026-03-08T01:00-05:00', '2026-03-08T02:00-05:00']],
  ],
  ['a window that is all gap is not open', 'Europe/Berlin', '2026-03-29', [[sunday, '02:00', '03:00']], []],
  [
    'a window around a gap is shorter',
    'Europe/London',
    '2026-03-29',
    [[sunday, '00:30', '02:30']],
    [['2026-03-29T00:30+00:00', '2026-03-29T02:30+01:00']],
  ],
  [
    'a window that begins in an overlap is open in both passages',
    'America/New_York',
    '2026-11-01',
    [[sunday, '01:30', '02:30']],
    [
      ['2026-11-01T01:30-04:00', '2026-11-01T02:00-04:00'],
      ['2026-11-01T01:30-05:00', '2026-11-01T02:30-05:00'],
    ],
  ],
  [
    'a window that ends in an overlap is open in both passages',
    'Europe/Berlin',
    '2026-10-25',
    [[sunday, '01:00', '02:15']],
    [
      ['2026-10-25T01:00+02:00', '2026-10-25T02:15+02:00'],
      ['2026-10-25T02:00+01:00', '2026-10-25T02:15+01:00'],
    ],
  ],
  [
    'a window around an overlap is longer',
    'Europe/Berlin',
    '2026-10-25',
    [[sunday, '00:00', '23:59']],
    [['2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00']],
  ],
  [
    'a gap may be half an hour',
    'Australia/Lord_Howe',
    '2026-10-04',
    [[sunday, '02:15', '03:00']],
    [['2026-10-04T02:30+11:00', '2026-10-04T03:00+11:00']],
  ],
  [
    'an overlap may be half an hour',
    'Australia/Lord_Howe',
    '2026-04-05',
    [[sunday, '01:45', '02:15']],
    [
      ['2026-04-05T01:45+11:00', '2026-04-05T02:00+11:00'],
      ['2026-04-05T01:45+10:30', '2026-04-05T02:15+10:30'],
    ],
  ],
  [
    'a gap may be two hours',
    'Antarctica/Troll',
    '2026-03-29',
    [[sunday, '00:30', '04:00']],
    [['2026-03-29T00:30+00:00', '2026-03-29T04:00+02:00']],
  ],
  [
    'a day may begin at one (Havana)',
    'America/Havana',
    '2026-03-08',
    [[sunday, '00:00', '02:00']],
    [['2026-03-08T01:00-04:00', '2026-03-08T02:00-04:00']],
  ],
  [
    'a midnight may come twice',
    'America/Havana',
    '2026-11-01',
    [[sunday, '00:00', '00:30']],
    [
      ['2026-11-01T00:00-04:00', '2026-11-01T00:30-04:00'],
      ['2026-11-01T00:00-05:00', '2026-11-01T00:30-05:00'],
    ],
  ],
  [
    'a day may begin at one (Beirut)',
    'Asia/Beirut',
    '2026-03-29',
    [
      [saturday, '23:00', '23:59'],
      [sunday, '00:00', '02:00'],
    ],
    [['2026-03-28T23:00+02:00', '2026-03-29T02:00+03:00']],
  ],
  [
    'an evening may have an hour more (Beirut)',
    'Asia/Beirut',
    '2026-10-24',
    [[saturday, '22:00', '23:59']],
    [['2026-10-24T22:00+03:00', '2026-10-25T00:00+02:00']],
  ],
  [
    'a day may begin at one (Santiago)',
    'America/Santiago',
    '2026-09-06',
    [[sunday, '00:30', '08:00']],
    [['2026-09-06T01:00-03:00', '2026-09-06T08:00-03:00']],
  ],
  [
    'the last hour of a day may come again after midnight was due',
    'America/Santiago',
    '2026-04-04',
    [
      [saturday, '23:15', '23:45'],
      [sunday, '00:00', '00:15'],
    ],
    [
      ['2026-04-04T23:15-03:00', '2026-04-04T23:45-03:00'],
      ['2026-04-04T23:15-04:00', '2026-04-04T23:45-04:00'],
      ['2026-04-05T00:00-04:00', '2026-04-05T00:15-04:00'],
    ],
  ],
  [
    'a Friday may begin at one (Cairo)',
    'Africa/Cairo',
    '2026-04-24',
    [[friday, '00:00', '09:00']],
    [['2026-04-24T01:00+03:00', '2026-04-24T09:00+03:00']],
  ],
  [
    'an evening may lose its last hour (Nuuk)',
    'America/Nuuk',
    '2026-03-28',
    [
      [saturday, '22:00', '23:59'],
      [sunday, '00:30', '01:00'],
    ],
    [
      ['2026-03-28T22:00-02:00', '2026-03-28T23:00-02:00'],
      ['2026-03-29T00:30-01:00', '2026-03-29T01:00-01:00'],
    ],
  ],
  [
    'an evening may lose half an hour (Pyongyang)',
    'Asia/Pyongyang',
    '2018-05-04',
    [[friday, '23:00', '23:59']],
    [['2018-05-04T23:00+08:30', '2018-05-05T00:00+09:00']],
  ],
  [
    'summer time may pause in Ramadan',
    'Africa/Casablanca',
    '2026-02-15',
    [[sunday, '02:30', '03:30']],
    [
      ['2026-02-15T02:30+01:00', '2026-02-15T03:00+01:00'],
      ['2026-02-15T02:30+00:00', '2026-02-15T03:30+00:00'],
    ],
  ],
  ['a day that was skipped is not open', 'Pacific/Apia', '2011-12-30', [[friday, '00:00', '23:59']], []],
  [
    'the days beside one that was skipped adjoin',
    'Pacific/Apia',
    '2011-12-30',
    [
      [thursday, '20:00', '23:59'],
      [friday, '09:00', '17:00'],
      [saturday, '00:00', '02:00'],
    ],
    [['2011-12-29T20:00-10:00', '2011-12-31T02:00+14:00']],
  ],
  ['another zone skipped a day', 'Pacific/Kwajalein', '1993-08-21', [[saturday, '00:00', '23:59']], []],
]

for (const [title, zone, date, windows, open] of cases) {
  test(`open times: ${title}`, () => {
    const midnight = Date.parse(date)
    const range = { start: midnight - 24 * hourMs, end: midnight + 48 * hourMs }
    const availableHours = windows.map(([dayOfWeek = 0, startTime, endTime]) => ({ dayOfWeek, startTime, endTime }))
    const times = openTimes({ config: { availableHours, representatives: [] }, zone, range })
    assert.deepEqual(
      times.map(iso),
      open.map(([from, to]) => iso({ start: Date.parse(from), end: Date.parse(to) })),
    )
  })
}

const week = { start: Date.parse('2026-06-01T00:00Z'), end: Date.parse('2026-06-08T00:00Z') }
const mornings = [{ dayOfWeek: 1, startTime: '09:00', endTime: '12:00' }]
const evenings = [{ dayOfWeek: 1, startTime: '18:00', endTime: '20:00' }]

const governing: [title: string, availability: object | undefined, timezone: string | undefined, from: string][] = [
  ['without a zone anywhere the fallback governs', undefined, undefined, '2026-06-01T09:00Z'],
  ["the agent's zone governs", undefined, 'Europe/Berlin', '2026-06-01T09:00+02:00'],
  ["a representative's zone governs", { timezone: 'Asia/Tokyo' }, 'Europe/Berlin', '2026-06-01T09:00+09:00'],
  ["a representative's hours govern", { workingHours: evenings }, 'Europe/Berlin', '2026-06-01T18:00+02:00'],
  ["no working hours are the agent's hours", { workingHours: [] }, 'Europe/Berlin', '2026-06-01T09:00+02:00'],
]

for (const [title, availability, timezone, from] of governing) {
  test(`open times: ${title}`, () => {
    const representative = { id: 'r1', name: 'One', availability }
    const config = { timezone, availableHours: mornings, representatives: [representative] }
    const times = openTimes({ config, representative, zone: 'UTC', range: week })
    assert.deepEqual(
      times.map(({ start }) => start),
      [Date.parse(from)],
    )
  })
}

test('a blackout date is closed from midnight to midnight in the governing zone', () => {
  const availableHours = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '00:00', endTime: '23:59' }))
  const config = { timezone: 'Asia/Tokyo', availableHours, blackoutDates: ['2026-06-03'], representatives: [] }
  assert.deepEqual(openTimes({ config, zone: 'UTC', range: week }).map(iso), [
    '2026-06-01T00:00:00.000Z/2026-06-02T15:00:00.000Z',
    '2026-06-03T15:00:00.000Z/2026-06-08T00:00:00.000Z',
  ])
})

test('open times end with the range', () => {
  const config = { availableHours: mornings, representatives: [] }
  const range = { start: Date.parse('2026-06-01T10:00Z'), end: Date.parse('2026-06-01T11:00Z') }
  assert.deepEqual(openTimes({ config, zone: 'UTC', range }), [range])
  assert.deepEqual(openTimes({ config, zone: 'UTC', range: { start: range.end, end: range.start } }), [])
})

function iso({ start, end }: { start: number; end: number }): string {
  return `${new Date(start).toISOString()}/${new Date(end).toISOString()}`
}
