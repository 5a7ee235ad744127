import type { Db } from '../../../../platform/db/database.ts'
import { inTransaction } from '../../../../platform/db/transaction.ts'
import { Problem } from '../../../../platform/http/problem.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { continueAt, defineWork, finish, postponeTo } from '../../../../platform/work/index.ts'
import { findAgentByKey } from '../../../agents/index.ts'
import type { JudgeFor, RegressionDeps } from '../../deps.ts'
import { advanceSchedule, lockSchedule, toSuite } from '../../suites/queries.ts'
import { computeNextRun, type StoredSuite } from '../../suites/suite.ts'
import { startRun } from '../start.ts'

type ScheduleDeps = RegressionDeps & { judgeFor: JudgeFor }

const minute = 60_000

/** Starts a run of the whole suite when its schedule is due, and waits while another run is active. */
export function scheduleWork(deps: ScheduleDeps) {
  const { db, world } = deps
  return defineWork({
    kind: 'tests.schedules',
    table: 'test_suites',
    key: ['agent_key', 'id'],
    concurrency: 4,
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 10, maxSeconds: 600 },
    maxCrashes: 100,
    async perform(row) {
      const agent = await findAgentByKey(db, row.agent_key)
      const { schedule, nextRunAt, ...suite } = toSuite(row)
      if (!agent || !schedule || !nextRunAt) return finish()
      const now = world.now()
      // The run was already started, but the process died before it could reschedule.
      if (nextRunAt > now) return continueAt(nextRunAt)
      const due = { suite, token: row.lease_token, at: nextRunAt, next: computeNextRun(schedule, now) }
      const started = await inTransaction(db, (tx) => startScheduled(tx, agent, due, deps)).catch(requireProblem)
      if (!(started instanceof Problem)) return continueAt(due.next)
      if (started.code === 'agent.test.run_active') return postponeTo(new Date(now.getTime() + minute))
      await inTransaction(db, (tx) => notifyOfRefusal(tx, agent, { ...due, refused: started }, deps))
      return continueAt(due.next)
    },
  })
}

function requireProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

type DueSuite = {
  suite: Pick<StoredSuite, 'id' | 'name'>
  /** Token of the row's lease; it no longer matches when the schedule was changed in the meantime. */
  token: string | null
  at: Date
  next: Date
}

async function startScheduled(
  tx: Db,
  agent: AgentKey,
  { suite, token, next }: DueSuite,
  deps: ScheduleDeps,
): Promise<void> {
  const { id } = suite
  if (!(await lockSchedule(tx, agent, { id, token }))) return
  const run = await startRun(tx, agent, { selection: { suiteIds: [id] }, requestedBy: { via: 'schedule' } }, deps)
  await advanceSchedule(tx, agent, id, { nextRunAt: next, runId: run.id })
}

async function notifyOfRefusal(
  tx: Db,
  agent: AgentKey,
  due: DueSuite & { refused: Problem },
  deps: ScheduleDeps,
): Promise<void> {
  const { suite, token, at, next, refused } = due
  const { id, name } = suite
  if (!(await lockSchedule(tx, agent, { id, token }))) return
  await advanceSchedule(tx, agent, id, { nextRunAt: next })
  const why = refused.message
  const text = `The scheduled test run of “${name}” could not be started: ${why}. The next is due ${next.toISOString()}.`
  await deps.notifyTeam(tx, agent, { id: `${id}-${at.getTime()}`, text })
}
