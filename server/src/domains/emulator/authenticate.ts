import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/access.ts'
import { hashToken } from '../../platform/secrets/tokens.ts'
import type { World } from '../../platform/world.ts'
import { tokenPrefix } from './grant.ts'
import { createGrantFinder } from './queries.ts'

export function isGrantToken(token: string): boolean {
  return token.startsWith(tokenPrefix.link) || token.startsWith(tokenPrefix.sitting)
}

/**
 * Resolves an emulator grant token to its agent. Deleting the link or the agent revokes the grant, and so does its
 * expiry time.
 */
export function createGrantAuthenticator(db: Db, world: World): (token: string) => Promise<Caller | undefined> {
  const find = createGrantFinder(db)
  return async (token) => {
    const grant = await find(hashToken(token))
    return grant?.expiresAt && grant.expiresAt <= world.now() ? undefined : grant
  }
}
