import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'

export type SuiteVerdict = 'passed' | 'failed' | 'errored'

export type SuiteOutcome = {
  runId: string
  suiteId: string
  at: Date
  passed: number
  failed: number
  errored: number
  /** Cases are identified by their ids. */
  verdicts: Record<string, SuiteVerdict>
}

/**
 * Results by suite for the newest runs, newest first; `suiteId` limits it to runs of that suite. A case fails when any
 * sample fails and passes when all finished samples passed. Unfinished samples do not count yet.
 */
export async function findSuiteHistory(
  db: Db,
  agent: AgentKey,
  { suiteId, limit }: { suiteId?: string; limit: number },
): Promise<SuiteOutcome[]> {
  const ofSuite = suiteId === undefined ? sql`` : sql`and r.suite_id = ${suiteId}`
  const { rows } = await sql<SuiteOutcome>`
    with newest as (
      select id, created_at, coalesce(completed_at, started_at, created_at) as at
        from test_runs run
       where agent_key = ${agent.key}
         and exists (select from test_results r
                      where r.agent_key = ${agent.key} and r.run_id = run.id
                        and r.state in ('passed', 'failed', 'errored') ${ofSuite})
       order by created_at desc, id desc limit ${limit}),
    decided as (
      select r.run_id, r.suite_id, r.case_id,
             case when bool_or(r.state = 'failed') then 'failed'
                  when bool_or(r.state = 'errored') then 'errored' else 'passed' end as verdict
        from newest join test_results r on r.agent_key = ${agent.key} and r.run_id = newest.id ${ofSuite}
       where r.state in ('passed', 'failed', 'errored')
       group by r.run_id, r.suite_id, r.case_id)
    select newest.id as "runId", suite_id as "suiteId", newest.at,
           count(*) filter (where verdict = 'passed')::int as passed,
           count(*) filter (where verdict = 'failed')::int as failed,
           count(*) filter (where verdict = 'errored')::int as errored,
           json_object_agg(case_id, verdict order by case_id) as verdicts
      from newest join decided on decided.run_id = newest.id
     group by newest.id, newest.at, newest.created_at, suite_id
     order by newest.created_at desc, newest.id desc, suite_id`.execute(db)
  return rows
}
