import { fieldKey, type PeopleField } from '@parley/definition'
import { splitCell, unescapeFormula } from '../export/cells.ts'
import { customFieldHeader } from '../export/columns.ts'
import { profileFields } from '../person/change.ts'
import { maxImportColumns, type PeopleImportSettings, unreadableImport } from './import.ts'

/** The names that a header can have. */

const fieldNames = ['id', ...profileFields, 'consent.status', 'consent.source', 'consent.evidence'] as const

/** How people write the names of fields besides. Case, spaces, underscores and hyphens make no difference. */
const aliases: Record<string, (typeof fieldNames)[number]> = {
  consent: 'consent.status',
  consentstatus: 'consent.status',
  consentsource: 'consent.source',
  consentevidence: 'consent.evidence',
  personid: 'id',
  name: 'fullName',
  displayname: 'fullName',
  contactname: 'fullName',
  givenname: 'firstName',
  forename: 'firstName',
  surname: 'lastName',
  familyname: 'lastName',
  mail: 'email',
  emailaddress: 'email',
  mobile: 'phone',
  mobilephone: 'phone',
  mobilenumber: 'phone',
  cell: 'phone',
  cellphone: 'phone',
  tel: 'phone',
  telephone: 'phone',
  phonenumber: 'phone',
  telephonenumber: 'phone',
  companyname: 'company',
  organisation: 'company',
  organization: 'company',
  employer: 'company',
  jobtitle: 'title',
  position: 'title',
  note: 'notes',
  comment: 'notes',
  comments: 'notes',
  tag: 'tags',
  labels: 'tags',
  leadsource: 'source',
  representativeid: 'assignedRepresentativeId',
  tz: 'timezone',
}

/** What an export says of people that nobody can say for them. */
const readOnlyFields: ReadonlySet<string> = new Set(
  [
    'createdAt',
    'updatedAt',
    'lastSeenAt',
    'lastCallAt',
    'consent.updatedAt',
    'identities',
    'channels',
    'journal',
    'importBatchId',
    'importBatchIds',
    'orgId',
    'agentId',
  ].map(normalizeHeader),
)

/** By what is left of a name when spelling does not count. */
const builtInFieldNames: ReadonlyMap<string, string> = new Map(fieldNames.map((name) => [normalizeHeader(name), name]))
const fieldAliases: ReadonlyMap<string, string> = new Map(Object.entries(aliases))

function normalizeHeader(header: string): string {
  return header
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]/g, '')
}

/** What the cells of a column say: where it goes in a person, by the names of the API, and how it is read. */
export type ImportColumn = { path: readonly [string] | readonly [string, string]; read: (cell: string) => unknown }

/** One for each header: what has no name can hold nothing, and what is left out is not looked at. */
export type ImportColumns = readonly (ImportColumn | 'unnamed' | 'left out')[]

type ColumnContext = { mapping: PeopleImportSettings['mapping']; fields: readonly PeopleField[] }

/** What the columns of a file are, by its header row; a header that leaves a doubt refuses the file. */
export function resolveColumns(headers: readonly string[], { mapping, fields }: ColumnContext): ImportColumns {
  if (headers.length > maxImportColumns) throw unreadableImport(`has more than ${maxImportColumns} columns`)
  const mapped = resolveMapping({ mapping, fields })
  assertKnownHeaders(headers, mapped)
  assertHasFields(headers, { mapped, fields })
  const columns = headers.map((header, index) => {
    if (header === '') return 'unnamed' as const
    return (
      mapped.get(header) ??
      resolveColumn(header, fields) ??
      refuse(index, 'has a header that can be no field: map it to one')
    )
  })
  assertUniqueColumns(columns)
  return columns
}

/** What a mapping makes of the keys that it names. */
export type ColumnMapping = ReadonlyMap<string, ImportColumn | 'left out'>

export function resolveMapping({ mapping, fields }: ColumnContext): ColumnMapping {
  return new Map(Object.entries(mapping).map(([header, name]) => [header, mappedColumn(header, name, fields)]))
}

/** The name of a field as a mapping says it. */
function findField(name: string, fields: readonly PeopleField[]): ImportColumn | undefined {
  const builtIn = builtInFieldNames.get(normalizeHeader(name))
  if (builtIn === name) return createColumn(name, fields)
  const key = name.startsWith(customFieldHeader) ? name.slice(customFieldHeader.length) : declaredKey(name, fields)
  return key !== undefined && isKey(key) ? createCustomColumn(key, fields) : undefined
}

/** Built-in fields first, then those declared, then other words for built-in ones; the rest are fields of their own. */
function resolveColumn(header: string, fields: readonly PeopleField[]): ImportColumn | 'left out' | undefined {
  const word = normalizeHeader(header)
  const builtIn = builtInFieldNames.get(word)
  if (builtIn) return createColumn(builtIn, fields)
  if (readOnlyFields.has(word)) return 'left out'
  const key = isPrefixed(header) ? header.slice(customFieldHeader.length) : declaredKey(header, fields)
  const alias = key === undefined ? fieldAliases.get(word) : undefined
  if (alias) return createColumn(alias, fields)
  const own = key ?? header
  return isKey(own) ? createCustomColumn(own, fields) : undefined
}

const isPrefixed = (header: string): boolean =>
  header.slice(0, customFieldHeader.length).toLowerCase() === customFieldHeader.toLowerCase()

function declaredKey(header: string, fields: readonly PeopleField[]): string | undefined {
  const word = normalizeHeader(header)
  const names = (name: string | undefined) => name !== undefined && normalizeHeader(name) === word
  const field = fields.find(({ key }) => key === header) ?? fields.find(({ key, label }) => names(key) || names(label))
  return field?.key
}

function mappedColumn(header: string, name: string | null, fields: readonly PeopleField[]): ImportColumn | 'left out' {
  if (!name) return 'left out'
  const field = findField(name, fields)
  if (!field) throw unreadableImport('names a field that does not exist', { field: `mapping.${header}` })
  return field
}

function assertKnownHeaders(headers: readonly string[], mapped: ColumnMapping): void {
  for (const header of mapped.keys()) {
    if (!headers.includes(header)) throw unreadableImport('names no column of the file', { field: `mapping.${header}` })
  }
}

/** Any words can be custom fields; if all of them must be, they are rather the first person. */
function assertHasFields(
  headers: readonly string[],
  { mapped, fields }: { mapped: ColumnMapping; fields: readonly PeopleField[] },
): void {
  const isField = (header: string): boolean =>
    mapped.has(header) ||
    isPrefixed(header) ||
    [builtInFieldNames, fieldAliases].some((names) => names.has(normalizeHeader(header))) ||
    declaredKey(header, fields) !== undefined
  if (!headers.some(isField)) throw unreadableImport('has no header row: the first row must name the columns')
}

function assertUniqueColumns(columns: ImportColumns): void {
  const seen = new Map<string, number>()
  for (const [index, column] of columns.entries()) {
    if (typeof column === 'string') continue
    const field = column.path.join('.')
    const before = seen.get(field)
    if (before !== undefined) refuse(index, `is the same field as column ${before + 1}`)
    seen.set(field, index)
  }
}

/** A column is named by its place: without a header row, the first row would be a person. */
function refuse(index: number, message: string): never {
  throw unreadableImport(message, { field: `column ${index + 1}` })
}

const isKey = (key: string): boolean => fieldKey.safeParse(key).success && !key.includes('\u0000')

function createColumn(name: string, fields: readonly PeopleField[]): ImportColumn {
  const [first, second] = name.split('.') as [string, string?]
  const path = second === undefined ? ([first] as const) : ([first, second] as const)
  return { path, read: readers[name] ?? readerOf(fields.find(({ key }) => key === name)) }
}

function createCustomColumn(key: string, fields: readonly PeopleField[]): ImportColumn {
  return { path: ['customFields', key], read: readerOf(fields.find((field) => field.key === key)) }
}

const lowerCase = (cell: string): string => unescapeFormula(cell).toLowerCase()

const readers: Record<string, ImportColumn['read']> = {
  tags: (cell) => splitCell(unescapeFormula(cell)),
  // Some write an apostrophe so that the spreadsheet leaves the number alone.
  phone: (cell) => cell.replace(/^'/, ''),
  status: lowerCase,
  'consent.status': lowerCase,
}

/** Spreadsheets write true and false in capitals. */
function readerOf(field: PeopleField | undefined): ImportColumn['read'] {
  if (field?.type !== 'boolean') return unescapeFormula
  return (cell) => (/^(?:true|false)$/i.test(cell) ? cell.toLowerCase() : unescapeFormula(cell))
}
