import { displayWidth, padToWidth, toPrintableLine } from './width.ts'

const widest = 48

/**
 * Formats rows under a header, each column as wide as its widest cell. If the terminal is too narrow, each row becomes
 * a paragraph with one line per cell. Makes untrusted text printable.
 */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  columns?: number,
): string[] {
  const cells = rows.map((row) => row.map((cell) => toPrintableLine(cell, widest)))
  const table = [headings, ...cells]
  const widths = headings.map((_, column) => widestOf(table.map((row) => row[column] ?? '')))
  const lines = table.map((row) =>
    row
      .map((cell, column) => padToWidth(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return columns === undefined || widestOf(lines) <= columns ? lines : paragraphs(headings, cells)
}

const widestOf = (texts: readonly string[]): number => Math.max(0, ...texts.map(displayWidth))

function paragraphs(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const width = widestOf(headings)
  return rows.flatMap((row, at) => [
    ...(at > 0 ? [''] : []),
    ...row.map((cell, column) => `${padToWidth(headings[column] ?? '', width)}  ${cell}`),
  ])
}
