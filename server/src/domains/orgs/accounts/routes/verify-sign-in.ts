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
import { findByPassword, maxPasswordsTried } from '../find-by-password.ts'
import type { OidcIssuer } from '../oidc/issuer.ts'
import { findAccountByEmail, type JoinedOrg, listJoinedOrgs, type UserAccount } from '../queries.ts'
import { consumeSecondFactorCode } from '../second-factor/second-factor.ts'
import type { EnteredOrg } from '../session-token.ts'
import type { SignIn } from '../sign-in.ts'

/**
 * The account, if it is known, and the org that the caller may enter; `factor` says what is wrong with the code when the
 * password is correct.
 */
export type SignInVerification = { account?: UserAccount; entered?: EnteredOrg; factor?: 'missing' | 'wrong' }

type SignInAttempt = { ip: string; now: Date; keyring: Keyring; oidc?: OidcIssuer }

export async function verifySignIn(
  db: Db,
  asked: SignIn,
  { ip, now, keyring, oidc }: SignInAttempt,
): Promise<SignInVerification> {
  if ('password' in asked) {
    const { account, joined } = await verifyByPassword(db, { ...asked, ip, now })
    if (!account || !joined) return { account }
    const { orgId, role, epoch, hasSecondFactor } = joined
    const entered = { orgId, role, epoch }
    if (!hasSecondFactor) return { account, entered }
    if (asked.code === undefined) return { account, factor: 'missing' }
    const isRight = await verifySecondFactorCode(db, { orgId, userId: account.id, code: asked.code, ip, now }, keyring)
    return isRight ? { account, entered } : { account, factor: 'wrong' }
  }
  const email =
    'idToken' in asked
      ? await oidc?.emailFromIdToken(asked.idToken, now)
      : await rateLimitAttempt(db, [addressBucket(ip)], now, async () =>
          toAttemptResult(await oidc?.emailFromCode(asked, now)),
        )
  return verifyByIssuer(db, email, asked.org)
}

/** Whoever proves the e-mail of an account by the issuer may enter any of its orgs. */
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
 * Failures count per account and address, and per address over all accounts. One that the password of another org made
 * good counts all the same: else whoever sets that could guess for ever.
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
    // Nobody's orgs are looked up, too: an unknown account must not answer sooner.
    return findByPassword(
      password,
      await listJoinedOrgs(db, account?.id ?? '', org),
      org === undefined ? maxPasswordsTried : 1,
    )
  })
  return { account, joined }
}

type CodeAttempt = { orgId: string; userId: string; ip: string; now: Date }

/** Whether the code is one of the second factor, which it then uses up. */
export async function verifySecondFactorCode(
  db: Db,
  asked: CodeAttempt & { code: string },
  keyring: Keyring,
): Promise<boolean> {
  const { now } = asked
  return (
    (await rateLimitCodeAttempt(
      db,
      asked,
      async () => (await consumeSecondFactorCode(db, asked, { keyring, now })) || undefined,
    )) === true
  )
}

/**
 * Failures also count across addresses: a caller who gets here knows the password, and could guess six digits quickly
 * from many addresses at once.
 */
export function rateLimitCodeAttempt<T>(
  db: Db,
  { orgId, userId, ip, now }: CodeAttempt,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const ofMember = { key: `second-factor:${orgId}:${userId}`, bucket: buckets.signInAccount }
  return rateLimitAttempt(db, [ofMember, addressBucket(ip)], now, async () => toAttemptResult(await attempt()))
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

/** Only an attempt with a failure in it is counted in the end. */
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
