import { normalizeAddress } from '../identities/address.ts'

/** How a value stands in a cell of a table, and how an import gets it back. */

/** What makes a spreadsheet take a text for a formula, also in its fullwidth form and behind blanks. */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u

/** Apostrophes in front do not count, so that what was marked can be told from what began with one. */
function isFormula(cell: string): boolean {
  const bare = cell.replace(/^'+/, '')
  return formula.test(bare) && normalizeAddress('sms', bare) !== bare
}

/** The cell with an apostrophe in front when a spreadsheet would run it; a telephone number is no formula. */
export function escapeFormula(cell: string): string {
  return isFormula(cell) ? `'${cell}` : cell
}

/** The cell as it was before `neutral`. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell
}

/** A list in one cell: `fair;newsletter`. What would end a value or be trimmed off it has a backslash before it. */
export function joinCell(values: readonly string[]): string {
  return values.map((value) => value.replace(/[;\\]|^\s|\s$/g, '\\$&')).join(';')
}

/** The values of such a cell, without the blanks around them; what is empty is left out. */
export function splitCell(cell: string): string[] {
  const values = cell.match(/(?:\\.|[^;\\]|\\$)+/gs) ?? []
  return values.map(trimCell).filter((value) => value !== '')
}

function trimCell(value: string): string {
  const symbols = value.match(/\\[;\\\s]|./gs) ?? []
  const isBlank = (symbol: string) => symbol.trim() === ''
  const first = symbols.findIndex((symbol) => !isBlank(symbol))
  const last = symbols.findLastIndex((symbol) => !isBlank(symbol))
  if (first < 0) return ''
  return symbols
    .slice(first, last + 1)
    .map((symbol) => symbol.slice(-1))
    .join('')
}
