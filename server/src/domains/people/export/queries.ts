import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Sql } from '../list/queries/criteria.ts'
import { withIndexScans } from '../list/queries/sources.ts'

/** Returns the custom field keys in use, sorted, at most `most`; one index lookup per key. */
export async function listCustomFieldKeys(db: Db, agent: AgentKey, most: number): Promise<string[]> {
  // The search keys of a field are `f:<key>.<value>`, and the slash is the next character after the dot.
  const next = sql`left(field.search_key, strpos(field.search_key, '.') - 1) || '/'`
  const { rows } = await withIndexScans(db, (tx) =>
    sql<{ key: string }>`
      with recursive field (search_key) as (
        (${firstSearchKey(agent, sql`'f:'`)})
        union all
        select following.search_key from field cross join lateral (${firstSearchKey(agent, next)}) as following
      )
      select substr(search_key, 3, strpos(search_key, '.') - 3) as key from field limit ${most}`.execute(tx),
  )
  return rows.map(({ key }) => key)
}

function firstSearchKey(agent: AgentKey, from: Sql): Sql {
  return sql`
    select search_key from people_search_keys
    where agent_key = ${agent.key} and search_key >= ${from} and search_key < 'f;' order by search_key limit 1`
}
