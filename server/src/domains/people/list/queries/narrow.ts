import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { all, type Criterion, type Source, type Sql } from './criteria.ts'

/**
 * So many people can be looked at one by one, or put into order, within the time of a page. What more people than this
 * have, one meets often enough on the way through the list.
 */
const few = 10_000
/** A filter of more parts is held against the rows; the first ones narrow enough. */
const mostProbes = 8

/**
 * The sources that know only few people; those whom a filter means are among what these have in common. The indexes are
 * asked, not the statistics, which know nothing yet of people who have just been imported.
 */
export async function rareOf(db: Db, agent: AgentKey, criteria: readonly Criterion[]): Promise<Source[]> {
  const sources = criteria.flatMap(({ source }) => source ?? []).slice(0, mostProbes)
  if (sources.length === 0) return []
  const counts = sources.map((source, at) => {
    const some = sql`${rowsOf(agent, source)} limit ${few + 1}`
    return sql`(select count(*) from (${some}) as some_rows) as ${sql.ref(`c${at}`)}`
  })
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db)
  return sources.filter((_, at) => (rows[0]?.[`c${at}`] as number) <= few)
}

/** Whom several sources have in common, each once: `created_at` and `person_key`, where the bounds apply to them. */
export function commonRows(agent: AgentKey, sources: readonly Source[], bounds: readonly Sql[] = []): Sql {
  const [only] = sources
  if (only?.inOrder && sources.length === 1) return rowsOf(agent, only, bounds)
  // Somebody can have several of the terms that a source asks for.
  const each = sources.map((source) => sql`(${rowsOf(agent, source, bounds)})`)
  return each.length === 1 ? sql`select distinct * from ${each[0]} as rows_of` : sql.join(each, sql` intersect `)
}

function rowsOf(agent: AgentKey, { from, where }: Source, bounds: readonly Sql[] = []): Sql {
  return sql`select created_at, person_key from ${from} where ${all([sql`agent_key = ${agent.key}`, where, ...bounds])}`
}
