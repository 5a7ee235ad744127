import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { parseFilter } from '../filter.ts'
import { PeopleFilter } from '../filter-schema.ts'
import { type FilterCriterion, matchesAllSql, type Sql, toCriteria } from './criteria.ts'

import { intersectSources, selectRareSources, toSources, withIndexScans } from './sources.ts'

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
