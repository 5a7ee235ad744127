/** Durations in buckets 2 % wide: bounded memory for any number of values, and two histograms can be added. */
export type LatencyHistogram = { counts: Map<number, number>; total: number; most: number }

const width = Math.log(1.02)
const least = 0.01

export const emptyHistogram = (): LatencyHistogram => ({ counts: new Map(), total: 0, most: 0 })

export function recordLatency(histogram: LatencyHistogram, milliseconds: number): void {
  const bucket = Math.ceil(Math.log(Math.max(milliseconds, least) / least) / width)
  histogram.counts.set(bucket, (histogram.counts.get(bucket) ?? 0) + 1)
  histogram.total += 1
  histogram.most = Math.max(histogram.most, milliseconds)
}

export function mergeHistograms(histograms: readonly LatencyHistogram[]): LatencyHistogram {
  const sum = emptyHistogram()
  for (const { counts, total, most } of histograms) {
    for (const [bucket, times] of counts) sum.counts.set(bucket, (sum.counts.get(bucket) ?? 0) + times)
    sum.total += total
    sum.most = Math.max(sum.most, most)
  }
  return sum
}

export type Percentiles = { count: number; p50: number; p95: number; p99: number; max: number }

export function computePercentiles(histogram: LatencyHistogram): Percentiles {
  const sorted = [...histogram.counts].sort(([one], [other]) => one - other)
  const at = (share: number) => {
    let below = 0
    for (const [bucket, times] of sorted) {
      below += times
      if (below >= histogram.total * share) return Math.min(least * Math.exp(bucket * width), histogram.most)
    }
    return 0
  }
  return { count: histogram.total, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: histogram.most }
}
