import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { UsageCount, UsageSpan } from '../../../../platform/usage.ts'
import type { RunStatus } from '../run.ts'

/** Counts runs by creation time and units by result time. @serves all tenants */
export async function countTestUsage(
  db: Db,
  agentKeys: readonly number[],
  { from, until, by }: UsageSpan,
): Promise<UsageCount[]> {
  const { rows } = await sql<UsageCount>`
    select agent_key as "agentKey", date_trunc(${by}, created_at, 'UTC') as hour, 'testRuns' as measure, '' as detail,
           count(*) as value
      from test_runs
     where agent_key = any(${agentKeys}::bigint[]) and created_at >= ${from} and created_at < ${until}
     group by 1, 2
    union all
    select result.agent_key, date_trunc(${by}, result.finished_at, 'UTC'), 'testUnits', '', sum(result.units)::bigint
      from test_runs as run
      join test_results as result on result.agent_key = run.agent_key and result.run_id = run.id
     where run.agent_key = any(${agentKeys}::bigint[]) and run.created_at < ${until}
       and coalesce(run.completed_at, run.cancelled_at, run.failed_at, 'infinity') >= ${from}
       and result.finished_at >= ${from} and result.finished_at < ${until}
       and result.state in ('passed', 'failed') and result.units > 0
     group by 1, 2`.execute(db)
  return rows
}

export type LastRun = {
  agentKey: number
  id: string
  status: RunStatus
  passed: number
  failed: number
  finishedAt: Date | null
}

/** The last run of each agent with its results so far; errored results count as failed. @serves all tenants */
export async function findLastRuns(db: Db, agentKeys: readonly number[]): Promise<LastRun[]> {
  const { rows } = await sql<LastRun>`
    select run.agent_key as "agentKey", run.id, run.status, coalesce(run.completed_at, run.cancelled_at, run.failed_at) as "finishedAt",
           coalesce((run.counters #>> '{counts,passed}')::int, counted.passed) as passed,
           coalesce((run.counters #>> '{counts,failed}')::int + (run.counters #>> '{counts,errored}')::int, counted.failed) as failed
      from unnest(${agentKeys}::bigint[]) as asked (agent_key), lateral (
        select * from test_runs where test_runs.agent_key = asked.agent_key
         order by created_at desc, id desc limit 1) as run, lateral (
        select count(*) filter (where state = 'passed')::int as passed,
               count(*) filter (where state in ('failed', 'errored'))::int as failed
          from test_results as result where result.agent_key = run.agent_key and result.run_id = run.id) as counted
  `.execute(db)
  return rows
}
