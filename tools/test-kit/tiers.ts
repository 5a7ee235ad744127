import { test } from 'node:test'

/**
 * `npm run test:all` runs every test. `npm test` leaves the slow ones to it and lists them by name. A test file that is
 * run by hand, without the runner, is complete.
 */
export const isCompleteRun = process.env.TEST_TIER !== 'quick'

/** The reason of a skip by which the runner tells a test of the complete run from one that could not run here. */
export const leftToCompleteRun = 'left to the complete run'

type TestBody = Exclude<Parameters<typeof test>[0], undefined>

/** Declares a test that only the complete run executes: one that takes seconds, beside quick ones of the same kind. */
export function testInCompleteRun(name: string, body: TestBody): void {
  test(name, { skip: isCompleteRun ? false : leftToCompleteRun }, body)
}
