import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Person } from '../../person/person.ts'
import { type PersonRow, toPerson } from '../../person/queries/columns.ts'
import type { Filter } from '../filter.ts'
import { fieldOf, isDescending, type Position, type Sort, type SortField } from '../sort.ts'
import { byIndex } from './by-index.ts'
import { all, type Criterion, criteriaOf, madeBetween, met, type Source, type Sql, seenAt } from './criteria.ts'
import { commonRows, rareOf } from './narrow.ts'

export type ListAsk = { filter: Filter; sort: Sort; limit: number; after?: Position }
export type PeoplePage = { people: Person[]; next?: Position }

/** A page of the people whom a filter means. Each page costs the same, however far down the list it is. */
export async function listPeople(db: Db, agent: AgentKey, ask: ListAsk): Promise<PeoplePage> {
  const { rows } = await byIndex(db, async (tx) => {
    const page = await pageOf(tx, agent, ask)
    return sql<ListRow>`${page} limit ${ask.limit + 1}`.execute(tx)
  })
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  return { people: shown.map(toPerson), ...(rows.length > ask.limit && last && { next: positionOf(last) }) }
}

type ListRow = PersonRow & { sort_value: Date | string }

function positionOf({ sort_value: value, person_key: key }: ListRow): Position {
  return { value: value instanceof Date ? value.toISOString() : value, key }
}

async function pageOf(db: Db, agent: AgentKey, ask: ListAsk): Promise<Sql> {
  const criteria = criteriaOf(ask.filter)
  const inOrder = byAge(ask) ? criteria.find(({ source }) => source?.inOrder)?.source : undefined
  if (inOrder && criteria.length === 1) return among(agent, ask, { sources: [inOrder], criteria })
  const rare = await rareOf(db, agent, criteria)
  if (rare.length > 0) return among(agent, ask, { sources: rare, criteria })
  return inOrder ? among(agent, ask, { sources: [inOrder], criteria }) : walk(agent, ask, criteria)
}

const byAge = ({ sort }: ListAsk): boolean => fieldOf(sort) === 'createdAt'

/**
 * By the indexes that know whom to look at. Here and below, the shape leaves PostgreSQL no choice, whose statistics may
 * be older than the people: behind `offset 0` it can neither use another index for a condition nor guess how many will
 * meet it, and so reads in the order of the index until the page is full.
 */
function among(
  agent: AgentKey,
  ask: ListAsk,
  { sources, criteria }: { sources: Source[]; criteria: Criterion[] },
): Sql {
  const own = ownOrder(ask)
  const bounds = [...(byAge(ask) ? madeBetween(ask.filter) : []), ...behind(ask, own)]
  const rows = commonRows(agent, sources, byAge(ask) ? bounds : [])
  const areOrdered = byAge(ask) && !(sources.length === 1 && sources[0]?.inOrder)
  const order = byAge(ask) ? { value: sql`made_at`, key: sql`key` } : own
  return sql`
    select person.*, ${order.value} as sort_value
    from (${areOrdered ? sql`select * from (${rows}) as row ${inOrder(ask, own)}` : rows}) as source (made_at, key)
    cross join lateral (select * from people where agent_key = ${agent.key} and person_key = key offset 0) as person
    cross join lateral ${met(criteria)}
    where ${all(byAge(ask) ? [] : bounds)}
    ${inOrder(ask, order)}`
}

/** Through the list itself, past those whom the filter does not mean. */
function walk(agent: AgentKey, ask: ListAsk, criteria: Criterion[]): Sql {
  const own = ownOrder(ask)
  const bounds = [...(byAge(ask) ? madeBetween(ask.filter) : []), ...behind(ask, own)]
  return sql`
    select people.*, ${own.value} as sort_value
    from people cross join lateral ${met(criteria)}
    where ${all([sql`agent_key = ${agent.key}`, ...bounds])}
    ${inOrder(ask, own)}`
}

/** Each as its index has it. */
const sortValues: Record<SortField, Sql> = {
  createdAt: sql`created_at`,
  updatedAt: sql`updated_at`,
  lastSeenAt: seenAt,
  fullName: sql`sort_name`,
}

type Order = { value: Sql; key: Sql }

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
