import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Person } from '../../person/person.ts'
import { type PersonRow, toPerson } from '../../person/queries/columns.ts'
import type { ParsedFilter } from '../filter.ts'
import {
  type CandidateSource,
  type FilterCriterion,
  joinWithAnd,
  matchesAllSql,
  type Sql,
  toCriteria,
} from './criteria.ts'

import {
  countSourceRows,
  intersectSources,
  maxCheckedPeople,
  selectRareSources,
  toSources,
  withIndexScans,
} from './sources.ts'

/** Deduplicating more rows takes longer than scanning a million people. */
const maxRepeated = 500_000

/** Counts the people who match a filter; up to `few` candidates are checked one by one. */
export async function countPeople(
  db: Db,
  agent: AgentKey,
  filter: ParsedFilter,
  few = maxCheckedPeople,
): Promise<number> {
  const criteria = toCriteria(filter)
  const known = await withIndexScans(db, async (tx) => {
    const rows = await selectKnownRows(tx, agent, criteria, few)
    return rows && count(tx, rows)
  })
  const checks = [sql`agent_key = ${agent.key}`, ...criteria.map(({ check }) => check)]
  return known ?? count(db, sql`from people where ${joinWithAnd(checks)}`)
}

/** Returns the matches if indexes cover them exactly or narrow them to a few; otherwise a full scan is cheaper. */
async function selectKnownRows(
  db: Db,
  agent: AgentKey,
  criteria: FilterCriterion[],
  few: number,
): Promise<Sql | undefined> {
  const sources = await toSources(db, agent, criteria)
  const rare = await selectRareSources(db, agent, sources, few)
  if (rare.length > 0) return selectAmong(agent, rare, criteria)
  if (sources.length === 0 || sources.length < criteria.length || sources.some(({ exact }) => !exact)) return undefined
  const repeated = sources.filter(({ inOrder, repeats }) => repeats && !inOrder)
  const sizes = await countSourceRows(db, agent, { sources: repeated, most: maxRepeated })
  return sizes.every((size) => size <= maxRepeated)
    ? sql`from (${intersectSources(agent, sources)}) as meant`
    : undefined
}

/**
 * The rows already belong to one tenant.
 * @serves all tenants
 */
async function count(db: Db, rows: Sql): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count ${rows}`.execute(db)
  return counted[0]?.count ?? 0
}

/**
 * Iterates over everyone who matches a filter, `size` at a time, in key order: a person who exists throughout appears
 * exactly once, whatever else changes. Holds nothing between pages.
 */
export async function* iteratePages(
  db: Db,
  agent: AgentKey,
  filter: ParsedFilter,
  size: number,
): AsyncGenerator<Person[]> {
  const criteria = toCriteria(filter)
  const rare = await withIndexScans(db, async (tx) =>
    selectRareSources(tx, agent, await toSources(tx, agent, criteria)),
  )
  for (let after = 0; ; ) {
    const page =
      rare.length > 0
        ? sql`select person.* ${selectAmong(agent, rare, criteria)} where key > ${after} order by key`
        : scanPeople(agent, after, criteria)
    const { rows } = await withIndexScans(db, (tx) => sql<PersonRow>`${page} limit ${size}`.execute(tx))
    if (rows.length > 0) yield rows.map(toPerson)
    if (rows.length < size) return
    after = rows.at(-1)?.person_key as number
  }
}

function selectAmong(agent: AgentKey, rare: CandidateSource[], criteria: FilterCriterion[]): Sql {
  return sql`
    from (${intersectSources(agent, rare)}) as source (made_at, key)
    cross join lateral (select * from people where agent_key = ${agent.key} and person_key = key offset 0) as person
    cross join lateral ${matchesAllSql(criteria)}`
}

function scanPeople(agent: AgentKey, after: number, criteria: FilterCriterion[]): Sql {
  return sql`
    select people.* from people cross join lateral ${matchesAllSql(criteria)}
    where agent_key = ${agent.key} and person_key > ${after}
    order by person_key`
}

/** Where the reading of stored phone numbers continues: the people of an agent, then its identities, by their ids. */
export type NumberPosition = { table: 'people' | 'identities'; after: string }

/** `asid` and `channel` of an identity; `personId` also of the person who has it. */
export type StoredNumber = { number: string; personId?: string; asid?: string; channel?: string }

/** Reads the phone numbers of the next `size` rows, whether they have one or not, so that every batch takes as long. */
export async function readStoredNumbers(
  db: Db,
  agent: AgentKey,
  { table, after }: NumberPosition,
  size: number,
): Promise<{ numbers: StoredNumber[]; next?: NumberPosition }> {
  const rows =
    table === 'people' ? await readPeopleNumbers(db, agent, after, size) : await readAddresses(db, agent, after, size)
  const last = rows.length === size ? rows.at(-1)?.row_id : undefined
  const numbers = rows.flatMap(({ number, person_id, asid, channel }): StoredNumber[] => {
    if (number === null) return []
    return [{ number, ...(person_id !== null && { personId: person_id }), ...(asid && channel && { asid, channel }) }]
  })
  if (last !== undefined) return { numbers, next: { table, after: last } }
  return { numbers, ...(table === 'people' && { next: { table: 'identities', after: '' } }) }
}

type NumberRow = {
  row_id: string
  number: string | null
  person_id: string | null
  asid: string | null
  channel: string | null
}

async function readPeopleNumbers(db: Db, agent: AgentKey, after: string, size: number): Promise<NumberRow[]> {
  const query = sql<NumberRow>`
    select id as row_id, phone as number, id as person_id, null as asid, null as channel from people
     where agent_key = ${agent.key} and id > ${after} order by id limit ${size}`
  return (await withIndexScans(db, (tx) => query.execute(tx))).rows
}

/** On channels of carriers every address is a phone number; elsewhere only one that begins with a plus. */
async function readAddresses(db: Db, agent: AgentKey, after: string, size: number): Promise<NumberRow[]> {
  const query = sql<NumberRow>`
    select asid as row_id, asid, channel,
           case when channel in ('rcs', 'sms') or channel = 'messengerA' and starts_with(address, '+') then address end as number,
           (select id from people where people.agent_key = ${agent.key} and people.person_key = identities.person_key) as person_id
      from identities
     where agent_key = ${agent.key} and asid > ${after} order by asid limit ${size}`
  return (await withIndexScans(db, (tx) => query.execute(tx))).rows
}
