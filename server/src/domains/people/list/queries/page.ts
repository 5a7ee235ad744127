import { sql } from 'kysely'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Filter } from '../filter.ts'
import { fieldOf, isDescending, type Position, type Sort, type SortField } from '../sort.ts'
import { afterAll, all, type Criterion, madeBetween, met, type Source, type Sql, seenAt } from './criteria.ts'
import { commonRows } from './narrow.ts'

export type ListAsk = { filter: Filter; sort: Sort; limit: number; after?: Position; effort?: Effort }

/** What a page may cost. Tests ask for less, so that few people are already too many. */
export type Effort = {
  /** So many people can be looked at one by one, or put into order. */
  few: number
  /** So many of the list are looked at for each who is wanted, before whom the filter means is put into order. */
  near: number
  /** So many of those are put into order for each who is wanted, before all of them are. */
  first: number
}

/** `most` of the sources, or of the list, are looked at. */
type Way = { sources: Source[]; criteria: Criterion[]; most?: number; names?: Names }

/** Names that the index has at hand: so many of those that begin with a word. */
export type Names = { word: string; most: number }

export const byAge = ({ sort }: ListAsk): boolean => fieldOf(sort) === 'createdAt'

/**
 * Whom the sources know, put into order. Here and below, the shape leaves PostgreSQL no choice, whose statistics may be
 * older than the people: behind `offset 0` it can neither use another index for a condition nor guess how many will
 * meet it, and so reads in the order of the index until the page is full.
 */
export function among(agent: AgentKey, ask: ListAsk, { sources, criteria, most, names }: Way): Sql {
  const own = ownOrder(ask)
  if (names) {
    const rows = sql`${namedOf(agent, commonRows(agent, sources), names)} where ${all(behind(ask, placed))}`
    return meantOf(
      ask,
      criteria,
      sql`select person.*, place, key from ${personOf(agent, sql`${rows} ${inOrder(ask, placed)}`)}`,
    )
  }
  if (!byAge(ask)) {
    const people = sql`select person.*, ${own.value} as place, key from ${personOf(agent, commonRows(agent, sources))}`
    return meantOf(ask, criteria, sql`select * from (${people}) as person where ${all(boundsOf(ask))}`)
  }
  const rows = commonRows(agent, sources, { bounds: boundsOf(ask), order: inOrder(ask, own), most })
  const ordered = sql`select * from (${rows}) as row ${inOrder(ask, own)}`
  return meantOf(ask, criteria, sql`select person.*, place, key from ${personOf(agent, ordered)}`)
}

/** Through the list, or through what the sources have in common as it comes, past those whom the filter does not mean. */
export function walk(agent: AgentKey, ask: ListAsk, { sources, criteria, most }: Way): Sql {
  const limit = most === undefined ? sql`` : sql`limit ${most}`
  const places = sql`${placesOf(agent, ask, sources)} ${limit}`
  if (sources.length > 0)
    return meantOf(ask, criteria, sql`select person.*, place, key from ${personOf(agent, places)}`)
  return meantOf(ask, criteria, sql`${listOf(agent, ask, sql`*,`)} ${limit}`)
}

/** Value and key of all whom such a walk comes by. */
export function placesOf(agent: AgentKey, ask: ListAsk, sources: Source[]): Sql {
  if (sources.length === 0) return listOf(agent, ask)
  return commonRows(agent, sources, { bounds: boundsOf(ask), order: inOrder(ask, ownOrder(ask)) })
}

function listOf(agent: AgentKey, ask: ListAsk, columns = sql``): Sql {
  const own = ownOrder(ask)
  return sql`
    select ${columns} ${own.value} as place, person_key as key from people
    where ${all([sql`agent_key = ${agent.key}`, ...boundsOf(ask)])} ${inOrder(ask, own)}`
}

/** The rows of people beside what they are found by. */
function personOf(agent: AgentKey, rows: Sql): Sql {
  return sql`(${rows}) as source (place, key)
    cross join lateral (select * from people where agent_key = ${agent.key} and person_key = key offset 0) as person`
}

function meantOf(ask: ListAsk, criteria: Criterion[], people: Sql): Sql {
  return sql`
    select person.*, place as sort_value from (${people}) as person cross join lateral ${met(criteria)}
    ${inOrder(ask, placed)}`
}

/**
 * Of these rows the name and the key, the name out of its index where it begins with the word: whoever is searched for by
 * name mostly has it there, and to read the rows of thousands for their names takes 100 ms instead of 20.
 */
function namedOf(agent: AgentKey, rows: Sql, { word, most }: Names): Sql {
  const own = sql`select sort_name from people where agent_key = ${agent.key} and person_key = key`
  return sql`
    select place, key from (
      select coalesce(name, (${own})) as place, key from (
        select key, max(name) as name from (
          select person_key as key, null as name, true as is_known from (${rows}) as known
          union all ${beginningWith(agent, { word, most })}
        ) as either
        group by key having bool_or(is_known)
      ) as named
      offset 0
    ) as row`
}

/** Names, by the index alone. */
export function beginningWith(agent: AgentKey, { word, most }: Names): Sql {
  return sql`(
    select person_key, sort_name, false from people
    where agent_key = ${agent.key} and sort_name >= ${word} and sort_name < ${afterAll(word)}
    order by sort_name, person_key limit ${most})`
}

function boundsOf(ask: ListAsk): Sql[] {
  return [...(byAge(ask) ? madeBetween(ask.filter) : []), ...behind(ask, ownOrder(ask))]
}

/** Each as its index has it. */
const sortValues: Record<SortField, Sql> = {
  createdAt: sql`created_at`,
  updatedAt: sql`updated_at`,
  lastSeenAt: seenAt,
  fullName: sql`sort_name`,
}

type Order = { value: Sql; key: Sql }

/** In what was read already. */
const placed: Order = { value: sql`place`, key: sql`key` }

const ownOrder = ({ sort }: ListAsk): Order => ({ value: sortValues[fieldOf(sort)], key: sql`person_key` })

function behind({ sort, after }: ListAsk, { value, key }: Order): Sql[] {
  if (!after) return []
  const type = fieldOf(sort) === 'fullName' ? sql`text` : sql`timestamptz`
  const isBehind = isDescending(sort) ? sql`<` : sql`>`
  return [sql`(${value}, ${key}) ${isBehind} (${after.value}::${type}, ${after.key}::bigint)`]
}

function inOrder({ sort }: ListAsk, { value, key }: Order): Sql {
  const direction = isDescending(sort) ? sql`desc` : sql`asc`
  return sql`order by ${value} ${direction}, ${key} ${direction}`
}
