import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey, DraftRef } from '../../../../platform/http/route.ts'

type GateQuery = { draft: DraftRef; suiteIds?: readonly string[] | undefined }
type GateRunRow = { runId: string; completedAt: Date; total: number; passed: number; failing: string[] }

/**
 * The newest completed run of the draft at its revision that contains every case of the wanted suites, with the results
 * of those suites alone. Without `suiteIds`, all suites that have cases are wanted.
 */
export async function findGateRun(db: Db, agent: AgentKey, { draft, suiteIds }: GateQuery) {
  const wanted = suiteIds
    ? sql`${[...suiteIds]}::text[]`
    : sql`(select coalesce(array_agg(distinct c.suite_id), '{}')
    from test_cases c where c.agent_key = ${agent.key})`
  const { rows } = await sql<GateRunRow>`
    with wanted as materialized (select ${wanted} as ids),
    run as (
      select r.id, r.completed_at from test_runs r, wanted
       where r.agent_key = ${agent.key} and r.draft_id = ${draft.id} and r.draft_revision = ${draft.revision}
         and r.status = 'completed' and r.selection -> 'caseIds' is null and r.selection -> 'tags' is null
         and (r.selection -> 'suiteIds' is null
              or not exists (select from unnest(wanted.ids) as suite (id)
                              where not (r.selection -> 'suiteIds')::jsonb ? suite.id))
       order by r.completed_at desc, r.id desc limit 1)
    select run.id as "runId", run.completed_at as "completedAt", count(*)::int as total,
           count(*) filter (where t.state = 'passed')::int as passed,
           coalesce(array_agg(distinct t.case_id) filter (where t.state <> 'passed'), '{}') as failing
      from run cross join wanted
      join test_results t on t.agent_key = ${agent.key} and t.run_id = run.id and t.suite_id = any (wanted.ids)
     group by run.id, run.completed_at`.execute(db)
  const [run] = rows
  return run && { ...run, passRate: run.passed / run.total }
}

export async function findUnknownSuites(db: Db, agent: AgentKey, suiteIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${[...suiteIds]}::text[]) with ordinality as wanted (id, n)
     where not exists (select from test_suites as s where s.agent_key = ${agent.key} and s.id = wanted.id)
     order by n`.execute(db)
  return rows.map(({ id }) => id)
}
