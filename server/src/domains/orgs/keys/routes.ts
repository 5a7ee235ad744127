import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { pageQuery } from '../../../platform/http/page.ts'
import { type OrgKey, orgRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { Announce } from '../../../platform/outbox.ts'
import { overlapEnd, overlapQuery } from '../../../platform/secrets/tokens.ts'
import type { World } from '../../../platform/world.ts'
import { ApiKey, ApiKeyCreate, ApiKeyPatch, assertNotPast, mintKey, NewApiKey, RolledApiKey } from './api-key.ts'
import { deleteKey, findKey, insertKey, listKeys, lockKey, updateKey } from './queries.ts'

const admin = { role: 'admin', scope: 'org:admin', tag: 'API keys' } as const

export const apiKeyRoutes = ({ announce }: { announce: Announce }): Route[] => [
  orgRoute({
    ...admin,
    method: 'GET',
    path: '/api-keys',
    summary: 'List the API keys of the org',
    query: pageQuery,
    response: listSchema(ApiKey),
    handle: ({ tx, org, query }) => listKeys(tx, org, query),
  }),
  orgRoute({
    ...admin,
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key',
    description: 'The raw key appears only in this response; the server stores a hash of it.',
    body: ApiKeyCreate,
    response: NewApiKey,
    status: 201,
    handle: async ({ tx, org, body, world }) => {
      assertNotPast(body.expiresAt, world.now())
      const minted = mintKey(world)
      const made = await insertKey(tx, org, { ...minted, request: body, now: world.now() })
      const { id: keyId, name, scopes } = made
      await announce(tx, { orgId: org.id, type: 'api_key.created', data: { keyId, name, scopes } })
      return { ...made, key: minted.key }
    },
  }),
  orgRoute({
    ...admin,
    method: 'GET',
    path: '/api-keys/:keyId',
    summary: 'Read an API key',
    response: ApiKey,
    volatile: ['lastUsedAt'],
    find: ({ tx, org, params }) => findKey(tx, org, params.keyId),
    handle: async ({ found }) => found,
  }),
  orgRoute({
    ...admin,
    method: 'PATCH',
    path: '/api-keys/:keyId',
    summary: 'Change the name, description, scopes or expiry of an API key',
    description: 'The new scopes apply from the next request; the key itself stays the same.',
    body: ApiKeyPatch,
    response: ApiKey,
    find: ({ tx, org, params }) => lockKey(tx, org, params.keyId),
    handle: async ({ tx, org, params, body, world }) => {
      assertNotPast(body.expiresAt, world.now())
      return updateKey(tx, org, params.keyId, { ...body, now: world.now() })
    },
  }),
  rollRoute(announce),
  orgRoute({
    ...admin,
    method: 'DELETE',
    path: '/api-keys/:keyId',
    summary: 'Revoke an API key at once',
    find: ({ tx, org, params }) => lockKey(tx, org, params.keyId),
    handle: async ({ tx, org, params, found }) => {
      await deleteKey(tx, org, params.keyId)
      const data = { keyId: found.id, name: found.name }
      await announce(tx, { orgId: org.id, type: 'api_key.revoked', data })
    },
  }),
]

function rollRoute(announce: Announce): Route {
  return orgRoute({
    ...admin,
    method: 'POST',
    path: '/api-keys/:keyId/_roll',
    summary: 'Replace an API key in one step',
    description:
      'Creates a key with the same name, description, scopes and expiry. The old one is revoked at once, or expires after ' +
      '`overlapMinutes`.',
    query: overlapQuery,
    response: RolledApiKey,
    status: 201,
    guardedBy: '',
    find: ({ tx, org, params }) => lockKey(tx, org, params.keyId),
    handle: async ({ tx, org, query, found, world }) => {
      const now = world.now()
      return rollKey(tx, org, { found, until: overlapEnd(query.overlapMinutes, now), now }, { announce, world })
    },
  })
}

type KeyRoll = {
  found: ApiKey
  /** When the old key expires; undefined revokes it. */
  until: Date | undefined
  now: Date
}

/** Creates a copy of a key, and ends the old one now or later, never later than it would have ended. */
async function rollKey(
  tx: Db,
  org: OrgKey,
  { found, until, now }: KeyRoll,
  { announce, world }: { announce: Announce; world: World },
): Promise<z.input<typeof RolledApiKey>> {
  const minted = mintKey(world)
  const { name, description, scopes, expiresAt } = found
  const made = await insertKey(tx, org, { ...minted, request: { name, description, scopes, expiresAt }, now })
  await announce(tx, { orgId: org.id, type: 'api_key.created', data: { keyId: made.id, name, scopes } })
  const rolled = { ...made, key: minted.key }
  if (!until) {
    await deleteKey(tx, org, found.id)
    await announce(tx, { orgId: org.id, type: 'api_key.revoked', data: { keyId: found.id, name } })
    return { ...rolled, replaced: { id: found.id } }
  }
  const ends = expiresAt !== undefined && Date.parse(expiresAt) < until.getTime() ? expiresAt : until.toISOString()
  await updateKey(tx, org, found.id, { expiresAt: ends, now })
  return { ...rolled, replaced: { id: found.id, expiresAt: ends } }
}
