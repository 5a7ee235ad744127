import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import { type ApiKey, mintKey, type RolledApiKey } from './api-key.ts'
import { deleteKey, insertKey, updateKey } from './queries.ts'

type KeyRoll = {
  found: ApiKey
  /** When the old key expires; undefined revokes it. */
  until: Date | undefined
  now: Date
}

/** Creates a copy of a key, and ends the old one now or later, never later than it would have ended. */
export async function rollKey(
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
