import { profileFields } from '../person/change.ts'

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
export const readOnlyFields: ReadonlySet<string> = new Set(
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
export const builtInFieldNames: ReadonlyMap<string, string> = new Map(
  fieldNames.map((name) => [normalizeHeader(name), name]),
)
export const fieldAliases: ReadonlyMap<string, string> = new Map(Object.entries(aliases))

export function normalizeHeader(header: string): string {
  return header
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]/g, '')
}
