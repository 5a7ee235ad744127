import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { computeBackoff, maxAttemptsOf } from './task.ts'

test('declared waits apply in order, and the last one repeats', () => {
  const retry = { delaysSeconds: [120, 480, 1200], jitter: 0 }
  assert.deepEqual(
    [1, 2, 3, 4].map((attempt) => computeBackoff(retry, attempt, 0.9)),
    [120_000, 480_000, 1_200_000, 1_200_000],
  )
})

test('with declared waits there is one more attempt than there are waits', () => {
  assert.equal(maxAttemptsOf({ delaysSeconds: [120, 480, 1200] }), 4)
  assert.equal(maxAttemptsOf({ delaysSeconds: [120], attempts: 9 }), 9)
})

test('doubling waits stop growing at their maximum', () => {
  const retry = { baseSeconds: 2, maxSeconds: 15, jitter: 0 }
  assert.deepEqual(
    [1, 2, 3, 4, 100].map((attempt) => computeBackoff(retry, attempt, 0)),
    [2_000, 4_000, 8_000, 15_000, 15_000],
  )
})

test('jitter only lengthens a wait, by at most its share', () => {
  const cases = fc.record({
    attempt: fc.integer({ min: 1, max: 40 }),
    jitter: fc.double({ min: 0, max: 1, noNaN: true }),
    random: fc.double({ min: 0, max: 0.999, noNaN: true }),
  })
  fc.assert(
    fc.property(cases, ({ attempt, jitter, random }) => {
      const plain = computeBackoff({ baseSeconds: 1, maxSeconds: 60, jitter: 0 }, attempt, random)
      const wait = computeBackoff({ baseSeconds: 1, maxSeconds: 60, jitter }, attempt, random)
      assert.ok(wait >= plain && wait <= Math.ceil(plain * (1 + jitter)))
    }),
  )
})
