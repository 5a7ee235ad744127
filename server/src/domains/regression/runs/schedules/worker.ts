import type { Db } from '../../../../platform/db/database.ts'
import { Problem } from '../../../../platform/http/problem.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { again, defineWork, done, later } from '../../../../platform/work/index.ts'
import { findAgentByKey } from '../../../agents/index.ts'
import type { Judge, RegressionDeps } from '../../deps.ts'
import { advanceSchedule, holdSchedule, toSuite } from '../../suites/queries.ts'
import { nextRunOf } from '../../suites/schedule.ts'
import type { Suite } from '../../suites/suite.ts'
import { inTransaction } from '../queries/runs.ts'
import { startRun } from '../start.ts'

type Deps = RegressionDeps & { judge: Judge }

const minute = 60_000

/** Document 2, Schedules: starts a run of the whole suite when its time has come; while another one is active it waits. */
export function scheduleWork(deps: Deps) {
  const { db, world } = deps
  return defineWork({
    kind: 'tests.schedules',
    table: 'test_suites',
    key: ['agent_key', 'id'],
    concurrency: 4,
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 10, mostSeconds: 600 },
    mostCrashes: 100,
    async perform(row) {
      const agent = await findAgentByKey(db, row.agent_key)
      const { schedule, nextRunAt, ...suite } = toSuite(row)
      if (!agent || !schedule || !nextRunAt) return done()
      const now = world.now()
      // Started before whoever started it could say so.
      if (nextRunAt > now) return again(nextRunAt)
      const due = { suite, token: row.lease_token, at: nextRunAt, next: nextRunOf(schedule, now) }
      const started = await inTransaction(db, (tx) => startScheduled(tx, agent, due, deps)).catch(refusal)
      if (!(started instanceof Problem)) return again(due.next)
      if (started.code === 'agent.test.run_active') return later(new Date(now.getTime() + minute))
      await inTransaction(db, (tx) => tellOfRefusal(tx, agent, { ...due, refused: started }, deps))
      return again(due.next)
    },
  })
}

function refusal(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

type Due = {
  suite: Pick<Suite, 'id' | 'name'>
  /** Of the lease that the row is held under: a schedule that was changed meanwhile is another's. */
  token: string | null
  at: Date
  next: Date
}

async function startScheduled(tx: Db, agent: AgentKey, { suite, token, next }: Due, deps: Deps): Promise<void> {
  const { id } = suite
  if (!(await holdSchedule(tx, agent, { id, token }))) return
  const run = await startRun(tx, agent, { selection: { suiteIds: [id] }, requestedBy: { via: 'schedule' } }, deps)
  await advanceSchedule(tx, agent, id, { nextRunAt: next, runId: run.id })
}

async function tellOfRefusal(tx: Db, agent: AgentKey, due: Due & { refused: Problem }, deps: Deps): Promise<void> {
  const { suite, token, at, next, refused } = due
  const { id, name } = suite
  if (!(await holdSchedule(tx, agent, { id, token }))) return
  await advanceSchedule(tx, agent, id, { nextRunAt: next })
  const why = refused.message
  const text = `The scheduled test run of “${name}” could not be started: ${why}. The next is due ${next.toISOString()}.`
  await deps.notifyTeam(tx, agent, { id: `${id}-${at.getTime()}`, text })
}
