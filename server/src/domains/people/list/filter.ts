import type { Channel } from '@parley/amf'
import type { ConsentStatus } from '../consent/consent.ts'
import { customFieldHeader } from '../export/columns.ts'
import type { PersonStatus } from '../person/person.ts'
import type { PeopleFilter } from './filter-schema.ts'
import { parseSearchWords } from './search.ts'

/** A parsed filter: all criteria must match; in a list of values, any. */
export type ParsedFilter = {
  /** The words of each search; a search without words matches nobody. */
  q?: string[][]
  status?: PersonStatus[]
  source?: string[]
  consent?: ConsentStatus[]
  tag?: string[]
  assignedRepresentativeId?: string[]
  importBatchId?: string[]
  channel?: Channel[]
  /** Exclusive bounds. */
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
    // Values are alternatives: later than any of several times means later than the earliest.
    createdAfter: dateOf(Math.min, times('createdAfter')),
    createdBefore: dateOf(Math.max, times('createdBefore')),
    lastSeenAfter: dateOf(Math.min, times('lastSeenAfter')),
    customFields: keys.sort().map((field) => [field.slice(customFieldHeader.length), list(field) ?? []]),
  }
}

function dateOf(choose: (...times: number[]) => number, times: number[] | undefined): Date | undefined {
  return times && new Date(choose(...times))
}
