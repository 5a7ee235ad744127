import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computePassRate, computeRunPace, sortWorstFirst } from './run-data.ts'

const counts = (played: number, total: number) => ({ total, passed: played, failed: 0, errored: 0, skipped: 0 })
const startedAt = '2030-01-31T09:00:00.000Z'
const later = Date.parse('2030-01-31T09:02:00.000Z')

test('the rate is the number of cases played per minute and gives the remaining time', () => {
  assert.deepEqual(computeRunPace({ counts: counts(20, 50), startedAt, status: 'running' }, later), {
    perMinute: 10,
    secondsLeft: 180,
  })
  assert.equal(computeRunPace({ counts: counts(0, 50), startedAt, status: 'running' }, later), undefined)
  assert.equal(computeRunPace({ counts: counts(20, 50), startedAt, status: 'paused' }, later), undefined)
})

test('the pass rate counts decided cases and is 100 % only if all of them passed', () => {
  assert.equal(computePassRate({ passed: 0, failed: 0 }), undefined)
  assert.equal(computePassRate({ passed: 199, failed: 1 }), 99)
  assert.equal(computePassRate({ passed: 3, failed: 0 }), 100)
})

test('new failures are listed first, then continuing failures, then cases without a verdict', () => {
  const result = (caseId: string, state: 'passed' | 'failed' | 'errored') => ({ caseId, state })
  const results = [result('a', 'passed'), result('b', 'errored'), result('c', 'failed'), result('d', 'failed')]
  assert.deepEqual(
    sortWorstFirst(results, ['d', 'b']).map(({ caseId }) => caseId),
    ['d', 'c', 'b', 'a'],
  )
})
