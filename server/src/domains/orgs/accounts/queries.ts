import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { gather } from '../../../platform/db/gather.ts'
import type { Role } from '../../../platform/http/access.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { Session } from './session-token.ts'
import type { AccountOrg } from './sign-in.ts'

export type Account = { id: string; email: string; name: string | null; passwordHash: string | null; epoch: number }

/** @serves all tenants: an account may belong to several orgs */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  return accounts(db).where('email', '=', email).executeTakeFirst()
}

/** @serves all tenants */
export async function findAccount(db: Db, userId: string): Promise<Account | undefined> {
  return accounts(db).where('id', '=', userId).executeTakeFirst()
}

/** @serves all tenants */
function accounts(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'password_hash as passwordHash', 'session_epoch as epoch'])
}

/** @serves all tenants */
export async function listOrgsOf(db: Db, userId: string): Promise<AccountOrg[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('orgs', 'orgs.id', 'members.org_id')
    .select(['orgs.id', 'orgs.name', 'role'])
    .where('user_id', '=', userId)
    .orderBy(sql`lower(orgs.name)`)
    .orderBy('orgs.id')
    .execute()
  return rows.map((row) => ({ ...row, role: row.role as Role }))
}

/** @serves all tenants */
export async function insertAccount(db: Db, account: Omit<Account, 'epoch'> & { now: Date }): Promise<void> {
  const { id, email, name, passwordHash, now } = account
  await db
    .insertInto('users')
    .values({ id, email, name, password_hash: passwordHash, created_at: now, updated_at: now })
    .execute()
}

type AccountChange = { email?: string; name?: string | null; passwordHash?: string; now: Date }

/** A new password moves the count, and with it every session made before is dead. @serves all tenants */
export async function changeAccount(db: Db, userId: string, change: AccountChange): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: change.email, name: change.name, password_hash: change.passwordHash, updated_at: change.now })
    .$if(change.passwordHash !== undefined, (update) => update.set({ session_epoch: sql`session_epoch + 1` }))
    .where('id', '=', userId)
    .execute()
}

export async function isOfOtherOrgs(db: Db, org: OrgKey, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('org_id')
    .where('user_id', '=', userId)
    .where('org_id', '<>', org.id)
    .executeTakeFirst()
  return row !== undefined
}

/** Of these accounts, those in no org are of no use to anyone, but for system operators. @serves all tenants */
export async function deleteLonelyAccounts(db: Db, userIds: readonly string[]): Promise<void> {
  await sql`
    delete from users
     where id = any(${userIds}::text[]) and not sysop
       and not exists (select 1 from members where user_id = users.id)`.execute(db)
}

export type Membership = { userId: string; orgId: string; role: Role; epoch: number; sysop: boolean }

/** The org somebody signs in to: the one asked for, or the one they joined first. @serves all tenants */
export async function findMembership(
  db: Db,
  userId: string,
  orgId: string | undefined,
): Promise<{ orgId: string; role: Role } | undefined> {
  let rows = db.selectFrom('members').select(['org_id as orgId', 'role']).where('user_id', '=', userId)
  if (orgId !== undefined) rows = rows.where('org_id', '=', orgId)
  const row = await rows.orderBy('created_at').orderBy('org_id').executeTakeFirst()
  return row && { orgId: row.orgId, role: row.role as Role }
}

/**
 * Memberships behind session tokens, gathered and never cached: a removed member is out with the next call.
 * @serves all tenants
 */
export function membershipFinder(db: Db): (session: Session) => Promise<Membership | undefined> {
  return gather(async (sessions: Session[]) => {
    const rows = await db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .select(['user_id as userId', 'org_id as orgId', 'role', 'session_epoch as epoch', 'sysop'])
      .where('user_id', '=', sql<string>`any(${sessions.map((session) => session.userId)}::text[])`)
      .execute()
    return sessions.map((session) => {
      const row = rows.find((row) => row.userId === session.userId && row.orgId === session.orgId)
      return row && row.epoch === session.epoch ? { ...row, role: row.role as Role } : undefined
    })
  })
}
