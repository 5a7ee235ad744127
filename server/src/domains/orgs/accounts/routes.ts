import type { Db } from '../../../platform/db/database.ts'
import type { Role } from '../../../platform/http/access.ts'
import { invalid, notFound, problem } from '../../../platform/http/problem.ts'
import { buckets, giveBack, rateLimited, take } from '../../../platform/http/rate-limit.ts'
import { openRoute } from '../../../platform/http/route.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import type { OidcVerifier } from './oidc.ts'
import { hashPassword, isPassword } from './password.ts'
import { type Account, changeAccount, findAccountByEmail, findEmail, findMembership } from './queries.ts'
import { signSession } from './session-token.ts'
import { PasswordChange, SignedIn, SignIn } from './sign-in.ts'

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
        'idToken' in body
          ? await byIdToken(tx, body.idToken, deps, now)
          : await byPassword(tx, { ...body, email: body.email.trim().toLowerCase(), ip: request.ip, now })
      const membership = account && (await findMembership(tx, account.id, body.org))
      if (!account || !membership) throw wrongCredentials()
      return signedIn(account, membership, deps.keyring, now)
    },
  }),
  openRoute({
    method: 'POST',
    path: '/auth/password',
    access: { door: 'token' },
    tag: 'Access',
    summary: 'Change the password of the signed-in user',
    description: 'Every other session of the account ends; the answer holds a new one in its place. For users only.',
    body: PasswordChange,
    answer: SignedIn,
    problems: ['request.rate_limited', 'resource.not_found'],
    transaction: false,
    handle: async ({ tx, body, world, request, caller }) => {
      const email = caller.kind === 'user' ? await findEmail(tx, caller.id) : undefined
      if (caller.kind !== 'user' || email === undefined) throw notFound()
      const now = world.now()
      const known = await byPassword(tx, { email, password: body.currentPassword, ip: request.ip, now })
      if (!known) throw invalid([{ field: 'currentPassword', message: 'is not the current password' }])
      await changeAccount(tx, known.id, { passwordHash: await hashPassword(body.newPassword, world), now })
      return signedIn(
        { ...known, epoch: known.epoch + 1 },
        { orgId: caller.orgId, role: caller.role },
        deps.keyring,
        now,
      )
    },
  }),
]

async function signedIn(
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

async function byIdToken(tx: Db, token: string, { oidc }: AccountDeps, now: Date): Promise<Account | undefined> {
  const email = await oidc?.emailOf(token, now)
  return email === undefined ? undefined : findAccountByEmail(tx, email)
}

type Attempt = { email: string; password: string; ip: string; now: Date }

/** Only failures count: per account and address, and per address over all accounts. */
async function byPassword(tx: Db, { email, password, ip, now }: Attempt): Promise<Account | undefined> {
  const counted = [
    { key: `sign-in:${email}:${ip}`, bucket: buckets.signInAccount },
    { key: `sign-in:${ip}`, bucket: buckets.signInAddress },
  ]
  for (const { key, bucket } of counted) {
    const level = await take(tx, key, bucket, now)
    if (!level.allowed) throw rateLimited(level, bucket)
  }
  const account = await findAccountByEmail(tx, email)
  if (!(await isPassword(password, account?.passwordHash))) return undefined
  for (const { key, bucket } of counted) await giveBack(tx, key, bucket)
  return account
}

function wrongCredentials() {
  return problem('auth.unauthenticated', 401, { detail: 'E-mail, password or org is wrong' })
}
