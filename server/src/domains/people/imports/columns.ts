import { fieldKey, type PeopleField } from '@parley/definition'
import { original, parted } from '../export/cells.ts'
import { customFieldHeader } from '../export/columns.ts'
import { mostColumns, type Settings, unreadable } from './import.ts'
import { builtIns, byAlias, folded, readOnly } from './names.ts'

/** What the cells of a column say: where it goes in a person, by the names of the API, and how it is read. */
export type Column = { path: readonly [string] | readonly [string, string]; read: (cell: string) => unknown }

/** One for each header: what has no name can hold nothing, and what is left out is not looked at. */
export type Columns = readonly (Column | 'unnamed' | 'left out')[]

type Known = { mapping: Settings['mapping']; fields: readonly PeopleField[] }

/** What the columns of a file are, by its header row; a header that leaves a doubt refuses the file. */
export function columnsOf(headers: readonly string[], { mapping, fields }: Known): Columns {
  if (headers.length > mostColumns) throw unreadable(`has more than ${mostColumns} columns`)
  const mapped = mappedOf({ mapping, fields })
  refuseUnknownHeaders(headers, mapped)
  refuseWithoutFields(headers, { mapped, fields })
  const columns = headers.map((header, index) => {
    if (header === '') return 'unnamed' as const
    return (
      mapped.get(header) ??
      columnOf(header, fields) ??
      refuse(index, 'has a header that can be no field: map it to one')
    )
  })
  refuseTwice(columns)
  return columns
}

/** What a mapping makes of the keys that it names. */
export type Mapped = ReadonlyMap<string, Column | 'left out'>

export function mappedOf({ mapping, fields }: Known): Mapped {
  return new Map(Object.entries(mapping).map(([header, name]) => [header, mappedColumn(header, name, fields)]))
}

/** The name of a field as a mapping says it. */
function fieldNamed(name: string, fields: readonly PeopleField[]): Column | undefined {
  const builtIn = builtIns.get(folded(name))
  if (builtIn === name) return column(name, fields)
  const key = name.startsWith(customFieldHeader) ? name.slice(customFieldHeader.length) : declaredKey(name, fields)
  return key !== undefined && isKey(key) ? customColumn(key, fields) : undefined
}

/** Built-in fields first, then those declared, then other words for built-in ones; the rest are fields of their own. */
function columnOf(header: string, fields: readonly PeopleField[]): Column | 'left out' | undefined {
  const word = folded(header)
  const builtIn = builtIns.get(word)
  if (builtIn) return column(builtIn, fields)
  if (readOnly.has(word)) return 'left out'
  const key = isPrefixed(header) ? header.slice(customFieldHeader.length) : declaredKey(header, fields)
  const alias = key === undefined ? byAlias.get(word) : undefined
  if (alias) return column(alias, fields)
  const own = key ?? header
  return isKey(own) ? customColumn(own, fields) : undefined
}

const isPrefixed = (header: string): boolean =>
  header.slice(0, customFieldHeader.length).toLowerCase() === customFieldHeader.toLowerCase()

function declaredKey(header: string, fields: readonly PeopleField[]): string | undefined {
  const word = folded(header)
  const names = (name: string | undefined) => name !== undefined && folded(name) === word
  const field = fields.find(({ key }) => key === header) ?? fields.find(({ key, label }) => names(key) || names(label))
  return field?.key
}

function mappedColumn(header: string, name: string | null, fields: readonly PeopleField[]): Column | 'left out' {
  if (!name) return 'left out'
  const field = fieldNamed(name, fields)
  if (!field) throw unreadable('names a field that does not exist', { field: `mapping.${header}` })
  return field
}

function refuseUnknownHeaders(headers: readonly string[], mapped: Mapped): void {
  for (const header of mapped.keys()) {
    if (!headers.includes(header)) throw unreadable('names no column of the file', { field: `mapping.${header}` })
  }
}

/** Any words can be custom fields; if all of them must be, they are rather the first person. */
function refuseWithoutFields(
  headers: readonly string[],
  { mapped, fields }: { mapped: Mapped; fields: readonly PeopleField[] },
): void {
  const isField = (header: string): boolean =>
    mapped.has(header) ||
    isPrefixed(header) ||
    [builtIns, byAlias].some((names) => names.has(folded(header))) ||
    declaredKey(header, fields) !== undefined
  if (!headers.some(isField)) throw unreadable('has no header row: the first row must name the columns')
}

function refuseTwice(columns: Columns): void {
  const seen = new Map<string, number>()
  for (const [index, column] of columns.entries()) {
    if (typeof column === 'string') continue
    const field = column.path.join('.')
    const before = seen.get(field)
    if (before !== undefined) refuse(index, `is the same field as column ${before + 1}`)
    seen.set(field, index)
  }
}

/** A column is named by its place: without a header row, the first row would be a person. */
function refuse(index: number, message: string): never {
  throw unreadable(message, { field: `column ${index + 1}` })
}

const isKey = (key: string): boolean => fieldKey.safeParse(key).success && !key.includes('\u0000')

function column(name: string, fields: readonly PeopleField[]): Column {
  const [first, second] = name.split('.') as [string, string?]
  const path = second === undefined ? ([first] as const) : ([first, second] as const)
  return { path, read: readers[name] ?? readerOf(fields.find(({ key }) => key === name)) }
}

function customColumn(key: string, fields: readonly PeopleField[]): Column {
  return { path: ['customFields', key], read: readerOf(fields.find((field) => field.key === key)) }
}

const lowerCase = (cell: string): string => original(cell).toLowerCase()

const readers: Record<string, Column['read']> = {
  tags: (cell) => parted(original(cell)),
  // Some write an apostrophe so that the spreadsheet leaves the number alone.
  phone: (cell) => cell.replace(/^'/, ''),
  status: lowerCase,
  'consent.status': lowerCase,
}

/** Spreadsheets write true and false in capitals. */
function readerOf(field: PeopleField | undefined): Column['read'] {
  if (field?.type !== 'boolean') return original
  return (cell) => (/^(?:true|false)$/i.test(cell) ? cell.toLowerCase() : original(cell))
}
