import assert from 'node:assert/strict'
import { Refused } from '../refusal.ts'

/** Why something is refused; a test fails when it is not, or when it fails in another way. */
export function refusalOf(run: () => unknown): Refused {
  try {
    run()
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
  return assert.fail('it was not refused')
}

/** The fields and codes of a refusal, in its order: `playbooks[0].goal.goalId goal.unknown`. */
export function fieldsOf({ told }: Refused): string[] {
  return (told.errors ?? []).map(({ field, code }) => (code === undefined ? field : `${field} ${code}`))
}
