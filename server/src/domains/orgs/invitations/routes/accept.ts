import type { Db } from '../../../../platform/db/database.ts'
import type { Role } from '../../../../platform/http/access.ts'
import { type Problem, problem } from '../../../../platform/http/problem.ts'
import { openRoute } from '../../../../platform/http/route.ts'
import type { Keyring } from '../../../../platform/secrets/keyring.ts'
import { hashToken } from '../../../../platform/secrets/tokens.ts'
import { hashPassword } from '../../accounts/password.ts'
import { rateLimitToken, verifyByPassword, verifySecondFactorCode } from '../../accounts/routes/verify-sign-in.ts'
import { createOrgSession } from '../../accounts/sessions/sessions.ts'
import { SignInResult } from '../../accounts/sign-in.ts'
import { InvitationAccept, InvitationReview, InvitationToken } from '../invitation.ts'
import { acceptSummary, type JoinContext, type Joining, joinOrg } from '../join.ts'
import { findInvitationByToken, type SentInvitation } from '../queries.ts'

const open = { method: 'POST', access: { kind: 'public' }, tag: 'Access', transaction: false, audited: false } as const

/** One answer for a link that is unknown, expired, withdrawn or used: it tells nothing about invitations. */
const invalidInvitation = (): Problem => problem('auth.invitation_invalid', 404)

const findSent = (db: Db, token: string, { world, request }: JoinContext): Promise<SentInvitation | undefined> => {
  const now = world.now()
  return rateLimitToken(db, { ip: request.ip, now }, () => findInvitationByToken(db, hashToken(token), now))
}

/** The pages behind the link of an invitation. */
export const acceptRoutes = ({ keyring }: { keyring: Keyring }) => [
  openRoute({
    ...open,
    path: '/auth/review-invitation',
    summary: 'Read what the link of an invitation is for',
    description: 'Attempts with links that do not work are slowed down.',
    body: InvitationToken,
    response: InvitationReview,
    problems: ['auth.invitation_invalid', 'request.rate_limited'],
    handle: async ({ tx, body, world, request }) => {
      const sent = await findSent(tx, body.token, { world, request })
      if (!sent) throw invalidInvitation()
      return {
        org: { id: sent.org_id, name: sent.orgName },
        email: sent.email,
        ...(sent.name !== null && { name: sent.name }),
        role: sent.role as Role,
        account: sent.hasAccount ? ('existing' as const) : ('new' as const),
        expiresAt: sent.expires_at.toISOString(),
      }
    },
  }),
  openRoute({
    ...open,
    path: '/auth/accept-invitation',
    summary: acceptSummary,
    description:
      'Works once. `password` is for this org. An account that exists already proves itself with `accountPassword`, the password of an ' +
      'org that it belongs to, and with the code of that org if there is a second factor; or it signs in through the OpenID Connect ' +
      'issuer with `org`, which accepts the invitation.',
    body: InvitationAccept,
    response: SignInResult,
    problems: [
      'auth.invitation_invalid',
      'auth.unauthenticated',
      'auth.second_factor_required',
      'resource.conflict',
      'request.rate_limited',
    ],
    handle: async ({ tx, body, world, request }) => {
      const context = { world, request }
      const sent = await findSent(tx, body.token, context)
      if (!sent) throw invalidInvitation()
      const joining = await proveJoining(tx, sent, body, { ...context, keyring })
      const joined = await joinOrg(tx, sent, { ...joining, tokenHash: hashToken(body.token) }, context)
      if (!joined) throw invalidInvitation()
      return createOrgSession(tx, joined, { keyring, world, request })
    },
  }),
]

/** An existing account must prove itself: an invitation opens an org to a person, and never the account of one. */
async function proveJoining(
  db: Db,
  { email, hasAccount }: SentInvitation,
  { password, name, accountPassword, code }: InvitationAccept,
  { world, request: { ip }, keyring }: JoinContext & { keyring: Keyring },
): Promise<Joining> {
  const now = world.now()
  if (!hasAccount) return { account: undefined, name, passwordHash: await hashPassword(password, world) }
  if (accountPassword === undefined) throw problem('auth.unauthenticated', 401, { detail: missingProof })
  const { account, joined } = await verifyByPassword(db, { email, password: accountPassword, ip, now })
  if (!account || !joined)
    throw problem('auth.unauthenticated', 401, { detail: 'The password of the account is wrong' })
  if (joined.hasSecondFactor) await verifyCode(db, { orgId: joined.orgId, userId: account.id, code, ip, now }, keyring)
  return { account, passwordHash: await hashPassword(password, world) }
}

const missingProof =
  'This email has an account: send its password as accountPassword, or sign in through the identity provider'

type CodeProof = { orgId: string; userId: string; code: string | undefined; ip: string; now: Date }

async function verifyCode(db: Db, { code, ...member }: CodeProof, keyring: Keyring): Promise<void> {
  if (code === undefined)
    throw problem('auth.second_factor_required', 401, { detail: 'Send the code of the account, too' })
  if (!(await verifySecondFactorCode(db, { ...member, code }, keyring)))
    throw problem('auth.second_factor_required', 401, { detail: 'The code is wrong, or was already used' })
}
