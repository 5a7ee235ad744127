import type { Caller } from '../../../../platform/http/access.ts'
import { invalidRequest, notFound } from '../../../../platform/http/problem.ts'
import { openRoute } from '../../../../platform/http/route.ts'
import { listSchema } from '../../../../platform/http/schemas.ts'
import { createAuditor } from '../../audit/auditor.ts'
import { hashPassword, newSessionEpoch } from '../password.ts'
import { findAccount, findReachableOrg, listAccountOrgs, replacePassword } from '../queries.ts'
import type { SessionClaims } from '../session-token.ts'
import { createOrgSession } from '../sessions/sessions.ts'
import { AccountOrg, PasswordChange, SignInResult, SwitchOrg } from '../sign-in.ts'
import { requireUser, signedInOnly } from './require-user.ts'
import type { AccountDeps } from './sign-in.ts'
import { verifyByPassword } from './verify-sign-in.ts'

const reach =
  'A session by the OpenID Connect issuer reaches every org of the account; one by password those whose password is the ' +
  'same by origin, not merely by its letters. For users only.'
const switching = {
  method: 'POST',
  path: '/auth/switch',
  summary: 'Get a session in another org of the account',
} as const

/** Routes for the signed-in user's own account; they respond 404 to an API key. */
export const sessionRoutes = ({ keyring }: AccountDeps) => [
  openRoute({
    ...signedInOnly,
    method: 'POST',
    path: '/auth/password',
    summary: 'Change the password of the signed-in user',
    description:
      'That of the org of the session, and of the orgs that hold the same one. Every other session in them ends; the ' +
      'answer holds a new one in place of this. For users only.',
    body: PasswordChange,
    answer: SignInResult,
    problems: ['request.rate_limited', 'resource.not_found'],
    transaction: false,
    handle: async ({ tx, body, world, request, caller }) => {
      const { id, orgId: org, role, openId } = requireUser(caller)
      const account = await findAccount(tx, id)
      if (!account) throw notFound()
      const [now, epoch] = [world.now(), newSessionEpoch(world)]
      const { email } = account
      const { joined } = await verifyByPassword(tx, { email, password: body.currentPassword, org, ip: request.ip, now })
      const from = joined?.passwordHash
      const change = from && { from, to: await hashPassword(body.newPassword, world), epoch, now }
      const changed = change ? await replacePassword(tx, id, change) : []
      // With two concurrent changes, the second no longer has the current password.
      if (!changed.includes(org))
        throw invalidRequest([{ field: 'currentPassword', message: 'is not the current password' }])
      return createOrgSession(
        tx,
        { account, entered: { orgId: org, role, epoch, openId } },
        { keyring, world, request },
      )
    },
  }),
  openRoute({
    ...signedInOnly,
    method: 'GET',
    path: '/auth/orgs',
    summary: 'List the orgs that the session reaches, by name',
    description: reach,
    answer: listSchema(AccountOrg),
    problems: ['resource.not_found'],
    handle: async ({ tx, caller }) => ({ data: await listAccountOrgs(tx, sessionOf(requireUser(caller))) }),
  }),
  openRoute({
    ...signedInOnly,
    ...switching,
    description:
      'The session that asks goes on beside it. With the org that it is in, it is prolonged: the new one lives 12 hours ' +
      `from now. Any other org is 404. ${reach}`,
    body: SwitchOrg,
    answer: SignInResult,
    problems: ['resource.not_found'],
    // Audited below, in the org that is entered.
    audited: false,
    handle: async ({ tx, body, world, caller, request }) => {
      const user = requireUser(caller)
      const { id } = user
      const [account, entered] = [await findAccount(tx, id), await findReachableOrg(tx, sessionOf(user), body.org)]
      if (!account || !entered) throw notFound()
      const { id: requestId, ip, svcAgent: via } = request
      const { summary: action, method, path } = switching
      const entry = { actor: { kind: 'user', id }, via, action, method, path, requestId, ip, status: 200 } as const
      await createAuditor(world)(tx, { orgId: entered.orgId, ...entry })
      // Entering the same org extends the current session.
      const sessionId = entered.orgId === user.orgId ? user.sessionId : undefined
      return createOrgSession(tx, { account, entered, sessionId }, { keyring, world, request })
    },
  }),
]

function sessionOf({ id, orgId, epoch, openId }: Caller & { kind: 'user' }): SessionClaims {
  return { userId: id, orgId, epoch, openId }
}
