import { scopes } from '@parley/definition/vocabulary'
import { boundedText, instant, nameText, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { readScopes, type Scope } from '../../../platform/http/access.ts'
import { invalidRequest } from '../../../platform/http/problem.ts'
import { timestamp } from '../../../platform/http/schemas.ts'
import { generateToken, hashToken } from '../../../platform/secrets/tokens.ts'
import type { World } from '../../../platform/world.ts'

export const apiKeyPrefix = 'sk-svc-'
/** Length of the stored hint that identifies a key: the prefix and five characters. */
const prefixLength = apiKeyPrefix.length + 5

const scope = z.enum(scopes)

const fields = {
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  prefix: z.string(),
  scopes: z.array(scope),
  expiresAt: timestamp.optional(),
  lastUsedAt: timestamp.optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
}

const example = {
  id: 'key_01',
  name: 'CI',
  prefix: 'sk-svc-Ab3dE',
  scopes: ['agents:read' as const, 'catalogs:read' as const],
  createdAt: '2030-01-31T09:00:00.000Z',
  updatedAt: '2030-01-31T09:00:00.000Z',
}

export const ApiKey = z.strictObject(fields).meta({ id: 'ApiKey', examples: [example] })
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = z
  .strictObject({ ...fields, key: z.string().meta({ description: 'The raw key: shown only here, once.' }) })
  .meta({ id: 'NewApiKey', examples: [{ ...example, key: 'sk-svc-Ab3dE…' }] })

export const RolledApiKey = NewApiKey.extend({
  replaced: z
    .strictObject({ id: z.string(), expiresAt: timestamp.optional() })
    .meta({ description: 'The old key. Without `expiresAt`, it is revoked.' }),
}).meta({
  id: 'RolledApiKey',
  examples: [{ ...example, key: 'sk-svc-Ab3dE…', replaced: { id: 'key_00', expiresAt: '2030-02-01T09:00:00.000Z' } }],
})

const description = boundedText({ max: 1000 })
const readOnly = ['id', 'prefix', 'lastUsedAt', 'createdAt', 'updatedAt'] as const

export const ApiKeyCreate = withReadOnlyFields(
  {
    name: nameText,
    description: description.optional(),
    scopes: z.array(scope).max(50).optional().meta({ description: 'Default: the read scopes.' }),
    expiresAt: instant.optional(),
  },
  readOnly,
).meta({ id: 'ApiKeyCreate', examples: [{ name: 'CI', scopes: ['agents:read'] }] })
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>

export const ApiKeyPatch = withReadOnlyFields(
  {
    name: nameText.optional(),
    description: description.nullable().optional(),
    scopes: z.array(scope).max(50).optional(),
    expiresAt: instant.nullable().optional(),
  },
  readOnly,
).meta({ id: 'ApiKeyPatch', examples: [{ scopes: ['agents:write'] }] })
export type ApiKeyPatch = z.infer<typeof ApiKeyPatch>

/** A key that has already expired is a mistake; use DELETE to end one now. */
export function assertNotPast(expiresAt: string | null | undefined, now: Date): void {
  if (typeof expiresAt !== 'string' || Date.parse(expiresAt) > now.getTime()) return
  throw invalidRequest([{ field: 'expiresAt', message: 'must be in the future' }])
}

/** Normalizes the chosen scopes: no duplicates, in list order, always including the catalogs. */
export function normalizeScopes(chosen: readonly Scope[] = readScopes): Scope[] {
  return scopes.filter((one) => one === 'catalogs:read' || chosen.includes(one))
}

export type MintedKey = { id: string; key: string; prefix: string; hash: Buffer }

export function mintKey(world: World): MintedKey {
  const key = generateToken(world, apiKeyPrefix)
  return { id: world.newId('key'), key, prefix: key.slice(0, prefixLength), hash: hashToken(key) }
}
