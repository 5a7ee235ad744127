import fastCheck, { type IAsyncProperty, type IProperty, type Parameters } from 'fast-check'

/** Scales the number of examples per property: `PROPERTY_RUNS=0.1` runs a tenth of what the test asks for. */
const runFactor = Number(process.env.PROPERTY_RUNS ?? 1)
const defaultRuns = 100

if (!(runFactor > 0))
  throw new Error(`PROPERTY_RUNS must be a number greater than 0; got "${process.env.PROPERTY_RUNS}".`)

function scaleRuns<T>(parameters: Parameters<T> = {}): Parameters<T> {
  const { numRuns = defaultRuns } = parameters
  return { ...parameters, numRuns: Math.max(1, Math.ceil(numRuns * runFactor)) }
}

function assert<T>(property: IAsyncProperty<T> | IProperty<T>, parameters?: Parameters<T>): Promise<void> | void {
  return fastCheck.assert(property as IProperty<T>, scaleRuns(parameters))
}

/** fast-check, with `assert` scaled by PROPERTY_RUNS. */
export const fc: typeof fastCheck = { ...fastCheck, assert: assert as typeof fastCheck.assert }
export declare namespace fc {
  export type Arbitrary<T> = fastCheck.Arbitrary<T>
  export type AsyncCommand<Model extends object, Real> = fastCheck.AsyncCommand<Model, Real>
}
