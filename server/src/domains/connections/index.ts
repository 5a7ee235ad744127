/** The only door of the domain. */
export type { ConnectionUser } from './connection.ts'
export type { ConnectionDeps, UseDeps } from './deps.ts'
export { forgetOldStates } from './queries/states.ts'
export { GrantUnusable } from './refresh.ts'
export { resealGrants } from './reseal.ts'
export { connectionRoutes } from './routes.ts'
export { callWithConnection, callWithToolGrant } from './use-grant.ts'
