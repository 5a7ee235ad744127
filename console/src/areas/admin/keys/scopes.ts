import type { Schema } from '@parley/sdk'

export type Scope = Schema<'ApiKey'>['scopes'][number]

/** In the order in which they are offered. */
export const scopes: readonly Scope[] = [
  'agents:read',
  'agents:write',
  'people:read',
  'people:write',
  'people:export',
  'knowledge:read',
  'knowledge:write',
  'messages:read',
  'catalogs:read',
  'templates:apply',
  'webhooks:manage',
  'org:admin',
  'integrations:journey',
]

export const usualScopes: readonly Scope[] = ['agents:read', 'people:read', 'knowledge:read', 'messages:read']

const brings: Partial<Record<Scope, readonly Scope[]>> = {
  'agents:write': ['agents:read'],
  'people:write': ['people:read', 'people:export'],
  'knowledge:write': ['knowledge:read'],
}

/** What comes by itself with those that were chosen: it need not be ticked, and cannot be left out. */
export function broughtBy(chosen: readonly Scope[]): ReadonlySet<Scope> {
  return new Set<Scope>(['catalogs:read', ...chosen.flatMap((scope) => brings[scope] ?? [])])
}
