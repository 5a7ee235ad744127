import type { Role } from '../../../platform/http/access.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import { type Session, signSession } from './session-token.ts'
import type { SignedIn } from './sign-in.ts'

/** The org that a session is in, and by what. */
export type Entered = Omit<Session, 'userId'> & { role: Role }

type Who = { id: string; email: string; name: string | null }

/** A new session of the account in one of its orgs. */
export async function signedIn(account: Who, entered: Entered, keyring: Keyring, now: Date): Promise<SignedIn> {
  const { role, ...session } = entered
  const signed = await signSession({ userId: account.id, ...session }, keyring, now)
  return {
    token: signed.token,
    expiresAt: signed.expiresAt.toISOString(),
    user: { id: account.id, email: account.email, name: account.name ?? undefined },
    org: { id: entered.orgId, role },
  }
}
