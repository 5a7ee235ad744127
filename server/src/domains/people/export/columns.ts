import { normalizeAddress } from '../identities/identity.ts'
import type { PersonResponse } from '../person/person.ts'

/** How a value is written to a table cell, and how an import reads it back. */

/** Matches text that a spreadsheet interprets as a formula, including fullwidth characters and leading whitespace. */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u

/** Ignores leading apostrophes, so an escaped cell can be distinguished from one that began with an apostrophe. */
function isFormula(cell: string): boolean {
  const bare = cell.replace(/^'+/, '')
  return formula.test(bare) && normalizeAddress('sms', bare) !== bare
}

/** Prefixes an apostrophe when a spreadsheet would run the cell as a formula; phone numbers are left alone. */
export function escapeFormula(cell: string): string {
  return isFormula(cell) ? `'${cell}` : cell
}

export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell
}

/**
 * Writes a list into one cell: `fair;newsletter`. A backslash escapes separators and whitespace that would be trimmed.
 */
export function joinCell(values: readonly string[]): string {
  return values.map((value) => value.replace(/[;\\]|^\s|\s$/g, '\\$&')).join(';')
}

/** Reads the values of such a cell, trimmed and without empty ones. */
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

/**
 * The columns of a people export, in order. Their names are part of the API: an import reads the same headers. One
 * `customFields.<key>` column follows for each key in use, in alphabetical order.
 */
export const exportColumns = [
  ['id', (person) => person.id],
  ['fullName', (person) => person.fullName],
  ['firstName', (person) => person.firstName],
  ['lastName', (person) => person.lastName],
  ['email', (person) => person.email],
  ['phone', (person) => person.phone],
  ['company', (person) => person.company],
  ['title', (person) => person.title],
  ['status', (person) => person.status],
  ['source', (person) => person.source],
  ['notes', (person) => person.notes],
  ['tags', (person) => joinCell(person.tags)],
  ['consent.status', (person) => person.consent.status],
  ['consent.source', (person) => person.consent.source],
  ['consent.evidence', (person) => person.consent.evidence],
  ['consent.updatedAt', (person) => person.consent.updatedAt],
  ['assignedRepresentativeId', (person) => person.assignedRepresentativeId],
  ['preferredLocationId', (person) => person.preferredLocationId],
  ['timezone', (person) => person.timezone],
  ['scheduledCallAt', (person) => person.scheduledCallAt],
  ['lastCallAt', (person) => person.lastCallAt],
  ['lastSeenAt', (person) => person.lastSeenAt],
  ['importBatchId', (person) => person.importBatchId],
  ['createdAt', (person) => person.createdAt],
  ['updatedAt', (person) => person.updatedAt],
  ['identities', (person) => joinCell(person.identities.map(({ channel }) => channel))],
] as const satisfies readonly ExportColumn[]

type ExportColumn = readonly [name: string, cell: (person: PersonResponse) => string | undefined]
