import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BookingCheck, type ClosedReason, findClosedReason } from './open-slots.ts'

const minuteMs = 60_000
const from = (time: string, minutes = 30) => ({ start: Date.parse(time), end: Date.parse(time) + minutes * minuteMs })

/** Monday, June 1, 2026, requested at 7 a.m. on the Sunday before. */
const bookable: BookingCheck = {
  config: {
    availableHours: [{ dayOfWeek: 1, startTime: '09:00', endTime: '12:00' }],
    blackoutDates: ['2026-06-08'],
    representatives: [
      { id: 'near', name: 'N' },
      { id: 'east', name: 'E', availability: { timezone: 'Asia/Tokyo' } },
    ],
  },
  zone: 'UTC',
  now: Date.parse('2026-05-31T07:00Z'),
  interval: from('2026-06-01T09:00Z'),
  busy: new Map([
    ['', [from('2026-06-01T10:00Z')]],
    ['near', [from('2026-06-01T11:00Z')]],
  ]),
}
const noHours = {
  config: {
    blackoutDates: bookable.config.blackoutDates,
    disallowSameDayBooking: true,
    representatives: bookable.config.representatives,
  },
}
const notToday = { config: { ...bookable.config, disallowSameDayBooking: true } }
const someoneElsesHours = {
  config: {
    representatives: [
      { id: 'near', name: 'N' },
      { id: 'own', name: 'O', availability: { workingHours: bookable.config.availableHours } },
    ],
  },
}

const cases: [title: string, change: Partial<BookingCheck>, why: ClosedReason | undefined][] = [
  ['inside the hours', {}, undefined],
  ['off the grid', { interval: from('2026-06-01T09:17Z', 43) }, undefined],
  ['up to the end of the hours', { interval: from('2026-06-01T11:30Z') }, undefined],
  ['a minute past the end', { interval: from('2026-06-01T11:31Z') }, 'outsideHours'],
  ['a minute before the beginning', { interval: from('2026-06-01T08:59Z') }, 'outsideHours'],
  ['on another weekday', { interval: from('2026-06-02T09:00Z') }, 'outsideHours'],
  ['now', { now: bookable.interval.start }, 'past'],
  ['before now', { now: bookable.interval.start + 1 }, 'past'],
  ['just after now', { now: bookable.interval.start - 1 }, undefined],
  ['today', { now: Date.parse('2026-06-01T00:00Z'), ...notToday }, 'sameDay'],
  ['today, where that is allowed', { now: Date.parse('2026-06-01T00:00Z') }, undefined],
  ['tomorrow', { now: Date.parse('2026-05-31T23:59Z'), ...notToday }, undefined],
  [
    'today in the zone of the representative',
    {
      now: Date.parse('2026-05-31T23:59Z'),
      interval: from('2026-06-01T00:30Z'),
      representativeId: 'east',
      ...notToday,
    },
    'sameDay',
  ],
  ['a blackout date', { interval: from('2026-06-08T09:00Z') }, 'blackout'],
  ['a blackout date outside the hours', { interval: from('2026-06-08T19:00Z') }, 'blackout'],
  ['reaching into a blackout date', { interval: from('2026-06-07T23:45Z') }, 'blackout'],
  ['up to a blackout date', { interval: from('2026-06-07T23:30Z') }, 'outsideHours'],
  ['a time the agent has given away', { interval: from('2026-06-01T10:15Z') }, 'taken'],
  ['just after it', { interval: from('2026-06-01T10:30Z') }, undefined],
  [
    'a time the representative has given away',
    { interval: from('2026-06-01T11:29Z'), representativeId: 'near' },
    'taken',
  ],
  ['one that only the agent has', { interval: from('2026-06-01T10:15Z'), representativeId: 'near' }, undefined],
  [
    'the hours in the zone of the representative',
    { interval: from('2026-06-01T00:00Z'), representativeId: 'east' },
    undefined,
  ],
  ["the agent's hours for another zone", { representativeId: 'east' }, 'outsideHours'],
  ["someone no longer configured, in the agent's hours", { representativeId: 'gone' }, undefined],
  [
    'someone no longer configured, outside them',
    { interval: from('2026-06-01T19:00Z'), representativeId: 'gone' },
    'outsideHours',
  ],
  ['no hours at all', noHours, undefined],
  ['no hours at all, in the night', { interval: from('2026-06-02T02:17Z'), ...noHours }, undefined],
  ['no hours at all, today', { now: Date.parse('2026-06-01T00:00Z'), ...noHours }, 'sameDay'],
  ['no hours at all, a blackout date', { interval: from('2026-06-08T02:17Z'), ...noHours }, 'blackout'],
  ['no hours at all, before now', { now: bookable.interval.start, ...noHours }, 'past'],
  ['no hours at all, a time given away', { interval: from('2026-06-01T10:15Z'), ...noHours }, 'taken'],
  ['no hours of their own where others have some', { representativeId: 'near', ...someoneElsesHours }, 'outsideHours'],
  ['the hours of those others', { representativeId: 'own', ...someoneElsesHours }, undefined],
]

for (const [title, change, why] of cases) {
  test(`a booking is ${why ?? 'open'}: ${title}`, () => assert.equal(findClosedReason({ ...bookable, ...change }), why))
}
