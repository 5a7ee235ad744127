import {
  escapeField,
  escapeRowField,
  escapeRowKey,
  indexOfUnescaped,
  splitRow,
  splitUnescaped,
  unescapeField,
} from './fields.ts'
import type { MarkerReader } from './marker-reader.ts'
import type { Marker } from './markers/kind.ts'
import type { TextPosition } from './scan.ts'

/** A row `key = value`. The value's escapes are still in place. */
export type MarkerEntry = { at: TextPosition; key: string; value: string }

export function readEntries(marker: Marker, reader: MarkerReader): MarkerEntry[] {
  const entries: MarkerEntry[] = []
  for (const { at, text } of marker.rows) {
    const sign = indexOfUnescaped(text, '=')
    const key = unescapeField(text.slice(0, Math.max(0, sign)).trim())
    if (sign < 0) reportUnreadableRow(reader, at, `This row has no “=”: write it as ${formatRowExample(text)}`)
    else if (key === '') reportUnreadableRow(reader, at, 'This row has nothing before its “=”')
    else entries.push({ at, key, value: text.slice(sign + 1).trim() })
  }
  return entries
}

function formatRowExample(text: string): string {
  const word = /^[\w-]{1,20}/.exec(text)?.[0] ?? 'name'
  return `“${word} = ...”`
}

function reportUnreadableRow(reader: MarkerReader, at: TextPosition, message: string): void {
  reader.problem('aml.row.unreadable', message, at)
}

type ListEntry = { at: TextPosition; id: string; fields: string[] }

/** Reads rows `id = field ~ field`: the options, slots and items of an intent. */
export function readListRows(marker: Marker, reader: MarkerReader, names: readonly string[]): ListEntry[] {
  const seen = new Set<string>()
  const list: ListEntry[] = []
  for (const { at, key, value } of readEntries(marker, reader)) {
    const fields = splitRow(value)
    while (fields.at(-1) === '') fields.pop()
    const tooMany = fields.length > names.length
    if (tooMany)
      reportUnreadableRow(reader, at, `This row has more than ${names.join(' ~ ')}; write a literal ~ as \\~`)
    if (seen.has(key))
      reader.problem('aml.row.duplicate', `The id “${truncateForNote(key)}” is already used by an earlier row`, at)
    checkId(key, reader, at)
    seen.add(key)
    list.push({ at, id: key, fields: fields.map(unescapeField) })
  }
  if (marker.rows.length === 0) {
    reader.problem('aml.rows.missing', `This marker needs rows, one per line: “id = ${names.join(' ~ ')}”`)
  }
  return list
}

/** Reads rows with a fixed set of keys. Keys in `repeated` may occur more than once. */
export function readKnownRows<K extends string>(
  marker: Marker,
  reader: MarkerReader,
  keys: readonly K[],
  repeated: readonly K[] = [],
): Map<K, MarkerEntry[]> {
  const known = new Map<K, MarkerEntry[]>()
  for (const entry of readEntries(marker, reader)) {
    const key = keys.find((candidate) => candidate === entry.key.toLowerCase())
    if (key === undefined) {
      reportUnreadableRow(
        reader,
        entry.at,
        `Unknown row “${truncateForNote(entry.key)}”. Known rows: ${keys.join(', ')}`,
      )
      continue
    }
    const earlier = known.get(key) ?? []
    if (earlier.length > 0 && !repeated.includes(key)) {
      reader.problem('aml.row.duplicate', `There is already a row “${key}”`, entry.at)
    }
    known.set(key, earlier)
    earlier.push(entry)
  }
  return known
}

/** Returns the unescaped value of the single row with this key, or undefined when it is empty. */
export function readRowText<K extends string>(rows: Map<K, MarkerEntry[]>, key: K): string | undefined {
  const value = rows.get(key)?.[0]?.value
  return value ? unescapeField(value) : undefined
}

export function readCommaList(entries: readonly MarkerEntry[] | undefined): { at: TextPosition; text: string }[] {
  const list: { at: TextPosition; text: string }[] = []
  for (const { at, value } of entries ?? []) {
    for (const text of splitUnescaped(value, ',')) if (text !== '') list.push({ at, text: unescapeField(text) })
  }
  return list
}

export function checkId(id: string, reader: MarkerReader, at: TextPosition = reader.at): void {
  if (id.length > 200) reader.problem('aml.id.invalid', 'An id has at most 200 characters', at)
}

export function isNonBlank(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== ''
}

/** Shortens a value for display in an error message. */
export function truncateForNote(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text
}

export function printRow(key: string, fields: readonly (string | undefined)[]): string {
  const values = fields.map((field) => escapeRowField(field ?? ''))
  while (values.at(-1) === '') values.pop()
  return `${escapeRowKey(key)} = ${values.join(' ~ ')}`.trimEnd()
}

export function printKnownRow(key: string, value: string | undefined): string[] {
  return value === undefined || value === '' ? [] : [`${key} = ${escapeRowField(value)}`]
}

export function printHead(name: string, id: string | undefined, fields: readonly (string | undefined)[]): string {
  // AML cannot express an id that contains whitespace.
  const named =
    id === undefined || /\s/.test(id.replaceAll('\n', '')) ? '' : ` #${escapeField(id).replace(/:$/, '\\:')}`
  const values = fields.map((field) => escapeField(field ?? ''))
  while (values.at(-1) === '') values.pop()
  return `${name}${named}${values.map((value) => ` | ${value}`).join('')}`
}

export function printMarker(head: string, rows: readonly string[] = []): string {
  return rows.length > 0 ? `[[${head}\n${rows.join('\n')}\n]]` : `[[${head}]]`
}
