import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { keyedJoin } from '../../../platform/db/keyed-join.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { notFound } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { NewPerson } from './change.ts'
import type { Person } from './person.ts'
import {
  columnNames,
  insertRowOf,
  insertSourceOf,
  type PersonRow,
  recordset,
  toColumns,
  toPerson,
  toUnkeyedColumns,
} from './queries/columns.ts'
import { deleteSearchKeys, insertSearchKeys, subtractSearchKeys, toSearchKeyList } from './queries/search-keys.ts'
import { searchKeysOf } from './search-keys.ts'

export async function findPerson(db: Db, agent: AgentKey, id: string): Promise<Person | undefined> {
  const row = await selectPeople(db, agent).where('id', '=', id).executeTakeFirst()
  return row && toPerson(row)
}

/** Returns those that exist. */
export async function findPeople(db: Db, agent: AgentKey, ids: readonly string[]): Promise<Person[]> {
  if (ids.length === 0) return []
  const rows = await selectPeople(db, agent).where(sql<boolean>`id = any(${ids}::text[])`).execute()
  return rows.map(toPerson)
}

export async function lockPerson(tx: Db, agent: AgentKey, id: string): Promise<Person | undefined> {
  const row = await selectPeople(tx, agent).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toPerson(row)
}

/** The same without waiting: returns false when the person is locked or does not exist. */
export async function tryLockPerson(tx: Db, agent: AgentKey, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from people where agent_key = ${agent.key} and id = ${id} for update skip locked`.execute(tx)
  return rows.length > 0
}

/** Locks several people in key order, so two callers cannot deadlock. */
export async function lockPeople(tx: Db, agent: AgentKey, keys: readonly number[]): Promise<Person[]> {
  return lockPeopleWith(tx, agent, keys, sql`for update of people`)
}

/** The same for updates that do not change keys: other transactions can still insert references to them. */
export async function lockPeopleForChange(tx: Db, agent: AgentKey, keys: readonly number[]): Promise<Person[]> {
  return lockPeopleWith(tx, agent, keys, sql`for no key update of people`)
}

/** Keyed join: without it, the planner assumes that an agent has a handful of people and reads them all. */
async function lockPeopleWith(tx: Db, agent: AgentKey, keys: readonly number[], lock: RawBuilder<unknown>) {
  const { rows } = await sql<PersonRow>`
    with wanted as materialized (select key, ${keyedJoin.column} from unnest(${keys}::bigint[]) as key)
    select people.* from wanted join people on people.agent_key = ${agent.key} and people.person_key = wanted.key
     where ${keyedJoin.condition('wanted')} order by people.person_key ${lock}`.execute(tx)
  return rows.map(toPerson)
}

export function selectPeople(db: Db, agent: AgentKey): SelectQueryBuilder<Tables, 'people', PersonRow> {
  return db.selectFrom('people').selectAll().where('agent_key', '=', agent.key)
}

/** Inserts people of an existing agent in one statement; returns them with their keys, in the given order. */
export async function insertPeople(tx: Db, agent: AgentKey, people: readonly NewPerson[]): Promise<Person[]> {
  const [first, second] = people
  if (first && !second) return [await insertPerson(tx, agent, first)]
  const stored = await insertUnindexedPeople(tx, agent, people)
  await insertSearchKeys(tx, agent, stored.map(toSearchKeyList))
  return stored
}

/**
 * Inserts one person and their search keys in one statement, because anyone who writes for the first time waits for it.
 * Locks the agent until the transaction ends, as `reserveKeys` does.
 */
async function insertPerson(tx: Db, agent: AgentKey, person: NewPerson): Promise<Person> {
  const { names, values } = insertRowOf(toUnkeyedColumns(person))
  const [row] = (
    await sql<{ key: number }>`
    with agent as materialized (select from agents where agent_key = ${agent.key} for key share),
    stored as (
      insert into people (agent_key, person_key, ${names}) overriding system value
      select ${agent.key}, nextval((select pg_get_serial_sequence('people', 'person_key')::regclass)), ${values}
        from agent
      returning person_key, created_at),
    listed as (
      insert into people_search_keys (agent_key, search_key, created_at, person_key)
      select ${agent.key}, search_key, created_at, person_key
        from stored, unnest(${searchKeysOf(person)}::text[]) as search_key
       order by search_key collate "C" on conflict do nothing)
    select person_key as key from stored`.execute(tx)
  ).rows
  if (!row) throw notFound()
  return { ...person, key: row.key }
}

/** Like `insertPeople`, without the search keys: the caller inserts them later in the transaction. */
export async function insertUnindexedPeople(tx: Db, agent: AgentKey, people: readonly NewPerson[]): Promise<Person[]> {
  if (people.length === 0) return []
  const keys = await reserveKeys(tx, agent, people.length)
  const stored = people.map((person, index): Person => ({ ...person, key: keys[index] as number }))
  const { names, values, from } = insertSourceOf(stored.map(toColumns))
  await sql`
    insert into people (agent_key, ${names}) overriding system value
    select ${agent.key}, ${values} from ${from}`.execute(tx)
  return stored
}

/**
 * Locks the agent until the transaction ends, so that deleting the agent sees the people being added. Looks up the
 * sequence once, because the lookup took four times as long as drawing a key.
 */
async function reserveKeys(tx: Db, agent: AgentKey, count: number): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`
    select nextval((select pg_get_serial_sequence('people', 'person_key')::regclass)) as key
      from (select from agents where agent_key = ${agent.key} for key share) as agent, generate_series(1, ${count}::int)
  `.execute(tx)
  if (rows.length === 0) throw notFound()
  return rows.map(({ key }) => key)
}

export type PersonChange = { before: Person; after: Person }

export async function updatePeople(tx: Db, agent: AgentKey, changes: readonly PersonChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = recordset(
    changes.map(({ after }) => toColumns(after)),
    ['person_key', ...columnNames],
  )
  const assignments = columnNames.map((name) => sql`${sql.ref(name)} = ${sql.ref(`row.${name}`)}`)
  await sql`
    with given as materialized (select row.*, ${keyedJoin.column} from ${rows})
    update people set ${sql.join(assignments)} from given as row
    where ${keyedJoin.condition('row')} and people.agent_key = ${agent.key} and people.person_key = row.person_key`.execute(
    tx,
  )
  const moves = changes.map(({ before, after }) => ({ before: toSearchKeyList(before), after: toSearchKeyList(after) }))
  await deleteSearchKeys(
    tx,
    agent,
    moves.map(({ before, after }) => subtractSearchKeys(before, after)),
  )
  await insertSearchKeys(
    tx,
    agent,
    moves.map(({ before, after }) => subtractSearchKeys(after, before)),
  )
}

/** Deletes a person with everything that references them. */
export async function deletePerson(tx: Db, agent: AgentKey, person: Person): Promise<void> {
  await deleteSearchKeys(tx, agent, [toSearchKeyList(person)])
  await tx.deleteFrom('people').where('agent_key', '=', agent.key).where('person_key', '=', person.key).execute()
}
