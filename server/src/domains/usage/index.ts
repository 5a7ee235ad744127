/** The only door of the domain. */

export { deleteOldHours } from './queries/hours.ts'
export { rollUpUsage } from './rollup.ts'
export { usageRoutes } from './routes.ts'
