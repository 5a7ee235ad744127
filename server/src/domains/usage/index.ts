/** The only door of the domain. */
export { rollUpUsage } from './rollup.ts'
export { deleteOldHours } from './queries/hours.ts'
export { usageRoutes } from './routes.ts'
