import assert from 'node:assert/strict'
import { test } from 'node:test'
import { medianByRatio } from './benchmark.ts'
import { formatBenchmarks } from './report.ts'

const row = (ours: number, ceiling: number) => ({ name: 'calls', ours, ceiling, unit: 'calls/s' })

test('the table marks missed targets, and says why rows were skipped', () => {
  const lines = formatBenchmarks([
    { ...row(80, 100), target: { atLeast: 0.8 } },
    { ...row(79, 100), target: { atLeast: 0.8 } },
    { ...row(1_350, 1_000), target: { atMost: 1.35 } },
    { ...row(1_360, 1_000), target: { atMost: 1.35 } },
    row(1, 2),
    { name: 'beside Kannel', skipped: 'Kannel is not installed' },
  ]).split('\n')
  assert.deepEqual(
    lines.map((line) => line.replaceAll(/ {2,}/g, '|')),
    [
      'benchmark|ours|ceiling|unit|ratio|target',
      'calls|80.00|100|calls/s|0.80|at least 0.8',
      'calls|79.00|100|calls/s|0.79|at least 0.8: MISSED',
      'calls|1,350|1,000|calls/s|1.35|at most 1.35',
      'calls|1,360|1,000|calls/s|1.36|at most 1.35: MISSED',
      'calls|1.00|2.00|calls/s|0.50',
      'skipped: beside Kannel: Kannel is not installed',
    ],
  )
})

test('of several rounds the one with the median ratio counts, with both of its sides', () => {
  assert.deepEqual(medianByRatio([row(9, 10), row(100, 200), row(3, 4)]), row(3, 4))
})
