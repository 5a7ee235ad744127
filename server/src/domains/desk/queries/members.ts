import type { Db } from '../../../platform/db/database.ts'
import type { OrgKey } from '../../../platform/http/route.ts'

const deskRoles = ['editor', 'admin', 'owner']

export type DeskMember = { userId: string; name: string }

/** Members who may work at the desk; with `ids`, only those of them. */
export async function listDeskMembers(db: Db, org: OrgKey, ids?: readonly string[]): Promise<DeskMember[]> {
  const members = db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['user_id', 'name', 'email'])
    .where('org_id', '=', org.id)
    .where('role', 'in', deskRoles)
    .orderBy('user_id')
  const rows = await (ids === undefined ? members : members.where('user_id', 'in', [...ids, ''])).execute()
  return rows.map(({ user_id: userId, name, email }) => ({ userId, name: name ?? email }))
}

export async function findDeskMember(db: Db, org: OrgKey, userId: string): Promise<DeskMember | undefined> {
  return (await listDeskMembers(db, org, [userId]))[0]
}
