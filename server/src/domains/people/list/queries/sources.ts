import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import {
  andAll,
  type CandidateSource,
  type FilterCriterion,
  maxOrderedConditions,
  type SearchKeyRange,
  type Sql,
  searchKeySource,
} from './criteria.ts'

/** So many people can be looked at one by one, or put into order, within the time of a page. */
export const defaultFew = 10_000
/** To count further takes longer than it saves. */
export const countLimit = 100_000
/** A filter of more parts is held against the rows; the first ones narrow enough. */
const maxSources = 8

/** What the indexes know of whom a filter means. */
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
 * The terms of each range that has few of them, by leaps from one to the next. Of each of them the index has its people
 * in order: a whole word, or most of one, is as quick to search for as a tag.
 */
async function listFewSearchKeys(db: Db, agent: AgentKey, ranges: SearchKeyRange[]): Promise<Map<string, string[]>> {
  const next = (from: Sql) => sql`
    select term from people_terms where agent_key = ${agent.key} and ${from} and term < behind order by term limit 1`
  const { rows } = await sql<{ first: string; terms: string[] }>`
    select first, terms from unnest(${ranges.map(([first]) => first)}::text[], ${ranges.map(([, behind]) => behind)}::text[])
      as range (first, behind)
    cross join lateral (
      with recursive found as (
        (select term, 1 as nth from (${next(sql`term >= first`)}) as first_one)
        union all
        select (${next(sql`term > found.term`)}), nth + 1 from found where term is not null and nth <= ${maxOrderedConditions}
      )
      select coalesce(array_agg(term) filter (where term is not null), '{}') as terms from found
    ) as own`.execute(db)
  return new Map(rows.flatMap(({ first, terms }) => (terms.length <= maxOrderedConditions ? [[first, terms]] : [])))
}

/**
 * Those that know only few people; whom a filter means is among what these have in common. The indexes are asked, not
 * the statistics, which know nothing yet of people who have just been imported.
 */
export async function selectRareSources(
  db: Db,
  agent: AgentKey,
  sources: readonly CandidateSource[],
  few = defaultFew,
): Promise<CandidateSource[]> {
  const counts = await countSourceRows(db, agent, { sources, most: few })
  return sources.filter((_, at) => (counts[at] as number) <= few)
}

/** How many rows each has, counted no further than the first behind `most`. */
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
  /** The first ones in the order, of which somebody may be several. */
  most?: number
}

const byAge = sql`order by created_at, person_key`

/**
 * `created_at` and `person_key` of those whom all sources know, each once, where the bounds apply to them. If all are in
 * order, they come in order, and no more of them is read than is asked for.
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
  const some = rows.most === undefined ? own : sql`${own} ${rows.order} limit ${rows.most}`
  if (!source.repeats) return some
  return sql`select distinct created_at, person_key from (${some}) as any_of ${source.inOrder ? rows.order : sql``}`
}

function selectEach(
  agent: AgentKey,
  { from, anyOf, inOrder }: CandidateSource,
  { bounds = [], order }: OrderedRows,
): Sql {
  const parts = anyOf.map((condition) => {
    const where = andAll([sql`agent_key = ${agent.key}`, condition, ...bounds])
    // Without the offset, an index that has everybody in order would be read for those of the condition.
    return sql`(select created_at, person_key from ${from} where ${where} ${inOrder ? order : sql`offset 0`})`
  })
  const [only, ...others] = parts
  if (only && others.length === 0) return sql`select * from ${only} as only_one`
  return sql`select * from (${sql.join(parts, sql` union all `)}) as each_of ${inOrder ? order : sql``}`
}
