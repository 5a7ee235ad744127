import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { UsageCount } from '../../../platform/usage.ts'

/** The hours that are folded: from the first until before the last. */
export type RollupRange = { from: Date; until: Date }

/** Undefined until the first hour is folded. @serves all tenants */
export async function readRollupRange(db: Db): Promise<RollupRange | undefined> {
  return db.selectFrom('usage_folding').select(['folded_from as from', 'folded_until as until']).executeTakeFirst()
}

/** Folded hours only ever become more, whoever else folds. @serves all tenants */
export async function recordRollup(db: Db, { from, until }: RollupRange): Promise<void> {
  await sql`
    insert into usage_folding as known (folded_from, folded_until) values (${from}, ${until})
        on conflict (id) do update
       set folded_from = least(known.folded_from, excluded.folded_from),
           folded_until = greatest(known.folded_until, excluded.folded_until)`.execute(db)
}

export type HourlyRollup = {
  measures: readonly string[]
  from: Date
  until: Date
  counts: readonly UsageCount[]
  /** Only while the folding has not come so far: whoever is late adds no minutes to an hour that is whole. */
  whileBefore?: Date
}

/** The hours of these agents are as they are counted here, all or nothing; agents that are gone have none. @serves all tenants */
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
         ${whileBefore ? sql`and exists (select from usage_folding where folded_until < ${whileBefore} for share)` : sql``}
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

/** The end of history, in pieces, agent by agent as the key has them. @serves all tenants */
export async function deleteOldHours(db: Db, before: Date): Promise<void> {
  for (let gone = deleteBatchSize; gone === deleteBatchSize; ) {
    const { numAffectedRows } = await sql`
      delete from usage_hours where ctid = any(array(
        select old.ctid from agents, lateral (
          select ctid from usage_hours
           where usage_hours.agent_key = agents.agent_key and hour < ${before} limit ${deleteBatchSize}) as old
         limit ${deleteBatchSize}))`.execute(db)
    gone = Number(numAffectedRows)
  }
}

/** Of one agent in one interval, by its place. */
export type UsageSum = { agentKey: number; place: number; measure: string; detail: string; value: number }
/** All measures unless some are named. */
type HourSumQuery = { starts: readonly Date[]; from: Date; until: Date; measures?: readonly string[] }

/** What is folded, added up by interval; minutes belong where their hour does. The agents are those of one org. @serves all tenants */
export async function sumHours(db: Db, agentKeys: readonly number[], asked: HourSumQuery): Promise<UsageSum[]> {
  const { starts, from, until, measures } = asked
  const { rows } = await sql<UsageSum>`
    select agent_key as "agentKey", width_bucket(date_trunc('hour', hour, 'UTC'), ${starts}::timestamptz[]) - 1 as place,
           measure, detail, sum(value::float8) as value
      from usage_hours
     where agent_key = any(${agentKeys}::bigint[]) and hour >= ${from} and hour < ${until}
       ${measures ? sql`and measure = any(${measures}::text[])` : sql``}
     group by 1, 2, 3, 4`.execute(db)
  return rows
}
