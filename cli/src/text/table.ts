import { plain, shortened } from './plain.ts'

const widest = 48

/** Rows under a line of headings, each column as wide as its widest cell. All words may be of others. */
export function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = [headings, ...rows].map((row) => row.map((cell) => shortened(plain(cell), widest)))
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
