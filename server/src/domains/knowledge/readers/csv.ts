import { CsvError, parse } from 'csv-parse/sync'
import type { TextSection } from '../passages.ts'
import { decode } from './decode.ts'
import { type Reader, UnreadableSourceError } from './reader.ts'

const maxRowCharacters = 100_000
const delimiters = [',', ';', '\t', '|']

/** Each row becomes a passage of its own: `Header: value; Header: value`. */
export const readCsvContent: Reader = (content) => {
  const [header = [], ...rows] = parseCsv(decode(content))
  const lines = rows.length > 0 ? rows.map((row) => formatRow(header, row)) : [header.join('; ')]
  return lines.map((row): TextSection => ({ paragraphs: [row] }))
}

function parseCsv(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: maxRowCharacters,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableSourceError(`The CSV could not be parsed: ${error.message}`)
  }
}

/** Picks the delimiter that occurs most often in the first line. */
function delimiterOf(text: string): string {
  const line = text.slice(0, maxRowCharacters).split('\n', 1)[0] ?? ''
  const count = (delimiter: string) => line.split(delimiter).length
  return delimiters.reduce((best, other) => (count(other) > count(best) ? other : best))
}

function formatRow(header: readonly string[], row: readonly string[]): string {
  const cells = row.map((value, at) => (header[at] ? `${header[at]}: ${value}` : value))
  return cells.filter((_, at) => row[at] !== '').join('; ')
}
