/** Public interface of the domain; other domains import only from here. */

export { createGrantAuthenticator, isGrantToken, issueLink } from './grant.ts'
export { findPersona, findPersonas } from './personas/queries.ts'
export { personaRoutes } from './personas/routes.ts'
export { deleteExpiredGrants } from './queries.ts'
export { emulatorRoutes } from './routes.ts'
