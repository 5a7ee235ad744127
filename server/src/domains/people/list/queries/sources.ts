import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { inTransaction } from '../../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import {
  type CandidateSource,
  type FilterCriterion,
  joinWithAnd,
  maxOrderedConditions,
  type SearchKeyRange,
  type Sql,
  searchKeySource,
} from './criteria.ts'

/** How many people can be checked one by one, or sorted, within the time budget of a page. */
export const maxCheckedPeople = 10_000
/** Counting further costs more than it saves. */
export const countLimit = 100_000
/** Further criteria are checked against the rows; the first ones narrow enough. */
const maxSources = 8

export async function toSources(
  db: Db,
  agent: AgentKey,
  criteria: readonly FilterCriterion[],
): Promise<CandidateSource[]> {
  const sources = criteria.flatMap(({ source }) => source ?? []).slice(0, maxSources)
  const ranges = sources.flatMap(({ between }) => (between ? [between] : []))
  if (ranges.length === 0) return sources
  const termsOf = await listFewSearchKeys(db, agent, ranges)
  return sources.map((source) => {
    const terms = source.between && termsOf.get(source.between[0])
    return terms ? searchKeySource(terms) : source
  })
}

/**
 * Lists the search keys of each range that has few of them, with a loose index scan. For each key the index returns its
 * people in order, so a whole word, or most of one, is as fast to search as a tag.
 */
async function listFewSearchKeys(db: Db, agent: AgentKey, ranges: SearchKeyRange[]): Promise<Map<string, string[]>> {
  const next = (from: Sql) => sql`
    select search_key from people_search_keys where agent_key = ${agent.key} and ${from} and search_key < behind order by search_key limit 1`
  const { rows } = await sql<{ first: string; terms: string[] }>`
    select first, terms from unnest(${ranges.map(([first]) => first)}::text[], ${ranges.map(([, behind]) => behind)}::text[])
      as range (first, behind)
    cross join lateral (
      with recursive found as (
        (select search_key, 1 as nth from (${next(sql`search_key >= first`)}) as first_one)
        union all
        select (${next(sql`search_key > found.search_key`)}), nth + 1 from found where search_key is not null and nth <= ${maxOrderedConditions}
      )
      select coalesce(array_agg(search_key) filter (where search_key is not null), '{}') as terms from found
    ) as own`.execute(db)
  return new Map(rows.flatMap(({ first, terms }) => (terms.length <= maxOrderedConditions ? [[first, terms]] : [])))
}

/**
 * Returns the sources with few people; all matches are in their intersection. Counts in the indexes, because the
 * statistics do not include people who were just imported.
 */
export async function selectRareSources(
  db: Db,
  agent: AgentKey,
  sources: readonly CandidateSource[],
  few = maxCheckedPeople,
): Promise<CandidateSource[]> {
  const counts = await countSourceRows(db, agent, { sources, most: few })
  return sources.filter((_, at) => (counts[at] as number) <= few)
}

/** Counts the rows of each source, stopping at `most` + 1. */
export async function countSourceRows(
  db: Db,
  agent: AgentKey,
  { sources, most }: { sources: readonly CandidateSource[]; most: number },
): Promise<number[]> {
  if (sources.length === 0) return []
  const counts = sources.map((source, at) => {
    const some = sql`${selectEach(agent, source, { order: sql`` })} limit ${most + 1}`
    return sql`(select count(*) from (${some}) as some_rows) as ${sql.ref(`c${at}`)}`
  })
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db)
  return sources.map((_, at) => rows[0]?.[`c${at}`] as number)
}

type Rows = {
  bounds?: readonly Sql[]
  order?: Sql
  /** Limits the rows in this order; a person may appear more than once among them. */
  most?: number
}

const byAge = sql`order by created_at, person_key`

/**
 * Selects the `created_at` and `person_key` of people in all sources, without duplicates and within the bounds. If all
 * sources are ordered, the result is too, and only as many rows are read as needed.
 */
export function intersectSources(
  agent: AgentKey,
  sources: readonly CandidateSource[],
  { order = byAge, ...rows }: Rows = {},
): Sql {
  const each = sources.map((source) => selectRows(agent, source, { ...rows, order }))
  if (sources.some(({ inOrder }) => !inOrder))
    return sql.join(
      each.map((one) => sql`(${one})`),
      sql` intersect `,
    )
  const named = each.map((one, at) => sql`(${one}) as ${sql.ref(`s${at}`)}`)
  const joined = named.map((one, at) => (at === 0 ? one : sql`join ${one} using (created_at, person_key)`))
  return sql`select created_at, person_key from ${sql.join(joined, sql` `)} ${order}`
}

type OrderedRows = Rows & { order: Sql }

function selectRows(agent: AgentKey, source: CandidateSource, rows: OrderedRows): Sql {
  const own = selectEach(agent, source, rows)
  // The union of several conditions is already in order.
  const order = source.inOrder && source.anyOf.length > 1 ? sql`` : rows.order
  const some = rows.most === undefined ? own : sql`${own} ${order} limit ${rows.most}`
  if (!source.repeats) return some
  return sql`select distinct created_at, person_key from (${some}) as any_of ${source.inOrder ? rows.order : sql``}`
}

function selectEach(
  agent: AgentKey,
  { from, anyOf, inOrder }: CandidateSource,
  { bounds = [], order }: OrderedRows,
): Sql {
  const parts = anyOf.map((condition) => {
    const where = joinWithAnd([sql`agent_key = ${agent.key}`, condition, ...bounds])
    // Without the offset, the planner would read an index over all people in order and filter by the condition.
    return sql`(select created_at, person_key from ${from} where ${where} ${inOrder ? order : sql`offset 0`})`
  })
  const [only, ...others] = parts
  if (only && others.length === 0) return sql`select * from ${only} as only_one`
  return sql`select * from (${sql.join(parts, sql` union all `)}) as each_of ${inOrder ? order : sql``}`
}

const plannerSettings = [
  'enable_bitmapscan',
  'enable_seqscan',
  'enable_sort',
  'enable_hashjoin',
  'enable_nestloop',
] as const

/**
 * Runs `act` with PostgreSQL reading in index order wherever it can. Without statistics, as right after an import, it
 * expects a filter to match a dozen people and sorts the half million that do match: 300 ms instead of 2 for a page
 * (with
 * a million people; its own estimate is right again after the next ANALYZE).
 * @serves all tenants
 */
export async function withIndexScans<T>(db: Db, act: (tx: Db) => Promise<T>): Promise<T> {
  if (!db.isTransaction) return inTransaction(db, (tx) => withIndexScans(tx, act))
  await setPlanner('off', 'force_custom_plan').execute(db)
  const result = await act(db)
  await setPlanner('on', 'auto').execute(db)
  return result
}

/** Applies to the rest of the transaction. */
function setPlanner(value: 'on' | 'off', planCacheMode: string): RawBuilder<unknown> {
  const settings = plannerSettings.map((choice) => sql`set_config(${choice}, ${value}, true)`)
  return sql`select set_config('plan_cache_mode', ${planCacheMode}, true), ${sql.join(settings)}`
}
