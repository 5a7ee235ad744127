import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Person } from '../../person/person.ts'
import { type PersonRow, toPerson } from '../../person/queries/columns.ts'
import type { Filter } from '../filter.ts'
import { byIndex } from './by-index.ts'
import { all, type Criterion, criteriaOf, met, type Source, type Sql } from './criteria.ts'
import { commonRows, rareOf, sizesOf, sourcesOf, usualFew } from './narrow.ts'

/** To tell more rows apart takes longer than to look at a million people. */
const mostRepeated = 500_000

/** How many people a filter means; up to `few` are looked at one by one. */
export async function countPeople(db: Db, agent: AgentKey, filter: Filter, few = usualFew): Promise<number> {
  const criteria = criteriaOf(filter)
  const known = await byIndex(db, async (tx) => {
    const rows = await knownRows(tx, agent, criteria, few)
    return rows && count(tx, rows)
  })
  const checks = [sql`agent_key = ${agent.key}`, ...criteria.map(({ check }) => check)]
  return known ?? count(db, sql`from people where ${all(checks)}`)
}

/** Those whom the indexes know exactly, or few enough of to look at. To look at everybody takes less than the rest. */
async function knownRows(db: Db, agent: AgentKey, criteria: Criterion[], few: number): Promise<Sql | undefined> {
  const sources = await sourcesOf(db, agent, criteria)
  const rare = await rareOf(db, agent, sources, few)
  if (rare.length > 0) return among(agent, rare, criteria)
  if (sources.length === 0 || sources.length < criteria.length || sources.some(({ exact }) => !exact)) return undefined
  const repeated = sources.filter(({ inOrder, repeats }) => repeats && !inOrder)
  const sizes = await sizesOf(db, agent, { sources: repeated, most: mostRepeated })
  return sizes.every((size) => size <= mostRepeated) ? sql`from (${commonRows(agent, sources)}) as meant` : undefined
}

/**
 * Of rows that are one tenant's already.
 * @serves all tenants
 */
async function count(db: Db, rows: Sql): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count ${rows}`.execute(db)
  return counted[0]?.count ?? 0
}

/**
 * Everybody whom a filter means, `size` at a time, in the order of their keys: who is there all the while comes once,
 * however the list changes meanwhile. Nothing is held between the pages.
 */
export async function* eachPage(db: Db, agent: AgentKey, filter: Filter, size: number): AsyncGenerator<Person[]> {
  const criteria = criteriaOf(filter)
  const rare = await byIndex(db, async (tx) => rareOf(tx, agent, await sourcesOf(tx, agent, criteria)))
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
