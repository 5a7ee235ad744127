import assert from 'node:assert/strict'
import { ChangeRejectedError } from '../change-rejected.ts'

/** Why something is refused; a test fails when it is not, or when it fails in another way. */
export function catchRejection(run: () => unknown): ChangeRejectedError {
  try {
    run()
  } catch (error) {
    if (error instanceof ChangeRejectedError) return error
    throw error
  }
  return assert.fail('it was not refused')
}

/** The fields and codes of a refusal, in its order: `playbooks[0].goal.goalId goal.unknown`. */
export function listRejectedFields({ details }: ChangeRejectedError): string[] {
  return (details.errors ?? []).map(({ field, code }) => (code === undefined ? field : `${field} ${code}`))
}
