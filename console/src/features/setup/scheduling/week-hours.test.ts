import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyMondayHours, createNextWindow, listWindowsOnDay } from './WeekHours.tsx'

const open = (dayOfWeek: number, startTime = '09:00', endTime = '17:00') => ({ dayOfWeek, startTime, endTime })

test('the windows of a day are sorted by time and keep their indexes', () => {
  const windows = [open(1, '13:00', '17:00'), open(2), open(1, '08:00', '12:00')]
  assert.deepEqual(
    listWindowsOnDay(windows, 1).map(({ at }) => at),
    [2, 0],
  )
})

test('copying Monday fills the working days and leaves the weekend alone', () => {
  const week = copyMondayHours([open(1, '08:00', '12:00'), open(3), open(6)])
  assert.deepEqual(
    week.map(({ dayOfWeek, startTime }) => [dayOfWeek, startTime]),
    [...[1, 2, 3, 4, 5].map((day) => [day, '08:00']), [6, '09:00']],
  )
})

test('a new window begins an hour after the last one and ends on the same day', () => {
  assert.deepEqual(createNextWindow([], 4), open(4))
  assert.deepEqual(createNextWindow([open(4, '09:00', '12:00')], 4), open(4, '13:00', '15:00'))
  assert.deepEqual(createNextWindow([open(4, '09:00', '23:30')], 4), open(4, '23:00', '23:59'))
})
