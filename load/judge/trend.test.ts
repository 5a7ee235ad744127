import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFaultRandom } from '../../faults/scenario.ts'
import { computeTrend, judgeTrend, type TrendPoint } from './trend.ts'

const tolerance = { share: 0.1, amount: 10 }

/** An hour of samples, every 15 seconds. */
const sampleHour = (valueAt: (minute: number) => number, minutes = 60): TrendPoint[] =>
  Array.from({ length: minutes * 4 }, (_, n) => ({ minute: n / 4, value: valueAt(n / 4) }))

const random = createFaultRandom(7)
const noise = (size: number) => (random() - 0.5) * size

/** A heap that fills and is collected: rises by `size` in `period` minutes, then drops at once. */
const sawtooth = (minute: number, period: number, size: number) => ((minute % period) / period) * size

const cases: [title: string, valueAt: (minute: number) => number, verdict: string][] = [
  ['a level', () => 150, 'levels off'],
  ['a level under noise', () => 150 + noise(60), 'levels off'],
  ['a heap that is collected', (minute) => 150 + sawtooth(minute, 7, 80), 'levels off'],
  ['a warm-up that ends in the first third', (minute) => 90 + 60 * Math.min(1, minute / 15), 'levels off'],
  ['a warm-up that slows down', (minute) => 150 - 70 * Math.exp(-minute / 12), 'levels off'],
  ['one outlier at the end', (minute) => (minute > 59.5 ? 5_000 : 150), 'levels off'],
  ['waves of campaigns', (minute) => (minute % 5 < 1 ? 2_000 : 20), 'levels off'],
  ['something that shrinks', (minute) => 300 - minute, 'levels off'],
  ['a leak', (minute) => 150 + minute, 'grows'],
  ['a leak under noise', (minute) => 150 + minute + noise(40), 'grows'],
  ['a leak under a heap that is collected', (minute) => 150 + minute * 1.5 + sawtooth(minute, 7, 40), 'grows'],
  ['a leak that begins half-way', (minute) => 150 + Math.max(0, minute - 30) * 2, 'grows'],
  ['a leak in steps', (minute) => 150 + Math.floor(minute / 5) * 8, 'grows'],
  ['a leak that becomes faster', (minute) => 150 + minute ** 2 / 40, 'grows'],
  ['a queue that grows faster than it is processed', (minute) => minute * 30 + noise(200), 'grows'],
  ['connections that are never given back', (minute) => 20 + Math.floor(minute / 2), 'grows'],
]

test('a value that something clears at a bound may rise to that bound, but not beyond it', () => {
  const risingPoints = sampleHour((minute) => Math.max(0, minute - 30) * 0.7)
  assert.equal(judgeTrend(risingPoints, { ...tolerance, upTo: 25 }).verdict, 'levels off')
  assert.equal(judgeTrend(risingPoints, { ...tolerance, upTo: 15 }).verdict, 'grows')
})

for (const [title, valueAt, verdict] of cases) {
  test(`${title} ${verdict}`, () => {
    assert.equal(judgeTrend(sampleHour(valueAt), tolerance).verdict, verdict)
  })
}

test('a rise below the tolerance is not growth', () => {
  const slowRise = sampleHour((minute) => 150 + minute / 10)
  assert.equal(judgeTrend(slowRise, tolerance).verdict, 'levels off')
  assert.equal(judgeTrend(slowRise, { share: 0, amount: 1 }).verdict, 'grows')
})

test('a few minutes give no verdict', () => {
  assert.equal(
    judgeTrend(
      sampleHour((minute) => 100 * minute, 3),
      tolerance,
    ).verdict,
    'too short',
  )
  assert.deepEqual(judgeTrend([], tolerance), { verdict: 'too short', level: 0, perHour: 0 })
})

test('a verdict has the level and the growth per hour', () => {
  const { level, perHour } = judgeTrend(
    sampleHour((minute) => 100 + minute),
    tolerance,
  )
  assert.ok(Math.abs(level - 140) < 1)
  assert.ok(Math.abs(perHour - 60) < 1e-6)
})

test('an outlier does not change the slope', () => {
  const withOutlier = sampleHour((minute) => (minute === 30 ? 1e9 : 2 * minute))
  assert.ok(Math.abs(computeTrend(withOutlier).slope - 2) < 0.01)
})
