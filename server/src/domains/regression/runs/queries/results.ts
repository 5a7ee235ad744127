import type { EmulatedChannel } from '@parley/amf'
import type { CaseDocument } from '@parley/testcase'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { Tables } from '../../../../platform/db/tables.generated.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { CaseOutcome, ResultState, RunCounters, RunUsage, TestRunResult } from '../run.ts'

export type ResultRow = Selectable<Tables['test_results']>

const selectFromResults = (db: Db, agent: AgentKey, runId: string) =>
  db.selectFrom('test_results').where('agent_key', '=', agent.key).where('run_id', '=', runId)

export type NewResult = Pick<TestRunResult, 'id' | 'n' | 'suiteId' | 'caseId' | 'caseKey' | 'caseTitle' | 'sample'> & {
  suiteChannel?: EmulatedChannel
  originAsid?: string
}

/** Inserts all results of a run with snapshots of their cases, due in run order. The caller has locked the cases. */
export async function insertResults(
  tx: Db,
  agent: AgentKey,
  { runId, results, now }: { runId: string; results: readonly NewResult[]; now: Date },
): Promise<void> {
  await sql`
    insert into test_results (agent_key, id, run_id, n, suite_id, case_id, case_key, case_title, sample, case_snapshot,
                              suite_channel, origin_asid, created_at, updated_at, due_at)
    select c.agent_key, r.id, ${runId}, r.n, r."suiteId", r."caseId", r."caseKey", r."caseTitle", r.sample, c.document,
           r."suiteChannel", r."originAsid", ${now}::timestamptz, ${now}::timestamptz,
           ${now}::timestamptz - (${results.length} - r.n) * interval '1 microsecond'
      from json_to_recordset(${JSON.stringify(results)}::json)
        as r (id text, n int, "suiteId" text, "caseId" text, "caseKey" text, "caseTitle" text, sample int,
              "suiteChannel" text, "originAsid" text)
      join test_cases as c on c.agent_key = ${agent.key} and c.id = r."caseId"`.execute(tx)
}

export type ResultFilter = { limit: number; startingAfter?: string; state?: ResultState; caseId?: string }
type ResultListing = ResultFilter & { runId: string; now: Date }

/** Returns results in run order, one more than the limit. Undefined when `startingAfter` is not a result of the run. */
export async function listResults(
  db: Db,
  agent: AgentKey,
  { runId, limit, startingAfter, state, caseId, now }: ResultListing,
): Promise<TestRunResult[] | undefined> {
  const after = startingAfter
    ? await selectFromResults(db, agent, runId).select('n').where('id', '=', startingAfter).executeTakeFirst()
    : { n: 0 }
  if (!after) return undefined
  const rows = await selectFromResults(db, agent, runId)
    .selectAll()
    .where('n', '>', after.n)
    .$if(state !== undefined, (query) => query.where(sql<boolean>`${stateExpression(now)} = ${state}`))
    .$if(caseId !== undefined, (query) => query.where('case_id', '=', caseId as string))
    .orderBy('n')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => toResult(row, now))
}

/** A result left behind by a killed process counts as pending: it is played again from the start. */
const stateExpression = (now: Date) =>
  sql<string>`case when state = 'running' and due_at < ${now} then 'pending' else state end`

export async function findResult(
  db: Db,
  agent: AgentKey,
  { runId, id, now }: { runId: string; id: string; now: Date },
): Promise<TestRunResult | undefined> {
  const row = await selectFromResults(db, agent, runId).selectAll().where('id', '=', id).executeTakeFirst()
  return row && toResult(row, now)
}

export type InFlightResult = { resultId: string; caseId: string; title: string; sample: number }

export async function findOpenResults(
  db: Db,
  agent: AgentKey,
  { runId, now }: { runId: string; now: Date },
): Promise<{ pending: number; inFlight: InFlightResult[] }> {
  const rows = await selectFromResults(db, agent, runId)
    .select(['id as resultId', 'case_id as caseId', 'case_title as title', 'sample', stateExpression(now).as('state')])
    .where('state', 'in', ['pending', 'running'])
    .orderBy('n')
    .execute()
  const inFlight = rows.filter(({ state }) => state === 'running').map(({ state: _, ...row }) => row)
  return { pending: rows.length - inFlight.length, inFlight }
}

export async function countResults(
  db: Db,
  agent: AgentKey,
  runIds: readonly string[],
): Promise<Map<string, RunCounters>> {
  const { rows } = await sql<
    RunCounters['counts'] & Omit<RunUsage, 'costs'> & { runId: string; costs: RunUsage['costs'] | null }
  >`
    select run_id as "runId", count(*)::int as total,
           count(*) filter (where state = 'passed')::int as passed,
           count(*) filter (where state = 'failed')::int as failed,
           count(*) filter (where state = 'errored')::int as errored,
           count(*) filter (where state = 'skipped')::int as skipped,
           coalesce(sum(units) filter (where state in ('passed', 'failed')), 0)::int as units,
           coalesce(sum((usage->'agent'->>'inputTokens')::numeric), 0)::float8 as "inputTokens",
           coalesce(sum((usage->'agent'->>'outputTokens')::numeric), 0)::float8 as "outputTokens",
           coalesce(sum((usage->'agent'->>'cacheReadTokens')::numeric), 0)::float8 as "cacheReadTokens",
           coalesce(sum((usage->'judge'->>'inputTokens')::numeric + (usage->'judge'->>'outputTokens')::numeric), 0)::float8 as "judgeTokens",
           0 as "simulatorTokens",
           (select json_agg(json_build_object('amount', amount, 'currency', currency) order by currency)
              from (select costs->>'currency' as currency, sum((costs->>'amount')::numeric) as amount
                      from test_results as priced, jsonb_array_elements(priced.usage::jsonb->'costs') as costs
                     where priced.agent_key = ${agent.key} and priced.run_id = test_results.run_id
                     group by 1) as summed) as costs
      from test_results where agent_key = ${agent.key} and run_id = any(${[...runIds]}::text[]) group by run_id`.execute(
    db,
  )
  return new Map(
    rows.map(({ runId, total, passed, failed, errored, skipped, costs, ...usage }) => [
      runId,
      { counts: { total, passed, failed, errored, skipped }, usage: { ...usage, ...(costs && { costs }) } },
    ]),
  )
}

export async function listResultStates(
  db: Db,
  agent: AgentKey,
  runId: string,
): Promise<{ caseId: string; state: string }[]> {
  return selectFromResults(db, agent, runId).select(['case_id as caseId', 'state']).orderBy('n').execute()
}

const workColumns = { lease_token: null, attempts: 0, crashes: 0, last_error: null }

/** Takes pending results off the queue until the run resumes. */
export async function suspendPendingResults(tx: Db, agent: AgentKey, runId: string): Promise<void> {
  await tx
    .updateTable('test_results')
    .set({ due_at: null })
    .where('agent_key', '=', agent.key)
    .where('run_id', '=', runId)
    .where('state', '=', 'pending')
    .where('lease_token', 'is', null)
    .execute()
}

export async function resumePendingResults(tx: Db, agent: AgentKey, runId: string, now: Date): Promise<void> {
  await tx
    .updateTable('test_results')
    .set({ ...workColumns, due_at: sql`${now}::timestamptz + n * interval '1 microsecond'` })
    .where('agent_key', '=', agent.key)
    .where('run_id', '=', runId)
    .where('state', '=', 'pending')
    .where('due_at', 'is', null)
    .execute()
}

export async function skipPendingResults(tx: Db, agent: AgentKey, runId: string, now: Date): Promise<void> {
  await tx
    .updateTable('test_results')
    .set({ state: 'skipped', due_at: null, finished_at: now, updated_at: now })
    .where('agent_key', '=', agent.key)
    .where('run_id', '=', runId)
    .where('state', '=', 'pending')
    .where('lease_token', 'is', null)
    .execute()
}

export async function markResultPending(
  tx: Db,
  agent: AgentKey,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await updateResults(tx, agent, id).set(toPendingColumns(now)).execute()
}

/** Returns false when another process now has the lease. Lock order everywhere: the result before its run. */
export async function lockLeasedResult(tx: Db, agent: AgentKey, { id, token }: ResultLease): Promise<boolean> {
  const row = await tx
    .selectFrom('test_results')
    .select('id')
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export type ResultLease = { id: string; token: string | null }

/** Marks the result as running and clears any earlier outcome. */
export async function markResultRunning(
  tx: Db,
  agent: AgentKey,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await updateResults(tx, agent, id)
    .set({ ...emptyOutcome, asid: null, state: 'running', started_at: now, updated_at: now })
    .execute()
}

/** Counts the running results of the whole org except this one. */
export async function countRunningResults(tx: Db, agent: AgentKey, besides: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from test_results join agents using (agent_key)
     where state = 'running' and org_id = ${agent.orgId}
       and not (agent_key = ${agent.key} and test_results.id = ${besides})`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function hasOpenResults(
  tx: Db,
  agent: AgentKey,
  { runId, besides = '' }: { runId: string; besides?: string },
): Promise<boolean> {
  const row = await selectFromResults(tx, agent, runId)
    .select('id')
    .where('state', 'in', ['pending', 'running'])
    .where('id', '!=', besides)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type ResultChange = { id: string; now: Date }
const updateResults = (tx: Db, agent: AgentKey, id: string) =>
  tx.updateTable('test_results').where('agent_key', '=', agent.key).where('id', '=', id)

export async function cancelResult(tx: Db, agent: AgentKey, { id, now }: ResultChange): Promise<void> {
  await updateResults(tx, agent, id).set(toCancelledColumns(now)).execute()
}

export async function skipResult(tx: Db, agent: AgentKey, { id, now }: ResultChange): Promise<void> {
  await updateResults(tx, agent, id)
    .set({ ...toCancelledColumns(now), state: 'skipped' })
    .execute()
}

export async function requeueResult(tx: Db, agent: AgentKey, { id, now }: ResultChange): Promise<void> {
  await updateResults(tx, agent, id)
    .set({ ...workColumns, due_at: now })
    .execute()
}

const internalError = {
  stage: 'turn',
  message: 'The case could not be played because of an internal error; run it again',
}

export async function markResultErrored(tx: Db, agent: AgentKey, { id, now }: ResultChange): Promise<void> {
  await updateResults(tx, agent, id)
    .set({ ...toCancelledColumns(now), state: 'errored', error: JSON.stringify(internalError) })
    .execute()
}

const emptyOutcome = {
  ...{ transcript: null, checks: null, judge: null, effects: null, error: null, usage: null },
  ...{ units: null, turn_ids: null, started_at: null, finished_at: null },
}

/** Retains `asid` until the sandbox person is deleted. */
export const toPendingColumns = (now: Date) => ({ ...emptyOutcome, state: 'pending', updated_at: now })
export const toCancelledColumns = (now: Date) => ({ state: 'cancelled', finished_at: now, updated_at: now })

export function toOutcomeColumns(outcome: CaseOutcome, now: Date) {
  const { state, transcript, checks, judge, effects, error, usage, turnIds } = outcome
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  return {
    ...{ state, finished_at: now, updated_at: now, turn_ids: turnIds, units: usage.units },
    ...{ transcript: json(transcript), checks: json(checks), judge: json(judge), effects: json(effects) },
    ...{ error: json(error), usage: json(usage) },
  }
}

export function toResult(row: ResultRow, now: Date): TestRunResult {
  const parseStored = <T>(json: unknown) => (json as T | null) ?? undefined
  const isLost = row.state === 'running' && row.due_at !== null && row.due_at < now
  return {
    id: row.id,
    runId: row.run_id,
    n: row.n,
    suiteId: row.suite_id,
    caseId: row.case_id,
    caseKey: row.case_key ?? undefined,
    caseTitle: row.case_title,
    sample: row.sample,
    caseSnapshot: row.case_snapshot as CaseDocument,
    suiteChannel: parseStored<EmulatedChannel>(row.suite_channel),
    state: isLost ? 'pending' : (row.state as ResultState),
    userId: row.asid ?? undefined,
    transcript: parseStored(row.transcript),
    checks: parseStored(row.checks),
    judge: parseStored(row.judge),
    effects: parseStored(row.effects),
    error: parseStored(row.error),
    usage: parseStored(row.usage),
    turnIds: row.turn_ids ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    startedAt: row.started_at ?? undefined,
    finishedAt: row.finished_at ?? undefined,
  }
}
