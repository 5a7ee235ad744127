import type { Db } from '../../platform/db/database.ts'
import type { OrgKey } from '../../platform/http/route.ts'
import type { GrantDeps } from './deps.ts'
import { type GrantKey, openTokens, type Tokens } from './grant.ts'
import { type Registered, reasonOf, registeredAt, revokeTokens } from './protocol.ts'
import { deleteGrant } from './queries/grants.ts'
import { afterCommit } from './queries/transaction.ts'

/** Deletes the credential, whatever the provider says; the grant is ended there once the deletion is certain. */
export async function disconnect(tx: Db, org: OrgKey, key: GrantKey, deps: GrantDeps): Promise<void> {
  const gone = await deleteGrant(tx, org, key)
  const provider = gone && registeredAt(deps.providers, gone.provider)
  if (!provider) return
  const tokens = openTokens(deps.keyring, org, key, gone.tokens)
  afterCommit(tx, () => void revokeQuietly(provider, tokens, deps))
}

export async function revokeQuietly(provider: Registered, tokens: Tokens, deps: GrantDeps): Promise<void> {
  try {
    await revokeTokens(provider, tokens, deps.fetch)
  } catch (error) {
    deps.log.warn({ provider: provider.id, reason: reasonOf(error) }, 'a grant could not be revoked at its provider')
  }
}
