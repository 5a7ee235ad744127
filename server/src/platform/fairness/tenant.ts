import { AsyncLocalStorage } from 'node:async_hooks'

/** The tenant that something runs for, and the number of connections it holds. */
export type TenantScope = { tenant: string; heldConnections: number }

const tenantScopes = new AsyncLocalStorage<TenantScope | undefined>()

/** Org ids contain no space, so none can have this prefix. */
const prefixWithoutOrg = 'no org '

/** Names a tenant that takes a fair share like an org but is not one, such as a kind of background work. */
export const tenantWithoutOrg = (name: string): string => `${prefixWithoutOrg}${name}`

export const belongsToOrg = (tenant: string): boolean => !tenant.startsWith(prefixWithoutOrg)

/** Work for all tenants together (claims, chores, batched statements) counts as one tenant. */
const sharedTenant = tenantWithoutOrg('shared')

export function runAsTenant<T>(tenant: string, act: () => T): T {
  return tenantScopes.run({ tenant, heldConnections: 0 }, act)
}

/** A batch contains calls of several tenants, so it counts for none of them. */
export function runAsSharedTenant<T>(act: () => T): T {
  return tenantScopes.run(undefined, act)
}

export function currentTenantScope(): TenantScope {
  return tenantScopes.getStore() ?? { tenant: sharedTenant, heldConnections: 0 }
}

export const currentTenant = (): string => currentTenantScope().tenant
