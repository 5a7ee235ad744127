import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Sql } from '../list/queries/criteria.ts'
import { withIndexScans } from '../list/queries/planner.ts'

/** The keys of the custom fields that somebody has, in order, at most so many: one look into the index for each. */
export async function customFieldKeys(db: Db, agent: AgentKey, most: number): Promise<string[]> {
  // The terms of a field are `f:<key>.<value>`, and behind the dot comes the slash.
  const next = sql`left(field.term, strpos(field.term, '.') - 1) || '/'`
  const { rows } = await withIndexScans(db, (tx) =>
    sql<{ key: string }>`
      with recursive field (term) as (
        (${firstSearchKey(agent, sql`'f:'`)})
        union all
        select following.term from field cross join lateral (${firstSearchKey(agent, next)}) as following
      )
      select substr(term, 3, strpos(term, '.') - 3) as key from field limit ${most}`.execute(tx),
  )
  return rows.map(({ key }) => key)
}

function firstSearchKey(agent: AgentKey, from: Sql): Sql {
  return sql`
    select term from people_terms
    where agent_key = ${agent.key} and term >= ${from} and term < 'f;' order by term limit 1`
}
