import type { Db } from '../../../../platform/db/database.ts'
import { problem } from '../../../../platform/http/problem.ts'
import { openRoute, type RequestFacts } from '../../../../platform/http/route.ts'
import type { Keyring } from '../../../../platform/secrets/keyring.ts'
import type { World } from '../../../../platform/world.ts'
import { createAuditor } from '../../audit/auditor.ts'
import type { OidcIssuer } from '../oidc/issuer.ts'
import { listJoinedOrgs } from '../queries.ts'
import { createOrgSession } from '../sessions/sessions.ts'
import { AuthMethods, SignIn, SignInResult } from '../sign-in.ts'
import { verifySignIn } from './verify-sign-in.ts'

export type AccountDeps = { keyring: Keyring; oidc?: OidcIssuer }

const summary = 'Sign in and get a session token'

export const signInRoutes = ({ keyring, oidc }: AccountDeps) => [
  openRoute({
    method: 'GET',
    path: '/auth/methods',
    access: { kind: 'public' },
    tag: 'Access',
    summary: 'Read how people can sign in',
    description: 'What a sign-in page needs to know before anyone signs in.',
    response: AuthMethods,
    handle: async () => {
      const openId = await oidc?.method()
      return { password: true as const, ...(openId && { openId }) }
    },
  }),
  openRoute({
    method: 'POST',
    path: '/auth/sign-in',
    access: { kind: 'public' },
    tag: 'Access',
    summary,
    description:
      'With email and password, with an ID token of the configured OpenID Connect issuer, or with an authorization code ' +
      'that the issuer returned to a browser. Without `org`: the org joined first; with a password, the first org whose ' +
      'password matches, among the first three of the account. Somebody whose email the issuer proves and who was invited joins the org. ' +
      'Repeated failures for an account from one address are slowed down. A member with a second factor gets 401 ' +
      '`auth.second_factor_required` for the right password alone, and must send the same request again with `code`.',
    body: SignIn,
    response: SignInResult,
    problems: ['auth.unauthenticated', 'auth.second_factor_required', 'request.rate_limited'],
    // Not in a transaction: a refused attempt is counted, and the refusal must not roll that back.
    transaction: false,
    // There is no caller yet; the outcome is audited below.
    audited: false,
    handle: async ({ tx, body, world, request }) => {
      const now = world.now()
      const { account, entered, factor } = await verifySignIn(tx, body, {
        now,
        keyring,
        oidc,
        context: { world, request },
      })
      if (account && entered) {
        const { orgId } = entered
        await auditSignIn(tx, { orgId, userId: account.id, status: 200 }, { request, world })
        return createOrgSession(tx, { account, entered }, { keyring, world, request })
      }
      const isFailure = account && factor !== 'missing'
      // Not awaited: a known account must not respond more slowly than an unknown one.
      if (isFailure) auditFailedSignIn(tx, { userId: account.id, org: body.org }, { request, world }).catch(() => {})
      if (factor) throw problem('auth.second_factor_required', 401, { detail: factorDetails[factor] })
      throw problem('auth.unauthenticated', 401, { detail: failureDetail(body) })
    },
  }),
]

type SignInContext = { request: RequestFacts; world: World }
type SignInAuditEntry = { orgId: string; userId: string; status: 200 | 401 }

function auditSignIn(
  db: Db,
  { orgId, userId, status }: SignInAuditEntry,
  { request, world }: SignInContext,
): Promise<void> {
  const { id: requestId, ip, svcAgent: via } = request
  const actor = { kind: 'user', id: userId } as const
  const what = { action: summary, method: 'POST', path: '/auth/sign-in' } as const
  return createAuditor(world)(db, { orgId, actor, via, ...what, requestId, ip, status })
}

/** Audits in the requested org; if the account does not belong to it, in the one joined first. */
async function auditFailedSignIn(
  db: Db,
  { userId, org }: { userId: string; org?: string },
  context: SignInContext,
): Promise<void> {
  const joined = await listJoinedOrgs(db, userId, undefined)
  const place = joined.find(({ orgId }) => orgId === org) ?? joined[0]
  if (place) await auditSignIn(db, { orgId: place.orgId, userId, status: 401 }, context)
}

const factorDetails = {
  missing: 'Send the same request again, with a code from the second factor',
  wrong: 'The code is wrong, or was already used',
}

const failureDetail = (request: SignIn): string =>
  'codeVerifier' in request ? 'The code or the org is wrong; start the sign-in again' : 'Wrong email, password or org'
