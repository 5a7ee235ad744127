/** What the ratio of a measurement to its ceiling should be. */
export type RatioTarget = { atLeast: number } | { atMost: number }
/** One measurement and the ceiling measured in the same run. */
export type Benchmark = { name: string; ours: number; ceiling: number; unit: string; target?: RatioTarget }
/** A comparison that this machine cannot make, and why. */
export type SkippedBenchmark = { name: string; skipped: string }
export type BenchmarkRow = Benchmark | SkippedBenchmark

/** Of rounds measured in turn, the row with the median ratio: the median of each side alone would mix rounds. */
export function medianByRatio(rounds: readonly Benchmark[]): Benchmark {
  const sorted = rounds.toSorted((first, second) => first.ours / first.ceiling - second.ours / second.ceiling)
  return sorted[Math.floor(sorted.length / 2)] as Benchmark
}

export function meetsTarget({ ours, ceiling }: Benchmark, target: RatioTarget): boolean {
  const ratio = ours / ceiling
  return 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost
}
