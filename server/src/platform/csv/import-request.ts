import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { type Problem, problem } from '../http/problem.ts'

/** What imports of CSV files have in common: encodings, query parameters, errors of rows, and unreadable files. */

/** Character encodings of a file. Programs that say Latin-1 mean Windows-1252, as browsers read it too. */
const charsets = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Charset = (typeof charsets)[number]

const aliases: Readonly<Record<string, Charset>> = {
  utf8: 'utf-8',
  'us-ascii': 'windows-1252',
  ascii: 'windows-1252',
  'utf-16': 'utf-16le',
  utf16: 'utf-16le',
  cp1252: 'windows-1252',
  'iso-8859-1': 'windows-1252',
  'iso8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'latin-1': 'windows-1252',
}

/** Returns the encoding of a name such as `latin1`, or undefined if an import cannot read it. */
function parseCharset(name: string): Charset | undefined {
  const word = name.trim().toLowerCase()
  return charsets.find((charset) => charset === word) ?? (Object.hasOwn(aliases, word) ? aliases[word] : undefined)
}

/** Returns the encoding that a content type names; undefined if it names none, or one that an import cannot read. */
export function charsetOfContentType(contentType: string | undefined): Charset | undefined {
  const [, name] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '') ?? []
  return name === undefined ? undefined : parseCharset(name)
}

/** The encoding of a file as a query parameter. */
export const charsetQuery = z
  .string()
  .transform((name) => parseCharset(name))
  .refine((name) => name !== undefined, `must be one of ${charsets.join(', ')}, or latin1`)
  .optional()
  .meta({ description: 'The encoding of a CSV file. Default: detected.' })

/** A JSON object in a query parameter. */
export const jsonQuery = z.string().transform((value, context) => {
  try {
    // JSON escapes are resolved here, so the checks see the real text.
    const parsed = JSON.parse(value) as unknown
    const content = JSON.stringify(parsed)
    if (/\\u0000|\\ud[89a-f]/i.test(content)) context.addIssue('must not contain incomplete characters')
    return parsed
  } catch {
    context.addIssue('must be a JSON object')
    return z.NEVER
  }
})

/** Maps a column header to its field; null or an empty string ignores the column. */
export const headerMapping = z.record(z.string(), boundedText({ max: 200 }).nullable())

export const mappingQuery = jsonQuery
  .pipe(headerMapping)
  .optional()
  .meta({ description: 'A JSON object: column header → field name; null or "" skips the column.' })

/** Further errors are counted but not listed. */
export const maxImportErrors = 1000
export const maxErrorsPerRow = 20

/** An error in one row of an import; it names the location, never the value. */
export type RowError = { row: number; line?: number; field?: string; message: string }

const RowErrorResponse = z
  .strictObject({
    row: z.int().min(1).meta({ description: 'The first person or Fact is row 1.' }),
    line: z.int().min(1).optional().meta({ description: 'For a CSV file: the line where the row begins.' }),
    field: z.string().optional(),
    message: z.string(),
  })
  .meta({ id: 'ImportError', examples: [{ row: 2, line: 3, field: 'email', message: 'must be an email address' }] })

export const rowErrorList = z
  .array(RowErrorResponse)
  .meta({ description: `At most ${maxImportErrors}; \`failed\` counts every row that was not imported.` })

/** How a file was read, in the response of a dry run. */
export const csvFormat = {
  charset: z.enum(charsets),
  delimiter: z.string(),
}

export function unreadableImport(
  message: string,
  place: { row?: number; line?: number; field?: string } = {},
): Problem {
  const where = place.row ? ` (row ${place.row}${place.line ? `, line ${place.line}` : ''})` : ''
  const error = { field: 'file', message, ...place }
  const subject = error.field === 'file' ? 'The file' : error.field
  return problem('request.invalid', 422, { detail: `${subject} ${message}${where}`, errors: [error] })
}
