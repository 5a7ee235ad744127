import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeOpenSlots, type OpenSlotsRequest, type OpenTimeSlot } from './open-slots.ts'

const minuteMs = 60_000
const at = (time: string) => Date.parse(time)
const monday = (startTime: string, endTime: string) => ({ dayOfWeek: 1, startTime, endTime })
const busyFrom = (time: string, minutes: number) => ({ start: at(time), end: at(time) + minutes * minuteMs })

/** Monday, June 1, 2026, nine to twelve, requested a week before. */
const request: OpenSlotsRequest = {
  config: { availableHours: [monday('09:00', '12:00')], representatives: [] },
  zone: 'UTC',
  now: at('2026-05-25T10:00Z'),
  range: { start: at('2026-06-01T00:00Z'), end: at('2026-06-02T00:00Z') },
  durationMinutes: 60,
  busy: new Map(),
  most: 1000,
}

function slotsOf(request: OpenSlotsRequest): OpenTimeSlot[] {
  const slots = computeOpenSlots(request)
  assert.notEqual(slots, 'tooMany')
  return slots as OpenTimeSlot[]
}

const own = (busy: { start: number; end: number }[]) => ({ busy: new Map([['', busy]]) })
const hours = (...availableHours: ReturnType<typeof monday>[]) => ({ config: { availableHours, representatives: [] } })
const berlin = { timezone: 'Europe/Berlin', representatives: [] }
const sunday = (startTime: string, endTime: string) => [{ dayOfWeek: 0, startTime, endTime }]

const cases: [title: string, change: Partial<OpenSlotsRequest>, starts: string][] = [
  ['a window holds one after the other', {}, '09:00 10:00 11:00'],
  ['one that does not end inside the hours is not there', { durationMinutes: 50 }, '09:00 09:50 10:40'],
  ['one that is longer than the hours is not there', { durationMinutes: 181 }, ''],
  ['without hours there is nothing', { config: { representatives: [] } }, ''],
  ['a taken time is not there', own([busyFrom('2026-06-01T10:00Z', 60)]), '09:00 11:00'],
  ['a minute taken is enough', own([busyFrom('2026-06-01T10:59Z', 2)]), '09:00'],
  ['what ends as another begins does not touch it', own([busyFrom('2026-06-01T08:00Z', 60)]), '09:00 10:00 11:00'],
  ['a taken time of no length takes nothing', own([busyFrom('2026-06-01T09:30Z', 0)]), '09:00 10:00 11:00'],
  [
    'taken times may overlap and stand in any order',
    own([busyFrom('2026-06-01T11:30Z', 90), busyFrom('2026-06-01T08:00Z', 61), busyFrom('2026-06-01T08:30Z', 10)]),
    '10:00',
  ],
  ['a start that is now is over', { now: at('2026-06-01T10:00Z') }, '11:00'],
  ['a start just after now is open', { now: at('2026-06-01T10:00Z') - 1 }, '10:00 11:00'],
  ['a range in the past is empty', { now: at('2026-06-03T10:00Z') }, ''],
  [
    'the range bounds the starts, not the grid',
    { range: { start: at('2026-06-01T09:30Z'), end: at('2026-06-01T11:00Z') } },
    '10:00',
  ],
  [
    'the last may end after the range',
    { range: { start: at('2026-06-01T09:00Z'), end: at('2026-06-01T11:01Z') } },
    '09:00 10:00 11:00',
  ],
  ['an empty range is empty', { range: { start: at('2026-06-01T09:00Z'), end: at('2026-06-01T09:00Z') } }, ''],
  [
    'each window has its own grid',
    hours(monday('14:30', '16:30'), monday('09:00', '11:00')),
    '09:00 10:00 14:30 15:30',
  ],
  [
    'windows that overlap keep both grids, and a start is there once',
    hours(monday('09:00', '11:00'), monday('09:30', '11:30'), monday('10:00', '12:00')),
    '09:00 09:30 10:00 10:30 11:00',
  ],
  [
    'the end of the last hour may lie in the next window',
    hours(monday('09:00', '09:30'), monday('09:30', '11:00')),
    '09:00 09:30',
  ],
  ['23:59 is the end of the day', hours(monday('22:00', '23:59')), '22:00 23:00'],
  ['without the same-day rule today is open', { now: at('2026-06-01T07:00Z') }, '09:00 10:00 11:00'],
  [
    'with the same-day rule today is not',
    { now: at('2026-06-01T07:00Z'), config: { ...request.config, disallowSameDayBooking: true } },
    '',
  ],
  [
    'today is today in the governing zone',
    {
      now: at('2026-06-01T07:00Z'),
      config: { ...request.config, timezone: 'Pacific/Kiritimati', disallowSameDayBooking: true },
      range: { start: at('2026-05-31T00:00Z'), end: at('2026-06-09T00:00Z') },
    },
    '07T19:00 07T20:00 07T21:00',
  ],
  ['a blackout date is closed', { config: { ...request.config, blackoutDates: ['2026-06-01'] } }, ''],
  [
    'an appointment may cross midnight where the windows adjoin',
    hours(monday('22:30', '23:59'), { dayOfWeek: 2, startTime: '00:00', endTime: '01:00' }),
    '22:30 23:30',
  ],
  [
    'but not into a blackout date',
    {
      config: {
        availableHours: [monday('22:30', '23:59'), { dayOfWeek: 2, startTime: '00:00', endTime: '01:00' }],
        blackoutDates: ['2026-06-02'],
        representatives: [],
      },
    },
    '22:30',
  ],
  [
    'the grid runs on through a gap',
    {
      config: { ...berlin, availableHours: sunday('01:00', '05:00') },
      now: 0,
      range: { start: at('2026-03-29T00:00Z'), end: at('2026-03-30T00:00Z') },
      durationMinutes: 40,
    },
    '29T00:00 29T00:40 29T01:20 29T02:00',
  ],
  [
    'the grid starts again where an overlap opens the window again',
    {
      config: { ...berlin, availableHours: sunday('02:20', '03:20') },
      now: 0,
      range: { start: at('2026-10-25T00:00Z'), end: at('2026-10-26T00:00Z') },
      durationMinutes: 30,
    },
    '25T00:20 25T01:20 25T01:50',
  ],
]

for (const [title, change, starts] of cases) {
  test(`open slots: ${title}`, () => {
    const slots = slotsOf({ ...request, ...change })
    const openHours = starts.includes('T') ? [8, 16] : [11, 16]
    assert.equal(slots.map(({ start }) => new Date(start).toISOString().slice(...openHours)).join(' '), starts)
    for (const slot of slots) {
      assert.equal(slot.end - slot.start, (change.durationMinutes ?? request.durationMinutes) * minuteMs)
      assert.deepEqual(slot.representativeIds, [])
    }
  })
}

const team: OpenSlotsRequest = {
  ...request,
  config: {
    availableHours: [monday('09:00', '11:00')],
    representatives: [
      { id: 'first', name: 'F' },
      { id: 'second', name: 'S' },
      { id: 'late', name: 'L', availability: { workingHours: [monday('10:00', '12:00')] } },
      { id: 'east', name: 'E', availability: { timezone: 'Europe/Berlin' } },
      { id: 'twice', name: 'T', availability: { workingHours: [monday('09:00', '11:00'), monday('10:00', '12:00')] } },
    ],
  },
  busy: new Map([
    ['second', [busyFrom('2026-06-01T10:00Z', 60)]],
    ['', [busyFrom('2026-06-01T08:00Z', 600)]],
    ['gone', [busyFrom('2026-06-01T08:00Z', 600)]],
  ]),
}

const teams: [title: string, change: Partial<OpenSlotsRequest>, slots: Record<string, string[]>][] = [
  [
    "a start names all who are free then, in the operator's order",
    {},
    {
      '07:00': ['east'],
      '08:00': ['east'],
      '09:00': ['first', 'second', 'twice'],
      '10:00': ['first', 'late', 'twice'],
      '11:00': ['late', 'twice'],
    },
  ],
  [
    'only those who are asked for, whatever the order of asking',
    { representativeIds: ['late', 'first', 'late'] },
    { '09:00': ['first'], '10:00': ['first', 'late'], '11:00': ['late'] },
  ],
  [
    'one whose windows overlap is named once',
    { representativeIds: ['twice'] },
    { '09:00': ['twice'], '10:00': ['twice'], '11:00': ['twice'] },
  ],
  ['one who is not configured offers nothing', { representativeIds: ['gone'] }, {}],
  ['asked for no one, no one offers', { representativeIds: [] }, {}],
  ['without representatives there is no one to ask for', { config: request.config, representativeIds: ['first'] }, {}],
]

for (const [title, change, expected] of teams) {
  test(`open slots: ${title}`, () => {
    const slots = slotsOf({ ...team, ...change })
    const named = slots.map((slot) => [new Date(slot.start).toISOString().slice(11, 16), slot.representativeIds])
    assert.deepEqual(named, Object.entries(expected))
  })
}

test('a duration below a minute is refused', () => {
  for (const durationMinutes of [0, 0.001, -30, Number.NaN]) {
    assert.throws(() => computeOpenSlots({ ...request, durationMinutes }), RangeError)
  }
})

/** All minutes of a week, covered by 200 windows that begin at different minutes or all at the same one. */
const weeks = (distinct: boolean) =>
  Array.from({ length: 200 }, (_, at) => ({
    dayOfWeek: at % 7,
    startTime: distinct ? `00:${String(Math.floor(at / 7)).padStart(2, '0')}` : '00:00',
    endTime: '23:59',
  }))
const everyDay = Array.from({ length: 100 }, (_, day) =>
  new Date(request.range.start + day * 86_400_000).toISOString().slice(0, 10),
)
const people = (count: number, availability: (at: number) => object | undefined = () => undefined) =>
  Array.from({ length: count }, (_, at) => ({ id: `r${at}`, name: 'R', availability: availability(at) }))

const hostile: [title: string, change: Partial<OpenSlotsRequest>][] = [
  [
    'many windows for many people',
    { config: { availableHours: weeks(true), representatives: people(450) }, durationMinutes: 60 },
  ],
  [
    'hours of their own for everybody',
    {
      config: {
        representatives: people(500, (at) => ({ workingHours: [...weeks(true), monday(`23:${at % 60}`, '23:59')] })),
      },
      durationMinutes: 1440,
    },
  ],
  ['every minute', { config: { availableHours: weeks(false), representatives: people(7) }, durationMinutes: 1 }],
  [
    'every minute of days on which nothing is booked',
    {
      config: {
        blackoutDates: everyDay,
        representatives: people(500, (at) => ({
          workingHours: [...weeks(false), monday('00:00', `0${at % 9}:${10 + (at % 50)}`)],
        })),
      },
      durationMinutes: 1,
    },
  ],
]

for (const [title, change] of hostile) {
  test(`open slots are too many: ${title}`, () => {
    const range = { start: request.range.start, end: request.range.start + 92 * 86_400_000 }
    assert.equal(computeOpenSlots({ ...request, range, most: 100_000, ...change }), 'tooMany')
  })
}

test('the limit counts every examined time, and one more is refused as too many', () => {
  // One window with its three starts, for the one representative.
  assert.equal(slotsOf({ ...request, most: 4 }).length, 3)
  assert.equal(computeOpenSlots({ ...request, most: 3 }), 'tooMany')
  const representatives = people(3)
  const shared = { ...request, config: { ...request.config, representatives } }
  assert.equal(slotsOf({ ...shared, most: 10 }).length, 3)
  assert.equal(computeOpenSlots({ ...shared, most: 9 }), 'tooMany')
  assert.equal(slotsOf({ ...shared, most: 9, representativeIds: ['r0', 'r2'] }).length, 3)
})
