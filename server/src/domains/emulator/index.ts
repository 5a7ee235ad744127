/** The only door of the domain. */
export { grantAuthenticator, isGrantToken } from './authenticate.ts'
export { deleteExpiredGrants } from './queries.ts'
export { emulatorRoutes } from './routes.ts'
