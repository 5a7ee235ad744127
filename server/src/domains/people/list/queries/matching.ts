import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Person } from '../../person/person.ts'
import { columnNames, recordset, toColumns } from '../../person/queries/columns.ts'
import { parseFilter } from '../filter.ts'
import { PeopleFilter } from '../filter-schema.ts'
import { type FilterCriterion, matchesAllSql, type Sql, toCriteria } from './criteria.ts'
import { intersectSources, selectRareSources, toSources, withIndexScans } from './sources.ts'

/**
 * Returns the ids of those of these people who match a filter, sorted. Checks the rows themselves and not the search
 * keys, which an import writes last. An invalid filter matches no one.
 */
export async function filterPersonIds(
  db: Db,
  agent: AgentKey,
  filter: Readonly<Record<string, unknown>>,
  ids: readonly string[],
): Promise<string[]> {
  const read = PeopleFilter.safeParse(filter)
  if (!read.success || ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select person.id
      from (select * from people where agent_key = ${agent.key} and id = any(${ids}::text[]) offset 0) as person
     cross join lateral ${matchesAllSql(toCriteria(parseFilter(read.data)))}
     order by person.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The same for a person without a row, by the same conditions: a sandbox person. Reads no table.
 *
 * @serves all tenants
 */
export async function matchesFilter(
  db: Db,
  filter: Readonly<Record<string, unknown>>,
  person: Person,
): Promise<boolean> {
  const read = PeopleFilter.safeParse(filter)
  if (!read.success) return false
  const { rows } = await sql`
    select from (select * from ${recordset([toColumns(person)], ['person_key', 'id', 'created_at', ...columnNames])}) as person
     cross join lateral ${matchesAllSql(toCriteria(parseFilter(read.data)))}`.execute(db)
  return rows.length > 0
}

type StoredFilter = Readonly<Record<string, unknown>>

/**
 * SQL fragment for a row of `people`: yields one row if a stored filter matches, else none. A filter that is no longer
 * valid matches no one.
 */
export function matchesFilterSql(filter: StoredFilter): Sql {
  return matchesAllSql(criteriaOfFilter(filter))
}

/**
 * Returns the keys of all people a filter may match, sorted, when an index narrows them to at most `most`; undefined
 * when all people must be scanned.
 */
export async function findCandidateKeys(
  db: Db,
  agent: AgentKey,
  filter: StoredFilter,
  most: number,
): Promise<number[] | undefined> {
  const criteria = criteriaOfFilter(filter)
  return withIndexScans(db, async (tx) => {
    const rare = await selectRareSources(tx, agent, await toSources(tx, agent, criteria), most)
    if (rare.length === 0) return undefined
    // As one string: parsing hundreds of thousands of rows would block the process.
    const { rows } = await sql<{ keys: string | null }>`
      select string_agg(person_key::text, ',' order by person_key) as keys
        from (${intersectSources(agent, rare)}) as known`.execute(tx)
    return (rows[0]?.keys ?? '').split(',').filter(Boolean).map(Number)
  })
}

function criteriaOfFilter(filter: StoredFilter): FilterCriterion[] {
  const read = PeopleFilter.safeParse(filter)
  return read.success ? toCriteria(parseFilter(read.data)) : [{ check: sql`false` }]
}
