/** Durations in buckets 2 % wide: bounded memory for any number of values, and two histograms can be added. */
export type LatencyHistogram = { counts: Map<number, number>; total: number; max: number }

const bucketWidth = Math.log(1.02)
const minMilliseconds = 0.01

export const createHistogram = (): LatencyHistogram => ({ counts: new Map(), total: 0, max: 0 })

export function recordLatency(histogram: LatencyHistogram, milliseconds: number): void {
  const bucket = Math.ceil(Math.log(Math.max(milliseconds, minMilliseconds) / minMilliseconds) / bucketWidth)
  histogram.counts.set(bucket, (histogram.counts.get(bucket) ?? 0) + 1)
  histogram.total += 1
  histogram.max = Math.max(histogram.max, milliseconds)
}

export function mergeHistograms(histograms: readonly LatencyHistogram[]): LatencyHistogram {
  const sum = createHistogram()
  for (const { counts, total, max } of histograms) {
    for (const [bucket, count] of counts) sum.counts.set(bucket, (sum.counts.get(bucket) ?? 0) + count)
    sum.total += total
    sum.max = Math.max(sum.max, max)
  }
  return sum
}

export type Percentiles = { count: number; p50: number; p95: number; p99: number; max: number }

export function computePercentiles(histogram: LatencyHistogram): Percentiles {
  const sorted = [...histogram.counts].sort(([first], [second]) => first - second)
  const computeQuantile = (quantile: number) => {
    let cumulative = 0
    for (const [bucket, count] of sorted) {
      cumulative += count
      if (cumulative >= histogram.total * quantile)
        return Math.min(minMilliseconds * Math.exp(bucket * bucketWidth), histogram.max)
    }
    return 0
  }
  return {
    count: histogram.total,
    p50: computeQuantile(0.5),
    p95: computeQuantile(0.95),
    p99: computeQuantile(0.99),
    max: histogram.max,
  }
}
