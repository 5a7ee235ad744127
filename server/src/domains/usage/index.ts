/** Public interface of the domain; other domains import only from here. */

export { deleteOldHours } from './queries/hours.ts'
export { rollUpUsage } from './rollup.ts'
export { usageRoutes } from './routes.ts'
