import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxSustainedRate } from './ramp.ts'

const step = (callers: number, perSecond: number, failed = 0) => ({ callers, perSecond, failed })

test('the ceiling is the best step, whatever its position', () => {
  assert.equal(maxSustainedRate([step(8, 90), step(16, 140), step(32, 120)]), 140)
})

test('a step with a failure is over the ceiling', () => {
  assert.equal(maxSustainedRate([step(8, 90), step(16, 140, 1)]), 90)
  assert.equal(maxSustainedRate([step(8, 90, 3)]), 0)
})
