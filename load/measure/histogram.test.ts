import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computePercentiles, emptyHistogram, mergeHistograms, recordLatency } from './histogram.ts'

function histogramOf(...times: number[]) {
  const histogram = emptyHistogram()
  for (const one of times) recordLatency(histogram, one)
  return histogram
}

const oneTo = (most: number) => Array.from({ length: most }, (_, n) => n + 1)

test('percentiles are accurate to two percent, and the maximum is exact', () => {
  const { p50, p95, p99, ...rest } = computePercentiles(histogramOf(...oneTo(1_000)))
  for (const [found, wanted] of [
    [p50, 500],
    [p95, 950],
    [p99, 990],
  ] as const)
    assert.ok(found >= wanted && found <= wanted * 1.02, `${found} instead of ${wanted}`)
  assert.deepEqual(rest, { count: 1_000, max: 1_000 })
})

test('two merged histograms equal one that recorded all values', () => {
  const both = mergeHistograms([histogramOf(...oneTo(50)), histogramOf(7, 300)])
  assert.deepEqual(computePercentiles(both), computePercentiles(histogramOf(...oneTo(50), 7, 300)))
})

test('a duration of zero counts, and an empty histogram has only zeros', () => {
  assert.deepEqual(computePercentiles(histogramOf(0)), { count: 1, p50: 0, p95: 0, p99: 0, max: 0 })
  assert.deepEqual(computePercentiles(emptyHistogram()), { count: 0, p50: 0, p95: 0, p99: 0, max: 0 })
})
