import { isDeepStrictEqual } from 'node:util'
import type { Channel } from '@parley/amf'
import type { ConsentStatus } from '@parley/definition/vocabulary'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '../../../../platform/db/tables.generated.ts'
import type { Person, PersonStatus } from '../person.ts'
import { emailKeyOf, searchWordsOf, sortNameOf } from '../search-keys.ts'

/** Every mutable column, and its type. */
const columns = {
  full_name: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  phone: 'text',
  company: 'text',
  title: 'text',
  status: 'text',
  source: 'text',
  notes: 'text',
  tags: 'text[]',
  custom_fields: 'jsonb',
  assigned_representative_id: 'text',
  preferred_location_id: 'text',
  timezone: 'text',
  scheduled_call_at: 'timestamptz',
  last_call_at: 'timestamptz',
  last_seen_at: 'timestamptz',
  consent_status: 'text',
  consent_updated_at: 'timestamptz',
  consent_source: 'text',
  consent_evidence: 'text',
  import_batch_ids: 'text[]',
  channels: 'text[]',
  email_key: 'text',
  search: 'text',
  sort_name: 'text',
  updated_at: 'timestamptz',
} as const
type ColumnName = keyof typeof columns
export const columnNames = Object.keys(columns) as ColumnName[]

const declared: Record<string, TypeName> = { person_key: 'bigint', id: 'text', created_at: 'timestamptz', ...columns }

const types = {
  text: sql`text`,
  'text[]': sql`text[]`,
  jsonb: sql`jsonb`,
  timestamptz: sql`timestamptz`,
  bigint: sql`bigint`,
}
type TypeName = keyof typeof types

/** For a statement written as text: `name type, …`. */
export const columnDeclarations = (names: readonly string[]): string =>
  names.map((name) => `${name} ${declared[name]}`).join(', ')

/**
 * A table `row` with these columns, from one parameter: thousands of single parameters would cost more than the insert.
 */
export function recordset(rows: readonly object[], wanted: readonly string[]) {
  const declarations = wanted.map((name) => sql`${sql.ref(name)} ${types[declared[name] as TypeName]}`)
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as row(${sql.join(declarations)})`
}

/**
 * Columns and values for inserting new people: only columns that any of them has. Values that all share are sent once,
 * which in an import is most of them.
 */
export function insertSourceOf(rows: readonly PersonColumns[]) {
  const writtenColumns = (['person_key', 'id', 'created_at', ...columnNames] as const).filter((name) =>
    rows.some((row) => row[name] !== undefined),
  )
  const [first] = rows
  const common = new Set(
    writtenColumns.slice(2).filter((name) => rows.every((row) => isDeepStrictEqual(row[name], first?.[name]))),
  )
  const own = writtenColumns.filter((name) => !common.has(name))
  return {
    names: sql.join(writtenColumns.map((name) => sql.ref(name))),
    values: sql.join(
      writtenColumns.map((name) => (common.has(name) ? parameterOf(name, first?.[name]) : sql.ref(`row.${name}`))),
    ),
    from: recordset(
      rows.map((row) => Object.fromEntries(own.map((name) => [name, row[name]]))),
      own,
    ),
  }
}

/**
 * Columns and values for inserting one new person: all columns except the key, so the statement text is always the
 * same.
 */
export function insertRowOf(row: Omit<PersonColumns, 'person_key'>) {
  const all = ['id', 'created_at', ...columnNames] as const
  return {
    names: sql.join(all.map((name) => sql.ref(name))),
    values: sql.join(all.map((name) => parameterOf(name, row[name] ?? null))),
  }
}

function parameterOf(name: string, value: unknown) {
  const type = declared[name] as TypeName
  return sql`${type === 'jsonb' ? JSON.stringify(value) : value}::${types[type]}`
}

export type PersonColumns = { person_key: number; id: string; created_at: Date } & Record<ColumnName, unknown>

export const toColumns = (person: Person): PersonColumns => ({ person_key: person.key, ...toUnkeyedColumns(person) })

export function toUnkeyedColumns(person: Omit<Person, 'key'>): Omit<PersonColumns, 'person_key'> {
  const { consent } = person
  return {
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
    preferred_location_id: person.preferredLocationId,
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
    search: searchWordsOf(person)
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
    preferredLocationId: row.preferred_location_id ?? undefined,
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
