import { sql } from 'kysely'
import { batch } from '../../../platform/db/batch.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentLimit, Role } from '../../../platform/http/access.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { EnteredOrg, SessionClaims } from './session-token.ts'
import type { AccountOrg } from './sign-in.ts'

/** `epoch` counts changes of the email; a session verified by the issuer carries it. */
export type UserAccount = { id: string; email: string; name: string | null; epoch: number; sysop: boolean }

/** @serves all tenants: an account may belong to several orgs */
export async function findAccountByEmail(db: Db, email: string): Promise<UserAccount | undefined> {
  return selectAccounts(db).where('email', '=', email).executeTakeFirst()
}

/** @serves all tenants */
export async function findAccount(db: Db, userId: string): Promise<UserAccount | undefined> {
  return selectAccounts(db).where('id', '=', userId).executeTakeFirst()
}

/**
 * Locks the account until the transaction ends, so no one joins an org under an email that another org is changing.
 * @serves all tenants
 */
export async function lockAccountByEmail(db: Db, email: string): Promise<UserAccount | undefined> {
  return selectAccounts(db).where('email', '=', email).forUpdate().executeTakeFirst()
}

/** @serves all tenants */
export async function lockAccount(db: Db, userId: string): Promise<UserAccount | undefined> {
  return selectAccounts(db).where('id', '=', userId).forUpdate().executeTakeFirst()
}

/** @serves all tenants */
function selectAccounts(db: Db) {
  return db.selectFrom('users').select(['id', 'email', 'name', 'session_epoch as epoch', 'sysop'])
}

/** @serves all tenants */
export async function listAccountOrgs(db: Db, session: SessionClaims): Promise<AccountOrg[]> {
  const rows = await selectReachableOrgs(db, session)
    .innerJoin('orgs', 'orgs.id', 'there.org_id')
    .select(['orgs.id', 'orgs.name', 'there.role'])
    .orderBy(sql`lower(orgs.name)`)
    .orderBy('orgs.id')
    .execute()
  return rows.map((row) => ({ ...row, role: row.role as Role }))
}

type NewAccount = { id: string; email: string; name: string | null; now: Date }

/** Does nothing if another org has just created an account with that email. @serves all tenants */
export async function insertAccount(db: Db, { id, email, name, now }: NewAccount): Promise<void> {
  await db
    .insertInto('users')
    .values({ id, email, name, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}

type AccountChange = { email?: string; name?: string | null; now: Date }

/**
 * Changing the email invalidates the issuer's proof of it: sessions verified by the issuer end. @serves all tenants
 */
export async function updateAccount(db: Db, userId: string, change: AccountChange): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: change.email, name: change.name, updated_at: change.now })
    .$if(change.email !== undefined, (update) => update.set({ session_epoch: sql`session_epoch + 1` }))
    .where('id', '=', userId)
    .execute()
}

export async function belongsToOtherOrgs(db: Db, org: OrgKey, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('org_id')
    .where('user_id', '=', userId)
    .where('org_id', '<>', org.id)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes those of these accounts that belong to no org, except system operators. @serves all tenants */
export async function deleteOrphanedAccounts(db: Db, userIds: readonly string[]): Promise<void> {
  // Waits for transactions that are adding one of them to an org.
  await sql`select 1 from users where id = any(${userIds}::text[]) order by id for update`.execute(db)
  await sql`
    delete from users
     where id = any(${userIds}::text[]) and not sysop
       and not exists (select 1 from members where user_id = users.id)`.execute(db)
}

/** An org that an account belongs to, and what signing in to it requires. */
export type JoinedOrg = {
  orgId: string
  role: Role
  epoch: number
  passwordHash: string | null
  hasSecondFactor: boolean
}

const hasSecondFactor = (member: string) =>
  sql<boolean>`exists (select from second_factors as factor
    where factor.org_id = ${sql.ref(`${member}.org_id`)} and factor.user_id = ${sql.ref(`${member}.user_id`)}
      and factor.confirmed_at is not null)`

/** Returns the requested org, or all, the one joined first in front. @serves all tenants */
export async function listJoinedOrgs(db: Db, userId: string, orgId: string | undefined): Promise<JoinedOrg[]> {
  const rows = await db
    .selectFrom('members')
    .select(['org_id as orgId', 'role', 'session_epoch as epoch', 'password_hash as passwordHash'])
    .select(hasSecondFactor('members').as('hasSecondFactor'))
    .where('user_id', '=', userId)
    .$if(orgId !== undefined, (joined) => joined.where('org_id', '=', orgId as string))
    .orderBy('created_at')
    .orderBy('org_id')
    .execute()
  return rows.map((row) => ({ ...row, role: row.role as Role }))
}

/** Finds an org that a session may switch to; undefined when the session does not reach it. @serves all tenants */
export async function findReachableOrg(db: Db, session: SessionClaims, orgId: string): Promise<EnteredOrg | undefined> {
  const row = await selectReachableOrgs(db, session)
    .select(['there.org_id as orgId', 'there.role', 'there.session_epoch as epoch'])
    .where('there.org_id', '=', orgId)
    .executeTakeFirst()
  return row && { ...row, role: row.role as Role, openId: session.openId }
}

/**
 * A session verified by the issuer reaches all orgs of the account. A password session reaches the orgs with the
 * identical
 * hash, because any other password may have been set by someone else; its own hash is the one its org has under its
 * epoch.
 * An org with a second factor must be entered with a code.
 * @serves all tenants
 */
function selectReachableOrgs(db: Db, { userId, orgId, epoch, openId }: SessionClaims) {
  return db
    .selectFrom('members as here')
    .innerJoin('members as there', 'there.user_id', 'here.user_id')
    .where('here.user_id', '=', userId)
    .where('here.org_id', '=', orgId)
    .where('here.session_epoch', '=', epoch)
    .$if(openId === undefined, (reach) =>
      reach.where(({ eb, and, or, ref }) =>
        or([
          eb('there.org_id', '=', orgId),
          and([
            eb('there.password_hash', '=', ref('here.password_hash')),
            sql<boolean>`not ${hasSecondFactor('there')}`,
          ]),
        ]),
      ),
    )
}

type NewPassword = { from: string; to: string; epoch: number; now: Date }

/**
 * Replaces the password in every org that has the old hash, unless another change came first; returns those orgs.
 * @serves all tenants: a person with one password for several orgs keeps one
 */
export async function replacePassword(db: Db, userId: string, password: NewPassword): Promise<string[]> {
  const rows = await db
    .updateTable('members')
    .set({ password_hash: password.to, session_epoch: password.epoch, updated_at: password.now })
    .where('user_id', '=', userId)
    .where('password_hash', '=', password.from)
    .returning('org_id')
    .execute()
  return rows.map((row) => row.org_id)
}

export type Membership = SessionClaims & AgentLimit & { role: Role; sysop: boolean; lastUsedAt?: Date }

/**
 * Finds the memberships behind session tokens, in batches and never cached: a removed member is rejected on the next
 * call, and so is an ended session; a new role and other agents count from then on.
 * @serves all tenants
 */
export function createMembershipFinder(db: Db): (session: SessionClaims) => Promise<Membership | undefined> {
  return batch(async (sessions: SessionClaims[]) => {
    const rows = await db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .leftJoin('account_sessions as session', (join) =>
        join
          .onRef('session.org_id', '=', 'members.org_id')
          .onRef('session.user_id', '=', 'members.user_id')
          .on('session.id', '=', sql<string>`any(${sessions.flatMap(({ id }) => id ?? [])}::text[])`),
      )
      .select(['members.user_id as userId', 'members.org_id as orgId', 'role', 'members.session_epoch as epoch'])
      .select([
        'members.agent_keys as agentKeys',
        'members.sysop as isVouchedFor',
        'users.sysop',
        'users.session_epoch as accountEpoch',
      ])
      .select(['session.id as sessionId', 'session.last_used_at as lastUsedAt'])
      .where('members.user_id', '=', sql<string>`any(${sessions.map((session) => session.userId)}::text[])`)
      .execute()
    return sessions.map((session) => {
      const { openId, id } = session
      const row = rows.find(
        (row) =>
          row.userId === session.userId && row.orgId === session.orgId && (id === undefined || row.sessionId === id),
      )
      if (row?.epoch !== session.epoch) return undefined
      if (openId !== undefined && openId !== row.accountEpoch) return undefined
      const sysop = row.sysop && (openId !== undefined || row.isVouchedFor)
      const limit = row.agentKeys && { agentKeys: row.agentKeys }
      return { ...session, ...limit, role: row.role as Role, sysop, lastUsedAt: row.lastUsedAt ?? undefined }
    })
  })
}
