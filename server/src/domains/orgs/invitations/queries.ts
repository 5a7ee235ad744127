import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { Role } from '../../../platform/http/access.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import { agentIdsOf, type MemberAccess } from '../members/queries.ts'
import type { Invitation } from './invitation.ts'

export type InvitationRow = Selectable<Tables['invitations']>
type ListedRow = InvitationRow & { agentIds: string[] | null }

const selectInvitations = (db: Db, org: OrgKey, now: Date) =>
  db
    .selectFrom('invitations')
    .selectAll()
    .select(agentIdsOf('invitations').as('agentIds'))
    .where('org_id', '=', org.id)
    .where('expires_at', '>', now)

export async function listInvitations(db: Db, org: OrgKey, page: PageQuery, now: Date): Promise<ListPage<Invitation>> {
  const found = await pageNewestFirst(selectInvitations(db, org, now), page, { at: 'created_at', id: 'id' }).execute()
  return toListPage(found, page.limit, (row) => ({ at: row.created_at, id: row.id }), serializeInvitation)
}

export async function findInvitation(db: Db, org: OrgKey, id: string, now: Date): Promise<Invitation | undefined> {
  const row = await selectInvitations(db, org, now).where('id', '=', id).executeTakeFirst()
  return row && serializeInvitation(row)
}

export async function countInvitations(db: Db, org: OrgKey): Promise<number> {
  const { count } = await db
    .selectFrom('invitations')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', org.id)
    .executeTakeFirstOrThrow()
  return count
}

/** How the link gets to the person: by mail, which a worker sends with a link of its own, or with this token. */
export type InvitationWay = { mailAt: Date } | { tokenHash: Buffer }

export type NewInvitation = MemberAccess & {
  id: string
  email: string
  name: string | null
  invitedBy: string
  now: Date
  expiresAt: Date
}

function wayColumns(way: InvitationWay) {
  const [dueAt, tokenHash] = 'mailAt' in way ? [way.mailAt, null] : [null, way.tokenHash]
  return { token_hash: tokenHash, due_at: dueAt, lease_token: null, attempts: 0, crashes: 0, last_error: null }
}

/** Returns false if the email has an invitation that still works; an expired one is replaced. */
export async function insertInvitation(
  db: Db,
  org: OrgKey,
  { agentKeys, expiresAt, now, invitedBy, ...invitation }: NewInvitation,
  way: InvitationWay,
): Promise<boolean> {
  const { email } = invitation
  await db
    .deleteFrom('invitations')
    .where('org_id', '=', org.id)
    .where('email', '=', email)
    .where('expires_at', '<=', now)
    .execute()
  const row = await db
    .insertInto('invitations')
    .values({
      ...{ ...invitation, ...wayColumns(way), org_id: org.id, invited_by: invitedBy },
      ...{ agent_keys: agentKeys && [...agentKeys], created_at: now, expires_at: expiresAt },
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The link that was sent before stops working. */
export async function renewInvitation(
  db: Db,
  org: OrgKey,
  id: string,
  { expiresAt, way }: { expiresAt: Date; way: InvitationWay },
): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ ...wayColumns(way), expires_at: expiresAt, sent_at: null, problem: null })
    .where('org_id', '=', org.id)
    .where('id', '=', id)
    .execute()
}

/** Stores the token of the mail that is about to be sent; false if the lease is lost. */
export async function storeMailToken(
  db: Db,
  org: OrgKey,
  { id, lease_token }: InvitationRow,
  tokenHash: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    update invitations set token_hash = ${tokenHash}
     where org_id = ${org.id} and id = ${id} and lease_token = ${lease_token} returning 1`.execute(db)
  return rows.length > 0
}

export async function setInvitationProblem(db: Db, org: OrgKey, id: string, problem: string): Promise<void> {
  await db.updateTable('invitations').set({ problem }).where('org_id', '=', org.id).where('id', '=', id).execute()
}

/** The names in the mail: of the org, and of the member who invited; that of a key is not shown. */
export async function readInvitationNames(
  db: Db,
  org: OrgKey,
  invitedBy: string,
): Promise<{ orgName: string; inviter: string | null } | undefined> {
  const { rows } = await sql<{ orgName: string; inviter: string | null }>`
    select orgs.name as "orgName", coalesce(users.name, users.email) as inviter
      from orgs left join members on members.org_id = orgs.id and members.user_id = ${invitedBy}
      left join users on users.id = members.user_id
     where orgs.id = ${org.id}`.execute(db)
  return rows[0]
}

/** What the link of an invitation shows to whoever has it. */
export type SentInvitation = InvitationRow & { orgName: string; hasAccount: boolean }

/** @serves all tenants: the token alone says whose it is */
export async function findInvitationByToken(db: Db, tokenHash: Buffer, now: Date): Promise<SentInvitation | undefined> {
  return db
    .selectFrom('invitations')
    .innerJoin('orgs', 'orgs.id', 'invitations.org_id')
    .selectAll('invitations')
    .select('orgs.name as orgName')
    .select(sql<boolean>`exists (select from users where users.email = invitations.email)`.as('hasAccount'))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Invitations of an email that still work, the oldest first. @serves all tenants: an account may join several orgs */
export async function listInvitationsOfEmail(
  db: Db,
  email: string,
  { orgId, now }: { orgId?: string; now: Date },
): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .$if(orgId !== undefined, (all) => all.where('org_id', '=', orgId as string))
    .orderBy('created_at')
    .orderBy('org_id')
    .execute()
}

/** Uses up an invitation: of several that try, one gets it. With `tokenHash`, only under that token. */
export async function takeInvitation(
  db: Db,
  org: OrgKey,
  { id, tokenHash, now }: { id: string; tokenHash?: Buffer; now: Date },
): Promise<InvitationRow | undefined> {
  return db
    .deleteFrom('invitations')
    .where('org_id', '=', org.id)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .$if(tokenHash !== undefined, (one) => one.where('token_hash', '=', tokenHash as Buffer))
    .returningAll()
    .executeTakeFirst()
}

export async function deleteInvitation(db: Db, org: OrgKey, id: string): Promise<void> {
  await db.deleteFrom('invitations').where('org_id', '=', org.id).where('id', '=', id).execute()
}

export async function deleteInvitationOf(db: Db, org: OrgKey, email: string): Promise<void> {
  await db.deleteFrom('invitations').where('org_id', '=', org.id).where('email', '=', email).execute()
}

/** Withdraws the invitations of a member that they may no longer make; without a role, they left the org. */
export async function deleteInvitationsBy(
  db: Db,
  org: OrgKey,
  { inviter, role }: { inviter: string; role?: Role },
): Promise<void> {
  if (role === 'owner') return
  await db
    .deleteFrom('invitations')
    .where('org_id', '=', org.id)
    .where('invited_by', '=', inviter)
    .$if(role === 'admin', (made) => made.where('role', '=', 'owner'))
    .execute()
}

/** @serves all tenants */
export async function purgeExpiredInvitations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<', now).execute()
}

function deliveryOf({ due_at, sent_at, problem }: InvitationRow): Invitation['delivery'] {
  if (due_at !== null) return 'pending'
  if (sent_at !== null) return 'sent'
  return problem === null ? 'link' : 'failed'
}

function serializeInvitation(row: ListedRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    ...(row.name !== null && { name: row.name }),
    role: row.role as Role,
    ...(row.agentIds && { agentIds: row.agentIds }),
    invitedBy: row.invited_by,
    delivery: deliveryOf(row),
    ...(row.problem !== null && { problem: row.problem }),
    createdAt: row.created_at.toISOString(),
    ...(row.sent_at && { sentAt: row.sent_at.toISOString() }),
    expiresAt: row.expires_at.toISOString(),
  }
}
