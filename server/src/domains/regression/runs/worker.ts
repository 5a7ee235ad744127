import type { EmulatedChannel } from '@parley/amf'
import type { CaseDocument } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  createTenantLimiter,
  defineWork,
  type WorkOutcome as Ended,
  finish,
  postponeTo,
  type Work,
} from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { JudgeFor, RegressionDeps } from '../deps.ts'
import { checkBudget } from '../quota/quota.ts'
import { pauseForQuota, transitionRun } from './commands.ts'
import { completeResult, releaseResult } from './complete.ts'
import { playCase } from './play-case.ts'
import {
  countRunningResults,
  lockLeasedResult,
  markResultPending,
  markResultRunning,
  type ResultRow,
  toOutcomeColumns,
  toPendingColumns,
} from './queries/results.ts'
import { findRunDraft, findRunStatus, lockRun } from './queries/runs.ts'
import { resultQueue } from './queue/worker.ts'
import type { CaseOutcome } from './run.ts'

export type RegressionWork = Work

export type ResultWorkDeps = RegressionDeps & { judgeFor: JudgeFor }

/** Wait for a tenant slot, or for budget that running cases may leave. */
const waitMilliseconds = 2_500
/** Enough for the longest scripts on the slowest model. */
const caseTimeoutSeconds = 3_600

/**
 * Plays the cases of runs, several in parallel. A case left behind by a killed process is played again from the start.
 */
export function resultWork(deps: ResultWorkDeps) {
  const takePlace = createTenantLimiter({ max: 8, maxWhileSlow: 4, slowMilliseconds: 20_000 }, deps.world)
  return defineWork({
    ...resultQueue,
    concurrency: 8,
    leaseSeconds: 30,
    timeoutSeconds: caseTimeoutSeconds,
    retry: { attempts: 3, baseSeconds: 5, maxSeconds: 60 },
    maxCrashes: 3,
    async perform(row, { signal }): Promise<Ended<object>> {
      const agent = await findAgentByKey(deps.db, row.agent_key)
      if (!agent) return finish()
      const leave = takePlace(agent.key)
      if (!leave) return postponeTo(getRetryTime(deps))
      return playResult(agent, row, signal, deps).finally(leave)
    },
    giveUp: (tx, row, error) => giveUp(tx, row, error, deps),
  })
}

/** Adds jitter, because each check has a cost. */
const getRetryTime = ({ world }: ResultWorkDeps): Date =>
  new Date(world.now().getTime() + waitMilliseconds * (1 + world.random()))

async function playResult(
  agent: AgentKey,
  row: ResultRow,
  signal: AbortSignal,
  deps: ResultWorkDeps,
): Promise<Ended<object>> {
  const { db, world } = deps
  const { id, run_id: runId, asid, lease_token: token } = row
  const isLeft = row.state === 'running'
  const taking = { id, token, runId, isLeft, asid: asid ?? undefined }
  const claim = await inTransaction(db, (tx) => claimResult(tx, agent, taking, deps))
  // Another process has the lease, so this result is not written.
  if (claim === 'lost') return finish()
  if (claim === 'waits') return postponeTo(getRetryTime(deps))
  const hasStarted = isLeft || claim === 'plays'
  const given = () =>
    finish({
      set: toPendingColumns(world.now()),
      write: (tx) => releaseResult(tx, agent, { id, runId, hasStarted }, deps),
    })
  if (claim === 'rests') return given()
  const goesOn = async () => !signal.aborted && (await findRunStatus(db, agent, runId)) === 'running'
  const draftId = await findRunDraft(db, agent, runId)
  const played = draftId === undefined ? agent : await deps.definitions.useDraft(db, agent, draftId)
  const outcome = await playCase({ ...toPlayRequest(row), agent: played, shouldContinue: goesOn, signal }, deps)
  if (outcome) return completeWithOutcome(agent, { id, runId, outcome }, deps)
  // An aborted result is put back too, but counts as an attempt.
  signal.throwIfAborted()
  return given()
}

const toPlayRequest = (row: ResultRow) => ({
  lease: { id: row.id, token: row.lease_token },
  document: row.case_snapshot as CaseDocument,
  suiteChannel: (row.suite_channel as EmulatedChannel | null) ?? undefined,
})

type DecidedResult = { id: string; runId: string; outcome: CaseOutcome }

function completeWithOutcome(
  agent: AgentKey,
  { id, runId, outcome }: DecidedResult,
  deps: ResultWorkDeps,
): Ended<object> {
  const units = outcome.state === 'errored' ? 0 : outcome.usage.units
  return finish({
    set: toOutcomeColumns(outcome, deps.world.now()),
    write: (tx) => completeResult(tx, agent, { id, runId, units }, deps),
  })
}

/** An internal failure is not a verdict on the agent: the result errors at no cost. */
async function giveUp(tx: Db, row: ResultRow, error: Error, deps: ResultWorkDeps): Promise<void> {
  const agent = await findAgentByKey(tx, row.agent_key)
  if (!agent) return
  deps.log.error({ err: error, result: row.id }, 'a test case could not be played')
  await completeResult(tx, agent, { id: row.id, runId: row.run_id, units: 0, givenUp: true }, deps)
}

type ClaimRequest = {
  id: string
  /** Token of the result's lease. */
  token: string | null
  runId: string
  /** A killed process left the result in state `running`. */
  isLeft: boolean
  /** The sandbox identity of an earlier attempt, left by a killed process or a paused run. */
  asid?: string
}
type ClaimDeps = Pick<RegressionDeps, 'world' | 'sandbox'>

/**
 * Decides whether to play a result now. A running case counts as one unit, its minimum cost, so that a run never starts
 * more cases than the daily budget has room for. Lock order everywhere: the result, its run, the day.
 */
async function claimResult(
  tx: Db,
  agent: AgentKey,
  { id, token, runId, isLeft, asid }: ClaimRequest,
  deps: ClaimDeps,
): Promise<'plays' | 'waits' | 'rests' | 'lost'> {
  const now = deps.world.now()
  if (!(await lockLeasedResult(tx, agent, { id, token }))) return 'lost'
  const run = await lockRun(tx, agent, runId)
  if (run?.status !== 'queued' && run?.status !== 'running') return 'rests'
  if (asid) await deps.sandbox.remove(tx, agent, asid)
  // Otherwise two results left behind by killed processes would count as running and wait for each other.
  if (isLeft) await markResultPending(tx, agent, { id, now })
  const budget = await checkBudget(tx, agent, { running: () => countRunningResults(tx, agent, id), now })
  if (budget === 'later') return 'waits'
  if (budget === 'none') {
    await pauseForQuota(tx, agent, run, now)
    return 'rests'
  }
  if (run.status === 'queued') await transitionRun(tx, agent, run, { command: 'begin', now })
  await markResultRunning(tx, agent, { id, now })
  return 'plays'
}
