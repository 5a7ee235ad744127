import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'

/** One run, or everything that finished in a time. */
export type CoverageScope = { runId: string } | { start: Date; end: Date }

/** The turns of more results than this would take too long to read; the newest count. */
const maxResults = 2000

export async function readTurnIds(db: Db, agent: AgentKey, scope: CoverageScope): Promise<string[]> {
  const results = db.selectFrom('test_results').select('turn_ids').where('agent_key', '=', agent.key)
  const scoped =
    'runId' in scope
      ? results.where('run_id', '=', scope.runId)
      : results.where('finished_at', '>=', scope.start).where('finished_at', '<=', scope.end)
  const rows = await scoped.orderBy('finished_at', 'desc').limit(maxResults).execute()
  return rows.flatMap(({ turn_ids: ids }) => (Array.isArray(ids) ? (ids as string[]) : []))
}
