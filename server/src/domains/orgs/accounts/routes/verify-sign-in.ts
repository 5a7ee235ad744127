import type { Db } from '../../../../platform/db/database.ts'
import { networkOf } from '../../../../platform/http/network.ts'
import {
  type Bucket,
  buckets,
  consumeToken,
  rateLimitedProblem,
  refundToken,
} from '../../../../platform/http/rate-limit.ts'
import type { Keyring } from '../../../../platform/secrets/keyring.ts'
import { type JoinContext, joinByProvenEmail } from '../../invitations/join.ts'
import type { OidcIssuer } from '../oidc/issuer.ts'
import { findByPassword, maxPasswordsTried } from '../password.ts'
import { findAccountByEmail, type JoinedOrg, listJoinedOrgs, type UserAccount } from '../queries.ts'
import { consumeSecondFactorCode } from '../second-factor/second-factor.ts'
import type { EnteredOrg } from '../session-token.ts'
import type { SignIn } from '../sign-in.ts'

/**
 * The account, if known, and the org that the caller may enter; `factor` tells what is wrong with the code when the
 * password is correct.
 */
export type SignInVerification = { account?: UserAccount; entered?: EnteredOrg; factor?: 'missing' | 'wrong' }

type SignInAttempt = { now: Date; keyring: Keyring; oidc?: OidcIssuer; context: JoinContext }

export async function verifySignIn(
  db: Db,
  request: SignIn,
  { now, keyring, oidc, context }: SignInAttempt,
): Promise<SignInVerification> {
  const { ip } = context.request
  if ('password' in request) {
    const { account, joined } = await verifyByPassword(db, { ...request, ip, now })
    if (!account || !joined) return { account }
    const { orgId, role, epoch, hasSecondFactor } = joined
    const entered = { orgId, role, epoch }
    if (!hasSecondFactor) return { account, entered }
    if (request.code === undefined) return { account, factor: 'missing' }
    const isRight = await verifySecondFactorCode(
      db,
      { orgId, userId: account.id, code: request.code, ip, now },
      keyring,
    )
    return isRight ? { account, entered } : { account, factor: 'wrong' }
  }
  const email =
    'idToken' in request
      ? await oidc?.emailFromIdToken(request.idToken, now)
      : await rateLimitAttempt(db, [addressBucket(ip)], now, async () =>
          toAttemptResult(await oidc?.emailFromCode(request, now)),
        )
  if (email !== undefined) await joinByProvenEmail(db, { email, org: request.org }, context)
  return verifyByIssuer(db, email, request.org)
}

/** A caller whose email the issuer proves may enter any org of the account. */
export async function verifyByIssuer(
  db: Db,
  email: string | undefined,
  org: string | undefined,
): Promise<SignInVerification> {
  const account = email === undefined ? undefined : await findAccountByEmail(db, email)
  const [joined] = account ? await listJoinedOrgs(db, account.id, org) : []
  if (!account || !joined) return { account }
  return { account, entered: { orgId: joined.orgId, role: joined.role, epoch: joined.epoch, openId: account.epoch } }
}

type PasswordAttempt = { email: string; password: string; org?: string; ip: string; now: Date }

/**
 * Failures count per account and IP address, and per address across all accounts. A failed check counts even when
 * another org's password then matches; otherwise someone who sets that password could guess forever.
 */
export async function verifyByPassword(
  db: Db,
  { email: given, password, org, ip, now }: PasswordAttempt,
): Promise<{ account?: UserAccount; joined?: JoinedOrg }> {
  const email = given.trim().toLowerCase()
  const byAccount = { key: `sign-in:${email}:${networkOf(ip)}`, bucket: buckets.signInAccount }
  let account: UserAccount | undefined
  const joined = await rateLimitAttempt(db, [byAccount, addressBucket(ip)], now, async () => {
    account = await findAccountByEmail(db, email)
    // Looks up the orgs of an unknown account too, so it does not respond faster.
    return findByPassword(
      password,
      await listJoinedOrgs(db, account?.id ?? '', org),
      org === undefined ? maxPasswordsTried : 1,
    )
  })
  return { account, joined }
}

type CodeAttempt = { orgId: string; userId: string; ip: string; now: Date }

export async function verifySecondFactorCode(
  db: Db,
  request: CodeAttempt & { code: string },
  keyring: Keyring,
): Promise<boolean> {
  const { now } = request
  return (
    (await rateLimitCodeAttempt(
      db,
      request,
      async () => (await consumeSecondFactorCode(db, request, { keyring, now })) || undefined,
    )) === true
  )
}

/**
 * Failures also count across IP addresses: a caller who gets here knows the password, and could guess six digits
 * quickly from many addresses at once.
 */
export function rateLimitCodeAttempt<T>(
  db: Db,
  { orgId, userId, ip, now }: CodeAttempt,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const ofMember = { key: `second-factor:${orgId}:${userId}`, bucket: buckets.signInAccount }
  return rateLimitAttempt(db, [ofMember, addressBucket(ip)], now, async () => toAttemptResult(await attempt()))
}

/** Slows down whoever guesses the tokens of links, by address. */
export function rateLimitToken<T>(
  db: Db,
  { ip, now }: { ip: string; now: Date },
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  return rateLimitAttempt(db, [addressBucket(ip)], now, async () => toAttemptResult(await find()))
}

type FailureBucket = { key: string; bucket: Bucket }
type AttemptResult<T> = { found?: T; failures: number }

const toAttemptResult = <T>(found: T | undefined): AttemptResult<T> => ({
  found,
  failures: found === undefined ? 1 : 0,
})
const addressBucket = (ip: string): FailureBucket => ({
  key: `sign-in:${networkOf(ip)}`,
  bucket: buckets.signInAddress,
})

/** Counts only attempts with a failure. */
async function rateLimitAttempt<T>(
  db: Db,
  counts: readonly FailureBucket[],
  now: Date,
  attempt: () => Promise<AttemptResult<T>>,
): Promise<T | undefined> {
  for (const { key, bucket } of counts) {
    const level = await consumeToken(db, key, bucket, now)
    if (!level.allowed) throw rateLimitedProblem(level, bucket)
  }
  const { found, failures } = await attempt()
  if (failures === 0) for (const { key, bucket } of counts) await refundToken(db, key, bucket)
  return found
}
