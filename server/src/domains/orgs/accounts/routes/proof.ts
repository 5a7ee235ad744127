import type { Db } from '../../../../platform/db/database.ts'
import { networkOf } from '../../../../platform/http/network-of.ts'
import { type Bucket, buckets, giveBack, rateLimited, take } from '../../../../platform/http/rate-limit.ts'
import type { Keyring } from '../../../../platform/secrets/keyring.ts'
import type { OidcIssuer } from '../oidc/issuer.ts'
import { findByPassword, mostTried } from '../passwords-tried.ts'
import { type Account, findAccountByEmail, type Joined, listJoined } from '../queries.ts'
import { acceptCode } from '../second-factor/second-factor.ts'
import type { Entered } from '../session-token.ts'
import type { SignIn } from '../sign-in.ts'

/**
 * The account, if it is known, and the org that the caller may enter; `factor` says what is wrong with the code when the
 * password is correct.
 */
export type Proof = { account?: Account; entered?: Entered; factor?: 'missing' | 'wrong' }

type Attempt = { ip: string; now: Date; keyring: Keyring; oidc?: OidcIssuer }

export async function prove(db: Db, asked: SignIn, { ip, now, keyring, oidc }: Attempt): Promise<Proof> {
  if ('password' in asked) {
    const { account, joined } = await byPassword(db, { ...asked, ip, now })
    if (!account || !joined) return { account }
    const { orgId, role, epoch, hasSecondFactor } = joined
    const entered = { orgId, role, epoch }
    if (!hasSecondFactor) return { account, entered }
    if (asked.code === undefined) return { account, factor: 'missing' }
    const isRight = await byCode(db, { orgId, userId: account.id, code: asked.code, ip, now }, keyring)
    return isRight ? { account, entered } : { account, factor: 'wrong' }
  }
  const email =
    'idToken' in asked
      ? await oidc?.emailOf(asked.idToken, now)
      : await counted(db, [addressOf(ip)], now, async () => tried(await oidc?.emailByCode(asked, now)))
  return byIssuer(db, email, asked.org)
}

/** Whoever proves the e-mail of an account by the issuer may enter any of its orgs. */
export async function byIssuer(db: Db, email: string | undefined, org: string | undefined): Promise<Proof> {
  const account = email === undefined ? undefined : await findAccountByEmail(db, email)
  const [joined] = account ? await listJoined(db, account.id, org) : []
  if (!account || !joined) return { account }
  return { account, entered: { orgId: joined.orgId, role: joined.role, epoch: joined.epoch, openId: account.epoch } }
}

type WithPassword = { email: string; password: string; org?: string; ip: string; now: Date }

/**
 * Failures count per account and address, and per address over all accounts. One that the password of another org made
 * good counts all the same: else whoever sets that could guess for ever.
 */
export async function byPassword(
  db: Db,
  { email: given, password, org, ip, now }: WithPassword,
): Promise<{ account?: Account; joined?: Joined }> {
  const email = given.trim().toLowerCase()
  const byAccount = { key: `sign-in:${email}:${networkOf(ip)}`, bucket: buckets.signInAccount }
  let account: Account | undefined
  const joined = await counted(db, [byAccount, addressOf(ip)], now, async () => {
    account = await findAccountByEmail(db, email)
    // Nobody's orgs are looked up, too: an unknown account must not answer sooner.
    return findByPassword(password, await listJoined(db, account?.id ?? '', org), org === undefined ? mostTried : 1)
  })
  return { account, joined }
}

type Coded = { orgId: string; userId: string; ip: string; now: Date }

/** Whether the code is one of the second factor, which it then uses up. */
export async function byCode(db: Db, asked: Coded & { code: string }, keyring: Keyring): Promise<boolean> {
  const { now } = asked
  return (
    (await countedCode(db, asked, async () => (await acceptCode(db, asked, { keyring, now })) || undefined)) === true
  )
}

/**
 * Failures also count across addresses: a caller who gets here knows the password, and could guess six digits quickly
 * from many addresses at once.
 */
export function countedCode<T>(
  db: Db,
  { orgId, userId, ip, now }: Coded,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const ofMember = { key: `second-factor:${orgId}:${userId}`, bucket: buckets.signInAccount }
  return counted(db, [ofMember, addressOf(ip)], now, async () => tried(await attempt()))
}

type Count = { key: string; bucket: Bucket }
type Tried<T> = { found?: T; failures: number }

const tried = <T>(found: T | undefined): Tried<T> => ({ found, failures: found === undefined ? 1 : 0 })
const addressOf = (ip: string): Count => ({ key: `sign-in:${networkOf(ip)}`, bucket: buckets.signInAddress })

/** Only an attempt with a failure in it is counted in the end. */
async function counted<T>(
  db: Db,
  counts: readonly Count[],
  now: Date,
  attempt: () => Promise<Tried<T>>,
): Promise<T | undefined> {
  for (const { key, bucket } of counts) {
    const level = await take(db, key, bucket, now)
    if (!level.allowed) throw rateLimited(level, bucket)
  }
  const { found, failures } = await attempt()
  if (failures === 0) for (const { key, bucket } of counts) await giveBack(db, key, bucket)
  return found
}
