import type { Db } from '../../platform/db/database.ts'
import { afterCommit } from '../../platform/db/transaction.ts'
import type { OrgKey } from '../../platform/http/route.ts'
import { decryptTokens, type GrantKey, type OAuthTokens } from './connection.ts'
import type { GrantDeps } from './deps.ts'
import { describeOAuthError, findRegisteredProvider, type RegisteredProvider, revokeTokens } from './protocol.ts'
import { deleteGrant } from './queries/grants.ts'

/** Deletes the credential whatever the provider responds; revokes the grant there after the commit. */
export async function disconnect(tx: Db, org: OrgKey, key: GrantKey, deps: GrantDeps): Promise<void> {
  const deleted = await deleteGrant(tx, org, key)
  const provider = deleted && findRegisteredProvider(deps.providers, deleted.provider)
  if (!provider) return
  const tokens = decryptTokens(deps.keyring, org, key, deleted.tokens)
  afterCommit(tx, () => void tryRevoke(provider, tokens, deps))
}

export async function tryRevoke(provider: RegisteredProvider, tokens: OAuthTokens, deps: GrantDeps): Promise<void> {
  try {
    await revokeTokens(provider, tokens, deps.fetch)
  } catch (error) {
    deps.log.warn(
      { provider: provider.id, reason: describeOAuthError(error) },
      'a grant could not be revoked at its provider',
    )
  }
}
