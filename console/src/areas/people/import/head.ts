import Papa from 'papaparse'

/** The beginning of a file, for people to look at: its columns, and some of its rows. */
export type Head = { headers: string[]; rows: string[][] }

const headBytes = 256 * 1024
const shownRows = 20

export async function headOf(file: Blob): Promise<Head> {
  const text = await file.slice(0, headBytes).text()
  return parseHead(text, file.size > headBytes)
}

/** Where the text is cut off, its last row is half a row. */
export function parseHead(text: string, cut: boolean): Head {
  const plain = text.replace(/^\ufeff/, '')
  const said = /^sep=(.)\r?\n/i.exec(plain)
  const { data } = Papa.parse<string[]>(said ? plain.slice(said[0].length) : plain, {
    preview: shownRows + 2,
    skipEmptyLines: 'greedy',
    ...(said ? { delimiter: said[1] } : { delimitersToGuess: [',', ';', '\t'] }),
  })
  const whole = cut && data.length < shownRows + 2 ? data.slice(0, -1) : data
  const [headers = [], ...rows] = whole
  return { headers: headers.map((header) => header.trim()), rows: rows.slice(0, shownRows) }
}
