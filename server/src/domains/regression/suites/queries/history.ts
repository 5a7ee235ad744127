import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { CaseVerdict } from '../../runs/run.ts'

export type SuiteOutcome = {
  runId: string
  suiteId: string
  at: Date
  passed: number
  failed: number
  errored: number
  /** Cases are identified by their ids. */
  verdicts: Record<string, CaseVerdict>
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

type PassRate = {
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
