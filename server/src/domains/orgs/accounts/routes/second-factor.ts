import type { Db } from '../../../../platform/db/database.ts'
import { invalidRequest, notFound, problem } from '../../../../platform/http/problem.ts'
import { openRoute } from '../../../../platform/http/route.ts'
import { findAccount } from '../queries.ts'
import { countRecoveryCodes, deleteFactor, findFactor } from '../second-factor/queries.ts'
import {
  beginFactor,
  enableFactor,
  NewSecondFactor,
  RecoveryCodes,
  SecondFactorCode,
  SecondFactorRemoval,
  SecondFactorStart,
  SecondFactorStatus,
} from '../second-factor/second-factor.ts'
import { requireUser, signedInOnly } from './session.ts'
import type { AccountDeps } from './sign-in.ts'
import { rateLimitCodeAttempt, verifyByPassword, verifySecondFactorCode } from './verify-sign-in.ts'

const path = '/auth/second-factor'
const own = { ...signedInOnly, problems: ['resource.not_found'] } as const
/** Not in a transaction: a refused attempt is counted, and the refusal must not roll that back. */
const counting = { method: 'POST', transaction: false } as const
const wrongCode = () => invalidRequest([{ field: 'code', message: 'is wrong, or was already used' }])

const readRoute = openRoute({
  ...own,
  method: 'GET',
  path,
  summary: 'Read whether the signed-in user has a second factor',
  description: "Like the password, it applies to the session's org. For users only.",
  response: SecondFactorStatus,
  handle: async ({ tx, caller }) => {
    const { id, orgId } = requireUser(caller)
    const confirmedAt = (await findFactor(tx, { id: orgId }, id))?.confirmedAt
    if (!confirmedAt) return { enabled: false }
    const recoveryCodesLeft = await countRecoveryCodes(tx, { id: orgId }, id)
    return { enabled: true, enabledAt: confirmedAt.toISOString(), recoveryCodesLeft }
  },
})

export const secondFactorRoutes = ({ keyring }: AccountDeps) => [
  readRoute,
  openRoute({
    ...own,
    ...counting,
    path,
    summary: 'Start setting up a second factor',
    description:
      'The secret is for an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds) and appears only here. Codes are not ' +
      'required until the first one is confirmed; starting again replaces the secret. For users only.',
    body: SecondFactorStart,
    response: NewSecondFactor,
    problems: [...own.problems, 'request.rate_limited', 'resource.conflict'],
    handle: async ({ tx, body, caller, world, request }) => {
      const holder = await verifyHolder(tx, requireUser(caller), {
        password: body.password,
        ip: request.ip,
        now: world.now(),
      })
      const setup = await beginFactor(tx, holder, { keyring, world })
      if (!setup) throw problem('resource.conflict', 409, { detail: 'A second factor is already on; remove it first' })
      return setup
    },
  }),
  openRoute({
    ...own,
    ...counting,
    path: `${path}/_confirm`,
    summary: 'Turn on the second factor with a code from the app',
    description:
      'Ends every other session in the org. Each of the ten recovery codes replaces one code, once; they appear only ' +
      'here. For users only.',
    body: SecondFactorCode,
    response: RecoveryCodes,
    problems: [...own.problems, 'request.rate_limited'],
    handle: async ({ tx, body, caller, world, request }) => {
      const { id: userId, orgId, sessionId } = requireUser(caller)
      const attemptInput = { userId, orgId, sessionId, code: body.code }
      const attempt = () => enableFactor(tx, attemptInput, { keyring, world })
      const codes = await rateLimitCodeAttempt(tx, { userId, orgId, ip: request.ip, now: world.now() }, attempt)
      if (!codes) throw wrongCode()
      return codes
    },
  }),
  openRoute({
    ...own,
    ...counting,
    path: `${path}/_remove`,
    summary: 'Remove the second factor, with the password and a code or a recovery code',
    description: 'For users only.',
    body: SecondFactorRemoval,
    problems: [...own.problems, 'request.rate_limited'],
    handle: async ({ tx, body, caller, world, request }) => {
      const [{ ip }, now] = [request, world.now()]
      const { orgId, userId } = await verifyHolder(tx, requireUser(caller), { password: body.password, ip, now })
      if (!(await verifySecondFactorCode(tx, { orgId, userId, code: body.code, ip, now }, keyring))) throw wrongCode()
      await deleteFactor(tx, { id: orgId }, userId)
    },
  }),
]

type PasswordProof = { password: string; ip: string; now: Date }

/** Requires the password, which a stranger at an unlocked browser does not know. */
async function verifyHolder(db: Db, { id: userId, orgId }: { id: string; orgId: string }, credentials: PasswordProof) {
  const account = await findAccount(db, userId)
  if (!account) throw notFound()
  const { email } = account
  const { joined } = await verifyByPassword(db, { email, org: orgId, ...credentials })
  if (!joined) throw invalidRequest([{ field: 'password', message: 'is not the current password' }])
  return { orgId, userId, email }
}
