import { channels } from '../../parts/handset/channels.ts'

/** What people are filtered and sorted by, as it stands in the address of the page and in a call of the API. */

export const personStatuses = ['new', 'contacted', 'qualified', 'converted', 'lost'] as const
export const consentStatuses = ['granted', 'denied', 'unknown'] as const
export type PersonStatus = (typeof personStatuses)[number]
export type ConsentStatus = (typeof consentStatuses)[number]
export type Channel = (typeof channels)[number]

export const filterNames = [
  'status',
  'consent',
  'tag',
  'channel',
  'source',
  'assignedRepresentativeId',
  'importBatchId',
  'createdAfter',
  'createdBefore',
  'lastSeenAfter',
] as const
export type FilterName = (typeof filterNames)[number]
export const customPrefix = 'customFields.'
export type CustomName = `${typeof customPrefix}${string}`
export type AnyFilterName = FilterName | CustomName

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

/** The closed lists among the filters; the others take any text. */
export const closed = { status: personStatuses, consent: consentStatuses, channel: channels } as const

export type PeopleFilters = {
  q?: string
  status?: PersonStatus
  consent?: ConsentStatus
  channel?: Channel
  tag?: string
  source?: string
  assignedRepresentativeId?: string
  importBatchId?: string
  createdAfter?: string
  createdBefore?: string
  lastSeenAfter?: string
  [custom: CustomName]: string
}
export type PeopleSearch = PeopleFilters & { sort?: PeopleSort }

export const isCustom = (name: string): name is CustomName =>
  name.startsWith(customPrefix) && name.length > customPrefix.length

const isKnown = (name: string, value: string): boolean => {
  if (name === 'sort') return (sorts as readonly string[]).includes(value)
  if (name in closed) return (closed[name as keyof typeof closed] as readonly string[]).includes(value)
  return name === 'q' || isCustom(name) || (filterNames as readonly string[]).includes(name)
}

/** Of an address only what the API knows; the rest is not asked for. */
export function readSearch(search: Record<string, unknown>): PeopleSearch {
  const texts = Object.entries(search).flatMap(([name, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)] as const] : [],
  )
  return Object.fromEntries(texts.filter(([name, value]) => value !== '' && isKnown(name, value)))
}

/** Without the order: whom it is about. */
export function filtersOf({ sort: _, ...filters }: PeopleSearch): PeopleFilters {
  return filters
}

/** The filters that are shown as chips, in the order of the menu, custom fields last. */
export function chosenFilters(search: PeopleSearch): { name: AnyFilterName; value: string }[] {
  const named = filterNames.flatMap((name) => (search[name] ? [{ name, value: search[name] }] : []))
  const custom = Object.entries(search).flatMap(([name, value]) =>
    isCustom(name) && value ? [{ name, value: String(value) }] : [],
  )
  return [...named, ...custom]
}

export function without(search: PeopleSearch, name: string): PeopleSearch {
  return Object.fromEntries(Object.entries(search).filter(([key]) => key !== name))
}

export type SegmentFilter = Record<string, string | string[]>

/** The list takes one value of each; a segment may have several. */
export function searchOfSegment(filter: SegmentFilter): PeopleSearch | undefined {
  const single = Object.entries(filter).map(([name, value]) => [name, Array.isArray(value) ? value : [value]] as const)
  if (single.some(([, values]) => values.length !== 1)) return undefined
  return readSearch(Object.fromEntries(single.map(([name, values]) => [name, values[0]])))
}
