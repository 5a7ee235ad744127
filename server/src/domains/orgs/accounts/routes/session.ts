import type { Caller } from '../../../../platform/http/access.ts'
import { invalid, notFound } from '../../../../platform/http/problem.ts'
import { openRoute } from '../../../../platform/http/route.ts'
import { listOf } from '../../../../platform/http/schemas.ts'
import { auditor } from '../../audit/record.ts'
import { hashPassword } from '../password.ts'
import { changeAccount, findAccount, findMembership, listOrgsOf } from '../queries.ts'
import { AccountOrg, PasswordChange, SignedIn, SwitchOrg } from '../sign-in.ts'
import { signedIn } from '../signed-in.ts'
import { byPassword } from './proof.ts'
import type { AccountDeps } from './sign-in.ts'

const signedInOnly = { access: { door: 'token' }, tag: 'Access' } as const
const switching = {
  method: 'POST',
  path: '/auth/switch',
  summary: 'Get a session in another org of the account',
} as const

/** What the signed-in user does with their own account. To a key it does not exist. */
export const sessionRoutes = ({ keyring }: AccountDeps) => [
  openRoute({
    ...signedInOnly,
    method: 'POST',
    path: '/auth/password',
    summary: 'Change the password of the signed-in user',
    description: 'Every other session of the account ends; the answer holds a new one in its place. For users only.',
    body: PasswordChange,
    answer: SignedIn,
    problems: ['request.rate_limited', 'resource.not_found'],
    transaction: false,
    handle: async ({ tx, body, world, request, caller }) => {
      const { id, orgId, role } = userIn(caller)
      const account = await findAccount(tx, id)
      if (!account) throw notFound()
      const now = world.now()
      const { email } = account
      const known = await byPassword(tx, { email, password: body.currentPassword, ip: request.ip, now })
      if (!known.account || !known.holds)
        throw invalid([{ field: 'currentPassword', message: 'is not the current password' }])
      await changeAccount(tx, id, { passwordHash: await hashPassword(body.newPassword, world), now })
      return signedIn({ ...known.account, epoch: known.account.epoch + 1 }, { orgId, role }, keyring, now)
    },
  }),
  openRoute({
    ...signedInOnly,
    method: 'GET',
    path: '/auth/orgs',
    summary: 'List the orgs of the signed-in user, by name',
    description: 'For users only.',
    answer: listOf(AccountOrg),
    problems: ['resource.not_found'],
    handle: async ({ tx, caller }) => ({ data: await listOrgsOf(tx, userIn(caller).id) }),
  }),
  openRoute({
    ...signedInOnly,
    ...switching,
    description:
      'The session that asks goes on beside it. With the org that it is in, it is prolonged: the new one lives 12 hours ' +
      'from now. An org that the account is no member of is 404. For users only.',
    body: SwitchOrg,
    answer: SignedIn,
    problems: ['resource.not_found'],
    // Noted below, in the org that is entered.
    audited: false,
    handle: async ({ tx, body, world, caller, request }) => {
      const { id, epoch } = userIn(caller)
      const [account, membership] = [await findAccount(tx, id), await findMembership(tx, id, body.org)]
      if (!account || !membership) throw notFound()
      const { id: requestId, ip, svcAgent: via } = request
      const { summary: action, method, path } = switching
      const entry = { actor: { kind: 'user', id }, via, action, method, path, requestId, ip, status: 200 } as const
      await auditor(world)(tx, { orgId: membership.orgId, ...entry })
      // Under the count of the session that asks: a password that changes right now ends this one, too.
      return signedIn({ ...account, epoch }, membership, keyring, world.now())
    },
  }),
]

function userIn(caller: Caller): Caller & { kind: 'user' } {
  if (caller.kind !== 'user') throw notFound()
  return caller
}
