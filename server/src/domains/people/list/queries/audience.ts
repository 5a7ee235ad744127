import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { filterOf } from '../filter.ts'
import { PeopleFilter } from '../vocabulary.ts'
import { byIndex } from './by-index.ts'
import { type Criterion, criteriaOf, met, type Sql } from './criteria.ts'
import { commonRows, rareOf, sourcesOf } from './narrow.ts'

type Given = Readonly<Record<string, unknown>>

/**
 * Beside a row of `people`, as a part of a statement: one row if a kept filter means them, else none. A filter that says
 * what nobody knows means nobody.
 */
export function metBy(filter: Given): Sql {
  return met(criteriaIn(filter))
}

/**
 * The keys of all whom a filter may mean, in order, where an index knows of no more than so many; undefined where everybody
 * has to be looked at.
 */
export async function keysNear(db: Db, agent: AgentKey, filter: Given, most: number): Promise<number[] | undefined> {
  const criteria = criteriaIn(filter)
  return byIndex(db, async (tx) => {
    const rare = await rareOf(tx, agent, await sourcesOf(tx, agent, criteria), most)
    if (rare.length === 0) return undefined
    // As one text: hundreds of thousands of rows would hold everybody up while they are read.
    const { rows } = await sql<{ keys: string | null }>`
      select string_agg(person_key::text, ',' order by person_key) as keys
        from (${commonRows(agent, rare)}) as known`.execute(tx)
    return (rows[0]?.keys ?? '').split(',').filter(Boolean).map(Number)
  })
}

function criteriaIn(filter: Given): Criterion[] {
  const read = PeopleFilter.safeParse(filter)
  return read.success ? criteriaOf(filterOf(read.data)) : [{ check: sql`false` }]
}
