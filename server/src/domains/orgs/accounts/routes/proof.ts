import type { Db } from '../../../../platform/db/database.ts'
import { networkOf } from '../../../../platform/http/network-of.ts'
import { type Bucket, buckets, giveBack, rateLimited, take } from '../../../../platform/http/rate-limit.ts'
import type { OidcIssuer } from '../oidc/issuer.ts'
import { isPassword } from '../password.ts'
import { type Account, findAccountByEmail } from '../queries.ts'
import type { SignIn } from '../sign-in.ts'

/** The account that is meant, as far as it is known, and whether whoever asks is its owner. */
export type Proof = { account?: Account; holds: boolean }

type Attempt = { ip: string; now: Date; oidc?: OidcIssuer }

export async function prove(db: Db, asked: SignIn, { ip, now, oidc }: Attempt): Promise<Proof> {
  if ('password' in asked) return byPassword(db, { ...asked, email: asked.email.trim().toLowerCase(), ip, now })
  const email =
    'idToken' in asked
      ? await oidc?.emailOf(asked.idToken, now)
      : await counted(db, [addressOf(ip)], now, async () => oidc?.emailByCode(asked, now))
  const account = email === undefined ? undefined : await findAccountByEmail(db, email)
  return { account, holds: account !== undefined }
}

type WithPassword = { email: string; password: string; ip: string; now: Date }

/** Failures count per account and address, and per address over all accounts. */
export async function byPassword(db: Db, { email, password, ip, now }: WithPassword): Promise<Proof> {
  const account = { key: `sign-in:${email}:${networkOf(ip)}`, bucket: buckets.signInAccount }
  let known: Account | undefined
  const holds = await counted(db, [account, addressOf(ip)], now, async () => {
    known = await findAccountByEmail(db, email)
    return (await isPassword(password, known?.passwordHash)) || undefined
  })
  return { account: known, holds: holds === true }
}

type Count = { key: string; bucket: Bucket }

const addressOf = (ip: string): Count => ({ key: `sign-in:${networkOf(ip)}`, bucket: buckets.signInAddress })

/** Only an attempt that comes to nothing is counted in the end. */
async function counted<T>(
  db: Db,
  counts: readonly Count[],
  now: Date,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const { key, bucket } of counts) {
    const level = await take(db, key, bucket, now)
    if (!level.allowed) throw rateLimited(level, bucket)
  }
  const result = await attempt()
  if (result !== undefined) for (const { key, bucket } of counts) await giveBack(db, key, bucket)
  return result
}
