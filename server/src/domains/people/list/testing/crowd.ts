import { consentStatuses, personStatuses } from '@parley/definition/vocabulary'
import fc from 'fast-check'
import type { NewPerson } from '../../person/change.ts'
import type { Person } from '../../person/person.ts'
import { searchWordsOf, sortNameOf } from '../../person/search-keys.ts'
import type { ParsedFilter } from '../filter.ts'
import { isDescending, type Sort, type SortField, sortFieldOf } from '../sort.ts'

/** Random people with few distinct values, and an oracle that filters and sorts them in memory. */

const anyWord = fc.constantFrom('anna', 'Ann', 'Änne', 'smith', 'Smithson', '山田', 'o')
const anyOptional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const anyDay = fc.integer({ min: 0, max: 9 }).map((day) => new Date(Date.UTC(2029, 0, 1 + day)))

let personCount = 0

export const arbitraryPerson: fc.Arbitrary<NewPerson> = fc
  .record({
    fullName: anyOptional(fc.tuple(anyWord, anyWord).map((names) => names.join(' '))),
    email: anyOptional(anyWord.map((name) => `${name.normalize('NFKD').replace(/[^a-z]/gi, 'x')}@example.com`)),
    phone: anyOptional(fc.constantFrom('+12025550143', '+4930123456')),
    status: fc.constantFrom(...personStatuses),
    source: anyOptional(fc.constantFrom('web', 'fair')),
    tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'a%'), { maxLength: 2 }),
    customFields: fc.dictionary(fc.constantFrom('plan', 'size'), fc.constantFrom('', 'x', 'y'), { maxKeys: 2 }),
    assignedRepresentativeId: anyOptional(fc.constantFrom('rep_1', 'rep_2')),
    preferredLocationId: anyOptional(fc.constantFrom('harbor', 'hill')),
    consent: fc.record({ status: fc.constantFrom(...consentStatuses) }),
    channels: fc.uniqueArray(fc.constantFrom('rcs' as const, 'sms' as const), { maxLength: 2 }),
    importBatchIds: fc.uniqueArray(fc.constantFrom('imp_1', 'imp_2'), { maxLength: 2 }),
    lastSeenAt: anyOptional(anyDay),
    createdAt: anyDay,
    updatedAt: anyDay,
  })
  .map((person) => ({ id: `per_${++personCount}`, ...person }))

export function listExpectedIds(people: readonly Person[], filter: ParsedFilter, sort: Sort): string[] {
  const value = (person: Person) => sortValue(person, sortFieldOf(sort))
  const sorted = people
    .filter((person) => matchesFilter(person, filter))
    .sort((first, second) => Buffer.compare(value(first), value(second)) || first.key - second.key)
  return (isDescending(sort) ? sorted.reverse() : sorted).map(({ id }) => id)
}

function sortValue(person: Person, field: SortField): Buffer {
  if (field === 'fullName') return Buffer.from(sortNameOf(person))
  return Buffer.from(String(person[field]?.getTime() ?? 0).padStart(20, '0'))
}

function matchesFilter(person: Person, filter: ParsedFilter): boolean {
  const matchesAny = (values: readonly string[] | undefined, ownValues: readonly (string | undefined)[]) =>
    !values || ownValues.some((value) => value !== undefined && values.includes(value))
  const words = searchWordsOf(person)
  const matchesSearch = (search: string[]) =>
    search.length > 0 && search.every((anyWord) => words.some((ownValues) => ownValues.startsWith(anyWord)))
  return (
    (!filter.q || filter.q.some(matchesSearch)) &&
    matchesAny(filter.status, [person.status]) &&
    matchesAny(filter.source, [person.source]) &&
    matchesAny(filter.consent, [person.consent.status]) &&
    matchesAny(filter.tag, person.tags) &&
    matchesAny(filter.assignedRepresentativeId, [person.assignedRepresentativeId]) &&
    matchesAny(filter.preferredLocationId, [person.preferredLocationId]) &&
    matchesAny(filter.importBatchId, person.importBatchIds) &&
    matchesAny(filter.channel, person.channels) &&
    (!filter.createdAfter || person.createdAt > filter.createdAfter) &&
    (!filter.createdBefore || person.createdAt < filter.createdBefore) &&
    (!filter.lastSeenAfter || (person.lastSeenAt !== undefined && person.lastSeenAt > filter.lastSeenAfter)) &&
    filter.customFields.every(([key, values]) => matchesAny(values, [person.customFields[key]]))
  )
}
