import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Person } from '../person.ts'
import { searchKeysOf } from '../search-keys.ts'

export type SearchKeyList = { person: Person; keys: string[] }

export const toSearchKeyList = (person: Person): SearchKeyList => ({ person, keys: searchKeysOf(person) })

export function subtractSearchKeys({ person, keys }: SearchKeyList, other: SearchKeyList): SearchKeyList {
  const known = new Set(other.keys)
  return { person, keys: keys.filter((term) => !known.has(term)) }
}

export async function insertSearchKeys(tx: Db, agent: AgentKey, lists: readonly SearchKeyList[]): Promise<void> {
  const rows = toKeyTable(lists)
  if (!rows) return
  await sql`
    insert into people_search_keys (agent_key, search_key, created_at, person_key)
    select ${agent.key}, search_key, created_at, person_key from ${rows} order by search_key on conflict do nothing`.execute(
    tx,
  )
}

export async function deleteSearchKeys(tx: Db, agent: AgentKey, lists: readonly SearchKeyList[]): Promise<void> {
  const rows = toKeyTable(lists)
  if (!rows) return
  await sql`delete from people_search_keys using ${rows}
    where people_search_keys.agent_key = ${agent.key} and people_search_keys.search_key = listed.search_key
      and people_search_keys.created_at = listed.created_at and people_search_keys.person_key = listed.person_key`.execute(
    tx,
  )
}

/**
 * Creates a staging table for the rest of the transaction: inserting search keys in index order, for a hundred thousand
 * people at a time, costs half as much as a few at a time. One row holds all keys of a person, which takes a quarter of
 * the time of one row per key. @serves all tenants
 */
export async function createSearchKeyStaging(tx: Db): Promise<void> {
  await sql`
    create temp table if not exists staged_terms
      (terms text[], created_at timestamptz, person_key bigint) on commit drop`.execute(tx)
}

/** Never part of a word; a tag or custom field may contain it. */
const separator = '\u001f'

/** Stages the search keys of an agent's people; a transaction stages only one agent. */
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

export async function flushStagedSearchKeys(tx: Db, agent: AgentKey): Promise<void> {
  await sql`
    insert into people_search_keys (agent_key, search_key, created_at, person_key)
    select ${agent.key}, search_key, created_at, person_key from staged_terms, unnest(terms) as each (search_key)
     order by search_key collate "C", created_at, person_key`.execute(tx)
  await sql`truncate staged_terms`.execute(tx)
}

/** Search keys refer to their person by position: a key and timestamp with each would be most of the data to send. */
function toKeyTable(lists: readonly SearchKeyList[]) {
  const some = lists.filter(({ keys }) => keys.length > 0)
  if (some.length === 0) return undefined
  const terms = some.flatMap((list) => list.keys)
  const places = some.flatMap((list, index) => list.keys.map(() => index + 1))
  const keys = some.map(({ person }) => person.key)
  const times = some.map(({ person }) => person.createdAt)
  return sql`(
    select search_key collate "C" as search_key, created_at, person_key
      from unnest(${terms}::text[], ${places}::int[]) as named (search_key, place)
      join unnest(${keys}::bigint[], ${times}::timestamptz[]) with ordinality as person (person_key, created_at, place)
        using (place)) as listed`
}
