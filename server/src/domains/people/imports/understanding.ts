import type { CsvFormat } from '../../../platform/csv/csv.ts'
import { unreadableImport } from '../../../platform/csv/import-request.ts'
import type { ImportColumn, ImportColumns } from './columns.ts'
import type { ImportUnderstanding, PeopleImportSettings } from './import.ts'

/** Records how a dry run reads a file: its format, its columns, and the cells with a fixed set of values. */
export type UnderstandingRecorder = {
  setFormat(format: CsvFormat): void
  setColumns(headers: readonly string[], columns: ImportColumns): void
  recordValue(header: string, cell: string, readAs: string | undefined): void
  /** Undefined for JSON. */
  result(): ImportUnderstanding | undefined
}

const maxShownValues = 50
const maxShownLength = 200

export function createUnderstandingRecorder(): UnderstandingRecorder {
  let format: CsvFormat | undefined
  let columns: ImportUnderstanding['columns'] = []
  const valuesByHeader = new Map<string, Map<string, string | undefined>>()
  return {
    setFormat: (found) => {
      format = found
    },
    setColumns(headers, resolved) {
      columns = resolved.map((column, at) => ({
        header: headers[at] ?? '',
        field: typeof column === 'string' ? null : column.path.join('.'),
      }))
    },
    recordValue(header, cell, readAs) {
      const known = valuesByHeader.get(header) ?? new Map()
      valuesByHeader.set(header, known)
      const shown = cell.trim().slice(0, maxShownLength).toWellFormed()
      if (known.size < maxShownValues) known.set(shown, readAs)
    },
    result: () =>
      format && {
        ...format,
        columns: columns.map((column) => {
          const known = valuesByHeader.get(column.header)
          const values = [...(known ?? [])].map(([value, readAs]) => ({
            value,
            ...(readAs !== undefined && { readAs }),
          }))
          return known ? { ...column, values } : column
        }),
      },
  }
}

type ValueContext = { values: PeopleImportSettings['values']; understanding?: UnderstandingRecorder }

/** Applies the values that the caller mapped, and records how cells are read. */
export function withValues(
  headers: readonly string[],
  columns: ImportColumns,
  { values, understanding }: ValueContext,
): ImportColumns {
  for (const header of Object.keys(values)) {
    if (!headers.includes(header))
      throw unreadableImport('does not match any column of the file', { field: `values.${header}` })
  }
  understanding?.setColumns(headers, columns)
  return columns.map((column, at) => {
    const header = headers[at] as string
    const mapped = Object.hasOwn(values, header) ? values[header] : undefined
    if (typeof column === 'string' || (!mapped && !understanding)) return column
    return { ...column, read: (cell: string) => readMapped(cell, { column, mapped, header, understanding }) }
  })
}

type MappedColumn = {
  column: ImportColumn
  mapped: Record<string, string> | undefined
  header: string
  understanding: UnderstandingRecorder | undefined
}

/** Undefined means that the cell is skipped. */
function readMapped(cell: string, { column, mapped, header, understanding }: MappedColumn): unknown {
  const written = cell.trim()
  const meant = mapped && Object.hasOwn(mapped, written) ? (mapped[written] as string) : cell
  const value = meant === '' ? undefined : column.read(meant)
  if (column.isKnown) {
    const isKnown = value === undefined || column.isKnown(value)
    understanding?.recordValue(header, written, isKnown ? String(value ?? '') : undefined)
  }
  return value
}
