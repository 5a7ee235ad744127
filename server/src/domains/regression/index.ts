/** The only door of the domain. */
export { systemTestRoutes } from './quota/routes.ts'
export { createRegression } from './regression.ts'
export { countTestUsage, type LastRun, findLastRuns } from './runs/queries/usage.ts'
