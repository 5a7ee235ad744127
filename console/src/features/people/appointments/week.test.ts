import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupByDay, listDaysOfWeek, sortByStart } from './appointment-times.ts'

test('a week runs from Monday to Sunday, whichever of its days is given', () => {
  const week = ['2030-01-28', '2030-01-29', '2030-01-30', '2030-01-31', '2030-02-01', '2030-02-02', '2030-02-03']
  for (const day of week) assert.deepEqual(listDaysOfWeek(day, 'UTC'), week)
})

test('this week is that of the place', () => {
  // Sunday evening in New York, Monday morning in Berlin.
  const now = Date.parse('2030-02-04T03:00:00Z')
  assert.equal(listDaysOfWeek(undefined, 'America/New_York', now)[0], '2030-01-28')
  assert.equal(listDaysOfWeek(undefined, 'Europe/Berlin', now)[0], '2030-02-04')
})

test('appointments that begin on one day at the place are grouped, soonest first', () => {
  const at = (time: string) => ({ startUtc: `2030-01-${time}:00.000Z` })
  const all = [at('31T23:30'), at('31T15:00'), at('31T09:00')]
  const days = groupByDay(all, 'Europe/Berlin')
  assert.deepEqual(
    [...days],
    [
      ['2030-01-31', [at('31T09:00'), at('31T15:00')]],
      ['2030-02-01', [at('31T23:30')]],
    ],
  )
  assert.deepEqual([...groupByDay(all, 'UTC').keys()], ['2030-01-31'])
})

test('appointments are sorted soonest or latest first, whatever order they were booked in', () => {
  const at = (day: number) => ({ startUtc: `2030-01-${day}T09:00:00.000Z` })
  const booked = [at(19), at(25), at(16), at(17)]
  assert.deepEqual(sortByStart(booked), [at(16), at(17), at(19), at(25)])
  assert.deepEqual(sortByStart(booked, 'latest'), [at(25), at(19), at(17), at(16)])
})
