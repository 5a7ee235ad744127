/** The only door of the domain. */
export { systemTestRoutes } from './quota/routes.ts'
export { regressionOf } from './regression.ts'
