import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Person } from '../person.ts'
import { searchKeysOf } from '../search-keys.ts'

/** What one person is found by, or a part of it. */
export type SearchKeyList = { person: Person; keys: string[] }

export const toSearchKeyList = (person: Person): SearchKeyList => ({ person, keys: searchKeysOf(person) })

/** What the first list has and the second has not. */
export function subtractSearchKeys({ person, keys }: SearchKeyList, other: SearchKeyList): SearchKeyList {
  const known = new Set(other.keys)
  return { person, keys: keys.filter((term) => !known.has(term)) }
}

export async function insertSearchKeys(tx: Db, agent: AgentKey, lists: readonly SearchKeyList[]): Promise<void> {
  const rows = toKeyTable(lists)
  if (!rows) return
  await sql`
    insert into people_terms (agent_key, term, created_at, person_key)
    select ${agent.key}, term, created_at, person_key from ${rows} order by term on conflict do nothing`.execute(tx)
}

export async function deleteSearchKeys(tx: Db, agent: AgentKey, lists: readonly SearchKeyList[]): Promise<void> {
  const rows = toKeyTable(lists)
  if (!rows) return
  await sql`delete from people_terms using ${rows}
    where people_terms.agent_key = ${agent.key} and people_terms.term = listed.term
      and people_terms.created_at = listed.created_at and people_terms.person_key = listed.person_key`.execute(tx)
}

/**
 * A place aside, for the rest of the transaction: terms that go into the index in its own order, a hundred thousand people
 * at a time, cost half of what they cost a few at a time. A row holds all terms of a person, which takes a quarter of the
 * time of a row for each. @serves all tenants
 */
export async function createSearchKeyStaging(tx: Db): Promise<void> {
  await sql`
    create temp table if not exists staged_terms
      (terms text[], created_at timestamptz, person_key bigint) on commit drop`.execute(tx)
}

/** No word holds it; a tag or a field of somebody may. */
const separator = '\u001f'

/** Puts what people of an agent are found by aside; there is but one agent in the transaction. */
export async function stageSearchKeys(tx: Db, agent: AgentKey, lists: readonly SearchKeyList[]): Promise<void> {
  const { plain = [], odd = [] } = Object.groupBy(lists, ({ keys }) =>
    keys.some((term) => term.includes(separator)) ? 'odd' : 'plain',
  )
  await insertSearchKeys(tx, agent, odd)
  if (plain.length === 0) return
  await sql`
    insert into staged_terms (terms, created_at, person_key)
    select string_to_array(terms, ${separator}), created_at, person_key
      from unnest(
             ${plain.map(({ keys }) => keys.join(separator))}::text[],
             ${plain.map(({ person }) => person.createdAt)}::timestamptz[],
             ${plain.map(({ person }) => person.key)}::bigint[]
           ) as listed (terms, created_at, person_key)`.execute(tx)
}

/** Puts what stands aside among the others. */
export async function flushStagedSearchKeys(tx: Db, agent: AgentKey): Promise<void> {
  await sql`
    insert into people_terms (agent_key, term, created_at, person_key)
    select ${agent.key}, term, created_at, person_key from staged_terms, unnest(terms) as each (term)
     order by term collate "C", created_at, person_key`.execute(tx)
  await sql`truncate staged_terms`.execute(tx)
}

/** Terms name their person by place: a key and a time for each of them would be most of what there is to send. */
function toKeyTable(lists: readonly SearchKeyList[]) {
  const some = lists.filter(({ keys }) => keys.length > 0)
  if (some.length === 0) return undefined
  const terms = some.flatMap((list) => list.keys)
  const places = some.flatMap((list, index) => list.keys.map(() => index + 1))
  const keys = some.map(({ person }) => person.key)
  const times = some.map(({ person }) => person.createdAt)
  return sql`(
    select term collate "C" as term, created_at, person_key
      from unnest(${terms}::text[], ${places}::int[]) as named (term, place)
      join unnest(${keys}::bigint[], ${times}::timestamptz[]) with ordinality as person (person_key, created_at, place)
        using (place)) as listed`
}
