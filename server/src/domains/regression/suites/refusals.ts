import { type Problem, problem } from '../../../platform/http/problem.ts'
import type { Suite } from './suite.ts'

export const unknownTest = (what: string): Problem =>
  problem('agent.test.not_found', 404, { detail: `This agent has no such ${what}` })

/** What is there: a suite, a case. */
export function there<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw unknownTest(what)
  return found
}

/** A suite that follows Examples is written by nobody else. */
export function own(suite: Suite): Suite {
  if (suite.playbookId === undefined) return suite
  const detail = `The suite “${suite.name}” follows the Examples of the playbook ${suite.playbookId}`
  throw problem('agent.test.system_suite', 409, { detail })
}

export const full = (detail: string): Problem => problem('resource.conflict', 409, { detail })
