import type { Db } from '../../platform/db/database.ts'
import type { AgentKey, Route } from '../../platform/http/route.ts'
import { createProgressStreams } from '../../platform/progress-stream.ts'
import type { DefinitionListener } from '../agents/index.ts'
import type { PersonListener } from '../people/index.ts'
import { compileRoutes } from './authoring/routes.ts'
import { caseRoutes } from './cases/routes.ts'
import type { RegressionDeps } from './deps.ts'
import { createJudge } from './judge/judge.ts'
import { quotaRoutes } from './quota/routes.ts'
import { createRegressionPersonListener, type DeleteAnswers } from './recording/person-listener.ts'
import { recordingRoutes } from './recording/routes.ts'
import { replayRoutes } from './replays/routes.ts'
import { replayWork } from './replays/worker.ts'
import { deleteExpiredResults, resumeQuotaPausedRuns } from './runs/retention.ts'
import { runRoutes } from './runs/routes.ts'
import { isFinalStatus } from './runs/run.ts'
import { scheduleWork } from './runs/schedules/worker.ts'
import { type RegressionWork, resultWork } from './runs/worker.ts'
import { simulationRoutes } from './simulations/routes.ts'
import { simulationWork } from './simulations/worker.ts'
import { createExamplesListener, createExamplesSync } from './suites/examples.ts'
import { suiteRoutes } from './suites/routes.ts'

export type Regression = {
  routes(): Route[]
  works(): RegressionWork[]
  definitionListener: DefinitionListener
  personListener(forgetAnswers: DeleteAnswers): PersonListener
  /** Runs every hour. */
  deleteOld(db: Db): Promise<void>
  /** Runs every minute: resumes runs that waited for the budget of the next day. */
  resumePaused(db: Db): Promise<void>
  /** Ends all progress streams. */
  close(): void
}

export function createRegression(given: RegressionDeps): Regression {
  const judgeFor = async (agent: AgentKey) => createJudge({ judge: await given.models.forJudge(agent) })
  const closing = new AbortController()
  const watches = createProgressStreams({ noun: 'test runs', isFinal: isFinalStatus, closing: closing.signal })
  const isEnded = (status: string) => status === 'completed' || status === 'cancelled'
  const simulationStreams = createProgressStreams({ noun: 'simulations', isFinal: isEnded, closing: closing.signal })
  const deps = { ...given, judgeFor, watches, simulationStreams, catchUp: createExamplesSync(given) }
  return {
    routes: () => [
      ...suiteRoutes(deps),
      ...caseRoutes(deps),
      ...compileRoutes(deps),
      ...recordingRoutes(deps),
      ...runRoutes(deps),
      ...replayRoutes(deps),
      ...simulationRoutes(deps),
      ...quotaRoutes,
    ],
    works: () => [resultWork(deps), scheduleWork(deps), replayWork(deps), simulationWork(deps)],
    definitionListener: createExamplesListener(given.world),
    personListener: (forgetAnswers) => createRegressionPersonListener(forgetAnswers, deps),
    deleteOld: (db) => deleteExpiredResults(db, deps),
    resumePaused: (db) => resumeQuotaPausedRuns(db, deps),
    close: () => closing.abort(),
  }
}
