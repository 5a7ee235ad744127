import type { Db } from '../../../platform/db/database.ts'
import { pageQuery } from '../../../platform/http/page.ts'
import { type OrgKey, orgRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { lockOrg } from '../queries.ts'
import { Member, MemberCreate, MemberPatch } from './member.ts'
import { addMember, assertOwnerFor, removeMember, updateMember } from './membership.ts'
import { findMember, listMembers } from './queries.ts'

const admin = { role: 'admin', scope: 'org:admin', tag: 'Members' } as const

/** Called in the transaction that removes a member or makes them a viewer. */
export type OnMemberLeft = (tx: Db, org: OrgKey, userId: string) => Promise<void>

export const memberRoutes = ({ onMemberLeft }: { onMemberLeft?: OnMemberLeft } = {}): Route[] => [
  ...plainRoutes,
  ...changeRoutes(onMemberLeft),
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
      'only through the OpenID Connect issuer. A signed-in admin who is not an owner cannot add an owner.',
    body: MemberCreate,
    response: Member,
    status: 201,
    problems: ['resource.conflict'],
    find: ({ tx, org }) => lockOrg(tx, org),
    handle: async ({ tx, org, body, world, caller }) => {
      assertOwnerFor(caller, body.role)
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

const changeRoutes = (onMemberLeft?: OnMemberLeft): Route[] => [
  orgRoute({
    ...admin,
    method: 'PATCH',
    path: '/members/:userId',
    summary: 'Change the role, name, email or password of a member',
    description:
      'The password is for this org only: a new one ends every session in it. Email and name can change only while the ' +
      'account belongs to no other org. A signed-in admin who is not an owner cannot make or change an owner.',
    body: MemberPatch,
    response: Member,
    problems: ['org.last_owner', 'resource.conflict'],
    find: async ({ tx, org, params }) => (await lockOrg(tx, org)) && findMember(tx, org, params.userId),
    handle: async ({ tx, org, found, body, world, caller }) => {
      assertOwnerFor(caller, found.role, body.role)
      const updated = await updateMember({ tx, org, world }, found, body)
      if (updated.role === 'viewer' && found.role !== 'viewer') await onMemberLeft?.(tx, org, found.id)
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
      await onMemberLeft?.(tx, org, found.id)
      return removeMember(tx, org, found)
    },
  }),
]
