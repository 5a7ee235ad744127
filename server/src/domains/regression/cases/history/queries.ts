import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { ErrorStage, ResultState, ResultUsage } from '../../runs/run.ts'

export type CaseHistoryEntry = {
  id: string
  runId: string
  sample: number
  state: ResultState
  finishedAt: string
  usage?: ResultUsage
  error?: { stage: ErrorStage; message: string }
}

/** Finished results of a case, newest first. */
export async function findCaseHistory(
  db: Db,
  agent: AgentKey,
  caseId: string,
  limit: number,
): Promise<CaseHistoryEntry[]> {
  const rows = await db
    .selectFrom('test_results')
    .select(['id', 'run_id', 'sample', 'state', 'finished_at', 'usage', 'error'])
    .where('agent_key', '=', agent.key)
    .where('case_id', '=', caseId)
    .where('finished_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('n', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ id, run_id, sample, state, finished_at, usage, error }) => {
    if (!finished_at) return []
    const played = { id, runId: run_id, sample, state: state as ResultState, finishedAt: finished_at.toISOString() }
    return [{ ...played, usage: given<ResultUsage>(usage), error: given<CaseHistoryEntry['error']>(error) }]
  })
}

const given = <T>(value: unknown): T | undefined => (value === null ? undefined : (value as T))
