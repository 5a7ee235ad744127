/** The only door of the domain. */
export { systemTestRoutes } from './quota/routes.ts'
export { createRegression } from './regression.ts'
export { countTestUsage, findLastRuns, type LastRun } from './runs/queries/usage.ts'
