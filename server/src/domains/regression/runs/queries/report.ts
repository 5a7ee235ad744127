import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { SuiteTotals } from '../report.ts'

/** Totals by suite in the order of the run. Results that are unfinished or never started count as skipped. */
export async function sumSuiteResults(db: Db, agent: AgentKey, runId: string): Promise<SuiteTotals[]> {
  const { rows } = await sql<SuiteTotals>`
    select suite_id as "suiteId", count(*)::int as tests,
           count(*) filter (where state = 'failed')::int as failures,
           count(*) filter (where state = 'errored')::int as errors,
           count(*) filter (where state not in ('passed', 'failed', 'errored'))::int as skipped,
           coalesce(sum(greatest(extract(epoch from finished_at - started_at), 0)), 0)::float8 as seconds
      from test_results where agent_key = ${agent.key} and run_id = ${runId}
     group by suite_id order by min(n)`.execute(db)
  return rows
}
