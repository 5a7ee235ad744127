import { type RawBuilder, sql } from 'kysely'
import {
  batchSearchKey,
  channelSearchKey,
  fieldSearchKey,
  tagSearchKey,
  wordSearchKey,
} from '../../person/search-keys.ts'
import type { ParsedFilter } from '../filter.ts'

/** An SQL fragment; values from a request are always parameters. */
export type Sql = RawBuilder<unknown>

/** One criterion of a filter, in the two forms that queries need. */
export type FilterCriterion = {
  /** True for a row of `people` that matches. */
  check: Sql
  /** An index that covers all matches, and perhaps more: a table with `created_at` and `person_key`. */
  source?: CandidateSource
}

export type CandidateSource = {
  from: Sql
  /** Alternative conditions, each served by an index. */
  anyOf: Sql[]
  /** Whether the index returns the rows of each condition in creation order. */
  inOrder: boolean
  /** Whether a person can appear more than once. */
  repeats: boolean
  /** Whether all its rows match the check. */
  exact: boolean
  /** The range of search keys, when only their prefix is known; see `listFewSearchKeys`. */
  between?: SearchKeyRange
}

/** From the first key (inclusive) to the upper bound (exclusive). */
export type SearchKeyRange = [first: string, behind: string]

/** More conditions than this take longer to plan than they save. */
export const maxOrderedConditions = 16

export function toCriteria(filter: ParsedFilter): FilterCriterion[] {
  return [
    ...searchCriteria(filter.q),
    ...searchKeyCriteria(sql`tags`, filter.tag, tagSearchKey),
    ...searchKeyCriteria(sql`channels`, filter.channel, channelSearchKey),
    ...searchKeyCriteria(sql`import_batch_ids`, filter.importBatchId, batchSearchKey),
    ...filter.customFields.map(fieldCriterion),
    ...columnCriteria('status', filter.status),
    ...columnCriteria('source', filter.source),
    ...columnCriteria('consent_status', filter.consent),
    ...columnCriteria('assigned_representative_id', filter.assignedRepresentativeId),
    ...locationCriteria(filter.preferredLocationId),
    ...createdCriteria(filter),
    ...seenCriteria(filter.lastSeenAfter),
  ]
}

/**
 * A lateral table for a row of people: one row if all criteria match, else none. The planner cannot use an index for
 * it; see `selectFromSources`.
 */
export function matchesAllSql(criteria: readonly FilterCriterion[]): Sql {
  return sql`(select where ${joinWithAnd(criteria.map(({ check }) => check))} offset 0) as met`
}

export function joinWithAnd(conditions: readonly Sql[]): Sql {
  return sql.join([sql`true`, ...conditions], sql` and `)
}

export function matchCreatedBetween({ createdAfter, createdBefore }: ParsedFilter): Sql[] {
  return [
    ...(createdAfter ? [sql`created_at > ${createdAfter}`] : []),
    ...(createdBefore ? [sql`created_at < ${createdBefore}`] : []),
  ]
}

const searchKeysTable = sql`people_search_keys`
const people = sql`people`

function searchKeyCriteria(
  column: Sql,
  values: string[] | undefined,
  termOf: (value: string) => string,
): FilterCriterion[] {
  if (!values) return []
  return [{ check: sql`${column} && ${values}::text[]`, source: searchKeySource(values.map(termOf)) }]
}

function fieldCriterion([key, values]: [string, string[]]): FilterCriterion {
  return {
    check: sql`custom_fields ->> ${key} = any(${values}::text[])`,
    source: {
      ...searchKeySource(values.map((value) => fieldSearchKey(key, value))),
      // The search key of a long value is truncated.
      exact: values.every((value) => fieldSearchKey(key, value).endsWith(`.${value}`)),
    },
  }
}

function columnCriteria(column: string, values: string[] | undefined): FilterCriterion[] {
  if (!values) return []
  const check = sql`${sql.ref(column)} = any(${values}::text[])`
  return [{ check, source: { from: people, ...equals(sql.ref(column), values), repeats: false, exact: true } }]
}

/** No index has the location: it narrows what the other criteria find, or all people. */
const locationCriteria = (values: string[] | undefined): FilterCriterion[] =>
  values ? [{ check: sql`preferred_location_id = any(${values}::text[])` }] : []

export function searchKeySource(wanted: string[]): CandidateSource {
  return { from: searchKeysTable, ...equals(sql`search_key`, wanted), repeats: wanted.length > 1, exact: true }
}

/** For a single value the index returns rows in creation order; for an array of values it does not. */
function equals(column: Sql, values: string[]): Pick<CandidateSource, 'anyOf' | 'inOrder'> {
  const each = [...new Set(values)]
  if (each.length > maxOrderedConditions) return { anyOf: [sql`${column} = any(${each}::text[])`], inOrder: false }
  return { anyOf: orFalse(each.map((value) => sql`${column} = ${value}`)), inOrder: true }
}

const orFalse = (conditions: Sql[]): Sql[] => (conditions.length > 0 ? conditions : [sql`false`])

/**
 * Returns the smallest string greater than all strings with this prefix, in PostgreSQL's C collation (by code point).
 */
export function computePrefixUpperBound(beginning: string): string {
  const symbols = [...beginning].map((symbol) => symbol.codePointAt(0) as number)
  while (symbols.at(-1) === 0x10ffff) symbols.pop()
  const last = symbols.pop() as number
  // Skips the surrogates, which are not characters.
  return String.fromCodePoint(...symbols, last === 0xd7ff ? 0xe000 : last + 1)
}

/** At least one search must match with all its words. */
function searchCriteria(searches: string[][] | undefined): FilterCriterion[] {
  if (!searches) return []
  const [only, ...others] = searches.filter((words) => words.length > 0)
  if (only && others.length === 0) return only.map((word) => ({ check: hasWord(word), source: wordSource([word]) }))
  const each = [...(only ? [only] : []), ...others]
  const finds = each.map((words) => sql`(${sql.join(words.map(hasWord), sql` and `)})`)
  // The longest word of a search usually matches the fewest people.
  const longest = each.map((words) => words.reduce((one, other) => (other.length > one.length ? other : one)))
  const source = { ...wordSource(longest), exact: each.every((words) => words.length === 1) }
  return [{ check: sql`(${sql.join([sql`false`, ...finds], sql` or `)})`, source }]
}

function wordSource(words: string[]): CandidateSource {
  const ranges = words.map(wordSearchKey).map((first): SearchKeyRange => [first, computePrefixUpperBound(first)])
  return {
    from: searchKeysTable,
    anyOf: orFalse(ranges.map(([first, behind]) => sql`search_key >= ${first} and search_key < ${behind}`)),
    inOrder: false,
    repeats: true,
    exact: true,
    ...(ranges.length === 1 && { between: ranges[0] }),
  }
}

function hasWord(word: string): Sql {
  return sql`search like ${`% ${word.replace(/[\\%_]/g, '\\$&')}%`}`
}

function createdCriteria(filter: ParsedFilter): FilterCriterion[] {
  const bounds = matchCreatedBetween(filter)
  if (bounds.length === 0) return []
  const where = joinWithAnd(bounds)
  return [{ check: where, source: { from: people, anyOf: [where], inOrder: true, repeats: false, exact: true } }]
}

/** Same expression as in the index `people_seen`: people never seen come first. */
export const seenAt = sql`coalesce(last_seen_at, timestamptz '1970-01-01 00:00:00+00')`

function seenCriteria(after: Date | undefined): FilterCriterion[] {
  if (!after) return []
  const exact = after.getTime() >= 0
  const source = { from: people, anyOf: [sql`${seenAt} > ${after}`], inOrder: false, repeats: false, exact }
  return [{ check: sql`last_seen_at > ${after}`, source }]
}
