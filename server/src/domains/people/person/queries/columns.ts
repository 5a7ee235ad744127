import type { Channel } from '@parley/amf'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from '../../../../platform/db/tables.generated.ts'
import type { ConsentStatus } from '../../consent/consent.ts'
import type { Person, PersonStatus } from '../person.ts'
import { emailKeyOf, searchWords, sortNameOf } from '../terms.ts'

/** Every column that can change, and its type. */
const columns = {
  full_name: sql`text`,
  first_name: sql`text`,
  last_name: sql`text`,
  email: sql`text`,
  phone: sql`text`,
  company: sql`text`,
  title: sql`text`,
  status: sql`text`,
  source: sql`text`,
  notes: sql`text`,
  tags: sql`text[]`,
  custom_fields: sql`jsonb`,
  assigned_representative_id: sql`text`,
  timezone: sql`text`,
  scheduled_call_at: sql`timestamptz`,
  last_call_at: sql`timestamptz`,
  last_seen_at: sql`timestamptz`,
  consent_status: sql`text`,
  consent_updated_at: sql`timestamptz`,
  consent_source: sql`text`,
  consent_evidence: sql`text`,
  import_batch_ids: sql`text[]`,
  channels: sql`text[]`,
  email_key: sql`text`,
  search: sql`text`,
  sort_name: sql`text`,
  updated_at: sql`timestamptz`,
} as const
type ColumnName = keyof typeof columns
export const columnNames = Object.keys(columns) as ColumnName[]

const declared: Record<string, Sql> = {
  person_key: sql`bigint`,
  id: sql`text`,
  created_at: sql`timestamptz`,
  ...columns,
}
type Sql = RawBuilder<unknown>

/** People as a table `row` of these columns, by one parameter: thousands of single ones would cost more than the insert. */
export function recordset(rows: readonly PersonColumns[], wanted: readonly string[]) {
  const declarations = wanted.map((name) => sql`${sql.ref(name)} ${declared[name] as Sql}`)
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as row(${sql.join(declarations)})`
}

export type PersonColumns = { person_key: number; id: string; created_at: Date } & Record<ColumnName, unknown>

export function toColumns(person: Person): PersonColumns {
  const { consent } = person
  return {
    person_key: person.key,
    id: person.id,
    full_name: person.fullName,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    phone: person.phone,
    company: person.company,
    title: person.title,
    status: person.status,
    source: person.source,
    notes: person.notes,
    tags: person.tags,
    custom_fields: person.customFields,
    assigned_representative_id: person.assignedRepresentativeId,
    timezone: person.timezone,
    scheduled_call_at: person.scheduledCallAt,
    last_call_at: person.lastCallAt,
    last_seen_at: person.lastSeenAt,
    consent_status: consent.status,
    consent_updated_at: consent.updatedAt,
    consent_source: consent.source,
    consent_evidence: consent.evidence,
    import_batch_ids: person.importBatchIds,
    channels: person.channels,
    email_key: person.email && emailKeyOf(person.email),
    search: searchWords(person)
      .map((word) => ` ${word}`)
      .join(''),
    sort_name: sortNameOf(person),
    created_at: person.createdAt,
    updated_at: person.updatedAt,
  }
}

export type PersonRow = Selectable<Tables['people']>

export function toPerson(row: PersonRow): Person {
  return {
    key: row.person_key,
    id: row.id,
    fullName: row.full_name ?? undefined,
    firstName: row.first_name ?? undefined,
    lastName: row.last_name ?? undefined,
    email: row.email ?? undefined,
    phone: row.phone ?? undefined,
    company: row.company ?? undefined,
    title: row.title ?? undefined,
    status: row.status as PersonStatus,
    source: row.source ?? undefined,
    notes: row.notes ?? undefined,
    tags: row.tags,
    customFields: row.custom_fields as Record<string, string>,
    assignedRepresentativeId: row.assigned_representative_id ?? undefined,
    scheduledCallAt: row.scheduled_call_at ?? undefined,
    timezone: row.timezone ?? undefined,
    consent: {
      status: row.consent_status as ConsentStatus,
      updatedAt: row.consent_updated_at ?? undefined,
      source: row.consent_source ?? undefined,
      evidence: row.consent_evidence ?? undefined,
    },
    channels: row.channels as Channel[],
    importBatchIds: row.import_batch_ids,
    lastCallAt: row.last_call_at ?? undefined,
    lastSeenAt: row.last_seen_at ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
