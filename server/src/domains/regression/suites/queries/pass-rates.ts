import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'

export type PassRate = {
  playbookId: string
  suiteId: string
  passed: number
  total: number
  runId?: string
  lastRunAt?: Date
}

type PassRateRow = Omit<PassRate, 'runId' | 'lastRunAt'> & { runId: string | null; lastRunAt: Date | null }

/**
 * For each system suite, by the newest run that decided any of its cases: the number of decided cases and how many of
 * them passed in every sample. Errors are not decisions.
 */
export async function findPassRates(db: Db, agent: AgentKey): Promise<PassRate[]> {
  const { rows } = await sql<PassRateRow>`
    with suites as (
      select id, playbook_id, created_at from test_suites where agent_key = ${agent.key} and playbook_id is not null),
    played as (
      select c.suite_id, r.case_id, r.run_id, run.created_at, run.started_at, run.completed_at,
             bool_and(r.state = 'passed') as passed
        from suites join test_cases c on c.agent_key = ${agent.key} and c.suite_id = suites.id
        join test_results r on r.agent_key = ${agent.key} and r.case_id = c.id
        join test_runs run on run.agent_key = ${agent.key} and run.id = r.run_id
       group by c.suite_id, r.case_id, r.run_id, run.created_at, run.started_at, run.completed_at
      having bool_or(r.state in ('passed', 'failed'))),
    newest as (
      select distinct on (suite_id) suite_id, run_id, coalesce(completed_at, started_at, created_at) as at
        from played order by suite_id, created_at desc, run_id desc)
    select suites.playbook_id as "playbookId", suites.id as "suiteId", newest.run_id as "runId", newest.at as "lastRunAt",
           count(played.case_id)::int as total, count(played.case_id) filter (where played.passed)::int as passed
      from suites left join newest on newest.suite_id = suites.id
      left join played on played.suite_id = newest.suite_id and played.run_id = newest.run_id
     group by suites.playbook_id, suites.id, suites.created_at, newest.run_id, newest.at
     order by suites.created_at, suites.id`.execute(db)
  return rows.map(({ runId, lastRunAt, ...row }) => ({
    ...row,
    ...(runId !== null && { runId }),
    ...(lastRunAt !== null && { lastRunAt }),
  }))
}
