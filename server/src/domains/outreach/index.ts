/** The only door of the domain. */
export { outreachRoutes } from './routes.ts'
