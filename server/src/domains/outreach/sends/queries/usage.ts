import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { UsageCount, UsageSpan } from '../../../../platform/usage.ts'

/** Counts sends by the time of acceptance and their current state, without test sends. @serves all tenants */
export async function countSendsForUsage(
  db: Db,
  agentKeys: readonly number[],
  { from, until, by }: UsageSpan,
): Promise<UsageCount[]> {
  const { rows } = await sql<UsageCount>`
    select agent_key as "agentKey", date_trunc(${by}, queued_at, 'UTC') as hour, 'sends' as measure, state as detail,
           count(*) as value
      from sends
     where agent_key = any(${agentKeys}::bigint[]) and not sandbox and queued_at >= ${from} and queued_at < ${until}
     group by 1, 2, 4`.execute(db)
  return rows
}
