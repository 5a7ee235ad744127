import { fieldKey, type PeopleField } from '@parley/definition'
import {
  customFieldHeader,
  importColumnAliases,
  importColumns,
  normalizeHeader,
  readOnlyColumns,
} from '@parley/definition/import-columns'
import { personStatuses } from '@parley/definition/vocabulary'
import { normalizeWord, readBoolean, wordSet } from '../../../platform/csv/csv.ts'
import { unreadableImport } from '../../../platform/csv/import-request.ts'
import { splitCell, unescapeFormula } from '../export/columns.ts'
import { maxImportColumns, type PeopleImportSettings } from './import.ts'

const builtInFieldNames: ReadonlyMap<string, string> = new Map(
  importColumns.map((name) => [normalizeHeader(name), name]),
)
const fieldAliases: ReadonlyMap<string, string> = new Map(Object.entries(importColumnAliases))

/** The field of a person that a column fills, by its API name, and how its cells are parsed. */
export type ImportColumn = {
  path: readonly [string] | readonly [string, string]
  read: (cell: string) => unknown
  /** For a column with a fixed set of values: whether a value that `read` returned is one of them. */
  isKnown?: (value: unknown) => boolean
}

/** One per header: an `unnamed` column must be empty, and one that is `left out` is ignored. */
export type ImportColumns = readonly (ImportColumn | 'unnamed' | 'skipped')[]

type ColumnContext = { mapping: PeopleImportSettings['mapping']; fields: readonly PeopleField[] }

/** Resolves the columns of a file from its header row; throws when a header is ambiguous. */
export function resolveColumns(headers: readonly string[], { mapping, fields }: ColumnContext): ImportColumns {
  if (headers.length > maxImportColumns) throw unreadableImport(`has more than ${maxImportColumns} columns`)
  const mapped = resolveMapping({ mapping, fields })
  assertKnownHeaders(headers, mapped)
  assertHasFields(headers, { mapped, fields })
  const columns = headers.map((header, index) => {
    if (header === '') return 'unnamed' as const
    return (
      mapped.get(header) ??
      resolveColumn(header, fields) ??
      refuse(index, 'has a header that cannot be a field: map it to one')
    )
  })
  assertUniqueColumns(columns)
  return columns
}

export type ColumnMapping = ReadonlyMap<string, ImportColumn | 'skipped'>

export function resolveMapping({ mapping, fields }: ColumnContext): ColumnMapping {
  return new Map(Object.entries(mapping).map(([header, name]) => [header, mappedColumn(header, name, fields)]))
}

function findField(name: string, fields: readonly PeopleField[]): ImportColumn | undefined {
  const builtIn = builtInFieldNames.get(normalizeHeader(name))
  if (builtIn === name) return createColumn(name)
  const key = name.startsWith(customFieldHeader) ? name.slice(customFieldHeader.length) : declaredKey(name, fields)
  return key !== undefined && isKey(key) ? createCustomColumn(key, fields) : undefined
}

/**
 * Resolves built-in fields first, then declared ones, then aliases of built-in ones; anything else becomes a custom
 * field.
 */
function resolveColumn(header: string, fields: readonly PeopleField[]): ImportColumn | 'skipped' | undefined {
  const word = normalizeHeader(header)
  const builtIn = builtInFieldNames.get(word)
  if (builtIn) return createColumn(builtIn)
  if (readOnlyColumns.has(word)) return 'skipped'
  const key = isPrefixed(header) ? header.slice(customFieldHeader.length) : declaredKey(header, fields)
  const alias = key === undefined ? fieldAliases.get(word) : undefined
  if (alias) return createColumn(alias)
  const own = key ?? header
  return isKey(own) ? createCustomColumn(own, fields) : undefined
}

const isPrefixed = (header: string): boolean =>
  header.slice(0, customFieldHeader.length).toLowerCase() === customFieldHeader.toLowerCase()

function declaredKey(header: string, fields: readonly PeopleField[]): string | undefined {
  const word = normalizeHeader(header)
  const names = (name: string | undefined) => name !== undefined && normalizeHeader(name) === word
  const field = fields.find(({ key }) => key === header) ?? fields.find(({ key, label }) => names(key) || names(label))
  return field?.key
}

function mappedColumn(header: string, name: string | null, fields: readonly PeopleField[]): ImportColumn | 'skipped' {
  if (!name) return 'skipped'
  const field = findField(name, fields)
  if (!field) throw unreadableImport('refers to a field that does not exist', { field: `mapping.${header}` })
  return field
}

function assertKnownHeaders(headers: readonly string[], mapped: ColumnMapping): void {
  for (const header of mapped.keys()) {
    if (!headers.includes(header))
      throw unreadableImport('does not match any column of the file', { field: `mapping.${header}` })
  }
}

/** Any header can be a custom field; but if all of them are, the row is more likely the first person. */
function assertHasFields(
  headers: readonly string[],
  { mapped, fields }: { mapped: ColumnMapping; fields: readonly PeopleField[] },
): void {
  const isField = (header: string): boolean =>
    mapped.has(header) ||
    isPrefixed(header) ||
    [builtInFieldNames, fieldAliases].some((names) => names.has(normalizeHeader(header))) ||
    declaredKey(header, fields) !== undefined
  if (!headers.some(isField)) throw unreadableImport('has no header row: the first row must contain the column names')
}

function assertUniqueColumns(columns: ImportColumns): void {
  const seen = new Map<string, number>()
  for (const [index, column] of columns.entries()) {
    if (typeof column === 'string') continue
    const field = column.path.join('.')
    const before = seen.get(field)
    if (before !== undefined) refuse(index, `is the same field as column ${before + 1}`)
    seen.set(field, index)
  }
}

/**
 * Identifies a column by its position and not its text: without a header row, the first row would be a person's data.
 */
function refuse(index: number, message: string): never {
  throw unreadableImport(message, { field: `column ${index + 1}` })
}

const isKey = (key: string): boolean => fieldKey.safeParse(key).success && !key.includes('\u0000')

function createColumn(name: string): ImportColumn {
  const [first, second] = name.split('.') as [string, string?]
  const path = second === undefined ? ([first] as const) : ([first, second] as const)
  return { path, read: readers[name] ?? unescapeFormula, ...(knownValues[name] && { isKnown: knownValues[name] }) }
}

function createCustomColumn(key: string, fields: readonly PeopleField[]): ImportColumn {
  const field = fields.find((one) => one.key === key)
  const path = ['customFields', key] as const
  if (field?.type === 'boolean')
    return { path, read: readYesNo, isKnown: (value) => /^(?:true|false)$/.test(String(value)) }
  if (field?.type !== 'enum') return { path, read: unescapeFormula }
  return { path, read: unescapeFormula, isKnown: (value) => field.options?.includes(String(value)) ?? false }
}

const lowerCase = (cell: string): string => unescapeFormula(cell).toLowerCase()

const readers: Record<string, ImportColumn['read']> = {
  tags: (cell) => splitCell(unescapeFormula(cell)),
  // Some people prefix an apostrophe so that the spreadsheet does not reformat the number.
  phone: (cell) => cell.replace(/^'/, ''),
  status: lowerCase,
  'consent.status': (cell) => readConsentStatus(cell) ?? lowerCase(cell),
}

const knownValues: Record<string, (value: unknown) => boolean> = {
  status: (value) => personStatuses.some((status) => status === value),
  'consent.status': (value) => readConsentStatus(String(value)) !== undefined,
}

/** Spreadsheets write TRUE and FALSE; people write yes and no in their language. */
function readYesNo(cell: string): string {
  const read = readBoolean(cell)
  return read === undefined ? unescapeFormula(cell) : String(read)
}

/** Words for consent that say more than yes or no. */
const granted = wordSet(`granted given opted-in optin opt-in subscribed erteilt zugestimmt eingewilligt accordé accordée
  accepté acceptée concedido concedida otorgado otorgada concesso concessa aceito aceite aceptado accettato`)
const denied = wordSet(`denied refused revoked opted-out optout opt-out unsubscribed verweigert abgelehnt widerrufen
  refusé refusée retiré retirée denegado denegada revocado revocada negato negata rifiutato revocato negado recusado
  revogado`)
const unknown = wordSet(`unknown ? - n/a unbekannt inconnu inconnue desconocido desconocida sconosciuto sconosciuta
  desconhecido desconhecida`)

/** Reads a cell as a status of consent; undefined if it is none. */
function readConsentStatus(cell: string): 'granted' | 'denied' | 'unknown' | undefined {
  const word = normalizeWord(cell)
  const isGiven = readBoolean(cell)
  if (isGiven === true || granted.has(word)) return 'granted'
  if (isGiven === false || denied.has(word)) return 'denied'
  return unknown.has(word) ? 'unknown' : undefined
}
