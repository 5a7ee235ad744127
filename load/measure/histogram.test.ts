import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computePercentiles, createHistogram, mergeHistograms, recordLatency } from './histogram.ts'

function histogramOf(...times: number[]) {
  const histogram = createHistogram()
  for (const time of times) recordLatency(histogram, time)
  return histogram
}

const rangeTo = (max: number) => Array.from({ length: max }, (_, n) => n + 1)

test('percentiles are accurate to two percent, and the maximum is exact', () => {
  const { p50, p95, p99, ...rest } = computePercentiles(histogramOf(...rangeTo(1_000)))
  for (const [actual, expected] of [
    [p50, 500],
    [p95, 950],
    [p99, 990],
  ] as const)
    assert.ok(actual >= expected && actual <= expected * 1.02, `${actual} instead of ${expected}`)
  assert.deepEqual(rest, { count: 1_000, max: 1_000 })
})

test('two merged histograms equal one that recorded all values', () => {
  const merged = mergeHistograms([histogramOf(...rangeTo(50)), histogramOf(7, 300)])
  assert.deepEqual(computePercentiles(merged), computePercentiles(histogramOf(...rangeTo(50), 7, 300)))
})

test('a duration of zero counts, and an empty histogram has only zeros', () => {
  assert.deepEqual(computePercentiles(histogramOf(0)), { count: 1, p50: 0, p95: 0, p99: 0, max: 0 })
  assert.deepEqual(computePercentiles(createHistogram()), { count: 0, p50: 0, p95: 0, p99: 0, max: 0 })
})
