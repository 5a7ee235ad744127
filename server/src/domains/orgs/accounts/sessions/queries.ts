import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { OrgKey } from '../../../../platform/http/route.ts'

export type NewAccountSession = {
  id: string
  userId: string
  epoch: number
  openId?: number
  client?: string
  address?: string
  now: Date
  expiresAt: Date
}

export async function insertAccountSession(db: Db, org: OrgKey, session: NewAccountSession): Promise<void> {
  const { id, userId: user_id, epoch, openId, client, address, now, expiresAt: expires_at } = session
  const times = { created_at: now, last_used_at: now, expires_at }
  await db
    .insertInto('account_sessions')
    .values({ org_id: org.id, user_id, id, epoch, open_id: openId, client, address, ...times })
    .execute()
}

export async function extendSession(
  db: Db,
  org: OrgKey,
  userId: string,
  { id, until }: SessionExtension,
): Promise<void> {
  await updateSessions(db, org, userId).set({ expires_at: until }).where('id', '=', id).execute()
}
type SessionExtension = { id: string; until: Date }

export async function touchSession(
  db: Db,
  org: OrgKey,
  userId: string,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await updateSessions(db, org, userId).set({ last_used_at: now }).where('id', '=', id).execute()
}

const updateSessions = (db: Db, org: OrgKey, userId: string) =>
  db.updateTable('account_sessions').where('org_id', '=', org.id).where('user_id', '=', userId)

export type StoredSession = {
  id: string
  client: string | null
  address: string | null
  created_at: Date
  last_used_at: Date
  expires_at: Date
}

const maxListed = 200

/** Returns the valid sessions, most recently used first. */
export async function listAccountSessions(db: Db, org: OrgKey, userId: string, now: Date): Promise<StoredSession[]> {
  const { rows } = await sql<StoredSession>`
    select session.id, session.client, session.address, session.created_at, session.last_used_at, session.expires_at
      from account_sessions as session
      join members on members.org_id = session.org_id and members.user_id = session.user_id
      join users on users.id = session.user_id
     where session.org_id = ${org.id} and session.user_id = ${userId} and session.expires_at > ${now}
       and session.epoch = members.session_epoch
       and (session.open_id is null or session.open_id = users.session_epoch)
     order by session.last_used_at desc, session.id desc limit ${maxListed}`.execute(db)
  return rows
}

export async function deleteAccountSession(db: Db, org: OrgKey, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from account_sessions where org_id = ${org.id} and user_id = ${userId} and id = ${id} returning 1`.execute(
    db,
  )
  return rows.length > 0
}

export async function endOtherSessions(
  db: Db,
  org: OrgKey,
  userId: string,
  keptSessionId: string | undefined,
): Promise<void> {
  await db
    .deleteFrom('account_sessions')
    .where('org_id', '=', org.id)
    .where('user_id', '=', userId)
    .$if(keptSessionId !== undefined, (others) => others.where('id', '<>', keptSessionId as string))
    .execute()
}

/** @serves all tenants */
export async function purgeExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('account_sessions').where('expires_at', '<', now).execute()
}
