import type { Schema } from '@parley/sdk'

export type ApiKeyScope = Schema<'ApiKey'>['scopes'][number]

/** In display order. */
export const apiKeyScopes: readonly ApiKeyScope[] = [
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

export const defaultScopes: readonly ApiKeyScope[] = ['agents:read', 'people:read', 'knowledge:read', 'messages:read']

const impliedBy: Partial<Record<ApiKeyScope, readonly ApiKeyScope[]>> = {
  'agents:write': ['agents:read'],
  'people:write': ['people:read', 'people:export'],
  'knowledge:write': ['knowledge:read'],
}

/** Scopes implied by the chosen ones: they need no check mark and cannot be removed. */
export function impliedScopes(chosen: readonly ApiKeyScope[]): ReadonlySet<ApiKeyScope> {
  return new Set<ApiKeyScope>(['catalogs:read', ...chosen.flatMap((scope) => impliedBy[scope] ?? [])])
}
