import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Person } from '../../person/person.ts'
import { columnNames, recordset, toColumns } from '../../person/queries/columns.ts'
import { parseFilter } from '../filter.ts'
import { PeopleFilter } from '../filter-schema.ts'
import { matchesAllSql, toCriteria } from './criteria.ts'

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
