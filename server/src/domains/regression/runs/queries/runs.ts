import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { newestFirst } from '../../../../platform/db/newest-first.ts'
import { runPrepared } from '../../../../platform/db/prepared.ts'
import type { Tables } from '../../../../platform/db/tables.generated.ts'
import { type Page, type PageQuery, pageOf } from '../../../../platform/http/page.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Attribution, Diff, Estimate, Run, RunStatus, Selection, Tally } from '../run.ts'

export { afterCommit, inTransaction } from '../../../../platform/db/transaction.ts'

const runsOf = (db: Db, agent: AgentKey) => db.selectFrom('test_runs').selectAll().where('agent_key', '=', agent.key)
const updating = (tx: Db, agent: AgentKey, id: string) =>
  tx.updateTable('test_runs').where('agent_key', '=', agent.key).where('id', '=', id)

export async function findRun(db: Db, agent: AgentKey, id: string): Promise<Run | undefined> {
  const row = await runsOf(db, agent).where('id', '=', id).executeTakeFirst()
  return row && toRun(row)
}

/** Nobody else moves it until the transaction ends. It is locked before the day's budget is, by everybody. */
export async function lockRun(tx: Db, agent: AgentKey, id: string): Promise<Run | undefined> {
  const row = await runsOf(tx, agent).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toRun(row)
}

/** Looked at before each turn of each case. */
export async function readStatus(db: Db, agent: AgentKey, id: string): Promise<RunStatus | undefined> {
  const [row] = await runPrepared<{ status: RunStatus }>(db, statusOfRun, [agent.key, id])
  return row?.status
}

const statusOfRun = {
  name: 'status_of_test_run',
  text: 'select status from test_runs where agent_key = $1 and id = $2',
}

export type NewRun = Pick<Run, 'id' | 'selection' | 'requestedBy' | 'attribution' | 'estimate' | 'total'> & {
  now: Date
}

/** Undefined while another one is queued, running or paused. */
export async function insertRun(tx: Db, agent: AgentKey, run: NewRun): Promise<Run | undefined> {
  const row = await tx
    .insertInto('test_runs')
    .values({
      ...{ agent_key: agent.key, id: run.id, total: run.total, created_at: run.now, updated_at: run.now },
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

/** The run that is queued, running or paused. */
export async function findActive(db: Db, agent: AgentKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('test_runs')
    .select('id')
    .where('agent_key', '=', agent.key)
    .where('status', 'in', ['queued', 'running', 'paused'])
    .executeTakeFirst()
  return row?.id
}

export type RunFilter = PageQuery & { suiteId?: string; status?: RunStatus }

export async function listRuns(db: Db, agent: AgentKey, { suiteId, status, ...page }: RunFilter): Promise<Page<Run>> {
  const ofSuite = sql<boolean>`((selection->'suiteIds')::jsonb ? ${suiteId} or exists (
    select from test_results as r where r.agent_key = test_runs.agent_key and r.run_id = test_runs.id and r.suite_id = ${suiteId}))`
  const rows = runsOf(db, agent)
    .$if(status !== undefined, (query) => query.where('status', '=', status as string))
    .$if(suiteId !== undefined, (query) => query.where(ofSuite))
  const found = await newestFirst(rows, page, { at: 'created_at', id: 'id' }).execute()
  return pageOf(found, page.limit, (row) => ({ at: row.created_at, id: row.id }), toRun)
}

export type Moved = { to: RunStatus; now: Date; pauseReason?: Run['pauseReason']; failReason?: string }

/** The row was locked, and its status looked at. */
export async function writeStatus(tx: Db, agent: AgentKey, run: Run, moved: Moved): Promise<Run> {
  const { to, now, pauseReason = null, failReason = null } = moved
  const row = await updating(tx, agent, run.id)
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

export async function writeTally(
  tx: Db,
  agent: AgentKey,
  runId: string,
  { tally, diff }: { tally: Tally; diff?: Diff },
): Promise<void> {
  await updating(tx, agent, runId)
    .set({ tally: JSON.stringify(tally), ...(diff && { diff: JSON.stringify(diff) }) })
    .execute()
}

export async function setPinned(tx: Db, agent: AgentKey, runId: string, at: Date | undefined): Promise<void> {
  await updating(tx, agent, runId)
    .set({ pinned_at: at ?? null })
    .execute()
}

/** The runs to compare a run with, the best first: that which was pinned last, else those before it, newest first. */
export async function findBaselines(db: Db, agent: AgentKey, run: Run): Promise<string[]> {
  const before = () =>
    db
      .selectFrom('test_runs')
      .select('id')
      .where('agent_key', '=', agent.key)
      .where('id', '!=', run.id)
      .where('created_at', '<=', run.createdAt)
  const [pinned, earlier] = await Promise.all([
    before().where('pinned_at', 'is not', null).orderBy('pinned_at', 'desc').limit(1).execute(),
    before().where('status', '=', 'completed').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(20).execute(),
  ])
  return [...pinned, ...earlier].map(({ id }) => id)
}

/** Runs that wait for the budget of another day. @serves all tenants */
export async function outOfBudget(db: Db, pausedBefore: Date): Promise<{ agentKey: number; id: string }[]> {
  return db
    .selectFrom('test_runs')
    .select(['agent_key as agentKey', 'id'])
    .where('status', '=', 'paused')
    .where('pause_reason', '=', 'quota')
    .where('paused_at', '<', pausedBefore)
    .limit(1000)
    .execute()
}

const dated = (at: Date | null) => at ?? undefined

function toRun(row: Selectable<Tables['test_runs']>): Run {
  return {
    id: row.id,
    selection: row.selection as Selection,
    status: row.status as RunStatus,
    pauseReason: (row.pause_reason as Run['pauseReason']) ?? undefined,
    requestedBy: row.requested_by as Run['requestedBy'],
    attribution: row.attribution as Attribution,
    estimate: row.estimate as Estimate,
    total: row.total,
    tally: (row.tally as Tally | null) ?? undefined,
    diff: (row.diff as Diff | null) ?? undefined,
    pinned: row.pinned_at !== null,
    failReason: row.fail_reason ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    startedAt: dated(row.started_at),
    pausedAt: dated(row.paused_at),
    completedAt: dated(row.completed_at),
    cancelledAt: dated(row.cancelled_at),
  }
}
