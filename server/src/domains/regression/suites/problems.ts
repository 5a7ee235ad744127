import { type Problem, problem } from '../../../platform/http/problem.ts'
import type { StoredSuite } from './suite.ts'

export const createTestNotFoundProblem = (what: string): Problem =>
  problem('agent.test.not_found', 404, { detail: `This agent does not have that ${what}` })

/** Throws 404 when the item was not found. */
export function requireTest<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw createTestNotFoundProblem(what)
  return found
}

/** Rejects system suites, which follow the Examples of a playbook. */
export function requireEditable(suite: StoredSuite): StoredSuite {
  if (suite.playbookId === undefined) return suite
  const detail = `The suite “${suite.name}” is generated from the Examples of the playbook ${suite.playbookId}`
  throw problem('agent.test.system_suite', 409, { detail })
}

export const createFullProblem = (detail: string): Problem => problem('resource.conflict', 409, { detail })
