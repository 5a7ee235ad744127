import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../../platform/db/newest-first.ts'
import { runPrepared } from '../../../../platform/db/prepared.ts'
import { defineStatement } from '../../../../platform/db/statement.ts'
import type { Tables } from '../../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../../platform/http/page.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { SuiteTotals } from '../report.ts'
import type {
  RunAttribution,
  RunCounters,
  RunEstimate,
  RunStatus,
  TestRunDiff,
  TestRunState,
  TestSelection,
} from '../run.ts'

const selectFromRuns = (db: Db, agent: AgentKey) =>
  db.selectFrom('test_runs').selectAll().where('agent_key', '=', agent.key)
const updateRuns = (tx: Db, agent: AgentKey, id: string) =>
  tx.updateTable('test_runs').where('agent_key', '=', agent.key).where('id', '=', id)

export async function findRun(db: Db, agent: AgentKey, id: string): Promise<TestRunState | undefined> {
  const row = await selectFromRuns(db, agent).where('id', '=', id).executeTakeFirst()
  return row && toRun(row)
}

/** Locks the run until the transaction ends. Lock order everywhere: the run before the budget of the day. */
export async function lockRun(tx: Db, agent: AgentKey, id: string): Promise<TestRunState | undefined> {
  const row = await selectFromRuns(tx, agent).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toRun(row)
}

/** Prepared, because it runs before each turn of each case. */
export async function findRunStatus(db: Db, agent: AgentKey, id: string): Promise<RunStatus | undefined> {
  const [row] = await runPrepared<{ status: RunStatus }>(db, statusOfRun({ agentKey: agent.key, id }))
  return row?.status
}

/** The draft that the run plays; undefined for live. */
export async function findRunDraft(db: Db, agent: AgentKey, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('test_runs')
    .select('draft_id')
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.draft_id ?? undefined
}

const statusOfRun = defineStatement({
  name: 'status_of_test_run',
  parameters: { agentKey: 'bigint', id: 'text' },
  text: 'select status from test_runs where agent_key = :agentKey and id = :id',
})

export type NewRun = Pick<TestRunState, 'id' | 'selection' | 'requestedBy' | 'attribution' | 'estimate' | 'total'> & {
  now: Date
}

/** Returns undefined while another run is queued, running, or paused. */
export async function insertRun(tx: Db, agent: AgentKey, run: NewRun): Promise<TestRunState | undefined> {
  const row = await tx
    .insertInto('test_runs')
    .values({
      ...{ agent_key: agent.key, id: run.id, total: run.total, created_at: run.now, updated_at: run.now },
      draft_id: agent.draft?.id ?? null,
      draft_revision: agent.draft?.revision ?? null,
      selection: JSON.stringify(run.selection),
      requested_by: JSON.stringify(run.requestedBy),
      attribution: JSON.stringify(run.attribution),
      estimate: JSON.stringify(run.estimate),
    })
    .onConflict((conflict) =>
      conflict
        .column('agent_key')
        .where('status', 'in', [sql.lit('queued'), sql.lit('running'), sql.lit('paused')])
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  return row && toRun(row)
}

export async function findActiveRunId(db: Db, agent: AgentKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('test_runs')
    .select('id')
    .where('agent_key', '=', agent.key)
    .where('status', 'in', ['queued', 'running', 'paused'])
    .executeTakeFirst()
  return row?.id
}

export type RunFilter = PageQuery & { suiteId?: string; status?: RunStatus }

export async function listRuns(
  db: Db,
  agent: AgentKey,
  { suiteId, status, ...page }: RunFilter,
): Promise<ListPage<TestRunState>> {
  const ofSuite = sql<boolean>`((selection->'suiteIds')::jsonb ? ${suiteId} or exists (
    select from test_results as r where r.agent_key = test_runs.agent_key and r.run_id = test_runs.id and r.suite_id = ${suiteId}))`
  const rows = selectFromRuns(db, agent)
    .$if(status !== undefined, (query) => query.where('status', '=', status as string))
    .$if(suiteId !== undefined, (query) => query.where(ofSuite))
  const found = await pageNewestFirst(rows, page, { at: 'created_at', id: 'id' }).execute()
  return toListPage(found, page.limit, (row) => ({ at: row.created_at, id: row.id }), toRun)
}

export type StatusChange = { to: RunStatus; now: Date; pauseReason?: TestRunState['pauseReason']; failReason?: string }

/** The caller has locked the row and checked its status. */
export async function updateRunStatus(
  tx: Db,
  agent: AgentKey,
  run: TestRunState,
  moved: StatusChange,
): Promise<TestRunState> {
  const { to, now, pauseReason = null, failReason = null } = moved
  const row = await updateRuns(tx, agent, run.id)
    .set({
      ...{ status: to, updated_at: now, pause_reason: pauseReason, fail_reason: failReason },
      ...(to === 'running' && !run.startedAt && { started_at: now }),
      ...(to === 'paused' && { paused_at: now }),
      ...(to === 'completed' && { completed_at: now }),
      ...(to === 'cancelled' && { cancelled_at: now }),
      ...(to === 'failed' && { failed_at: now }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toRun(row)
}

export async function saveRunCounters(
  tx: Db,
  agent: AgentKey,
  runId: string,
  { counters, diff }: { counters: RunCounters; diff?: TestRunDiff },
): Promise<void> {
  await updateRuns(tx, agent, runId)
    .set({ counters: JSON.stringify(counters), ...(diff && { diff: JSON.stringify(diff) }) })
    .execute()
}

export async function setRunPinned(tx: Db, agent: AgentKey, runId: string, at: Date | undefined): Promise<void> {
  await updateRuns(tx, agent, runId)
    .set({ pinned_at: at ?? null })
    .execute()
}

/** Candidates to compare a run with, best first: the run pinned last, else the earlier runs, newest first. */
export async function findBaselineRuns(db: Db, agent: AgentKey, run: TestRunState): Promise<string[]> {
  const before = () =>
    db
      .selectFrom('test_runs')
      .select('id')
      .where('agent_key', '=', agent.key)
      .where('id', '!=', run.id)
      .where('created_at', '<=', run.createdAt)
      // A run of a draft is compared with any earlier one, a run of live only with others of live.
      .$if(run.draftId === undefined, (runs) => runs.where('draft_id', 'is', null))
  const [pinned, earlier] = await Promise.all([
    before().where('pinned_at', 'is not', null).orderBy('pinned_at', 'desc').limit(1).execute(),
    before().where('status', '=', 'completed').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(20).execute(),
  ])
  return [...pinned, ...earlier].map(({ id }) => id)
}

/** Runs that wait for the budget of the next day. @serves all tenants */
export async function findRunsPausedByQuota(db: Db, pausedBefore: Date): Promise<{ agentKey: number; id: string }[]> {
  return db
    .selectFrom('test_runs')
    .select(['agent_key as agentKey', 'id'])
    .where('status', '=', 'paused')
    .where('pause_reason', '=', 'quota')
    .where('paused_at', '<', pausedBefore)
    .limit(1000)
    .execute()
}

const toOptional = (at: Date | null) => at ?? undefined

function toRun(row: Selectable<Tables['test_runs']>): TestRunState {
  return {
    id: row.id,
    selection: row.selection as TestSelection,
    status: row.status as RunStatus,
    pauseReason: (row.pause_reason as TestRunState['pauseReason']) ?? undefined,
    requestedBy: row.requested_by as TestRunState['requestedBy'],
    draftId: row.draft_id ?? undefined,
    attribution: row.attribution as RunAttribution,
    estimate: row.estimate as RunEstimate,
    total: row.total,
    counters: (row.counters as RunCounters | null) ?? undefined,
    diff: (row.diff as TestRunDiff | null) ?? undefined,
    pinned: row.pinned_at !== null,
    failReason: row.fail_reason ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    startedAt: toOptional(row.started_at),
    pausedAt: toOptional(row.paused_at),
    completedAt: toOptional(row.completed_at),
    cancelledAt: toOptional(row.cancelled_at),
  }
}

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
