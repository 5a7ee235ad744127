import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { batch } from './batch.ts'

test('calls of one tick share a statement, and each gets its own result', async () => {
  const batches: number[][] = []
  const double = batch(async (calls: number[]) => {
    batches.push(calls)
    return calls.map((call) => call * 2)
  })
  assert.deepEqual(await Promise.all([1, 2, 3].map(double)), [2, 4, 6])
  assert.deepEqual(batches, [[1, 2, 3]])
})

test('a call never joins a statement that was sent before it', async () => {
  let state = 'before'
  const sent = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const read = batch(async (calls: string[]) => {
    const seen = state
    sent.resolve()
    await answered.promise
    return calls.map(() => seen)
  })
  const early = read('early')
  await sent.promise
  state = 'after'
  const late = read('late')
  answered.resolve()
  assert.deepEqual(await Promise.all([early, late]), ['before', 'after'])
})

test('a failed statement fails its own calls and no others', async () => {
  const run = batch(
    async (calls: string[]) => {
      if (calls.includes('bad')) throw new Error('refused')
      return calls
    },
    { maxSize: 1 },
  )
  const outcomes = await Promise.allSettled(['good', 'bad', 'fine'].map(run))
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('every call is answered once and no batch exceeds its limit, whatever the order of arrivals', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 7 }),
      async (waits, maxSize) => {
        const seen: number[] = []
        const echo = batch(
          async (calls: number[]) => {
            assert.ok(calls.length > 0 && calls.length <= maxSize)
            seen.push(...calls)
            if (calls.length % 2) await new Promise(setImmediate)
            return calls
          },
          { maxSize },
        )
        const answers = waits.map(async (wait, index) => {
          for (let turn = 0; turn < wait; turn++) await new Promise(setImmediate)
          return echo(index)
        })
        assert.deepEqual(
          await Promise.all(answers),
          waits.map((_, index) => index),
        )
        assert.equal(new Set(seen).size, waits.length)
      },
    ),
    { numRuns: 60 },
  )
})
