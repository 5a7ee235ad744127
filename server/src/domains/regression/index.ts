/** Public interface of the domain; other domains import only from here. */

export { systemTestRoutes } from './quota/routes.ts'
export { createRegression, type Regression } from './regression.ts'
export { findGateRun, findUnknownSuites } from './runs/queries/gate.ts'
export { countTestUsage, findLastRuns, type LastRun } from './runs/queries/usage.ts'
