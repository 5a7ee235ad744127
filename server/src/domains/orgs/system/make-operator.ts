import type { Db } from '../../../platform/db/database.ts'
import { invalidRequest, notFound } from '../../../platform/http/problem.ts'
import { listJoinedOrgs, lockAccountByEmail } from '../accounts/queries.ts'
import { findOperator, grantOperator } from './queries.ts'
import type { SystemOperator } from './system-org.ts'

type OperatorRequest = { email: string; org?: string }

/** Which org's password is trusted with the whole installation is said, never guessed: any org can add any e-mail. */
export async function makeOperator(tx: Db, { email, org }: OperatorRequest): Promise<SystemOperator> {
  const account = await lockAccountByEmail(tx, email)
  if (!account) throw notFound()
  const joined = await listJoinedOrgs(tx, account.id, org)
  if (org !== undefined && joined.length === 0)
    throw invalidRequest([{ field: 'org', message: 'is none of their orgs' }])
  if (joined.length > 1) {
    throw invalidRequest([{ field: 'org', message: 'must say which of their orgs has the password that counts' }])
  }
  await grantOperator(tx, account.id, joined[0]?.orgId)
  return (await findOperator(tx, account.id)) as SystemOperator
}
