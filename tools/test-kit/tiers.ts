import { test } from 'node:test'

/**
 * `npm run test:all` runs every test. `npm test` skips the slow ones and lists them by name. A test file run by hand,
 * without the runner, is complete.
 */
export const isCompleteRun = process.env.TEST_TIER !== 'quick'

/** Skip reason by which the runner distinguishes a test of the complete run from one that could not run here. */
export const completeRunSkipReason = 'left to the complete run'

type TestBody = Exclude<Parameters<typeof test>[0], undefined>

/** Declares a test that only the complete run executes: one that takes seconds, next to quick ones of the same kind. */
export function testInCompleteRun(name: string, body: TestBody): void {
  test(name, { skip: isCompleteRun ? false : completeRunSkipReason }, body)
}
