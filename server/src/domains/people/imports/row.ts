import { countryCode } from '@parley/definition'
import { consentStatuses } from '@parley/definition/vocabulary'
import { type FieldError, fieldErrorOptions, toFieldErrors } from '@parley/findings'
import { z } from 'zod'
import type { CsvRecord } from '../../../platform/csv/csv.ts'
import { maxErrorsPerRow, type RowError } from '../../../platform/csv/import-request.ts'
import { runWithDefaultCountry } from '../../../platform/default-country.ts'
import { maxItemValues, OversizedItem } from '../../../platform/oversized-item.ts'
import { type ConsentStatement, consentEvidence, consentSource } from '../consent/consent.ts'
import { PersonBody, type ProfileChange } from '../person/person.ts'
import type { ColumnMapping, ImportColumns } from './columns.ts'
import { maxErrorFieldLength } from './import.ts'

/** One person of an import, validated as far as possible without the existing people. */
export type ImportRow = {
  row: number
  line?: number
  id?: string
  change: ProfileChange
  consent?: ConsentStatement
}
export type RowPosition = Pick<ImportRow, 'row' | 'line'>

export type ParsedRow = { position: RowPosition; row: ImportRow } | { position: RowPosition; errors: RowError[] }

/** The fields of a row: `{ fullName, consent: { status } }`. */
type RowFields = Record<string, unknown>

/** An empty cell counts as not supplied. */
export function parseCsvRow({ cells, row, line }: CsvRecord, columns: ImportColumns): ParsedRow {
  const place = { row, line }
  const fields: RowFields = {}
  const errors: FieldError[] = []
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (column === 'skipped' || cell.trim() === '') continue
    if (column === 'unnamed') errors.push(missingHeaderError(index))
    else if (cell.includes('\u0000')) errors.push({ field: column.path.join('.'), message: nul })
    else {
      const value = column.read(cell)
      if (value !== undefined) setField(fields, column.path, value)
    }
  }
  // A row may be much wider than the header; one error covers all extra cells.
  const beyond = cells.findIndex((cell, index) => index >= columns.length && cell.trim() !== '')
  if (beyond >= 0) errors.push(missingHeaderError(beyond))
  return errors.length > 0 ? toFailedRow(place, errors) : validateRow(fields, place)
}

const missingHeaderError = (index: number): FieldError => ({
  field: `column ${index + 1}`,
  message: 'has a value but no header',
})
const nul = 'must not contain a NUL character'

function setField(fields: RowFields, [name, part]: readonly [string, string?], value: unknown): void {
  if (part === undefined) fields[name] = value
  else {
    fields[name] ??= {}
    ;(fields[name] as RowFields)[part] = value
  }
}

/** The same for a person in JSON, whose keys can be mapped like headers. */
export function parseJsonRow(person: unknown, position: RowPosition, mapped: ColumnMapping): ParsedRow {
  if (person instanceof OversizedItem) {
    return toFailedRow(position, [{ field: '', message: `has more than ${maxItemValues} values` }])
  }
  if (typeof person !== 'object' || person === null || Array.isArray(person)) {
    return toFailedRow(position, [{ field: '', message: 'must be an object' }])
  }
  if (mapped.size === 0) return validateRow(person as RowFields, position)
  const fields: RowFields = {}
  for (const [key, value] of Object.entries(person)) {
    const column = mapped.get(key)
    if (column === undefined) fields[key] = value
    else if (typeof column !== 'string') setField(fields, column.path, value)
  }
  return validateRow(fields, position)
}

const idPattern = /^[A-Za-z0-9_-]{1,64}$/
/** Path segments of the API that would hide a person with this id. */
const pathWords = ['export', 'import', 'imports']
const idText = z
  .string()
  .regex(idPattern, 'must be 1 to 64 letters, digits, hyphens or underscores')
  .refine((id) => !pathWords.includes(id), "is a reserved word of the API and cannot be a person's id")

const statement = z.strictObject({
  status: z.enum(consentStatuses),
  source: consentSource.optional(),
  evidence: consentEvidence.optional(),
  updatedAt: z.unknown().optional(),
})

function validateRow(fields: RowFields, position: RowPosition): ParsedRow {
  if (Object.keys(fields).length === 0)
    return toFailedRow(position, [{ field: '', message: 'contains no data about a person' }])
  const { country: named, ...own } = fields
  const country = isGiven(named) ? readCountry(String(named)) : undefined
  if (isGiven(named) && country === undefined && isNational(fields.phone)) {
    const message = 'must be a two-letter code or the name of a country, because the phone number has no country code'
    return toFailedRow(position, [{ field: 'country', message }])
  }
  // The country of a person is worth keeping, too.
  if (isGiven(named)) own.customFields = { country: String(named), ...(own.customFields as object | undefined) }
  const profile = runWithDefaultCountry(country, () => PersonBody.safeParse(own, fieldErrorOptions))
  const id = isGiven(fields.id) ? idText.safeParse(fields.id, fieldErrorOptions) : undefined
  const consent = isGiven(fields.consent)
    ? statement.safeParse(toStatement(fields.consent), fieldErrorOptions)
    : undefined
  if (profile.success && id?.success !== false && consent?.success !== false) {
    return {
      position: position,
      row: { ...position, id: id?.data, change: profile.data, consent: consent?.data && pickStatement(consent.data) },
    }
  }
  return toFailedRow(position, [
    ...(id?.error?.issues ?? []).flatMap((issue) => toFieldErrors(issue, ['id'])),
    ...(profile.error?.issues ?? []).flatMap((issue) => toFieldErrors(keyIssue(issue) ?? issue)),
    ...(consent?.error?.issues ?? []).flatMap((issue) => toFieldErrors(issue, ['consent'])),
  ])
}

type Issue = z.core.$ZodIssue

/** Reports an invalid key with the message of the key rule. */
function keyIssue(issue: Issue): Issue | undefined {
  const [inner] = issue.code === 'invalid_key' ? issue.issues : []
  return inner && { ...inner, path: issue.path }
}

const isNational = (phone: unknown): boolean => typeof phone === 'string' && !/^\s*(?:\+|00)/.test(phone)

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const toStatement = (consent: unknown): unknown => (typeof consent === 'string' ? { status: consent } : consent)

const pickStatement = ({ status, source, evidence }: ConsentStatement): ConsentStatement => ({
  status,
  source,
  evidence,
})

export function toFailedRow(position: RowPosition, errors: readonly FieldError[]): ParsedRow & { errors: RowError[] } {
  return { position: position, errors: toRowErrors(position, errors) }
}

export function toRowErrors(position: RowPosition, errors: readonly FieldError[]): RowError[] {
  return errors
    .slice(0, maxErrorsPerRow)
    .map(({ field, message }) => ({ ...position, ...(field && { field: truncateField(field) }), message }))
}

const truncateField = (field: string): string => field.slice(0, maxErrorFieldLength).toWellFormed()

/** Languages in which a file may name countries. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt']

let codesByName: Map<string, string> | undefined

/** Reads a cell that names a country: a two-letter code, or its name in one of six languages. */
function readCountry(cell: string): string | undefined {
  const code = countryCode.safeParse(cell)
  if (code.success) return code.data
  codesByName ??= listCountryNames()
  return codesByName.get(normalizeName(cell))
}

const normalizeName = (name: string): string => name.normalize('NFC').trim().toLowerCase()

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

function listCountryNames(): Map<string, string> {
  const codes = letters
    .flatMap((one) => letters.map((other) => one + other))
    .filter((code) => countryCode.safeParse(code).success)
  const names = new Map([
    ['usa', 'US'],
    ['uk', 'GB'],
  ])
  for (const language of languages) {
    const display = new Intl.DisplayNames(language, { type: 'region' })
    for (const code of codes) names.set(normalizeName(display.of(code) ?? code), code)
  }
  return names
}
