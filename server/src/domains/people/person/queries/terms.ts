import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Person } from '../person.ts'
import { termsOf } from '../terms.ts'

/** Where terms are put: among the others, or aside until there are many (see `stageTerms`). */
export type TermTable = 'people_terms' | 'staged_terms'

/** What one person is found by, or a part of it. */
export type TermList = { person: Person; terms: string[] }

export const termListOf = (person: Person): TermList => ({ person, terms: termsOf(person) })

/** What the first list has and the second has not. */
export function without({ person, terms }: TermList, other: TermList): TermList {
  const known = new Set(other.terms)
  return { person, terms: terms.filter((term) => !known.has(term)) }
}

export async function insertTerms(
  tx: Db,
  agent: AgentKey,
  lists: readonly TermList[],
  into: TermTable = 'people_terms',
): Promise<void> {
  const rows = asTable(lists)
  if (!rows) return
  const order = into === 'people_terms' ? sql`order by term on conflict do nothing` : sql``
  await sql`
    insert into ${sql.table(into)} (agent_key, term, created_at, person_key)
    select ${agent.key}, term, created_at, person_key from ${rows} ${order}`.execute(tx)
}

export async function deleteTerms(tx: Db, agent: AgentKey, lists: readonly TermList[]): Promise<void> {
  const rows = asTable(lists)
  if (!rows) return
  await sql`delete from people_terms using ${rows}
    where people_terms.agent_key = ${agent.key} and people_terms.term = listed.term
      and people_terms.created_at = listed.created_at and people_terms.person_key = listed.person_key`.execute(tx)
}

/**
 * A place aside, for the rest of the transaction: terms that go into the index in its own order, tens of thousands at a
 * time, cost half of what they cost a few at a time. @serves all tenants
 */
export async function stageTerms(tx: Db): Promise<void> {
  await sql`
    create temp table if not exists staged_terms
      (agent_key bigint, term text collate "C", created_at timestamptz, person_key bigint) on commit drop`.execute(tx)
}

/** Puts what stands aside among the others. */
export async function settleTerms(tx: Db, agent: AgentKey): Promise<void> {
  await sql`
    insert into people_terms (agent_key, term, created_at, person_key)
    select * from staged_terms where agent_key = ${agent.key} order by term, created_at, person_key`.execute(tx)
  await sql`truncate staged_terms`.execute(tx)
}

/** Terms name their person by place: a key and a time for each of them would be most of what there is to send. */
function asTable(lists: readonly TermList[]) {
  const some = lists.filter(({ terms }) => terms.length > 0)
  if (some.length === 0) return undefined
  const terms = some.flatMap((list) => list.terms)
  const places = some.flatMap((list, index) => list.terms.map(() => index + 1))
  const keys = some.map(({ person }) => person.key)
  const times = some.map(({ person }) => person.createdAt)
  return sql`(
    select term collate "C" as term, created_at, person_key
      from unnest(${terms}::text[], ${places}::int[]) as named (term, place)
      join unnest(${keys}::bigint[], ${times}::timestamptz[]) with ordinality as person (person_key, created_at, place)
        using (place)) as listed`
}
