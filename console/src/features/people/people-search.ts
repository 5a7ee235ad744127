import { channels } from '@parley/amf/channels'
import { consentStatuses, personStatuses } from '@parley/definition/vocabulary'

/** Filters and sort order of people, as URL search params and API parameters. */

export type PersonStatusFilter = (typeof personStatuses)[number]
export type ConsentStatusFilter = (typeof consentStatuses)[number]
export type FilterChannel = (typeof channels)[number]

export const filterNames = [
  'status',
  'consent',
  'tag',
  'channel',
  'source',
  'assignedRepresentativeId',
  'preferredLocationId',
  'importBatchId',
  'createdAfter',
  'createdBefore',
  'lastSeenAfter',
] as const
export type FilterName = (typeof filterNames)[number]
export const customPrefix = 'customFields.'
export type CustomFilterName = `${typeof customPrefix}${string}`
export type AnyFilterName = FilterName | CustomFilterName

const sorts = [
  '-createdAt',
  'createdAt',
  '-updatedAt',
  'updatedAt',
  '-lastSeenAt',
  'lastSeenAt',
  '-fullName',
  'fullName',
] as const
export type PeopleSort = (typeof sorts)[number]

/** Filters with a fixed list of values; the others accept any text. */
export const closedPeopleFilters = {
  status: personStatuses,
  consent: consentStatuses,
  channel: channels,
} as const

export type PeopleFilters = {
  q?: string
  status?: PersonStatusFilter
  consent?: ConsentStatusFilter
  channel?: FilterChannel
  tag?: string
  source?: string
  assignedRepresentativeId?: string
  preferredLocationId?: string
  importBatchId?: string
  createdAfter?: string
  createdBefore?: string
  lastSeenAfter?: string
  [custom: CustomFilterName]: string
}
export type PeopleSearch = PeopleFilters & { sort?: PeopleSort }

export const isCustomFilter = (name: string): name is CustomFilterName =>
  name.startsWith(customPrefix) && name.length > customPrefix.length

const isKnown = (name: string, value: string): boolean => {
  if (name === 'sort') return (sorts as readonly string[]).includes(value)
  if (name in closedPeopleFilters)
    return (closedPeopleFilters[name as keyof typeof closedPeopleFilters] as readonly string[]).includes(value)
  return name === 'q' || isCustomFilter(name) || (filterNames as readonly string[]).includes(name)
}

/** Reads only the params that the API accepts. */
export function readPeopleSearch(search: Record<string, unknown>): PeopleSearch {
  const texts = Object.entries(search).flatMap(([name, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)] as const] : [],
  )
  return Object.fromEntries(texts.filter(([name, value]) => value !== '' && isKnown(name, value)))
}

export function peopleFiltersOf({ sort: _, ...filters }: PeopleSearch): PeopleFilters {
  return filters
}

/** Filters shown as chips, in menu order, custom fields last. */
export function listActiveFilters(search: PeopleSearch): { name: AnyFilterName; value: string }[] {
  const named = filterNames.flatMap((name) => (search[name] ? [{ name, value: search[name] }] : []))
  const custom = Object.entries(search).flatMap(([name, value]) =>
    isCustomFilter(name) && value ? [{ name, value: String(value) }] : [],
  )
  return [...named, ...custom]
}

export function removePeopleFilter(search: PeopleSearch, name: string): PeopleSearch {
  return Object.fromEntries(Object.entries(search).filter(([key]) => key !== name))
}

export type SegmentFilter = Record<string, string | string[]>

/** The list accepts one value per filter; a segment may have several. Returns undefined in that case. */
export function toPeopleSearch(filter: SegmentFilter): PeopleSearch | undefined {
  const single = Object.entries(filter).map(([name, value]) => [name, Array.isArray(value) ? value : [value]] as const)
  if (single.some(([, values]) => values.length !== 1)) return undefined
  return readPeopleSearch(Object.fromEntries(single.map(([name, values]) => [name, values[0]])))
}
