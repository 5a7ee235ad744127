import { AsyncLocalStorage } from 'node:async_hooks'

/** On whose behalf something runs, and how many connections it holds. */
export type TenantScope = { tenant: string; heldConnections: number }

const tenantScopes = new AsyncLocalStorage<TenantScope | undefined>()

/** The id of an org has no space, so no org has this prefix. */
const prefixWithoutOrg = 'no org '

/** Names a tenant that shares like an org but is none, such as a kind of background work. */
export const tenantWithoutOrg = (name: string): string => `${prefixWithoutOrg}${name}`

export const belongsToOrg = (tenant: string): boolean => !tenant.startsWith(prefixWithoutOrg)

/** Work for all tenants together (claims, chores, batched statements) shares as one. */
const sharedTenant = tenantWithoutOrg('shared')

export function runAsTenant<T>(tenant: string, act: () => T): T {
  return tenantScopes.run({ tenant, heldConnections: 0 }, act)
}

/** A batch holds calls of several tenants, and is nobody's. */
export function runAsSharedTenant<T>(act: () => T): T {
  return tenantScopes.run(undefined, act)
}

export function currentTenantScope(): TenantScope {
  return tenantScopes.getStore() ?? { tenant: sharedTenant, heldConnections: 0 }
}

export const currentTenant = (): string => currentTenantScope().tenant
