import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** Of one agent in one interval, by its place. */
export type UsageSum = { agentKey: number; place: number; measure: string; detail: string; value: number }
/** All measures unless some are named. */
export type HourSumQuery = { starts: readonly Date[]; from: Date; until: Date; measures?: readonly string[] }

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
