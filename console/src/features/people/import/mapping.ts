/** Fields that columns can map to. The whole mapping is sent, so that the import does exactly what is shown. */

export const importableFields = [
  'id',
  'fullName',
  'firstName',
  'lastName',
  'email',
  'phone',
  'company',
  'title',
  'status',
  'source',
  'notes',
  'tags',
  'assignedRepresentativeId',
  'scheduledCallAt',
  'timezone',
  'consent.status',
  'consent.source',
  'consent.evidence',
] as const
export type ImportableField = (typeof importableFields)[number]

const fieldAliases: Record<string, ImportableField> = {
  consent: 'consent.status',
  personid: 'id',
  name: 'fullName',
  displayname: 'fullName',
  contactname: 'fullName',
  first: 'firstName',
  givenname: 'firstName',
  forename: 'firstName',
  last: 'lastName',
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
  tz: 'timezone',
}

/** Columns of an export that the platform maintains and that cannot be imported. */
const unusedFields = [
  'createdat',
  'updatedat',
  'lastseenat',
  'lastcallat',
  'consent.updatedat',
  'identities',
  'importbatchid',
]

export type DeclaredField = { key: string; label?: string }
/** Maps a header to a field name; null skips the column. */
export type ImportMapping = Record<string, string | null>

const customPrefix = 'customFields.'
const normalizeHeader = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]/g, '')

/** A key of a custom field: 1 to 128 characters, no dot, no leading dollar sign. */
export const isFieldKey = (key: string): boolean => /^[^.$][^.]{0,127}$/u.test(key)

export function guessMapping(headers: readonly string[], declared: readonly DeclaredField[]): ImportMapping {
  const usedTargets = new Set<string>()
  const named = headers.filter((header) => header !== '')
  return Object.fromEntries(
    named.map((header) => {
      const guess = guessField(header, declared)
      if (guess === null || usedTargets.has(guess)) return [header, null]
      usedTargets.add(guess)
      return [header, guess]
    }),
  )
}

function guessField(header: string, declared: readonly DeclaredField[]): string | null {
  const word = normalizeHeader(header)
  const builtIn = importableFields.find((field) => normalizeHeader(field) === word)
  if (builtIn) return builtIn
  if (unusedFields.includes(word)) return null
  const same = ({ key, label }: DeclaredField) =>
    normalizeHeader(key) === word || (label !== undefined && normalizeHeader(label) === word)
  const field = declared.find(({ key }) => key === header) ?? declared.find(same)
  if (field) return customPrefix + field.key
  const other = Object.hasOwn(fieldAliases, word) ? fieldAliases[word] : undefined
  if (other) return other
  const key = header.toLowerCase().startsWith(customPrefix.toLowerCase()) ? header.slice(customPrefix.length) : header
  return isFieldKey(key) ? customPrefix + key : null
}

/** Returns the headers that map to the same field as another column. */
export function findDuplicateTargets(mapping: ImportMapping): Set<string> {
  const byField = Map.groupBy(
    Object.entries(mapping).filter(([, field]) => field !== null),
    ([, field]) => field,
  )
  return new Set(
    [...byField.values()].filter((same) => same.length > 1).flatMap((same) => same.map(([header]) => header)),
  )
}
