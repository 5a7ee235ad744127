import { pipeline, type Readable } from 'node:stream'
import { CsvError, type Options, parse } from 'csv-parse'
import { detectCharset, toUtf8 } from './charset.ts'
import { type Charset, unreadableImport } from './import-request.ts'

/** A row of a CSV file: the header is row 0, and lines count from 1. */
export type CsvRecord = { cells: string[]; row: number; line: number }

/** How a file is written. */
export type CsvFormat = { charset: Charset; delimiter: string }
type CsvOptions = { charset?: Charset; onFormat?: (format: CsvFormat) => void }

/** A file that can be read from the start more than once. */
export type CsvFile = { read(): Readable }

type RecordPosition = { row: number; line: number }

const maxRecordLength = 1_000_000

/**
 * Reads the rows of a CSV file, header first, skipping empty ones. Strict about quotes on purpose: after a missing
 * quote, any interpretation would mix people's cells. Trims whitespace around unquoted cells.
 */
export async function* readCsvRecords(
  file: CsvFile,
  onBytes: (bytes: number) => void,
  { charset: named, onFormat }: CsvOptions = {},
): AsyncGenerator<CsvRecord> {
  const charset = named ?? (await detectCharset(() => file.read()))
  const { delimiter, skipsFirst } = detectDialect(await readStart(file, charset))
  onFormat?.({ charset, delimiter })
  const next: RecordPosition = { row: skipsFirst ? -1 : 0, line: 1 }
  const options: Options<CsvRecord, string[]> = {
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    trim: true,
    max_record_size: maxRecordLength,
    on_record: (cells) => locateRecord(cells, next),
  }
  // The library's types do not cover records transformed by `on_record`.
  const parser = parse(options as unknown as Options)
  const source = file.read()
  pipeline(
    source,
    (chunks: AsyncIterable<Buffer>) => limitColumns(toUtf8(chunks, charset, onBytes), delimiter.charCodeAt(0)),
    parser,
    () => {},
  )
  try {
    for await (const record of parser as AsyncIterable<CsvRecord>) if (record.row >= 0) yield record
  } catch (error) {
    throw error instanceof CsvError ? unreadableAt(error, next) : error
  } finally {
    source.destroy()
  }
}

/** Sets a record's row and line, and advances the position; skips a record without any value. */
function locateRecord(cells: string[], next: RecordPosition): CsvRecord | null {
  const { row, line } = next
  next.line += 1
  for (const cell of cells) next.line += lineBreaks(cell)
  if (cells.every((cell) => cell === '')) return null
  next.row += 1
  return { cells, row, line }
}

function lineBreaks(cell: string): number {
  if (!cell.includes('\n') && !cell.includes('\r')) return 0
  return cell.match(/\r\n|\n|\r/g)?.length ?? 0
}

function unreadableAt({ code }: CsvError, { row, line }: RecordPosition) {
  const place = row > 0 ? { row, line } : { line }
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return unreadableImport('has a row of more than 1 MB; a quote in it may not be closed', place)
  }
  if (code === 'CSV_QUOTE_NOT_CLOSED') return unreadableImport('has a quote that is not closed', place)
  return unreadableImport(
    'has a quote in the wrong place: quote the whole cell, and double each quote inside it',
    place,
  )
}

async function readStart(file: CsvFile, charset: Charset): Promise<Buffer> {
  for await (const chunk of toUtf8(file.read(), charset, () => {})) return chunk
  return Buffer.alloc(0)
}

const delimiters = [',', ';', '\t'] as const
type Dialect = { delimiter: string; skipsFirst: boolean }

/** Detects the delimiter from the header; some programs declare it in a line of its own, `sep=;`. */
function detectDialect(start: Buffer): Dialect {
  const separator = /^(?:\xef\xbb\xbf)?sep=([,;\t])(?=[\r\n]|$)/i.exec(start.toString('latin1', 0, 16))
  if (separator?.[1]) return { delimiter: separator[1], skipsFirst: true }
  const found = new Map<string, number>()
  let quoted = false
  for (const char of start.toString('latin1').replace(/^(?:\xef\xbb\xbf)?[\r\n]+/, '')) {
    if (char === '"') quoted = !quoted
    else if (!quoted && (char === '\n' || char === '\r')) break
    else if (!quoted) found.set(char, (found.get(char) ?? 0) + 1)
  }
  const count = (delimiter: string) => found.get(delimiter) ?? 0
  return { delimiter: delimiters.toSorted((one, other) => count(other) - count(one))[0] as string, skipsFirst: false }
}

/** More columns than any header may have. */
const maxCells = 1_000
const [quote, lineFeed, carriageReturn, space] = [...'"\n\r '].map((char) => char.charCodeAt(0))

/**
 * Merges the cells of a row beyond the first thousand into one: the parser would buffer them all before it emits the
 * row, and its byte limit does not count delimiters. The delimiters between them become spaces, so a row of only
 * delimiters still counts as empty.
 */
async function* limitColumns(chunks: AsyncIterable<Buffer>, delimiter: number): AsyncGenerator<Buffer> {
  let cells = 1
  let quoted = false
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      const isWide = cells > maxCells
      const endsLine = byte === lineFeed || byte === carriageReturn
      if (byte === quote) quoted = !quoted
      else if (!quoted && byte === delimiter) cells += 1
      else if (!quoted && endsLine) cells = 1
      if (isWide && (byte === quote || (quoted ? endsLine : byte === delimiter))) chunk[at] = space as number
    }
    yield chunk
  }
}

export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''))
}

export const normalizeWord = (cell: string): string => cell.normalize('NFC').trim().toLowerCase()

/** Words for yes and no in English, German, French, Spanish, Italian and Portuguese, and what spreadsheets write. */
const yes = wordSet(`yes y true t 1 on x ja j wahr oui o vrai si sí s verdadero vero sim verdadeiro ✓ ✔ ☑`)
const no = wordSet(`no n false f 0 off nein falsch non faux falso não nao ✗ ✘ ☐`)

/** Reads a cell as yes or no; undefined if it is neither. */
export function readBoolean(cell: string): boolean | undefined {
  const word = normalizeWord(cell)
  if (yes.has(word)) return true
  return no.has(word) ? false : undefined
}
