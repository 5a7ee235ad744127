// Shared by the tests of every workspace: the two tiers (`npm test` and `npm run test:all`) and scaled property tests.
import { test } from 'node:test'
import fastCheck, { type IAsyncProperty, type IProperty, type Parameters as PropertyParameters } from 'fast-check'

/** Scales the number of examples per property: `PROPERTY_RUNS=0.1` runs a tenth of what the test asks for. */
const runFactor = Number(process.env.PROPERTY_RUNS ?? 1)
const defaultRuns = 100

if (!(runFactor > 0))
  throw new Error(`PROPERTY_RUNS must be a number greater than 0; got "${process.env.PROPERTY_RUNS}".`)

function scaleRuns<T>(parameters: PropertyParameters<T> = {}): PropertyParameters<T> {
  const { numRuns = defaultRuns } = parameters
  return { ...parameters, numRuns: Math.max(1, Math.ceil(numRuns * runFactor)) }
}

function assert<T>(
  property: IAsyncProperty<T> | IProperty<T>,
  parameters?: PropertyParameters<T>,
): Promise<void> | void {
  return fastCheck.assert(property as IProperty<T>, scaleRuns(parameters))
}

/** fast-check, with `assert` scaled by PROPERTY_RUNS. */
export const fc: typeof fastCheck = { ...fastCheck, assert: assert as typeof fastCheck.assert }
export declare namespace fc {
  export type Arbitrary<T> = fastCheck.Arbitrary<T>
  export type AsyncCommand<Model extends object, Real> = fastCheck.AsyncCommand<Model, Real>
}

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
