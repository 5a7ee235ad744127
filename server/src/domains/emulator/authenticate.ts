import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/access.ts'
import { hashToken } from '../../platform/secrets/tokens.ts'
import type { World } from '../../platform/world.ts'
import { tokenPrefix } from './grant.ts'
import { createGrantFinder } from './queries.ts'

export function isGrantToken(token: string): boolean {
  return token.startsWith(tokenPrefix.link) || token.startsWith(tokenPrefix.sitting)
}

/** Says which agent an emulator grant opens; a grant dies with its link, its agent and its hour. */
export function createGrantAuthenticator(db: Db, world: World): (token: string) => Promise<Caller | undefined> {
  const find = createGrantFinder(db)
  return async (token) => {
    const grant = await find(hashToken(token))
    return grant?.expiresAt && grant.expiresAt <= world.now() ? undefined : grant
  }
}
