import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PeopleField } from '@parley/definition'
import { type CsvFile, type CsvRecord, readCsvRecords } from '../../../platform/csv/csv.ts'
import { type RowError, unreadableImport } from '../../../platform/csv/import-request.ts'
import { resolveColumns, resolveMapping } from './columns.ts'
import { maxImportRows, type PeopleImportSettings } from './import.ts'
import { type ImportRow, type ParsedRow, parseCsvRow, parseJsonRow } from './row.ts'
import { type UnderstandingRecorder, withValues } from './understanding.ts'

export type ImportSource = { totalBytes: number } & ({ file: CsvFile } | { people: readonly unknown[] })

type RowContext = Pick<PeopleImportSettings, 'mapping' | 'values' | 'charset'> & {
  fields: readonly PeopleField[]
  /** For a dry run. */
  understanding?: UnderstandingRecorder
}

export type ImportBatch = { rows: ImportRow[]; failed: number; errors: RowError[]; lastRow: number; readBytes: number }

const batchRows = 500
const rowsPerTurn = 32
const bytesPerTurn = 64 * 1024
const valuesPerTurn = 1_000
/** Assumed number of values in a failed row, whose values are not counted. */
const failedValues = 50
/** Limits the memory for a batch, however long its rows are. */
const batchBytes = 4_000_000
/** Limits the work between two database responses: the values of 500 rows with thirty cells. */
const batchValues = 15_000

/** Reads the rows of an import in batches; each row is parsed or has its errors. */
export async function* readImportBatches(source: ImportSource, context: RowContext): AsyncGenerator<ImportBatch> {
  let readBytes = 0
  let batch = emptyBatch()
  let from = 0
  let count = 0
  let turn = 0
  let turnValues = 0
  let values = 0
  for await (const read of readRows(source, context, (bytes) => (readBytes += bytes))) {
    // Yields regularly, so the database connection can issue its next statement.
    turnValues += 'row' in read ? valuesIn(read.row) : failedValues
    if (++count % rowsPerTurn === 0 || readBytes - turn > bytesPerTurn || turnValues > valuesPerTurn) {
      turn = readBytes
      turnValues = 0
      await nextTurn()
    }
    const { row } = read.position
    if (row > maxImportRows) throw unreadableImport(`has more than ${maxImportRows} rows`)
    if ('row' in read) {
      batch.rows.push(read.row)
      values += valuesIn(read.row)
    } else {
      batch.failed += 1
      for (const error of read.errors) batch.errors.push(error)
    }
    batch.lastRow = row
    const isSmall = readBytes - from < batchBytes && values < batchValues
    if (batch.rows.length + batch.failed < batchRows && isSmall) continue
    yield { ...batch, readBytes }
    batch = emptyBatch()
    from = readBytes
    values = 0
  }
  yield { ...batch, readBytes: source.totalBytes }
}

const valuesIn = ({ change }: ImportRow): number =>
  Object.keys(change).length + Object.keys(change.customFields ?? {}).length

const emptyBatch = (): ImportBatch => ({ rows: [], failed: 0, errors: [], lastRow: 0, readBytes: 0 })

function readRows(
  source: ImportSource,
  context: RowContext,
  onBytes: (bytes: number) => void,
): AsyncIterable<ParsedRow> {
  return 'file' in source ? csvRows(source.file, context, onBytes) : jsonRows(source, context, onBytes)
}

async function* csvRows(
  file: CsvFile,
  context: RowContext,
  onBytes: (bytes: number) => void,
): AsyncGenerator<ParsedRow> {
  const { charset, values, understanding } = context
  const records = readCsvRecords(file, onBytes, { charset, onFormat: understanding?.setFormat })
  const { value: header } = (await records.next()) as { value?: CsvRecord }
  const headers = header?.cells ?? []
  const columns = withValues(headers, resolveColumns(headers, context), { values, understanding })
  for await (const record of records) yield parseCsvRow(record, columns)
}

async function* jsonRows(
  { people, totalBytes }: { people: readonly unknown[]; totalBytes: number },
  context: RowContext,
  onBytes: (bytes: number) => void,
): AsyncGenerator<ParsedRow> {
  const mapped = resolveMapping(context)
  for (const [index, person] of people.entries()) {
    yield parseJsonRow(person, { row: index + 1 }, mapped)
    onBytes(totalBytes / people.length)
  }
}
