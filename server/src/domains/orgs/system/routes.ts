import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { pageQuery } from '../../../platform/http/page.ts'
import { invalidRequest, notFound } from '../../../platform/http/problem.ts'
import { openRoute } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { deleteOrphanedAccounts, listJoinedOrgs, lockAccountByEmail } from '../accounts/queries.ts'
import { listMemberIds } from '../members/queries.ts'
import { Org } from '../org.ts'
import { lockOrg } from '../queries.ts'

import {
  deleteOrg,
  deleteSystemKey,
  findOperator,
  grantOperator,
  insertSystemKey,
  listOperators,
  listOrgs,
  listSystemKeys,
  revokeOperator,
} from './queries.ts'
import {
  CreatedOrg,
  createOrg,
  mintSystemKey,
  NewSystemKey,
  OrgCreate,
  SystemKey,
  SystemOperator,
  SystemOperatorCreate,
} from './system-org.ts'

const system = { access: { kind: 'system' }, tag: 'System' } as const

export const systemRoutes = [
  openRoute({
    ...system,
    method: 'GET',
    path: '/system/orgs',
    summary: 'List all orgs',
    query: pageQuery,
    response: listSchema(Org),
    handle: ({ tx, query }) => listOrgs(tx, query),
  }),
  openRoute({
    ...system,
    method: 'POST',
    path: '/system/orgs',
    summary: 'Create an org with its first API key',
    body: OrgCreate,
    response: CreatedOrg,
    status: 201,
    problems: ['resource.conflict'],
    handle: ({ tx, body, world }) => createOrg(tx, body, world),
  }),
  openRoute({
    ...system,
    method: 'DELETE',
    path: '/system/orgs/:org',
    summary: 'Delete an org and everything it owns',
    // Its audit log is deleted with it.
    audited: false,
    find: ({ tx, params }) => lockOrg(tx, { id: params.org }),
    handle: async ({ tx, params }) => {
      const people = await listMemberIds(tx, { id: params.org })
      await deleteOrg(tx, params.org)
      await deleteOrphanedAccounts(tx, people)
    },
  }),
  openRoute({
    ...system,
    method: 'GET',
    path: '/system/operators',
    summary: 'List the users who are system operators',
    response: z.strictObject({ data: z.array(SystemOperator) }),
    handle: async ({ tx }) => ({ data: await listOperators(tx) }),
  }),
  openRoute({
    ...system,
    method: 'POST',
    path: '/system/operators',
    summary: 'Make a user a system operator',
    description:
      "Applies to sessions from the OpenID Connect issuer, and to sessions by one org's password until an admin of that org " +
      'sets another. For a user in several orgs, `org` is required.',
    body: SystemOperatorCreate,
    response: SystemOperator,
    status: 201,
    handle: ({ tx, body }) => makeOperator(tx, body),
  }),
  openRoute({
    ...system,
    method: 'DELETE',
    path: '/system/operators/:userId',
    summary: "Revoke a user's system operator role",
    find: ({ tx, params }) => revokeOperator(tx, params.userId),
    handle: async ({ tx, params }) => deleteOrphanedAccounts(tx, [params.userId]),
  }),
  openRoute({
    ...system,
    method: 'GET',
    path: '/system/keys',
    summary: 'List the system operator keys',
    response: z.strictObject({ data: z.array(SystemKey) }),
    handle: async ({ tx }) => ({ data: await listSystemKeys(tx) }),
  }),
  openRoute({
    ...system,
    method: 'POST',
    path: '/system/keys',
    summary: 'Create a key for a system operator',
    response: NewSystemKey,
    status: 201,
    handle: async ({ tx, world }) => {
      const { id, key, hash } = mintSystemKey(world)
      const now = world.now()
      await insertSystemKey(tx, { id, hash, now })
      return { id, createdAt: now.toISOString(), key }
    },
  }),
  openRoute({
    ...system,
    method: 'DELETE',
    path: '/system/keys/:keyId',
    summary: 'Revoke a system operator key at once',
    description: 'Also works for the last one: `npm run renew-credentials` on the machine itself creates another.',
    handle: async ({ tx, params }) => {
      if (!(await deleteSystemKey(tx, params.keyId))) throw notFound()
    },
  }),
]

type OperatorRequest = { email: string; org?: string }

/**
 * The org whose password is trusted with the whole installation is always explicit, because any org can add any email.
 */
async function makeOperator(tx: Db, { email, org }: OperatorRequest): Promise<SystemOperator> {
  const account = await lockAccountByEmail(tx, email)
  if (!account) throw notFound()
  const joined = await listJoinedOrgs(tx, account.id, org)
  if (org !== undefined && joined.length === 0)
    throw invalidRequest([{ field: 'org', message: "must be one of the user's orgs" }])
  if (joined.length > 1) {
    throw invalidRequest([{ field: 'org', message: 'is required: the org whose password applies' }])
  }
  await grantOperator(tx, account.id, joined[0]?.orgId)
  return (await findOperator(tx, account.id)) as SystemOperator
}
