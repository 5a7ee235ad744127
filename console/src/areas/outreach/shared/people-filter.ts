import type { Schema } from '@parley/sdk'

export type PeopleFilter = Schema<'PeopleFilter'> & Record<string, string | string[] | undefined>

/** What people are filtered by, in the order in which it is offered; custom fields are written `customFields.<key>`. */
export const filterFields = [
  'tag',
  'status',
  'consent',
  'q',
  'source',
  'channel',
  'assignedRepresentativeId',
  'importBatchId',
  'createdAfter',
  'createdBefore',
  'lastSeenAfter',
] as const

const custom = 'customFields.'
export const customField = (key: string): string => custom + key
export const customKeyOf = (field: string): string | undefined =>
  field.startsWith(custom) ? field.slice(custom.length) : undefined

export const isDay = (field: string): boolean => ['createdAfter', 'createdBefore', 'lastSeenAfter'].includes(field)

export const valuesOf = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** One value stands alone, several as a list; a condition without any is kept only while it is edited. */
export function withValues(filter: PeopleFilter, field: string, values: readonly string[]): PeopleFilter {
  const value = values.length === 1 ? (values[0] as string) : [...values]
  return { ...filter, [field]: value }
}

export function without(filter: PeopleFilter, field: string): PeopleFilter {
  const { [field]: _, ...rest } = filter
  return rest
}

/** As it is sent: conditions without a value say nothing. */
export function saidIn(filter: PeopleFilter): PeopleFilter {
  const said = Object.entries(filter).filter(([, value]) => valuesOf(value).some((one) => one.trim() !== ''))
  return Object.fromEntries(said)
}

/** The same as the list of people takes it; undefined where a condition has several values, which it does not take. */
export function asQuery(filter: PeopleFilter): Record<string, string> | undefined {
  const entries = Object.entries(saidIn(filter)).map(([field, value]) => [field, valuesOf(value)] as const)
  if (entries.some(([, values]) => values.length > 1)) return undefined
  return Object.fromEntries(entries.map(([field, values]) => [field, values[0] as string]))
}
