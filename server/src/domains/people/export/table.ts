import { stringify } from 'csv-stringify/sync'
import type { ShownPerson } from '../person/person.ts'
import { neutral } from './cells.ts'
import { columns, customFieldHeader } from './columns.ts'

/** Any line break is quoted, not only the one that ends a row, and blanks at the ends, which an import trims otherwise. */
const options = { record_delimiter: '\r\n', quoted_match: /^\s|\s$|[\r\n]/ }

export function headerOf(fieldKeys: readonly string[]): string {
  return stringify([[...columns.map(([name]) => name), ...fieldKeys.map((key) => customFieldHeader + key)]], options)
}

export function rowsOf(people: readonly ShownPerson[], fieldKeys: readonly string[]): string {
  return stringify(
    people.map((person) => [
      ...columns.map(([, cell]) => neutral(cell(person) ?? '')),
      ...fieldKeys.map((key) =>
        neutral(Object.hasOwn(person.customFields, key) ? (person.customFields[key] as string) : ''),
      ),
    ]),
    options,
  )
}

export function linesOf(people: readonly ShownPerson[]): string {
  return people.map((person) => `${JSON.stringify(person)}\n`).join('')
}
