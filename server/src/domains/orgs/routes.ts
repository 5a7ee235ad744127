import { type Caller, isSystemOperator } from '../../platform/http/access.ts'
import { problem } from '../../platform/http/problem.ts'
import { openRoute, orgRoute } from '../../platform/http/route.ts'
import { listAgentIds } from './members/queries.ts'
import { Me, Org, OrgPatch, systemOrgId } from './org.ts'
import { findOrg, lockOrg, updateOrg } from './queries.ts'

export const orgRoutes = [
  openRoute({
    method: 'GET',
    path: '/me',
    access: { kind: 'token' },
    tag: 'Access',
    summary: 'Read who the token represents',
    description: 'Any token except an emulator grant. `scopes` is the expanded set.',
    response: Me,
    handle: async ({ tx, caller }) => {
      if (!('orgId' in caller)) return serializeMe(caller, undefined)
      const org = { id: caller.orgId }
      const limit = caller.kind === 'user' ? caller.agentKeys : undefined
      const agentIds = limit && (await listAgentIds(tx, org, limit))
      return serializeMe(caller, await findOrg(tx, org), agentIds)
    },
  }),
  orgRoute({
    method: 'GET',
    path: '',
    role: 'viewer',
    // For the time zone of appointments.
    frontDesk: 'people:read',
    limited: true,
    tag: 'Org',
    summary: 'Read the org',
    response: Org,
    find: ({ tx, org }) => findOrg(tx, org),
    handle: async ({ found }) => found,
  }),
  orgRoute({
    method: 'PATCH',
    path: '',
    role: 'admin',
    scope: 'org:admin',
    tag: 'Org',
    summary: 'Change the name, description, time zone or default country of the org',
    body: OrgPatch,
    response: Org,
    find: ({ tx, org }) => lockOrg(tx, org),
    handle: async ({ tx, org, body, world }) => {
      if (Object.keys(body).length === 0) {
        throw problem('request.malformed', 400, {
          detail: 'Send at least one of name, description, timeZone and defaultCountry',
        })
      }
      return updateOrg(tx, org, body, world.now())
    },
  }),
]

function serializeMe(caller: Caller, org: Org | undefined, agentIds?: string[]): Me {
  if (caller.kind === 'emulator' || caller.kind === 'agent') throw problem('auth.emulator_grant.forbidden', 403)
  const isSysop = isSystemOperator(caller)
  const who = { kind: 'user' as const, id: caller.id }
  if (caller.kind === 'system') {
    const scopes: Me['scopes'] = ['catalogs:read']
    return { caller: who, org: { id: systemOrgId, role: 'owner' }, isSysop, scopes, rateLimit: null }
  }
  const { orgId, role, scopes } = caller
  const place = { id: orgId, name: org?.name, role, ...(agentIds && { agentIds }) }
  return { caller: who, org: place, isSysop, scopes: [...scopes], rateLimit: null }
}
