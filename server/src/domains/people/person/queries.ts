import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { runNamed } from '../../../platform/db/named.ts'
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

/** Those of them who are there. */
export async function findPeople(db: Db, agent: AgentKey, ids: readonly string[]): Promise<Person[]> {
  if (ids.length === 0) return []
  const rows = await selectPeople(db, agent).where(sql<boolean>`id = any(${ids}::text[])`).execute()
  return rows.map(toPerson)
}

/** Holds the person still until the transaction ends. */
export async function lockPerson(tx: Db, agent: AgentKey, id: string): Promise<Person | undefined> {
  const row = await selectPeople(tx, agent).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toPerson(row)
}

/** The same without waiting: false while somebody else holds the person, and when there is none. */
export async function tryLockPerson(tx: Db, agent: AgentKey, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from people where agent_key = ${agent.key} and id = ${id} for update skip locked`.execute(tx)
  return rows.length > 0
}

/** Several at once, always in the order of their keys, so that two who do this never wait for each other. */
export async function lockPeople(tx: Db, agent: AgentKey, keys: readonly number[]): Promise<Person[]> {
  return lockPeopleWith(tx, agent, keys, sql`for update of people`)
}

/** The same for whoever only changes them: others may go on to name them. */
export async function lockPeopleForChange(tx: Db, agent: AgentKey, keys: readonly number[]): Promise<Person[]> {
  return lockPeopleWith(tx, agent, keys, sql`for no key update of people`)
}

/** `few`: else the planner takes an agent for a handful of people, and reads all of them. */
async function lockPeopleWith(tx: Db, agent: AgentKey, keys: readonly number[], lock: RawBuilder<unknown>) {
  const { rows } = await sql<PersonRow>`
    with wanted as materialized (select key, 1 as few from unnest(${keys}::bigint[]) as key)
    select people.* from wanted join people on people.agent_key = ${agent.key} and people.person_key = wanted.key
     where wanted.few = 1 order by people.person_key ${lock}`.execute(tx)
  return rows.map(toPerson)
}

/** Everything that `toPerson` reads. */
export function selectPeople(db: Db, agent: AgentKey): SelectQueryBuilder<Tables, 'people', PersonRow> {
  return db.selectFrom('people').selectAll().where('agent_key', '=', agent.key)
}

/** Adds people, however many, of an agent that is there; they come back with their keys, in the order given. */
export async function insertPeople(tx: Db, agent: AgentKey, people: readonly NewPerson[]): Promise<Person[]> {
  const [first, second] = people
  if (first && !second) return [await insertPerson(tx, agent, first)]
  const stored = await insertUnindexedPeople(tx, agent, people)
  await insertSearchKeys(tx, agent, stored.map(toSearchKeyList))
  return stored
}

/**
 * One person and their search keys, in one statement: anybody who writes for the first time waits for it. It holds the
 * agent until the transaction ends, as `drawKeys` does.
 */
async function insertPerson(tx: Db, agent: AgentKey, person: NewPerson): Promise<Person> {
  const { names, values } = insertRowOf(toUnkeyedColumns(person))
  const [row] = await runNamed(
    tx,
    sql<{ key: number }>`
      with agent as materialized (select from agents where agent_key = ${agent.key} for key share),
      stored as (
        insert into people (agent_key, person_key, ${names}) overriding system value
        select ${agent.key}, nextval((select pg_get_serial_sequence('people', 'person_key')::regclass)), ${values}
          from agent
        returning person_key, created_at),
      listed as (
        insert into people_terms (agent_key, term, created_at, person_key)
        select ${agent.key}, term, created_at, person_key
          from stored, unnest(${searchKeysOf(person)}::text[]) as term
         order by term collate "C" on conflict do nothing)
      select person_key as key from stored`,
  )
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
 * Locks the agent until the transaction ends, so that a deletion of the agent finds the people who are being added. Looks
 * the sequence up once, because the lookup took four times as long as drawing a key.
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

/** Writes what people have become, in one statement however many. */
export async function updatePeople(tx: Db, agent: AgentKey, changes: readonly PersonChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = recordset(
    changes.map(({ after }) => toColumns(after)),
    ['person_key', ...columnNames],
  )
  const assignments = columnNames.map((name) => sql`${sql.ref(name)} = ${sql.ref(`row.${name}`)}`)
  await sql`
    with given as materialized (select row.*, 1 as few from ${rows})
    update people set ${sql.join(assignments)} from given as row
    where row.few = 1 and people.agent_key = ${agent.key} and people.person_key = row.person_key`.execute(tx)
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

/** Takes a person out, with all that hangs on them by a foreign key. */
export async function deletePerson(tx: Db, agent: AgentKey, person: Person): Promise<void> {
  await deleteSearchKeys(tx, agent, [toSearchKeyList(person)])
  await tx.deleteFrom('people').where('agent_key', '=', agent.key).where('person_key', '=', person.key).execute()
}
