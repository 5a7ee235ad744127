/**
 * The columns of a file of people or of Facts, which the server imports and the console maps. Plain data without imports:
 * a page that lists them loads nothing else of this package.
 */

/** Fields of a person's profile that callers can write, besides the custom fields. */
export const profileFields = [
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
  'preferredLocationId',
  'scheduledCallAt',
  'timezone',
] as const

/** Fields that a column can map to. */
export const importColumns = [
  'id',
  ...profileFields,
  'consent.status',
  'consent.source',
  'consent.evidence',
  'country',
] as const
export type ImportColumnName = (typeof importColumns)[number]

/** Prefix of a column that holds a custom field. */
export const customFieldHeader = 'customFields.'

/** Common alternative names of fields, in the form that `normalizeHeader` returns. */
export const importColumnAliases: Readonly<Record<string, ImportColumnName>> = {
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
  locationid: 'preferredLocationId',
  preferredlocation: 'preferredLocationId',
  tz: 'timezone',
  countrycode: 'country',
}

/** Columns of an export that the platform maintains and that cannot be imported, as `normalizeHeader` returns them. */
export const readOnlyColumns: ReadonlySet<string> = new Set(
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

/** Case, spaces, underscores and hyphens do not distinguish headers. */
export function normalizeHeader(header: string): string {
  return header
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]/g, '')
}

/** Columns of a file of Facts. */
export const factColumns = [
  'id',
  'question',
  'answer',
  'alternates',
  'exact',
  'enabled',
  'confirmed',
  'alwaysOn',
  'source',
  'playbooks',
] as const
export type FactColumn = (typeof factColumns)[number]

/** Common alternative names of the columns of Facts, in the form that `normalizeHeader` returns. */
export const factColumnAliases: Readonly<Record<string, FactColumn>> = {
  factid: 'id',
  key: 'id',
  q: 'question',
  frage: 'question',
  a: 'answer',
  reply: 'answer',
  response: 'answer',
  antwort: 'answer',
  alternate: 'alternates',
  alternatives: 'alternates',
  alternatequestions: 'alternates',
  otherquestions: 'alternates',
  wordings: 'alternates',
  otherwordings: 'alternates',
  variants: 'alternates',
  synonyms: 'alternates',
  verbatim: 'exact',
  active: 'enabled',
  playbook: 'playbooks',
  playbookids: 'playbooks',
  scope: 'playbooks',
  'scope.playbookids': 'playbooks',
}

/** Columns of Facts that the platform maintains, as `normalizeHeader` returns them. */
export const readOnlyFactColumns: ReadonlySet<string> = new Set(['updatedat'])
