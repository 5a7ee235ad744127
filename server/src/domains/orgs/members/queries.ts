import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { Role } from '../../../platform/http/access.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { Member } from './member.ts'

type MemberRow = Omit<Selectable<Tables['members']>, 'password_hash' | 'session_epoch' | 'sysop' | 'agent_keys'> & {
  email: string
  name: string | null
  agentIds: string[] | null
}

/** The ids of the agents in a list of keys, without those that were deleted; null for all agents. */
export const agentIdsOf = (table: string) => sql<string[] | null>`
  (case when ${sql.ref(`${table}.agent_keys`)} is not null then array(
    select agents.id from agents
     where agents.org_id = ${sql.ref(`${table}.org_id`)} and agents.agent_key = any (${sql.ref(`${table}.agent_keys`)})
     order by agents.id) end)`

function selectMembers(db: Db, org: OrgKey) {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.org_id', 'user_id', 'role', 'members.created_at', 'members.updated_at', 'email', 'name'])
    .select(agentIdsOf('members').as('agentIds'))
    .where('org_id', '=', org.id)
}

export async function listMembers(db: Db, org: OrgKey, page: PageQuery): Promise<ListPage<Member>> {
  const found = await pageNewestFirst(selectMembers(db, org), page, {
    at: 'members.created_at',
    id: 'user_id',
  }).execute()
  return toListPage(found, page.limit, (row) => ({ at: row.created_at, id: row.user_id }), toMember)
}

export async function findMember(db: Db, org: OrgKey, userId: string): Promise<Member | undefined> {
  const row = await selectMembers(db, org).where('user_id', '=', userId).executeTakeFirst()
  return row && toMember(row)
}

export async function listAdminEmails(db: Db, org: OrgKey): Promise<string[]> {
  const rows = await selectMembers(db, org).where('role', 'in', ['admin', 'owner']).orderBy('email').execute()
  return rows.map(({ email }) => email)
}

export async function listMemberIds(db: Db, org: OrgKey): Promise<string[]> {
  const rows = await db.selectFrom('members').select('user_id').where('org_id', '=', org.id).execute()
  return rows.map((row) => row.user_id)
}

/** The role of a member, and the keys of the agents that they are limited to. */
export type MemberAccess = { role: Role; agentKeys: readonly number[] | null }

/** The keys of the agents of the org with these ids. */
export async function findAgentKeys(db: Db, org: OrgKey, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('agents')
    .select(['id', 'agent_key as key'])
    .where('org_id', '=', org.id)
    .where('id', '=', sql<string>`any (${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map(({ id, key }) => [id, key]))
}

export async function listAgentIds(db: Db, org: OrgKey, keys: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('agents')
    .select('id')
    .where('org_id', '=', org.id)
    .where('agent_key', '=', sql<number>`any (${[...keys]}::bigint[])`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function insertMember(
  db: Db,
  org: OrgKey,
  member: MemberAccess & { userId: string; passwordHash: string | null; epoch: number; now: Date },
): Promise<void> {
  const { userId, role, agentKeys, passwordHash: password_hash, epoch: session_epoch, now } = member
  const agent_keys = agentKeys === null ? null : [...agentKeys]
  await db
    .insertInto('members')
    .values({
      ...{ org_id: org.id, user_id: userId, role, agent_keys, password_hash, session_epoch },
      ...{ created_at: now, updated_at: now },
    })
    .execute()
}

/** The new epoch ends every earlier session in the org. */
export async function setPassword(
  db: Db,
  org: OrgKey,
  userId: string,
  password: { hash: string; epoch: number; now: Date },
): Promise<void> {
  await db
    .updateTable('members')
    .set({ password_hash: password.hash, session_epoch: password.epoch, updated_at: password.now })
    .where('org_id', '=', org.id)
    .where('user_id', '=', userId)
    .execute()
}

/** The password of this org no longer grants access to /system. */
export async function revokeOperatorTrust(db: Db, org: OrgKey, userId: string): Promise<void> {
  await db
    .updateTable('members')
    .set({ sysop: false })
    .where('org_id', '=', org.id)
    .where('user_id', '=', userId)
    .execute()
}

export async function updateAccess(
  db: Db,
  org: OrgKey,
  userId: string,
  change: Partial<MemberAccess> & { now: Date },
): Promise<void> {
  const { role, agentKeys, now } = change
  await db
    .updateTable('members')
    .set({ role, agent_keys: agentKeys && [...agentKeys], updated_at: now })
    .where('org_id', '=', org.id)
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteMember(db: Db, org: OrgKey, userId: string): Promise<void> {
  await db.deleteFrom('members').where('org_id', '=', org.id).where('user_id', '=', userId).execute()
}

export async function countOwners(db: Db, org: OrgKey): Promise<number> {
  const { count } = await db
    .selectFrom('members')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', org.id)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  return count
}

function toMember(row: MemberRow): Member {
  return {
    id: row.user_id,
    userId: row.user_id,
    email: row.email,
    name: row.name ?? undefined,
    role: row.role as Role,
    ...(row.agentIds && { agentIds: row.agentIds }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
