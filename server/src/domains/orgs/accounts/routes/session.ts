import type { Caller } from '../../../../platform/http/access.ts'
import { invalidRequest, notFound } from '../../../../platform/http/problem.ts'
import { openRoute } from '../../../../platform/http/route.ts'
import { listSchema } from '../../../../platform/http/schemas.ts'
import { createAuditor } from '../../audit/auditor.ts'
import { createSessionEpoch, hashPassword } from '../password.ts'
import { findAccount, findReachableOrg, listAccountOrgs, replacePassword } from '../queries.ts'
import type { SessionClaims } from '../session-token.ts'
import { deleteAccountSession, endOtherSessions, listAccountSessions } from '../sessions/queries.ts'
import { AccountSession, createOrgSession, serializeSession } from '../sessions/sessions.ts'
import { AccountOrg, PasswordChange, SignInResult, SwitchOrg } from '../sign-in.ts'
import type { AccountDeps } from './sign-in.ts'
import { verifyByPassword } from './verify-sign-in.ts'

export const signedInOnly = { access: { kind: 'token' }, tag: 'Access' } as const

/** Routes for a signed-in user's own account respond 404 to an API key, and to an application that acts for the user. */
export function requireUser(caller: Caller): Caller & { kind: 'user' } {
  if (caller.kind !== 'user' || caller.applicationId !== undefined) throw notFound()
  return caller
}

const reach =
  'A session from the OpenID Connect issuer reaches every org of the account; a password session reaches the orgs that share the same ' +
  'password by origin, not merely the same characters. For users only.'
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
    verb: 'change',
    summary: 'Change the password of the signed-in user',
    description:
      "Applies to the session's org, and to the orgs that share its password. Ends every other session in them; the " +
      'answer contains a new session that replaces this one. For users only.',
    body: PasswordChange,
    response: SignInResult,
    problems: ['request.rate_limited', 'resource.not_found'],
    transaction: false,
    handle: async ({ tx, body, world, request, caller }) => {
      const { id, orgId: org, role, openId } = requireUser(caller)
      const account = await findAccount(tx, id)
      if (!account) throw notFound()
      const [now, epoch] = [world.now(), createSessionEpoch(world)]
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
    summary: 'List the orgs the session can reach, by name',
    description: reach,
    response: listSchema(AccountOrg),
    problems: ['resource.not_found'],
    handle: async ({ tx, caller }) => ({ data: await listAccountOrgs(tx, sessionOf(requireUser(caller))) }),
  }),
  openRoute({
    ...signedInOnly,
    ...switching,
    description:
      "The current session stays valid. For the session's own org, this extends it: the new session lasts 12 hours " +
      `from now. Any other org is 404. ${reach}`,
    body: SwitchOrg,
    response: SignInResult,
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

export const ownSessionRoutes = [
  openRoute({
    ...signedInOnly,
    method: 'GET',
    path: '/auth/sessions',
    summary: "List the signed-in user's sessions in the org, most recently used first",
    description: 'An ID token of the OpenID Connect issuer that is used directly is not listed. For users only.',
    response: listSchema(AccountSession),
    problems: ['resource.not_found'],
    handle: async ({ tx, caller, world }) => {
      const { id, orgId, sessionId } = requireUser(caller)
      const rows = await listAccountSessions(tx, { id: orgId }, id, world.now())
      return { data: rows.map((row) => serializeSession(row, sessionId)) }
    },
  }),
  openRoute({
    ...signedInOnly,
    method: 'DELETE',
    path: '/auth/sessions/:sessionId',
    summary: 'End a session of the signed-in user at once',
    description: '`current` is the session that makes the request: ending it signs out. For users only.',
    problems: ['resource.not_found'],
    handle: async ({ tx, caller, params }) => {
      const { id, orgId, sessionId } = requireUser(caller)
      const meant = params.sessionId === 'current' ? sessionId : params.sessionId
      if (meant === undefined || !(await deleteAccountSession(tx, { id: orgId }, id, meant))) throw notFound()
    },
  }),
  openRoute({
    ...signedInOnly,
    method: 'POST',
    path: '/auth/sessions/_endOthers',
    summary: 'End every other session of the signed-in user in the org',
    description: 'For users only.',
    problems: ['resource.not_found'],
    handle: async ({ tx, caller }) => {
      const { id, orgId, sessionId } = requireUser(caller)
      await endOtherSessions(tx, { id: orgId }, id, sessionId)
    },
  }),
]
