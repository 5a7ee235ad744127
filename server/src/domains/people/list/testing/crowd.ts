import { consentStatuses, personStatuses } from '@parley/definition/vocabulary'
import fc from 'fast-check'
import type { NewPerson } from '../../person/change.ts'
import type { Person } from '../../person/person.ts'
import { searchWordsOf, sortNameOf } from '../../person/search-keys.ts'
import type { ParsedFilter } from '../filter.ts'
import { isDescending, type Sort, type SortField, sortFieldOf } from '../sort.ts'

/** Random people with few distinct values, and an oracle that filters and sorts them in memory. */

const word = fc.constantFrom('anna', 'Ann', 'Änne', 'smith', 'Smithson', '山田', 'o')
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const moment = fc.integer({ min: 0, max: 9 }).map((day) => new Date(Date.UTC(2029, 0, 1 + day)))

let made = 0

export const arbitraryPerson: fc.Arbitrary<NewPerson> = fc
  .record({
    fullName: some(fc.tuple(word, word).map((names) => names.join(' '))),
    email: some(word.map((name) => `${name.normalize('NFKD').replace(/[^a-z]/gi, 'x')}@example.com`)),
    phone: some(fc.constantFrom('+12025550143', '+4930123456')),
    status: fc.constantFrom(...personStatuses),
    source: some(fc.constantFrom('web', 'fair')),
    tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'a%'), { maxLength: 2 }),
    customFields: fc.dictionary(fc.constantFrom('plan', 'size'), fc.constantFrom('', 'x', 'y'), { maxKeys: 2 }),
    assignedRepresentativeId: some(fc.constantFrom('rep_1', 'rep_2')),
    consent: fc.record({ status: fc.constantFrom(...consentStatuses) }),
    channels: fc.uniqueArray(fc.constantFrom('rcs' as const, 'sms' as const), { maxLength: 2 }),
    importBatchIds: fc.uniqueArray(fc.constantFrom('imp_1', 'imp_2'), { maxLength: 2 }),
    lastSeenAt: some(moment),
    createdAt: moment,
    updatedAt: moment,
  })
  .map((person) => ({ id: `per_${++made}`, ...person }))

export function expectedIds(people: readonly Person[], filter: ParsedFilter, sort: Sort): string[] {
  const value = (person: Person) => sortValue(person, sortFieldOf(sort))
  const sorted = people
    .filter((person) => matchesFilter(person, filter))
    .sort((one, other) => Buffer.compare(value(one), value(other)) || one.key - other.key)
  return (isDescending(sort) ? sorted.reverse() : sorted).map(({ id }) => id)
}

function sortValue(person: Person, field: SortField): Buffer {
  if (field === 'fullName') return Buffer.from(sortNameOf(person))
  return Buffer.from(String(person[field]?.getTime() ?? 0).padStart(20, '0'))
}

function matchesFilter(person: Person, filter: ParsedFilter): boolean {
  const among = (values: readonly string[] | undefined, own: readonly (string | undefined)[]) =>
    !values || own.some((value) => value !== undefined && values.includes(value))
  const words = searchWordsOf(person)
  const isFound = (search: string[]) =>
    search.length > 0 && search.every((word) => words.some((own) => own.startsWith(word)))
  return (
    (!filter.q || filter.q.some(isFound)) &&
    among(filter.status, [person.status]) &&
    among(filter.source, [person.source]) &&
    among(filter.consent, [person.consent.status]) &&
    among(filter.tag, person.tags) &&
    among(filter.assignedRepresentativeId, [person.assignedRepresentativeId]) &&
    among(filter.importBatchId, person.importBatchIds) &&
    among(filter.channel, person.channels) &&
    (!filter.createdAfter || person.createdAt > filter.createdAfter) &&
    (!filter.createdBefore || person.createdAt < filter.createdBefore) &&
    (!filter.lastSeenAfter || (person.lastSeenAt !== undefined && person.lastSeenAt > filter.lastSeenAfter)) &&
    filter.customFields.every(([key, values]) => among(values, [person.customFields[key]]))
  )
}
