import { type Benchmark, type BenchmarkRow, meetsTarget } from './benchmark.ts'

const head = ['benchmark', 'ours', 'ceiling', 'unit', 'ratio', 'target']

/** Formats the measured rows as a table, and the skipped ones below it with their reasons. */
export function formatBenchmarks(rows: readonly BenchmarkRow[]): string {
  const measured = rows.filter((row): row is Benchmark => !('skipped' in row))
  const all = [head, ...measured.map(formatCells)]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const skipped = rows.filter((row) => 'skipped' in row).map((row) => `skipped: ${row.name}: ${row.skipped}`)
  return [...lines, ...skipped].join('\n')
}

function formatCells(row: Benchmark): string[] {
  const { name, ours, ceiling, unit } = row
  return [name, formatValue(ours), formatValue(ceiling), unit, (ours / ceiling).toFixed(2), formatTarget(row)]
}

function formatTarget(row: Benchmark): string {
  if (!row.target) return ''
  const text = 'atLeast' in row.target ? `at least ${row.target.atLeast}` : `at most ${row.target.atMost}`
  return meetsTarget(row, row.target) ? text : `${text}: MISSED`
}

function formatValue(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
}
