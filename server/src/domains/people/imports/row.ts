import { type FieldError, fieldErrors } from '@parley/findings'
import { z } from 'zod'
import { maxItemValues, OversizedItem } from '../../../platform/oversized-item.ts'
import { type ConsentStatement, consentEvidence, consentSource, consentStatuses } from '../consent/consent.ts'
import { PersonBody, type ProfileChange } from '../person/person.ts'
import type { ColumnMapping, ImportColumns } from './columns.ts'
import type { CsvRecord } from './csv.ts'
import { maxErrorFieldLength, maxErrorsPerRow, type RowError } from './import.ts'

/** One person of an import, checked as far as that goes without those who are known already. */
export type ImportRow = {
  row: number
  line?: number
  id?: string
  change: ProfileChange
  consent?: ConsentStatement
}
export type RowPosition = Pick<ImportRow, 'row' | 'line'>

/** A row, or what is wrong with it. */
export type ParsedRow = { position: RowPosition; row: ImportRow } | { position: RowPosition; errors: RowError[] }

/** A person as a row says them: `{ fullName, consent: { status } }`. */
type RowFields = Record<string, unknown>

/** A cell that is empty says nothing. */
export function parseCsvRow({ cells, row, line }: CsvRecord, columns: ImportColumns): ParsedRow {
  const place = { row, line }
  const said: RowFields = {}
  const errors: FieldError[] = []
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (column === 'left out' || cell.trim() === '') continue
    if (column === 'unnamed') errors.push(missingHeaderError(index))
    else if (cell.includes('\u0000')) errors.push({ field: column.path.join('.'), message: nul })
    else setField(said, column.path, column.read(cell))
  }
  // A row may be much wider than the header; one place says it for all.
  const beyond = cells.findIndex((cell, index) => index >= columns.length && cell.trim() !== '')
  if (beyond >= 0) errors.push(missingHeaderError(beyond))
  return errors.length > 0 ? toFailedRow(place, errors) : validateRow(said, place)
}

const missingHeaderError = (index: number): FieldError => ({
  field: `column ${index + 1}`,
  message: 'has a value but no header',
})
const nul = 'must not contain a NUL character'

function setField(said: RowFields, [name, part]: readonly [string, string?], value: unknown): void {
  if (part === undefined) said[name] = value
  else {
    said[name] ??= {}
    ;(said[name] as RowFields)[part] = value
  }
}

/** The same for a person in JSON, whose keys can be mapped as headers are. */
export function parseJsonRow(person: unknown, place: RowPosition, mapped: ColumnMapping): ParsedRow {
  if (person instanceof OversizedItem) {
    return toFailedRow(place, [{ field: '', message: `holds more than ${maxItemValues} values` }])
  }
  if (typeof person !== 'object' || person === null || Array.isArray(person)) {
    return toFailedRow(place, [{ field: '', message: 'must be an object' }])
  }
  if (mapped.size === 0) return validateRow(person as RowFields, place)
  const said: RowFields = {}
  for (const [key, value] of Object.entries(person)) {
    const column = mapped.get(key)
    if (column === undefined) said[key] = value
    else if (typeof column !== 'string') setField(said, column.path, value)
  }
  return validateRow(said, place)
}

const idPattern = /^[A-Za-z0-9_-]{1,64}$/
/** What stands in the place of an id in paths of the API: such a person could not be read. */
const pathWords = ['export', 'import', 'imports']
const idText = z
  .string()
  .regex(idPattern, 'must be 1 to 64 letters, digits, hyphens or underscores')
  .refine((id) => !pathWords.includes(id), 'is a word of the API, which no person can have as id')

const statement = z.strictObject({
  status: z.enum(consentStatuses),
  source: consentSource.optional(),
  evidence: consentEvidence.optional(),
  updatedAt: z.unknown().optional(),
})

function validateRow(said: RowFields, place: RowPosition): ParsedRow {
  if (Object.keys(said).length === 0) return toFailedRow(place, [{ field: '', message: 'says nothing of a person' }])
  const profile = PersonBody.safeParse(said, { reportInput: true })
  const id = isGiven(said.id) ? idText.safeParse(said.id, { reportInput: true }) : undefined
  const consent = isGiven(said.consent)
    ? statement.safeParse(toStatement(said.consent), { reportInput: true })
    : undefined
  if (profile.success && id?.success !== false && consent?.success !== false) {
    return {
      position: place,
      row: { ...place, id: id?.data, change: profile.data, consent: consent?.data && pickStatement(consent.data) },
    }
  }
  return toFailedRow(place, [
    ...(id?.error?.issues ?? []).flatMap((issue) => fieldErrors(issue, ['id'])),
    ...(profile.error?.issues ?? []).flatMap((issue) => fieldErrors(keyIssue(issue) ?? issue)),
    ...(consent?.error?.issues ?? []).flatMap((issue) => fieldErrors(issue, ['consent'])),
  ])
}

type Issue = z.core.$ZodIssue

/** What is wrong with a key is what the rule of keys says. */
function keyIssue(issue: Issue): Issue | undefined {
  const [inner] = issue.code === 'invalid_key' ? issue.issues : []
  return inner && { ...inner, path: issue.path }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const toStatement = (consent: unknown): unknown => (typeof consent === 'string' ? { status: consent } : consent)

const pickStatement = ({ status, source, evidence }: ConsentStatement): ConsentStatement => ({
  status,
  source,
  evidence,
})

export function toFailedRow(place: RowPosition, errors: readonly FieldError[]): ParsedRow & { errors: RowError[] } {
  return { position: place, errors: toRowErrors(place, errors) }
}

export function toRowErrors(place: RowPosition, errors: readonly FieldError[]): RowError[] {
  return errors
    .slice(0, maxErrorsPerRow)
    .map(({ field, message }) => ({ ...place, ...(field && { field: truncateField(field) }), message }))
}

const truncateField = (field: string): string => field.slice(0, maxErrorFieldLength).toWellFormed()
