import { sql } from 'kysely'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { ParsedFilter } from '../filter.ts'
import { isDescending, type ListPosition, type Sort, type SortField, sortFieldOf } from '../sort.ts'
import {
  type CandidateSource,
  computePrefixUpperBound,
  type FilterCriterion,
  joinWithAnd,
  matchCreatedBetween,
  matchesAllSql,
  type Sql,
  seenAt,
} from './criteria.ts'
import { intersectSources } from './sources.ts'

export type PeopleListQuery = {
  filter: ParsedFilter
  sort: Sort
  limit: number
  after?: ListPosition
  effort?: QueryEffort
}

/** The cost limits of a page. Tests lower them, so that a few people already exceed them. */
export type QueryEffort = {
  /** How many people can be checked one by one, or sorted. */
  few: number
  /** How many list rows to scan per wanted row before the candidates are sorted instead. */
  near: number
  /** How many candidates to sort per wanted row before sorting all of them. */
  first: number
}

/** At most `most` rows of the sources, or of the list, are read. */
type QueryPlan = { sources: CandidateSource[]; criteria: FilterCriterion[]; most?: number; names?: NamePrefix }

/** Names to read from the index: at most `most` that start with `word`. */
export type NamePrefix = { word: string; most: number }

export const isSortedByAge = ({ sort }: PeopleListQuery): boolean => sortFieldOf(sort) === 'createdAt'

/**
 * Selects from the sources and sorts. Here and below, the query shape leaves PostgreSQL no choice, because its
 * statistics may be older than the people: behind `offset 0` it can neither use another index for a condition nor
 * estimate how many rows match, so it reads in index order until the page is full.
 */
export function selectFromSources(
  agent: AgentKey,
  ask: PeopleListQuery,
  { sources, criteria, most, names }: QueryPlan,
): Sql {
  const own = ownOrder(ask)
  if (names) {
    const rows = sql`${joinNames(agent, intersectSources(agent, sources), names)} where ${joinWithAnd(afterPosition(ask, readOrder))}`
    return applyCriteria(
      ask,
      criteria,
      sql`select person.*, place, key from ${joinPeople(agent, sql`${rows} ${orderBySql(ask, readOrder)}`)}`,
    )
  }
  if (!isSortedByAge(ask)) {
    const people = sql`select person.*, ${own.value} as place, key from ${joinPeople(agent, intersectSources(agent, sources))}`
    return applyCriteria(ask, criteria, sql`select * from (${people}) as person where ${joinWithAnd(boundsOf(ask))}`)
  }
  const rows = intersectSources(agent, sources, { bounds: boundsOf(ask), order: orderBySql(ask, own), most })
  const ordered = sql`select * from (${rows}) as row ${orderBySql(ask, own)}`
  return applyCriteria(ask, criteria, sql`select person.*, place, key from ${joinPeople(agent, ordered)}`)
}

/** Scans the list, or the ordered intersection of the sources, and skips people who do not match. */
export function scanList(agent: AgentKey, ask: PeopleListQuery, { sources, criteria, most }: QueryPlan): Sql {
  const limit = most === undefined ? sql`` : sql`limit ${most}`
  const places = sql`${scanPositions(agent, ask, sources)} ${limit}`
  if (sources.length > 0)
    return applyCriteria(ask, criteria, sql`select person.*, place, key from ${joinPeople(agent, places)}`)
  return applyCriteria(ask, criteria, sql`${selectList(agent, ask, sql`*,`)} ${limit}`)
}

/** The sort value and key of every row in such a scan. */
export function scanPositions(agent: AgentKey, ask: PeopleListQuery, sources: CandidateSource[]): Sql {
  if (sources.length === 0) return selectList(agent, ask)
  return intersectSources(agent, sources, { bounds: boundsOf(ask), order: orderBySql(ask, ownOrder(ask)) })
}

function selectList(agent: AgentKey, ask: PeopleListQuery, columns = sql``): Sql {
  const own = ownOrder(ask)
  return sql`
    select ${columns} ${own.value} as place, person_key as key from people
    where ${joinWithAnd([sql`agent_key = ${agent.key}`, ...boundsOf(ask)])} ${orderBySql(ask, own)}`
}

function joinPeople(agent: AgentKey, rows: Sql): Sql {
  return sql`(${rows}) as source (place, key)
    cross join lateral (select * from people where agent_key = ${agent.key} and person_key = key offset 0) as person`
}

function applyCriteria(ask: PeopleListQuery, criteria: FilterCriterion[], people: Sql): Sql {
  return sql`
    select person.*, place as sort_value from (${people}) as person cross join lateral ${matchesAllSql(criteria)}
    ${orderBySql(ask, readOrder)}`
}

/**
 * Returns the names and keys of these rows, taking the name from its index when it starts with the word: most matches
 * of a name search are there, and reading thousands of rows for their names takes 100 ms instead of 20.
 */
function joinNames(agent: AgentKey, rows: Sql, { word, most }: NamePrefix): Sql {
  const own = sql`select sort_name from people where agent_key = ${agent.key} and person_key = key`
  return sql`
    select place, key from (
      select coalesce(name, (${own})) as place, key from (
        select key, max(name) as name from (
          select person_key as key, null as name, true as is_known from (${rows}) as known
          union all ${selectNamesStartingWith(agent, { word, most })}
        ) as either
        group by key having bool_or(is_known)
      ) as named
      offset 0
    ) as row`
}

/** Index-only. */
export function selectNamesStartingWith(agent: AgentKey, { word, most }: NamePrefix): Sql {
  return sql`(
    select person_key, sort_name, false from people
    where agent_key = ${agent.key} and sort_name >= ${word} and sort_name < ${computePrefixUpperBound(word)}
    order by sort_name, person_key limit ${most})`
}

function boundsOf(ask: PeopleListQuery): Sql[] {
  return [...(isSortedByAge(ask) ? matchCreatedBetween(ask.filter) : []), ...afterPosition(ask, ownOrder(ask))]
}

/** Each exactly as in its index. */
const sortValues: Record<SortField, Sql> = {
  createdAt: sql`created_at`,
  updatedAt: sql`updated_at`,
  lastSeenAt: seenAt,
  fullName: sql`sort_name`,
}

type Order = { value: Sql; key: Sql }

/** Refers to the columns of a subquery. */
const readOrder: Order = { value: sql`place`, key: sql`key` }

const ownOrder = ({ sort }: PeopleListQuery): Order => ({ value: sortValues[sortFieldOf(sort)], key: sql`person_key` })

function afterPosition({ sort, after }: PeopleListQuery, { value, key }: Order): Sql[] {
  if (!after) return []
  const type = sortFieldOf(sort) === 'fullName' ? sql`text` : sql`timestamptz`
  const isBehind = isDescending(sort) ? sql`<` : sql`>`
  return [sql`(${value}, ${key}) ${isBehind} (${after.value}::${type}, ${after.key}::bigint)`]
}

function orderBySql({ sort }: PeopleListQuery, { value, key }: Order): Sql {
  const direction = isDescending(sort) ? sql`desc` : sql`asc`
  return sql`order by ${value} ${direction}, ${key} ${direction}`
}
