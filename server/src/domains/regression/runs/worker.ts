import type { CaseChannel, CaseDocument } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { defineWork, done, type Outcome as Ended, later, sharesOf } from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { Judge, RegressionDeps } from '../deps.ts'
import { takePart } from './begin.ts'
import { concludeIfOver, returnResult } from './finish.ts'
import { playCase } from './play.ts'
import { decidedColumns, pendingAgain, type ResultRow } from './queries/results.ts'
import { inTransaction, readStatus } from './queries/runs.ts'
import { resultQueue } from './queue/worker.ts'
import type { Outcome } from './run.ts'

export type DriverDeps = RegressionDeps & { judge: Judge }

/** For a place of its tenant, or for what others that are played leave of the day's budget. */
const waitMilliseconds = 2_500
/** The longest scripts at the slowest model; what takes longer is begun anew by nobody. */
const caseSeconds = 3_600

/** Plays the cases of runs, several at once; what a killed process leaves is played again from its beginning. */
export function resultWork(deps: DriverDeps) {
  const takePlace = sharesOf({ most: 8, mostWhileSlow: 4, slowMilliseconds: 20_000 }, deps.world)
  return defineWork({
    ...resultQueue,
    concurrency: 8,
    leaseSeconds: 30,
    timeoutSeconds: caseSeconds,
    retry: { attempts: 3, baseSeconds: 5, mostSeconds: 60 },
    mostCrashes: 3,
    async perform(row, { signal }): Promise<Ended<object>> {
      const agent = await findAgentByKey(deps.db, row.agent_key)
      if (!agent) return done()
      const leave = takePlace(agent.key)
      if (!leave) return later(soon(deps))
      return performResult(agent, row, signal, deps).finally(leave)
    },
    giveUp: (tx, row, error) => giveUp(tx, row, error, deps),
  })
}

/** Not all at once: each that looks costs a little. */
const soon = ({ world }: DriverDeps): Date => new Date(world.now().getTime() + waitMilliseconds * (1 + world.random()))

async function performResult(
  agent: AgentKey,
  row: ResultRow,
  signal: AbortSignal,
  deps: DriverDeps,
): Promise<Ended<object>> {
  const { db, world } = deps
  const { id, run_id: runId, asid, lease_token: token } = row
  const isLeft = row.state === 'running'
  const taking = { id, token, runId, isLeft, asid: asid ?? undefined }
  const taken = await inTransaction(db, (tx) => takePart(tx, agent, taking, deps))
  // Another process has it: whatever is answered here is not written.
  if (taken === 'lost') return done()
  if (taken === 'waits') return later(soon(deps))
  const isBegun = isLeft || taken === 'plays'
  const given = () =>
    done({ set: pendingAgain(world.now()), write: (tx) => returnResult(tx, agent, { id, runId, isBegun }, deps) })
  if (taken === 'rests') return given()
  const goesOn = async () => !signal.aborted && (await readStatus(db, agent, runId)) === 'running'
  const outcome = await playCase({ ...partOf(row), agent, goesOn, signal }, deps)
  if (outcome) return decided(agent, { id, runId, outcome }, deps)
  // Broken off it goes back too, but that was an attempt.
  signal.throwIfAborted()
  return given()
}

const partOf = (row: ResultRow) => ({
  held: { id: row.id, token: row.lease_token },
  document: row.case_snapshot as CaseDocument,
  suiteChannel: (row.suite_channel as CaseChannel | null) ?? undefined,
})

type Decided = { id: string; runId: string; outcome: Outcome }

function decided(agent: AgentKey, { id, runId, outcome }: Decided, deps: DriverDeps): Ended<object> {
  const units = outcome.state === 'errored' ? 0 : outcome.usage.units
  return done({
    set: decidedColumns(outcome, deps.world.now()),
    write: (tx) => concludeIfOver(tx, agent, { id, runId, units }, deps),
  })
}

/** Whatever we ourselves are in trouble with is no verdict on the agent. */
async function giveUp(tx: Db, row: ResultRow, error: Error, deps: DriverDeps): Promise<void> {
  const agent = await findAgentByKey(tx, row.agent_key)
  if (!agent) return
  deps.log.error({ err: error, result: row.id }, 'a test case could not be played')
  await concludeIfOver(tx, agent, { id: row.id, runId: row.run_id, units: 0, givenUp: true }, deps)
}
