import type { Role } from '../../../platform/http/access.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import type { Account } from './queries.ts'
import { signSession } from './session-token.ts'
import type { SignedIn } from './sign-in.ts'

/** A new session of the account in one of its orgs. */
export async function signedIn(
  account: Account,
  { orgId, role }: { orgId: string; role: Role },
  keyring: Keyring,
  now: Date,
): Promise<SignedIn> {
  const session = await signSession({ userId: account.id, orgId, epoch: account.epoch }, keyring, now)
  return {
    token: session.token,
    expiresAt: session.expiresAt.toISOString(),
    user: { id: account.id, email: account.email, name: account.name ?? undefined },
    org: { id: orgId, role },
  }
}
