import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Person } from '../../person/person.ts'
import { type PersonRow, toPerson } from '../../person/queries/columns.ts'
import type { Filter } from '../filter.ts'
import { byIndex } from './by-index.ts'
import { all, type Criterion, criteriaOf, met, type Source, type Sql } from './criteria.ts'
import { commonRows, rareOf } from './narrow.ts'

/** How many people a filter means. */
export async function countPeople(db: Db, agent: AgentKey, filter: Filter): Promise<number> {
  const criteria = criteriaOf(filter)
  const rare = await byIndex(db, (tx) => rareOf(tx, agent, criteria))
  const meant =
    rare.length > 0
      ? sql`${among(agent, rare, criteria)}`
      : sql`from people where ${all([sql`agent_key = ${agent.key}`, ...criteria.map(({ check }) => check)])}`
  const { rows } = await sql<{ count: number }>`select count(*) as count ${meant}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Everybody whom a filter means, `size` at a time, in the order of their keys: who is there all the while comes once,
 * however the list changes meanwhile. Nothing is held between the pages.
 */
export async function* eachPage(db: Db, agent: AgentKey, filter: Filter, size: number): AsyncGenerator<Person[]> {
  const criteria = criteriaOf(filter)
  const rare = await byIndex(db, (tx) => rareOf(tx, agent, criteria))
  for (let after = 0; ; ) {
    const page =
      rare.length > 0
        ? sql`select person.* ${among(agent, rare, criteria)} where key > ${after} order by key`
        : walk(agent, after, criteria)
    const { rows } = await byIndex(db, (tx) => sql<PersonRow>`${page} limit ${size}`.execute(tx))
    if (rows.length > 0) yield rows.map(toPerson)
    if (rows.length < size) return
    after = rows.at(-1)?.person_key as number
  }
}

function among(agent: AgentKey, rare: Source[], criteria: Criterion[]): Sql {
  return sql`
    from (${commonRows(agent, rare)}) as source (made_at, key)
    cross join lateral (select * from people where agent_key = ${agent.key} and person_key = key offset 0) as person
    cross join lateral ${met(criteria)}`
}

function walk(agent: AgentKey, after: number, criteria: Criterion[]): Sql {
  return sql`
    select people.* from people cross join lateral ${met(criteria)}
    where agent_key = ${agent.key} and person_key > ${after}
    order by person_key`
}
