import { isSameValue, type PeopleField } from '@parley/definition'
import { profileFields } from '@parley/definition/import-columns'
import type { FieldError } from '@parley/findings'
import { invalidRequest } from '../../../platform/http/problem.ts'
import { maxCustomFields, type Person, type PersonProfile, type ProfileChange } from './person.ts'

/** The author of a profile change: conversations and sends may not change fields that an operator has locked. */
export type ChangeAuthor = 'operator' | 'agent'

export type PersonChangeResult = {
  person: Person
  /** The changed fields, by their API names; empty when nothing changed. */
  changed: string[]
}

type ChangeContext = { fields: readonly PeopleField[]; by: ChangeAuthor; now: Date }

export type NewPerson = Omit<Person, 'key'>

export function buildNewPerson(
  change: ProfileChange,
  { id, now, fields }: { id: string } & Omit<ChangeContext, 'by'>,
): NewPerson {
  const nobody: NewPerson = {
    id,
    status: 'new',
    tags: [],
    customFields: {},
    consent: { status: 'unknown' },
    channels: [],
    importBatchIds: [],
    createdAt: now,
    updatedAt: now,
  }
  return { ...nobody, ...profileAfter(nobody, change, fields) }
}

/** Returns the person after a change; rejects values that do not match the declared People fields. */
export function changePerson(
  person: Person,
  change: ProfileChange,
  { fields, by, now }: ChangeContext,
): PersonChangeResult {
  const allowed = by === 'operator' ? change : dropLockedFields(person, change, fields)
  const after = profileAfter(person, allowed, fields)
  const changed = diffProfiles(person, after)
  if (changed.length === 0) return { person, changed }
  const { key, id, consent, channels, importBatchIds, lastCallAt, lastSeenAt, createdAt } = person
  const unchanged = { key, id, consent, channels, importBatchIds, lastCallAt, lastSeenAt, createdAt }
  return { person: { ...after, ...unchanged, updatedAt: now }, changed }
}

/** Profile fields that an operator can set, without the custom fields. */
function profileAfter(before: PersonProfile, change: ProfileChange, fields: readonly PeopleField[]): PersonProfile {
  const after: Record<string, unknown> = { customFields: customFieldsAfter(before, change, fields) }
  for (const field of profileFields) {
    const value = change[field] === undefined ? before[field] : change[field]
    if (value !== null && value !== undefined) after[field] = value
  }
  after.tags ??= []
  return after as PersonProfile
}

function customFieldsAfter(before: PersonProfile, { customFields }: ProfileChange, fields: readonly PeopleField[]) {
  if (customFields === undefined) return before.customFields
  if (customFields === null) return {}
  const errors = findInvalidValues(customFields, fields)
  if (errors.length > 0) throw invalidRequest(errors)
  const merged = { ...before.customFields, ...customFields }
  const after = Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== null),
  )
  if (Object.keys(after).length > maxCustomFields) {
    throw invalidRequest([{ field: 'customFields', message: `must have at most ${maxCustomFields} entries` }])
  }
  return after
}

/** Validates values against the declared types; an undeclared field accepts any text. */
function findInvalidValues(values: Record<string, string | null>, fields: readonly PeopleField[]): FieldError[] {
  return fields.flatMap((field): FieldError[] => {
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined
    const message = value ? findInvalidValue(value, field) : undefined
    return message ? [{ field: `customFields.${field.key}`, message }] : []
  })
}

const number = /^-?\d{1,15}(?:\.\d{1,15})?$/
const date = /^\d{4}-\d\d-\d\d$/

function findInvalidValue(value: string, { type, options = [] }: PeopleField): string | undefined {
  if (type === 'number' && !number.test(value)) return 'must be a number, for example 12.5'
  if (type === 'boolean' && value !== 'true' && value !== 'false') return 'must be true or false'
  if (type === 'date' && !isDate(value)) return 'must be a date, for example 2030-12-24'
  if (type === 'enum' && !options.includes(value)) return `must be one of ${options.join(', ')}`
  return undefined
}

function isDate(value: string): boolean {
  const at = new Date(value)
  return date.test(value) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

/** Built-in fields can be declared and locked like any other. */
function dropLockedFields(person: Person, change: ProfileChange, fields: readonly PeopleField[]): ProfileChange {
  const locked = new Set(fields.filter((field) => field.locked).map((field) => field.key))
  const { customFields, ...profile } = change
  const free = (entries: object) => Object.fromEntries(Object.entries(entries).filter(([key]) => !locked.has(key)))
  if (customFields === undefined) return free(profile)
  const cleared = () => Object.fromEntries(Object.keys(person.customFields).map((key) => [key, null]))
  return { ...free(profile), customFields: free(customFields ?? cleared()) }
}

function diffProfiles(before: PersonProfile, after: PersonProfile): string[] {
  const changed: string[] = profileFields.filter((field) => !isSameValue(plain(before[field]), plain(after[field])))
  const keys = new Set([...Object.keys(before.customFields), ...Object.keys(after.customFields)])
  const fields = [...keys].filter((key) => own(before.customFields, key) !== own(after.customFields, key))
  return [...changed, ...fields.map((key) => `customFields.${key}`)]
}

const plain = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value)

function own(values: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined
}
