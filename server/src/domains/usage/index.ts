/** The only door of the domain. */
export { foldUsage } from './fold.ts'
export { forgetOldHours } from './queries/hours.ts'
export { usageRoutes } from './routes.ts'
