import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupByDay, listDaysOfWeek, sortByStart } from './appointment-times.ts'

const written = (day: string) => listDaysOfWeek(day).map((one) => one.format('YYYY-MM-DD'))

test('a week runs from Monday to Sunday, whichever of its days is given', () => {
  const week = ['2030-01-28', '2030-01-29', '2030-01-30', '2030-01-31', '2030-02-01', '2030-02-02', '2030-02-03']
  for (const day of week) assert.deepEqual(written(day), week)
})

test('appointments that begin on one day are grouped, soonest first', () => {
  const at = (hour: string) => ({ startUtc: new Date(`2030-01-31T${hour}:00`).toISOString() })
  const days = groupByDay([at('15:00'), at('09:00')])
  assert.deepEqual([...days.keys()], ['2030-01-31'])
  assert.deepEqual(days.get('2030-01-31'), [at('09:00'), at('15:00')])
})

test('appointments are sorted soonest or latest first, whatever order they were booked in', () => {
  const at = (day: number) => ({ startUtc: `2030-01-${day}T09:00:00.000Z` })
  const booked = [at(19), at(25), at(16), at(17)]
  assert.deepEqual(sortByStart(booked), [at(16), at(17), at(19), at(25)])
  assert.deepEqual(sortByStart(booked, 'latest'), [at(25), at(19), at(17), at(16)])
})
