import type { ScenarioResult } from './run.ts'

export function formatResultTable(results: readonly ScenarioResult[]): string {
  const rows = results.map(({ scenario, faults, acknowledged, violations }) => [
    scenario,
    String(faults),
    String(acknowledged),
    violations.length === 0 ? 'yes' : 'NO',
    String(violations.length),
  ])
  const sum = (select: (result: ScenarioResult) => number) =>
    String(results.reduce((total, result) => total + select(result), 0))
  const hasPassed = results.every(({ violations }) => violations.length === 0)
  const total = [
    'all',
    sum(({ faults }) => faults),
    sum(({ acknowledged }) => acknowledged),
    hasPassed ? 'yes' : 'NO',
    sum(({ violations }) => violations.length),
  ]
  const all = [['scenario', 'faults', 'acknowledged', 'survived', 'violations'], ...rows, total]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

const maxShown = 10

/** Shows the first violations of each kind; the folder has all of them. */
export function formatViolations({ scenario, violations }: ScenarioResult): string {
  const kinds = Map.groupBy(violations, ({ invariant }) => invariant)
  return [...kinds]
    .map(([invariant, all]) => {
      const lines = all.slice(0, maxShown).map(({ message }) => `    ${message}`)
      const more = all.length > maxShown ? [`    and ${all.length - maxShown} more`] : []
      return [`${scenario}: violated: ${invariant}`, ...lines, ...more].join('\n')
    })
    .join('\n')
}
