// npm run bench [-- name]: runs every benchmark and its ceiling in the same run on the same machine. docs/benchmarks.md
// lists the benchmarks and the ones whose size BENCH_AMOUNT changes.
import type { BenchmarkRow } from './benchmark.ts'
import { formatBenchmarks } from './report.ts'
import { benchSuites } from './suites.ts'

const filter = process.argv[2]
const rows: BenchmarkRow[] = []
for (const [name, run] of Object.entries(benchSuites)) {
  if (filter && !matchesFilter(name, filter)) continue
  console.log(`measuring ${name}…`)
  rows.push(...(await run()))
}
console.log(formatBenchmarks(rows))

/** Matches one benchmark by its exact name, otherwise all whose names contain the word. */
function matchesFilter(name: string, word: string): boolean {
  return word in benchSuites ? name === word : name.includes(word)
}
