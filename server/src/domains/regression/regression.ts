import type { Db } from '../../platform/db/database.ts'
import type { Route } from '../../platform/http/route.ts'
import { watchesOf } from '../../platform/watches.ts'
import { compileRoutes } from './authoring/routes.ts'
import { caseRoutes } from './cases/routes.ts'
import type { RegressionDeps } from './deps.ts'
import { judgeOf } from './judge/judge.ts'
import { quotaRoutes } from './quota/routes.ts'
import { personListener } from './recorded/person-listener.ts'
import { recordedRoutes } from './recorded/routes.ts'
import { forgetOldResults, resumeAfterMidnight } from './runs/retention.ts'
import { runRoutes } from './runs/routes.ts'
import { isFinal } from './runs/run.ts'
import { scheduleWork } from './runs/schedules/worker.ts'
import { resultWork } from './runs/worker.ts'
import { catchingUp, examplesListener } from './suites/examples.ts'
import { suiteRoutes } from './suites/routes.ts'

/** Ties the parts of the domain together. */
export function regressionOf(given: RegressionDeps) {
  const judge = judgeOf(given.models)
  const closing = new AbortController()
  const watches = watchesOf({ noun: 'test runs', isOver: isFinal, closing: closing.signal })
  const deps = { ...given, judge, watches, catchUp: catchingUp(given) }
  return {
    routes: (): Route[] => [
      ...suiteRoutes(deps),
      ...caseRoutes(deps),
      ...compileRoutes(deps),
      ...recordedRoutes(deps),
      ...runRoutes(deps),
      ...quotaRoutes,
    ],
    works: () => [resultWork(deps), scheduleWork(deps)],
    /** Keeps the suites of Examples in step with their playbooks. */
    definitionListener: examplesListener(given.world),
    personListener: (forgetAnswers: Parameters<typeof personListener>[0]) => personListener(forgetAnswers, deps),
    /** Every hour. */
    forgetOld: (db: Db) => forgetOldResults(db, deps),
    /** Every minute: what waited for the budget of another day goes on. */
    resume: (db: Db) => resumeAfterMidnight(db, deps),
    /** Whoever watches a run is let go of. */
    close: () => closing.abort(),
  }
}
