import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatOperationCosts } from '../cost-report.ts'
import { computeMean } from './operation-costs.ts'

const kinds = [
  { name: 'often', weight: 3, times: { api: 2, gateway: 0, worker: 0, postgres: 2 } },
  { name: 'rarely', weight: 1, times: { api: 2, gateway: 4, worker: 0, postgres: 18 } },
]

test('the mean counts each kind as often as it occurs in the mix', () => {
  assert.deepEqual(computeMean(kinds), { api: 2, gateway: 1, worker: 0, postgres: 6 })
})

test('the report has the time of each kind, its share, the mean beside the limit, and what that allows', () => {
  const idlePerSecond = { api: 1, gateway: 2, worker: 3, postgres: 4 }
  const report = formatOperationCosts({ idlePerSecond, kinds, mean: computeMean(kinds) }, 2)
  const lines = report.split('\n').map((line) => line.replaceAll(/ {2,}/g, '|'))
  assert.deepEqual(lines, [
    'ms of processor time|weight|api|gateway|worker|postgres|sum|share',
    'rarely|1|2.00|4.00|0.00|18.0|24.0|67 %',
    'often|3|2.00|0.00|0.00|2.00|4.00|33 %',
    'mean of the mix|4|2.00|1.00|0.00|6.00|9.00|100 %',
    'mean 9.00 ms an operation (limit 8.00: MISSED), which allows 222 operations/s on 2 processors; idle processes use 10.0 ms a second',
  ])
})
