import assert from 'node:assert/strict'
import { ChangeRejectedError } from '../change-rejected.ts'

/** Returns the rejection; fails if `run` succeeds or throws anything else. */
export function catchRejection(run: () => unknown): ChangeRejectedError {
  try {
    run()
  } catch (error) {
    if (error instanceof ChangeRejectedError) return error
    throw error
  }
  return assert.fail('it was not refused')
}

/** Returns the fields and codes of a rejection in order: `playbooks[0].goal.goalId goal.unknown`. */
export function listRejectedFields({ details }: ChangeRejectedError): string[] {
  return (details.errors ?? []).map(({ field, code }) => (code === undefined ? field : `${field} ${code}`))
}
