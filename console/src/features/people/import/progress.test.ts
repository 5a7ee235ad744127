import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeImportPace } from './ImportResult.tsx'

const start = { totalBytes: 1000, createdAt: '2030-01-31T09:00:00Z' }

test('the rate and the remaining time follow from the rows done', () => {
  const pace = computeImportPace({ ...start, readBytes: 250, rows: 500, updatedAt: '2030-01-31T09:00:10Z' })
  assert.deepEqual(pace, { share: 0.25, rowsPerSecond: 50, secondsLeft: 30 })
})

test('the progress shows no estimate before it has data', () => {
  const pace = computeImportPace({ ...start, readBytes: 0, rows: 0, updatedAt: start.createdAt })
  assert.deepEqual(pace, { share: 0, rowsPerSecond: 0, secondsLeft: undefined })
})
