import { type Channel, channels } from '@parley/amf'
import { fieldKey, readPhoneNumber } from '@parley/definition'
import { personStatuses } from '@parley/definition/vocabulary'
import { boundedText, instant, timeZone, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { currentDefaultCountry } from '../../../platform/default-country.ts'
import { timestamp } from '../../../platform/http/schemas.ts'
import { type Consent, ConsentResponse, ConsentStatement } from '../consent/consent.ts'
import { IdentityResponse } from '../identities/identity.ts'
import { JournalEntry } from '../journal/journal.ts'

export type PersonStatus = (typeof personStatuses)[number]

export type Person = PersonProfile & {
  /** Internal key, never exposed: the API uses the id. */
  key: number
  id: string
  consent: Consent
  channels: Channel[]
  /** Every import they were part of, oldest first. */
  importBatchIds: string[]
  lastCallAt?: Date
  lastSeenAt?: Date
  createdAt: Date
  updatedAt: Date
}

export type PersonProfile = {
  fullName?: string
  firstName?: string
  lastName?: string
  email?: string
  phone?: string
  company?: string
  title?: string
  status: PersonStatus
  source?: string
  notes?: string
  tags: string[]
  customFields: Record<string, string>
  assignedRepresentativeId?: string
  preferredLocationId?: string
  scheduledCallAt?: Date
  timezone?: string
}

export const maxTags = 100
export const maxCustomFields = 500
export const maxFieldValueLength = 4000

/** A blank text clears the field, like null. */
const profileText = (max: number) =>
  boundedText({ max })
    .transform((value) => (value.trim() === '' ? null : value))
    .nullable()

/** A single email address in any script. Mail servers may be stricter. */
const emailPattern = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}.-]*[\p{L}\p{N}\p{M}])?$/u

const email = profileText(300).refine(
  (value) => value === null || (emailPattern.test(value) && isDomain(value.slice(value.indexOf('@') + 1))),
  'must be an email address',
)

function isDomain(domain: string): boolean {
  return domain.includes('.') && !domain.includes('..')
}

const phone = profileText(50).transform((value, context) => {
  if (value === null) return null
  const { number, problem } = readPhoneNumber(value, currentDefaultCountry())
  if (problem !== undefined) context.addIssue(problem)
  return number ?? null
})

const tags = z
  .array(boundedText({ min: 1, max: 60 }))
  .max(maxTags)
  .transform((list) => [...new Set(list)])

const fieldValue = z
  .union([z.string(), z.number(), z.boolean()], 'must be a string, a number, true or false')
  .transform(String)
  .pipe(boundedText({ max: maxFieldValueLength }))
  .transform((value) => (value.trim() === '' ? null : value))

const profile = {
  fullName: profileText(200).optional(),
  firstName: profileText(100).optional(),
  lastName: profileText(100).optional(),
  email: email.optional(),
  phone: phone.optional().meta({
    description:
      'Any common format; without a country code, read in the `defaultCountry` of the agent. Stored as E.164.',
  }),
  company: profileText(200).optional(),
  title: profileText(200).optional(),
  status: z.enum(personStatuses).optional().meta({ default: 'new' }),
  source: profileText(200).optional(),
  notes: profileText(5000).optional(),
  tags: tags.nullable().optional(),
  customFields: z
    .record(fieldKey, fieldValue.nullable())
    .nullable()
    .optional()
    .meta({ description: 'Per key: null removes a value. Values are stored as text.' }),
  assignedRepresentativeId: profileText(200).optional(),
  preferredLocationId: profileText(64)
    .optional()
    .meta({ description: 'The location that the person chose, or one that you set.' }),
  scheduledCallAt: instant
    .transform((value) => new Date(value))
    .nullable()
    .optional(),
  timezone: timeZone.nullable().optional(),
}

/** Owned by conversations, consent and scheduling; ignored when sent back. */
const readOnly = [
  'id',
  'orgId',
  'agentId',
  'consent',
  'identities',
  'journal',
  'importBatchId',
  'lastCallAt',
  'lastSeenAt',
  'createdAt',
  'updatedAt',
] as const

/** For POST and PATCH: absent keeps the value, null or an empty string clears it, a value replaces it. */
export const PersonBody = withReadOnlyFields(profile, readOnly).meta({
  id: 'PersonBody',
  examples: [{ fullName: 'A Person', email: 'person@example.com', tags: ['fair'], customFields: { plan: 'plus' } }],
})
export type ProfileChange = z.output<typeof PersonBody>

/** For POST, which may include the person's consent. */
export const PersonCreate = withReadOnlyFields(
  { ...profile, consent: ConsentStatement.optional() },
  readOnly.filter((field) => field !== 'consent'),
).meta({
  id: 'PersonCreate',
  examples: [{ fullName: 'A Person', email: 'person@example.com', consent: { status: 'granted', source: 'web form' } }],
})

export const PersonResponse = z
  .strictObject({
    id: z.string(),
    fullName: z.string().optional(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    company: z.string().optional(),
    title: z.string().optional(),
    status: z.enum(personStatuses),
    source: z.string().optional(),
    notes: z.string().optional(),
    tags: z.array(z.string()),
    customFields: z.record(z.string(), z.string()),
    assignedRepresentativeId: z.string().optional(),
    preferredLocationId: z.string().optional(),
    scheduledCallAt: timestamp.optional(),
    timezone: z.string().optional(),
    consent: ConsentResponse,
    identities: z.array(IdentityResponse),
    journal: z
      .array(JournalEntry)
      .optional()
      .meta({ description: 'The newest entries, when reading one Person; lists do not include them.' }),
    importBatchId: z.string().optional().meta({ description: 'The last import that included them.' }),
    lastCallAt: timestamp.optional(),
    lastSeenAt: timestamp.optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({
    id: 'Person',
    examples: [
      {
        id: 'per_0m3k1',
        fullName: 'A Person',
        status: 'new',
        tags: [],
        customFields: {},
        consent: { status: 'unknown' },
        identities: [],
        createdAt: '2030-01-31T09:00:00.000Z',
        updatedAt: '2030-01-31T09:00:00.000Z',
      },
    ],
  })
export type PersonResponse = z.input<typeof PersonResponse>

/** Serializes a person; missing values are omitted. */
export function serializePerson(
  person: Person,
  identities: IdentityResponse[],
  journal?: JournalEntry[],
): PersonResponse {
  const { key: _, channels: __, importBatchIds, consent, ...profile } = person
  return {
    ...profile,
    scheduledCallAt: person.scheduledCallAt?.toISOString(),
    consent: { ...consent, updatedAt: consent.updatedAt?.toISOString() },
    identities,
    journal,
    importBatchId: importBatchIds.at(-1),
    lastCallAt: person.lastCallAt?.toISOString(),
    lastSeenAt: person.lastSeenAt?.toISOString(),
    createdAt: person.createdAt.toISOString(),
    updatedAt: person.updatedAt.toISOString(),
  }
}

export const channelNameSchema = z.enum(channels)
