import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import { buckets, peek, rateLimited, take } from '../../../platform/http/rate-limit.ts'
import { openRoute } from '../../../platform/http/route.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import type { OidcVerifier } from './oidc.ts'
import { isPassword } from './password.ts'
import { type Account, findAccountByEmail, findMembership } from './queries.ts'
import { signSession } from './session-token.ts'
import { SignedIn, SignIn } from './sign-in.ts'

export type AccountDeps = { keyring: Keyring; oidc?: OidcVerifier }

export const accountRoutes = (deps: AccountDeps) => [
  openRoute({
    method: 'POST',
    path: '/auth/sign-in',
    access: { door: 'public' },
    tag: 'Access',
    summary: 'Sign in and get a session token',
    description:
      'With e-mail and password, or with an ID token of the configured OpenID Connect issuer. Without `org`: the org joined first. ' +
      'Repeated failures are slowed down for an account from an address.',
    body: SignIn,
    answer: SignedIn,
    problems: ['auth.unauthenticated', 'request.rate_limited'],
    // A refused attempt is counted, so nothing here may be undone by the refusal.
    transaction: false,
    handle: async ({ tx, body, world, request }) => {
      const now = world.now()
      const account =
        'idToken' in body ? await byIdToken(tx, body.idToken, deps, now) : await byPassword(tx, body, request.ip, now)
      const membership = account && (await findMembership(tx, account.id, body.org))
      if (!account || !membership) throw wrongCredentials()
      const { orgId, role } = membership
      const session = await signSession({ userId: account.id, orgId, epoch: account.epoch }, deps.keyring, now)
      return {
        token: session.token,
        expiresAt: session.expiresAt.toISOString(),
        user: { id: account.id, email: account.email, name: account.name ?? undefined },
        org: { id: orgId, role },
      }
    },
  }),
]

async function byIdToken(tx: Db, token: string, { oidc }: AccountDeps, now: Date): Promise<Account | undefined> {
  const email = await oidc?.emailOf(token, now)
  return email === undefined ? undefined : findAccountByEmail(tx, email)
}

/** Only failures are counted: per account and address, and per address over all accounts. */
async function byPassword(
  tx: Db,
  asked: { email: string; password: string },
  ip: string,
  now: Date,
): Promise<Account | undefined> {
  const email = asked.email.trim().toLowerCase()
  const counted = [
    { key: `sign-in:${email}:${ip}`, bucket: buckets.signInAccount },
    { key: `sign-in:${ip}`, bucket: buckets.signInAddress },
  ]
  for (const { key, bucket } of counted) {
    const level = await peek(tx, key, bucket, now)
    if (!level.allowed) throw rateLimited(level, bucket)
  }
  const account = await findAccountByEmail(tx, email)
  if (await isPassword(asked.password, account?.passwordHash)) return account
  for (const { key, bucket } of counted) await take(tx, key, bucket, now)
  return undefined
}

function wrongCredentials() {
  return problem('auth.unauthenticated', 401, { detail: 'E-mail, password or org is wrong' })
}
