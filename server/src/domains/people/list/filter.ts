import type { Channel } from '@parley/amf'
import type { ConsentStatus } from '../consent/consent.ts'
import { customFieldHeader } from '../export/columns.ts'
import type { PersonStatus } from '../person/person.ts'
import type { PeopleFilter } from './filter-schema.ts'
import { parseSearchWords } from './search.ts'

/** Whom a filter means: those to whom all of it applies; of a list, any. */
export type ParsedFilter = {
  /** Of each search its words; a search without any finds nobody. */
  q?: string[][]
  status?: PersonStatus[]
  source?: string[]
  consent?: ConsentStatus[]
  tag?: string[]
  assignedRepresentativeId?: string[]
  importBatchId?: string[]
  channel?: Channel[]
  /** Strictly later, and strictly earlier. */
  createdAfter?: Date
  createdBefore?: Date
  lastSeenAfter?: Date
  customFields: [key: string, values: string[]][]
}

export function parseFilter(given: PeopleFilter): ParsedFilter {
  const list = <T extends string>(field: string) => (field in given ? ([given[field]].flat() as T[]) : undefined)
  const times = (field: string) => list(field)?.map((time) => Date.parse(time))
  const searches = list('q')?.filter((q) => q.trim() !== '')
  const keys = Object.keys(given).filter((field) => field.startsWith(customFieldHeader))
  return {
    q: searches?.length ? searches.map(parseSearchWords) : undefined,
    status: list('status'),
    source: list('source'),
    consent: list('consent'),
    tag: list('tag'),
    assignedRepresentativeId: list('assignedRepresentativeId'),
    importBatchId: list('importBatchId'),
    channel: list('channel'),
    // Later than any of several times is later than the first of them.
    createdAfter: dateOf(Math.min, times('createdAfter')),
    createdBefore: dateOf(Math.max, times('createdBefore')),
    lastSeenAfter: dateOf(Math.min, times('lastSeenAfter')),
    customFields: keys.sort().map((field) => [field.slice(customFieldHeader.length), list(field) ?? []]),
  }
}

function dateOf(choose: (...times: number[]) => number, times: number[] | undefined): Date | undefined {
  return times && new Date(choose(...times))
}
