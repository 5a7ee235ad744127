import { type FieldError, fieldErrors } from '@parley/findings'
import { z } from 'zod'
import { mostItemValues, OversizedItem } from '../../../platform/oversized.ts'
import { type ConsentStatement, consentEvidence, consentSource, consentStatuses } from '../consent/consent.ts'
import { PersonBody, type ProfileChange } from '../person/person.ts'
import type { Columns, Mapped } from './columns.ts'
import type { CsvRecord } from './csv.ts'
import { longestErrorField, mostErrorsOfRow, type RowError } from './import.ts'

/** One person of an import, checked as far as that goes without those who are known already. */
export type Row = {
  row: number
  line?: number
  id?: string
  change: ProfileChange
  consent?: ConsentStatement
}
export type Place = Pick<Row, 'row' | 'line'>

/** A row, or what is wrong with it. */
export type ReadRow = { place: Place; row: Row } | { place: Place; errors: RowError[] }

/** A person as a row says them: `{ fullName, consent: { status } }`. */
type Said = Record<string, unknown>

/** A cell that is empty says nothing. */
export function csvRow({ cells, row, line }: CsvRecord, columns: Columns): ReadRow {
  const place = { row, line }
  const said: Said = {}
  const errors: FieldError[] = []
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (column === 'left out' || cell.trim() === '') continue
    if (column === 'unnamed') errors.push(withoutHeader(index))
    else if (cell.includes('\u0000')) errors.push({ field: column.path.join('.'), message: nul })
    else say(said, column.path, column.read(cell))
  }
  // A row may be much wider than the header; one place says it for all.
  const beyond = cells.findIndex((cell, index) => index >= columns.length && cell.trim() !== '')
  if (beyond >= 0) errors.push(withoutHeader(beyond))
  return errors.length > 0 ? failed(place, errors) : readRow(said, place)
}

const withoutHeader = (index: number): FieldError => ({
  field: `column ${index + 1}`,
  message: 'has a value but no header',
})
const nul = 'must not contain a NUL character'

function say(said: Said, [name, part]: readonly [string, string?], value: unknown): void {
  if (part === undefined) said[name] = value
  else {
    said[name] ??= {}
    ;(said[name] as Said)[part] = value
  }
}

/** The same for a person in JSON, whose keys can be mapped as headers are. */
export function jsonRow(person: unknown, place: Place, mapped: Mapped): ReadRow {
  if (person instanceof OversizedItem) {
    return failed(place, [{ field: '', message: `holds more than ${mostItemValues} values` }])
  }
  if (typeof person !== 'object' || person === null || Array.isArray(person)) {
    return failed(place, [{ field: '', message: 'must be an object' }])
  }
  if (mapped.size === 0) return readRow(person as Said, place)
  const said: Said = {}
  for (const [key, value] of Object.entries(person)) {
    const column = mapped.get(key)
    if (column === undefined) said[key] = value
    else if (typeof column !== 'string') say(said, column.path, value)
  }
  return readRow(said, place)
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

function readRow(said: Said, place: Place): ReadRow {
  if (Object.keys(said).length === 0) return failed(place, [{ field: '', message: 'says nothing of a person' }])
  const profile = PersonBody.safeParse(said, { reportInput: true })
  const id = given(said.id) ? idText.safeParse(said.id, { reportInput: true }) : undefined
  const consent = given(said.consent) ? statement.safeParse(stated(said.consent), { reportInput: true }) : undefined
  if (profile.success && id?.success !== false && consent?.success !== false) {
    return {
      place,
      row: { ...place, id: id?.data, change: profile.data, consent: consent?.data && only(consent.data) },
    }
  }
  return failed(place, [
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

const given = (value: unknown): boolean => value !== undefined && value !== null

const stated = (consent: unknown): unknown => (typeof consent === 'string' ? { status: consent } : consent)

const only = ({ status, source, evidence }: ConsentStatement): ConsentStatement => ({ status, source, evidence })

export function failed(place: Place, errors: readonly FieldError[]): ReadRow & { errors: RowError[] } {
  return { place, errors: rowErrors(place, errors) }
}

export function rowErrors(place: Place, errors: readonly FieldError[]): RowError[] {
  return errors
    .slice(0, mostErrorsOfRow)
    .map(({ field, message }) => ({ ...place, ...(field && { field: cut(field) }), message }))
}

const cut = (field: string): string => field.slice(0, longestErrorField).toWellFormed()
