export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Excel, LibreOffice and Sheets interpret cells that begin with one of these as formulas. */
const formula = /^[=+\-@\t\r]/

export type CsvCell = string | number | undefined

/** Formats rows as CSV; the library is loaded when it is needed. */
export async function formatCsv(
  rows: readonly (readonly CsvCell[])[],
  newline: '\n' | '\r\n' = '\r\n',
): Promise<string> {
  const { unparse } = (await import('papaparse')).default
  return unparse(rows as CsvCell[][], { escapeFormulae: formula, newline })
}
