import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FactInput, maxFacts } from '@parley/definition'
import {
  type FactColumn,
  factColumnAliases,
  factColumns,
  normalizeHeader,
  readOnlyFactColumns,
} from '@parley/definition/import-columns'
import { type FieldError, findNearestName } from '@parley/findings'
import { type CsvFile, type CsvFormat, type CsvRecord, readBoolean, readCsvRecords } from '../../../platform/csv/csv.ts'
import { type Charset, unreadableImport } from '../../../platform/csv/import-request.ts'
import { invalidRequest } from '../../../platform/http/problem.ts'

/** Reads a file of Facts: its columns, and the fields that each row sets. */

const maxColumns = 100
const maxShownHeader = 60

/** An `unnamed` column must be empty, and a `skipped` one is ignored. */
type ResolvedColumn = FactColumn | 'unnamed' | 'skipped'
type ColumnMapping = Readonly<Record<string, string | null>>

/** One row, validated as far as possible without the existing Facts; an empty cell sets nothing. */
export type FactRow = { row: number; line: number; fields: Partial<FactInput>; errors: FieldError[] }

export type FactFile = {
  rows: FactRow[]
  format: CsvFormat
  columns: { header: string; field: FactColumn | null }[]
}

const rowsPerTurn = 50
const bytesPerTurn = 64 * 1024

/** Reads the whole file, yielding to other requests; throws if it cannot be parsed or a column is unknown. */
export async function readFactFile(
  file: CsvFile,
  { mapping, charset }: { mapping: ColumnMapping; charset?: Charset | undefined },
): Promise<FactFile> {
  let format: CsvFormat = { charset: 'utf-8', delimiter: ',' }
  let readBytes = 0
  const onBytes = (bytes: number) => {
    readBytes += bytes
  }
  const onFormat = (found: CsvFormat) => {
    format = found
  }
  const records = readCsvRecords(file, onBytes, { ...(charset && { charset }), onFormat })
  const { value: header } = (await records.next()) as { value?: CsvRecord }
  const headers = header?.cells ?? []
  const columns = resolveColumns(headers, mapping)
  const rows: FactRow[] = []
  let turnBytes = 0
  for await (const record of records) {
    if (record.row > maxFacts)
      throw unreadableImport(`has more than ${maxFacts} rows, which is the most that an agent has`)
    rows.push(readRow(record, columns))
    if (rows.length % rowsPerTurn !== 0 && readBytes - turnBytes < bytesPerTurn) continue
    turnBytes = readBytes
    await nextTurn()
  }
  const shown = headers.map((name, at) => ({
    header: name.slice(0, maxShownHeader).toWellFormed(),
    column: columns[at],
  }))
  const named = shown.map(({ header, column }) => ({ header, field: isField(column) ? column : null }))
  return { rows, format, columns: named }
}

const isField = (column: ResolvedColumn | undefined): column is FactColumn =>
  column !== undefined && column !== 'unnamed' && column !== 'skipped'

const columnsByName: ReadonlyMap<string, FactColumn> = new Map([
  ...Object.entries(factColumnAliases),
  ...factColumns.map((name) => [normalizeHeader(name), name] as const),
])

/** Resolves the header row; reports all unknown columns at once, each with the one that was probably meant. */
function resolveColumns(headers: readonly string[], mapping: ColumnMapping): ResolvedColumn[] {
  if (headers.length > maxColumns) throw unreadableImport(`has more than ${maxColumns} columns`)
  assertMapping(headers, mapping)
  const resolved = headers.map((header) => resolveColumn(header, mapping))
  if (!resolved.some(isField)) {
    throw unreadableImport(
      'has no header row: the first row must contain the column names, such as question and answer',
    )
  }
  const errors = headers.flatMap((header, at): (FieldError & { header: string })[] =>
    resolved[at] ? [] : [{ field: `column ${at + 1}`, header, message: describeUnknownColumn(header) }],
  )
  if (errors.length > 0) throw invalidRequest(errors)
  const columns = resolved as ResolvedColumn[]
  for (const [at, column] of columns.entries()) {
    const first = columns.indexOf(column)
    if (isField(column) && first < at)
      throw unreadableImport(`is the same field as column ${first + 1}`, { field: `column ${at + 1}` })
  }
  if (!columns.includes('question') && !columns.includes('id')) throw unreadableImport('has no column `question`')
  return columns
}

function resolveColumn(header: string, mapping: ColumnMapping): ResolvedColumn | undefined {
  if (Object.hasOwn(mapping, header)) return (mapping[header] as FactColumn | null) || 'skipped'
  if (header === '') return 'unnamed'
  const name = normalizeHeader(header)
  return readOnlyFactColumns.has(name) ? 'skipped' : columnsByName.get(name)
}

function assertMapping(headers: readonly string[], mapping: ColumnMapping): void {
  for (const [header, name] of Object.entries(mapping)) {
    const field = `mapping.${header}`
    if (!headers.includes(header)) throw unreadableImport('does not match any column of the file', { field })
    if (!name || factColumns.some((column) => column === name)) continue
    throw unreadableImport(`must be one of ${factColumns.join(', ')}${suggestColumn(name)}`, { field })
  }
}

function describeUnknownColumn(header: string): string {
  const shown = header.slice(0, maxShownHeader).toWellFormed()
  const meant = suggestColumn(header)
  return `has the header “${shown}”, which is not a field of Facts${meant || '; `mapping` can skip it'}`
}

/** Longer headers resemble no column. */
function suggestColumn(name: string): string {
  const meant =
    name.length <= maxShownHeader ? findNearestName(name.replaceAll(' ', ''), [...columnsByName.keys()]) : undefined
  return meant === undefined ? '' : `; did you mean \`${columnsByName.get(meant)}\`?`
}

const nul = 'must not contain a NUL character'

function readRow({ cells, row, line }: CsvRecord, columns: readonly ResolvedColumn[]): FactRow {
  const fields: Partial<FactInput> = {}
  const errors: FieldError[] = []
  for (const [at, column] of columns.entries()) {
    const cell = (cells[at] ?? '').trim()
    if (column === 'skipped' || cell === '') continue
    if (column === 'unnamed') errors.push({ field: `column ${at + 1}`, message: 'has a value but no header' })
    else if (cell.includes('\u0000')) errors.push({ field: column, message: nul })
    else errors.push(...readCell(fields, column, cell))
  }
  // A row may be much wider than the header; one error covers all extra cells.
  const beyond = cells.findIndex((cell, at) => at >= columns.length && cell.trim() !== '')
  if (beyond >= 0) errors.push({ field: `column ${beyond + 1}`, message: 'has a value but no header' })
  return { row, line, fields, errors }
}

/** Sets the field of a cell, or returns why the cell does not fit. */
function readCell(fields: Partial<FactInput>, column: FactColumn, cell: string): FieldError[] {
  switch (column) {
    case 'alternates':
      fields.alternates = splitCell(cell, /\|/)
      return []
    case 'playbooks':
      fields.scope = { playbookIds: splitCell(cell, /[|;,]/) }
      return []
    case 'exact':
    case 'enabled':
    case 'confirmed':
    case 'alwaysOn': {
      const value = readBoolean(cell)
      if (value === undefined) return [{ field: column, message: 'must be yes or no' }]
      fields[column] = value
      return []
    }
    case 'source':
      // An unknown source is refused with the other fields of the Fact.
      fields.source = cell.toLowerCase() as NonNullable<FactInput['source']>
      return []
    default:
      fields[column] = cell
      return []
  }
}

const splitCell = (cell: string, separator: RegExp): string[] =>
  cell.split(separator).flatMap((part) => part.trim() || [])
