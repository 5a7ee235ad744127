// npm run bench [-- name]: runs every benchmark and its ceiling in the same run on the same machine. docs/benchmarks.md
// lists the benchmarks and the ones whose size BENCH_AMOUNT changes.
import type { Benchmark } from './benchmark.ts'
import { benchSuites } from './suites.ts'

const filter = process.argv[2]
const rows: Benchmark[] = []
for (const [name, run] of Object.entries(benchSuites)) {
  if (filter && !matchesFilter(name, filter)) continue
  console.log(`measuring ${name}…`)
  rows.push(...(await run()))
}
console.log(formatTable(rows))

/** Matches one benchmark by its exact name, otherwise all whose names contain the word. */
function matchesFilter(name: string, word: string): boolean {
  return word in benchSuites ? name === word : name.includes(word)
}

function formatTable(benchmarks: Benchmark[]): string {
  const cells = benchmarks.map(({ name, ours, ceiling, unit }) => [
    name,
    formatValue(ours),
    formatValue(ceiling),
    unit,
    (ours / ceiling).toFixed(2),
  ])
  const all = [['benchmark', 'ours', 'ceiling', 'unit', 'ratio'], ...cells]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

function formatValue(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
}
