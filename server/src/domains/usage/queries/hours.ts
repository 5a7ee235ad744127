import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { UsageCount } from '../../../platform/usage.ts'

/** The hours rolled up so far; `until` is exclusive. */
export type RollupRange = { from: Date; until: Date }

/** Undefined until the first rollup. @serves all tenants */
export async function readRollupRange(db: Db): Promise<RollupRange | undefined> {
  return db.selectFrom('usage_rollup').select(['rolled_up_from as from', 'rolled_up_until as until']).executeTakeFirst()
}

/** The range only ever grows, even with concurrent rollups. @serves all tenants */
export async function recordRollup(db: Db, { from, until }: RollupRange): Promise<void> {
  await sql`
    insert into usage_rollup as known (rolled_up_from, rolled_up_until) values (${from}, ${until})
        on conflict (id) do update
       set rolled_up_from = least(known.rolled_up_from, excluded.rolled_up_from),
           rolled_up_until = greatest(known.rolled_up_until, excluded.rolled_up_until)`.execute(db)
}

export type HourlyRollup = {
  measures: readonly string[]
  from: Date
  until: Date
  counts: readonly UsageCount[]
  /**
   * Writes only while the rollup has not reached this time, so that a late process cannot add minutes to a complete
   * hour.
   */
  whileBefore?: Date
}

/** Replaces the hours of these agents atomically; deleted agents get none. @serves all tenants */
export async function writeHourlyCounts(db: Db, agentKeys: readonly number[], fold: HourlyRollup): Promise<void> {
  const { measures, from, until, counts, whileBefore } = fold
  const column = <K extends keyof UsageCount>(name: K) => counts.map((count) => count[name])
  await sql`
    with given as materialized (
      select * from unnest(${column('agentKey')}::bigint[], ${column('hour')}::timestamptz[], ${column('measure')}::text[],
                           ${column('detail')}::text[], ${column('value')}::bigint[])
        as given (agent_key, hour, measure, detail, value)),
    held as materialized (
      select agent_key from agents where agent_key = any(${agentKeys}::bigint[])
         ${whileBefore ? sql`and exists (select from usage_rollup where rolled_up_until < ${whileBefore} for share)` : sql``}
       order by agent_key for key share),
    gone as (
      delete from usage_hours as old
       where old.agent_key in (select agent_key from held) and old.hour >= ${from} and old.hour < ${until}
         and old.measure = any(${measures}::text[])
         and not exists (
           select from given
            where (given.agent_key, given.hour, given.measure, given.detail)
                = (old.agent_key, old.hour, old.measure, old.detail)))
    insert into usage_hours as old (agent_key, hour, measure, detail, value)
    select agent_key, hour, measure, detail, value from given join held using (agent_key)
     order by agent_key, hour, measure, detail
        on conflict (agent_key, hour, measure, detail) do update
       set value = excluded.value where old.value <> excluded.value`.execute(db)
}

const deleteBatchSize = 10_000

/** Enforces the retention in chunks, agent by agent in key order. @serves all tenants */
export async function deleteOldHours(db: Db, before: Date): Promise<void> {
  for (let deletedCount = deleteBatchSize; deletedCount === deleteBatchSize; ) {
    const { numAffectedRows } = await sql`
      delete from usage_hours where ctid = any(array(
        select old.ctid from agents, lateral (
          select ctid from usage_hours
           where usage_hours.agent_key = agents.agent_key and hour < ${before} limit ${deleteBatchSize}) as old
         limit ${deleteBatchSize}))`.execute(db)
    deletedCount = Number(numAffectedRows)
  }
}

/** Sum for one agent in one interval; `place` is the index of the interval. */
export type UsageSum = { agentKey: number; place: number; measure: string; detail: string; value: number }
/** Default: all measures. */
type HourSumQuery = { starts: readonly Date[]; from: Date; until: Date; measures?: readonly string[] }

/**
 * Sums rolled-up hours by interval; minutes count toward the interval of their hour. All agents must be of one org.
 * @serves all tenants
 */
export async function sumHours(db: Db, agentKeys: readonly number[], query: HourSumQuery): Promise<UsageSum[]> {
  const { starts, from, until, measures } = query
  const { rows } = await sql<UsageSum>`
    select agent_key as "agentKey", width_bucket(date_trunc('hour', hour, 'UTC'), ${starts}::timestamptz[]) - 1 as place,
           measure, detail, sum(value::float8) as value
      from usage_hours
     where agent_key = any(${agentKeys}::bigint[]) and hour >= ${from} and hour < ${until}
       ${measures ? sql`and measure = any(${measures}::text[])` : sql``}
     group by 1, 2, 3, 4`.execute(db)
  return rows
}
