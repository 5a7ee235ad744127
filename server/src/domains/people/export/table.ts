import { stringify } from 'csv-stringify/sync'
import type { PersonResponse } from '../person/person.ts'
import { escapeFormula } from './cells.ts'
import { customFieldHeader, exportColumns } from './columns.ts'

/** Any line break is quoted, not only the one that ends a row, and blanks at the ends, which an import trims otherwise. */
const options = { record_delimiter: '\r\n', quoted_match: /^\s|\s$|[\r\n]/ }

export function formatCsvHeader(fieldKeys: readonly string[]): string {
  return stringify(
    [[...exportColumns.map(([name]) => name), ...fieldKeys.map((key) => customFieldHeader + key)]],
    options,
  )
}

export function formatCsvRows(people: readonly PersonResponse[], fieldKeys: readonly string[]): string {
  return stringify(
    people.map((person) => [
      ...exportColumns.map(([, cell]) => escapeFormula(cell(person) ?? '')),
      ...fieldKeys.map((key) =>
        escapeFormula(Object.hasOwn(person.customFields, key) ? (person.customFields[key] as string) : ''),
      ),
    ]),
    options,
  )
}

export function formatNdjson(people: readonly PersonResponse[]): string {
  return people.map((person) => `${JSON.stringify(person)}\n`).join('')
}
