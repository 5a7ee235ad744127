import type { Db } from '../../../platform/db/database.ts'
import { pageQuery } from '../../../platform/http/page.ts'
import { type OrgKey, orgRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { deleteInvitationOf, deleteInvitationsBy } from '../invitations/queries.ts'
import { type InvitationDeps, invitationRoutes } from '../invitations/routes/invitations.ts'
import { lockOrg } from '../queries.ts'
import { Member, MemberCreate, MemberPatch } from './member.ts'
import { addMember, assertOwnerFor, removeMember, updateMember } from './membership.ts'
import { findMember, listMembers } from './queries.ts'

const admin = { role: 'admin', scope: 'org:admin', tag: 'Members' } as const

/** Called in the transaction that removes a member or changes their role or their agents, after it has done so. */
export type OnMemberChanged = (tx: Db, org: OrgKey, userId: string) => Promise<void>

type MemberDeps = InvitationDeps & { onMemberChanged: OnMemberChanged }

export const memberRoutes = ({ onMemberChanged, ...invitations }: MemberDeps): Route[] => [
  ...plainRoutes,
  ...changeRoutes(onMemberChanged),
  ...invitationRoutes(invitations),
]

const plainRoutes = [
  orgRoute({
    ...admin,
    method: 'GET',
    path: '/members',
    summary: 'List the members of the org',
    query: pageQuery,
    response: listSchema(Member),
    handle: ({ tx, org, query }) => listMembers(tx, org, query),
  }),
  orgRoute({
    ...admin,
    method: 'POST',
    path: '/members',
    summary: 'Add a person to the org',
    description:
      'The password is for this org only, even if the account belongs to other orgs. Without a password, the member can sign in ' +
      'only through the OpenID Connect issuer. With `agentIds`, the other agents do not exist for the member. A signed-in ' +
      'admin who is not an owner cannot add an owner. An invitation of the same email is withdrawn.',
    body: MemberCreate,
    response: Member,
    status: 201,
    problems: ['resource.conflict'],
    find: ({ tx, org }) => lockOrg(tx, org),
    handle: async ({ tx, org, body, world, caller }) => {
      assertOwnerFor(caller, body.role)
      await deleteInvitationOf(tx, org, body.email)
      return addMember(tx, org, body, world)
    },
  }),
  orgRoute({
    ...admin,
    method: 'GET',
    path: '/members/:userId',
    summary: 'Read a member',
    response: Member,
    find: ({ tx, org, params }) => findMember(tx, org, params.userId),
    handle: async ({ found }) => found,
  }),
]

const changeRoutes = (onMemberChanged: OnMemberChanged): Route[] => [
  orgRoute({
    ...admin,
    method: 'PATCH',
    path: '/members/:userId',
    summary: 'Change the role, agents, name, email or password of a member',
    description:
      'The role and the agents count from the next call on; `agentIds: null` means all agents. The password is for this org ' +
      'only: a new one ends every session in it. Email and name can change only while the account belongs to no other org. ' +
      'A signed-in admin who is not an owner cannot make or change an owner.',
    body: MemberPatch,
    response: Member,
    problems: ['org.last_owner', 'resource.conflict'],
    find: async ({ tx, org, params }) => (await lockOrg(tx, org)) && findMember(tx, org, params.userId),
    handle: async ({ tx, org, found, body, world, caller }) => {
      assertOwnerFor(caller, found.role, body.role)
      const updated = await updateMember({ tx, org, world }, found, body)
      await deleteInvitationsBy(tx, org, { inviter: found.id, role: updated.role })
      await onMemberChanged(tx, org, found.id)
      return updated
    },
  }),
  orgRoute({
    ...admin,
    method: 'DELETE',
    path: '/members/:userId',
    summary: 'Remove a member; their sessions end at once',
    description: 'A signed-in admin who is not an owner cannot remove an owner.',
    problems: ['org.last_owner'],
    find: async ({ tx, org, params }) => (await lockOrg(tx, org)) && findMember(tx, org, params.userId),
    handle: async ({ tx, org, found, caller }) => {
      assertOwnerFor(caller, found.role)
      await removeMember(tx, org, found)
      await deleteInvitationsBy(tx, org, { inviter: found.id })
      await onMemberChanged(tx, org, found.id)
    },
  }),
]
