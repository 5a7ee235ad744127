import Papa from 'papaparse'

/** The beginning of a file, for preview: its columns and some rows. */
export type CsvPreview = { headers: string[]; rows: string[][] }

const previewBytes = 256 * 1024
const shownRows = 20

export async function readCsvPreview(file: Blob): Promise<CsvPreview> {
  const text = await file.slice(0, previewBytes).text()
  return parseCsvPreview(text, file.size > previewBytes)
}

/** If the text is cut off, the last row is incomplete and is dropped. */
export function parseCsvPreview(text: string, cut: boolean): CsvPreview {
  const plain = text.replace(/^\ufeff/, '')
  const separator = /^sep=(.)\r?\n/i.exec(plain)
  const { data } = Papa.parse<string[]>(separator ? plain.slice(separator[0].length) : plain, {
    preview: shownRows + 2,
    skipEmptyLines: 'greedy',
    ...(separator ? { delimiter: separator[1] } : { delimitersToGuess: [',', ';', '\t'] }),
  })
  const whole = cut && data.length < shownRows + 2 ? data.slice(0, -1) : data
  const [headers = [], ...rows] = whole
  return { headers: headers.map((header) => header.trim()), rows: rows.slice(0, shownRows) }
}
