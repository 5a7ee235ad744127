/** Public interface of the domain; other domains import only from here. */
export type { ConnectionUser } from './connection.ts'
export { grantStatuses } from './connection.ts'
export type { ConnectionDeps, GrantUseDeps } from './deps.ts'
export { findConnections, listBrokenConnections, listBrokenGrants } from './queries/connections.ts'
export { purgeExpiredOAuthStates } from './queries/states.ts'
export { reEncryptGrants } from './re-encrypt.ts'
export { connectionRoutes } from './routes.ts'
export { callWithConnection, callWithToolGrant, GrantUnusable } from './use-grant.ts'
