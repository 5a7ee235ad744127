import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import {
  addSample,
  computeCurrentRate,
  computeRatePoints,
  estimateSecondsLeft,
  type ProgressSample,
  toPastSamples,
} from './send-rate.ts'

const at = (seconds: number, done: number): ProgressSample => ({ at: seconds * 1000, done })

test('the send rate covers the last moments, not the whole run', () => {
  assert.equal(computeCurrentRate([at(0, 0), at(100, 0), at(110, 500)]), 50)
})

test('the send rate is unknown after a single sample', () => {
  assert.deepEqual(
    [computeCurrentRate([]), computeCurrentRate([at(0, 7)]), computeCurrentRate([at(0, 7), at(0.1, 9)])],
    [undefined, undefined, undefined],
  )
})

test('the plot shows the rate between each two samples', () => {
  assert.deepEqual(
    computeRatePoints([at(0, 0), at(1, 50), at(3, 70)]).map(({ rate }) => rate),
    [50, 10],
  )
})

test('samples do not accumulate while nothing changes', () => {
  let samples: ProgressSample[] = []
  for (const second of [0, 1, 2, 3, 4]) samples = addSample(samples, at(second, 5))
  assert.deepEqual(samples, [at(0, 5), at(4, 5)])
})

test('samples stay few and in order, and rates are never negative', () => {
  const looks = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.nat(100)), { maxLength: 500 })
  fc.assert(
    fc.property(looks, (steps) => {
      let [samples, now, done]: [ProgressSample[], number, number] = [[], 0, 0]
      for (const [seconds, more] of steps) {
        now += seconds
        done += more
        samples = addSample(samples, at(now, done))
      }
      assert.ok(samples.length <= 300)
      assert.ok(samples.every((one, index) => index === 0 || one.at > (samples[index - 1] as ProgressSample).at))
      assert.ok(computeRatePoints(samples).every(({ rate }) => rate >= 0))
    }),
  )
})

test('a page that was just opened knows the rate of the last minutes', () => {
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
  const rate = [
    { at: iso(100), sent: 50 },
    { at: iso(110), sent: 100 },
  ]
  const samples = toPastSamples(rate, at(117, 400))
  assert.deepEqual(samples, [at(100, 250), at(105, 300), at(110, 300), at(115, 400)])
  assert.deepEqual(toPastSamples([], at(1, 1)), [])
})

test('the remaining time follows from the rate and is unknown without one', () => {
  assert.deepEqual(
    [estimateSecondsLeft(100, 50), estimateSecondsLeft(0, undefined), estimateSecondsLeft(5, 0)],
    [2, 0, undefined],
  )
})
