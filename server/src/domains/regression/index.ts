/** The only door of the domain. */
export { systemTestRoutes } from './quota/routes.ts'
export { regressionOf } from './regression.ts'
export { countTests, type LastRun, lastRunsOf } from './runs/queries/usage.ts'
