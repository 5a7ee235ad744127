import { peopleFilterFields } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'

export type PeopleFilter = Schema<'PeopleFilter'> & Record<string, string | string[] | undefined>

/** Filter fields in display order, the common ones first; custom fields are written `customFields.<key>`. */
const firstFilters = ['tag', 'status', 'consent'] as const satisfies readonly (typeof peopleFilterFields)[number][]
export const filterFields = [...new Set([...firstFilters, ...peopleFilterFields])]

const customPrefix = 'customFields.'
export const customFilterField = (key: string): string => customPrefix + key
export const customFilterKeyOf = (field: string): string | undefined =>
  field.startsWith(customPrefix) ? field.slice(customPrefix.length) : undefined

export const isDayField = (field: string): boolean => ['createdAfter', 'createdBefore', 'lastSeenAfter'].includes(field)

export const filterValuesOf = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** Stores one value as a string and several as a list; a condition without values exists only during editing. */
export function setFilterValues(filter: PeopleFilter, field: string, values: readonly string[]): PeopleFilter {
  const value = values.length === 1 ? (values[0] as string) : [...values]
  return { ...filter, [field]: value }
}

export function removeFilterField(filter: PeopleFilter, field: string): PeopleFilter {
  const { [field]: _, ...rest } = filter
  return rest
}

/** Removes conditions without a value before sending. */
export function omitEmptyConditions(filter: PeopleFilter): PeopleFilter {
  const entries = Object.entries(filter).filter(([, value]) => filterValuesOf(value).some((one) => one.trim() !== ''))
  return Object.fromEntries(entries)
}

/**
 * Converts to a query of the people list; undefined if a condition has several values, which the list does not support.
 */
export function toPeopleQuery(filter: PeopleFilter): Record<string, string> | undefined {
  const entries = Object.entries(omitEmptyConditions(filter)).map(
    ([field, value]) => [field, filterValuesOf(value)] as const,
  )
  if (entries.some(([, values]) => values.length > 1)) return undefined
  return Object.fromEntries(entries.map(([field, values]) => [field, values[0] as string]))
}
