// Quick run too: every route with every kind of caller.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { roles, scopes } from '@parley/definition/vocabulary'
import {
  type AccessRule,
  type Caller,
  decideAccess,
  expandScopes,
  type Role,
  roleOfScopes,
  type Scope,
  scopesOfRole,
} from './platform/http/access.ts'
import type { Route } from './platform/http/route.ts'
import { createTestApp } from './testing/app.ts'
import type { TestClient } from './testing/client.ts'

/**
 * Every registered route against every kind of caller; new routes are covered automatically. The expectation is
 * computed here, independently of the code under test.
 */

type Asker = { name: string; client: TestClient; what: Who }
type Who =
  | { kind: 'none' }
  | { kind: 'wrong' }
  | { kind: 'key'; scopes: readonly Scope[]; org: 'own' | 'other' }
  | { kind: 'user'; role: Role; org: 'own' | 'other'; limitedTo?: 'own' | 'other' }
  | { kind: 'grant'; agent: 'own' | 'other' }
  | { kind: 'system' }

const askers: Asker[] = []
/** Tokens that never existed: one for each route, in rotation. */
const nonsense: Asker[] = []
const server = await createTestApp()
const org = await server.org()
const other = await server.org()
const agent: string = (await org.api.post(`${org.path}/agents`, { name: 'Own' })).body.id
await org.api.post(`${org.path}/agents`, { name: 'Second', id: 'second' })
const add = (name: string, client: TestClient, what: Who) => askers.push({ name, client, what })
add('no token', server.anyone, { kind: 'none' })
for (const token of ['nonsense', 'sk-svc-nonsense', 'sk-sys-nonsense', 'v1.nonsense', 'v2.nonsense', 'a.b.c']) {
  nonsense.push({ name: `the token ${token}`, client: server.anyone.as(token), what: { kind: 'wrong' } })
}
add('an expired key', await expiredKey(), { kind: 'wrong' })
add('a revoked key', await revokedKey(), { kind: 'wrong' })
for (const scope of scopes)
  add(`a key of ${scope}`, await server.key(org, [scope]), { kind: 'key', scopes: [scope], org: 'own' })
add('a key of every scope', await server.key(org, [...scopes]), { kind: 'key', scopes, org: 'own' })
add("another org's key", other.api, { kind: 'key', scopes, org: 'other' })
for (const role of roles) add(`a signed-in ${role}`, await server.member(org, role), { kind: 'user', role, org: 'own' })
for (const role of ['frontDesk', 'viewer', 'editor'] as const) {
  for (const [limitedTo, id] of [
    ['own', agent],
    ['other', 'second'],
  ] as const) {
    const client = await server.member(org, role, [id])
    add(`a ${role} of the ${limitedTo} agent`, client, { kind: 'user', role, org: 'own', limitedTo })
  }
}
add("another org's owner", await server.member(other, 'owner'), { kind: 'user', role: 'owner', org: 'other' })
for (const path of ['emulator-links', 'emulator-sessions']) {
  for (const [whose, id] of [
    ['own', agent],
    ['other', 'second'],
  ] as const) {
    const { body } = await org.api.post(`${org.path}/agents/${id}/${path}`, {})
    add(`a grant (${path}) of the ${whose} agent`, server.anyone.as(body.token), { kind: 'grant', agent: whose })
  }
}
add('a system key', server.system, { kind: 'system' })

test('every route answers every kind of caller as documented', async () => {
  const wrong: string[] = []
  let cells = 0
  for (const [at, route] of server.routes.entries()) {
    for (const asker of [...askers, nonsense[at % nonsense.length] as Asker]) {
      const reply = await asker.client.call(
        route.method,
        pathOf(route),
        route.method === 'GET' ? undefined : { bogusField: true },
      )
      const got = `${reply.status} ${reply.body?.code ?? ''}`.trim()
      const expected = expectation(route, asker.what)
      const fits = expected === 'passes' ? ![401, 403].includes(reply.status) && reply.status < 500 : got === expected
      if (!fits) wrong.push(`${route.method} ${route.path} by ${asker.name}: got ${got}, want ${expected}`)
      cells++
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(cells > 500, `${cells} cells were tried`)
})

test('an unknown path under /v1 requires a token first, and then is 404', async () => {
  for (const path of [
    '/nope',
    `${org.path}/nope`,
    `${org.path}/agents/${agent}/skills`,
    `${org.path}/agents/${agent}/skills/x`,
  ]) {
    assert.equal((await server.anyone.get(path)).status, 401, path)
    assert.equal((await org.api.get(path)).status, 404, path)
  }
})

/** Uses ids of nothing, so that an admitted call changes nothing that the next one needs. */
function pathOf(route: Route): string {
  return route.path
    .replace(':org', route.access.kind === 'system' ? 'no-such-org' : org.id)
    .replace(':agent', agentFor(route))
    .replace(/(?<=\/):\w+/g, 'nothing')
}

/** Only the route that deletes the agent itself gets an id that does not exist. */
function agentFor(route: Route): string {
  return route.method === 'DELETE' && route.path.endsWith('/:agent') ? 'no-such-agent' : agent
}

function expectation(route: Route, who: Who): string {
  const { access, agent } = route
  if (access.kind === 'public') return 'passes'
  if (who.kind === 'none' || who.kind === 'wrong') return '401 auth.unauthenticated'
  if (who.kind === 'grant') return grantExpectation(access, who)
  if (access.kind === 'emulator') return '404 resource.not_found'
  // Gateway routes are on another port and accept other tokens.
  if (access.kind === 'agent') return '401 auth.unauthenticated'
  if (access.kind === 'system') return who.kind === 'system' ? 'passes' : '404 resource.not_found'
  if (access.kind === 'token') return 'passes'
  if (access.kind === 'catalog')
    return who.kind === 'key' && journeyOnly(who.scopes) ? '403 auth.scope_missing' : 'passes'
  if (who.kind === 'system' || who.org === 'other') return '404 resource.not_found'
  if (who.kind === 'user' && who.limitedTo && !agent && !limitedOrgRoutes.includes(nameOf(route)))
    return '403 auth.forbidden'
  const answer =
    who.kind === 'user' && who.role === 'frontDesk' ? frontDeskExpectation(route) : memberExpectation(access, who)
  const isHidden = answer === 'passes' && agent && who.kind === 'user' && who.limitedTo === 'other'
  return isHidden
    ? `404 ${route.problems.includes('agent.not_found') ? 'agent.not_found' : 'resource.not_found'}`
    : answer
}

const frontDeskExpectation = (route: Route): string =>
  listFrontDeskRoutes().includes(nameOf(route)) ? 'passes' : '403 auth.forbidden'

function grantExpectation(access: AccessRule, who: Who & { kind: 'grant' }): string {
  if (access.kind === 'emulator') return 'passes'
  return access.kind === 'org' && access.grant && who.agent === 'own' ? 'passes' : '403 auth.emulator_grant.forbidden'
}

/** The routes that a member of the front desk may call: the reviewed list, not the declarations. */
const frontDeskFile = new URL('front-desk-routes.txt', import.meta.url)
const nameOf = ({ method, path }: Route) => `${method} ${path}`
const listFrontDeskRoutes = (): string[] => readFileSync(frontDeskFile, 'utf8').split('\n').filter(Boolean)

test('front-desk-routes.txt lists the routes of the org that the front desk may call', () => {
  const admitted = server.routes.filter(({ access }) => access.kind === 'org' && access.frontDesk).map(nameOf)
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(frontDeskFile, `${admitted.toSorted().join('\n')}\n`)
  assert.deepEqual(admitted.toSorted(), listFrontDeskRoutes())
})

test('the front desk changes nothing but conversations, people, appointments and their attachments', () => {
  const changes = listFrontDeskRoutes().filter((name) => !name.startsWith('GET '))
  const allowed =
    /^\w+ \/orgs\/:org\/agents\/:agent\/(desk\/conversations\/:userId\/\w+|people(\/:personId\b.*)?|media)$/
  assert.deepEqual(
    changes.filter((name) => !allowed.test(name)),
    [],
  )
  assert.ok(changes.length > 10)
})

/** Routes of the whole org that a member who is limited to some agents may call. */
const limitedOrgRoutes = [
  'GET /orgs/:org',
  'GET /orgs/:org/agents',
  'GET /orgs/:org/agents-overview',
  'GET /orgs/:org/attention',
  'GET /orgs/:org/connections',
  'GET /orgs/:org/connections/:connectionId',
  'GET /orgs/:org/insights',
  'GET /orgs/:org/models',
  'GET /orgs/:org/models/:modelId',
  'GET /orgs/:org/usage',
]

const rank = { frontDesk: -1, viewer: 0, editor: 1, admin: 2, owner: 3 }
const read: Scope[] = ['agents:read', 'people:read', 'knowledge:read', 'messages:read', 'catalogs:read']
const heldByRole: Record<Role, Scope[]> = {
  frontDesk: ['people:read', 'people:write', 'messages:read', 'catalogs:read'],
  viewer: read,
  editor: [...read, 'agents:write', 'people:write', 'people:export', 'knowledge:write', 'templates:apply'],
  admin: scopes.filter((scope) => scope !== 'integrations:journey'),
  owner: scopes.filter((scope) => scope !== 'integrations:journey'),
}

function memberExpectation(access: AccessRule & { kind: 'org' }, who: Extract<Who, { kind: 'key' | 'user' }>): string {
  const role = who.kind === 'user' ? who.role : roleFromScopes(who.scopes)
  const held = who.kind === 'user' ? heldByRole[who.role] : withReads(who.scopes)
  const requiredScopes = access.scope === undefined ? [] : [access.scope].flat()
  const lacksScope =
    (requiredScopes.length > 0 && !requiredScopes.some((scope) => held.includes(scope as Scope))) ||
    (who.kind === 'key' && journeyOnly(who.scopes) && !requiredScopes.includes('integrations:journey'))
  const lacksRole = rank[role] < rank[access.role]
  const [first, second] =
    who.kind === 'user'
      ? [lacksRole && '403 auth.forbidden', lacksScope && '403 auth.scope_missing']
      : [lacksScope && '403 auth.scope_missing', lacksRole && '403 auth.forbidden']
  return first || second || 'passes'
}

function roleFromScopes(held: readonly Scope[]): Role {
  if (held.includes('org:admin') || held.includes('webhooks:manage')) return 'admin'
  return held.some(
    (scope) => scope.endsWith(':write') || scope === 'templates:apply' || scope === 'integrations:journey',
  )
    ? 'editor'
    : 'viewer'
}

function withReads(held: readonly Scope[]): string[] {
  const reads = held.filter((scope) => scope.endsWith(':write')).map((scope) => scope.replace(':write', ':read'))
  return [...held, ...reads, 'catalogs:read', ...(held.includes('people:write') ? ['people:export'] : [])]
}

function journeyOnly(held: readonly Scope[]): boolean {
  return held.length === 1 && held[0] === 'integrations:journey'
}

async function expiredKey(): Promise<TestClient> {
  const key = await server.key(org, ['agents:read'])
  await server.database.pool.query("update api_keys set expires_at = now() - interval '1 second' where id = $1", [
    key.id,
  ])
  return key
}

async function revokedKey(): Promise<TestClient> {
  const key = await server.key(org, ['agents:read'])
  await org.api.del(`${org.path}/api-keys/${key.id}`)
  return key
}

const key = (held: Scope[]): Caller => ({
  kind: 'key',
  id: 'k',
  orgId: 'o',
  role: roleOfScopes(held),
  scopes: expandScopes(held),
})

test('an API key gets the error for a missing scope before the one for a missing role, a user the other way round', () => {
  const door: AccessRule = { kind: 'org', role: 'admin', scope: 'agents:write' }
  const viewer: Caller = {
    kind: 'user',
    id: 'u',
    orgId: 'o',
    role: 'viewer',
    scopes: scopesOfRole('viewer'),
    sysop: false,
    epoch: 0,
  }
  assert.equal(decideAccess(key(['agents:read']), door, { org: 'o' }), 'auth.scope_missing')
  assert.equal(decideAccess(key(['agents:write']), door, { org: 'o' }), 'auth.forbidden')
  assert.equal(decideAccess(viewer, door, { org: 'o' }), 'auth.forbidden')
})

test('an emulator grant opens only the routes made for it, for its own agent', () => {
  const grant: Caller = { kind: 'emulator', id: 'g', orgId: 'o', agentKey: 1, agentId: 'a' }
  const door: AccessRule = { kind: 'org', role: 'viewer', scope: 'agents:read', grant: true }
  assert.equal(decideAccess(grant, door, { org: 'o', agent: 'a' }), undefined)
  assert.equal(decideAccess(grant, door, { org: 'o', agent: 'b' }), 'auth.emulator_grant.forbidden')
  assert.equal(decideAccess(grant, door, { org: 'x', agent: 'a' }), 'auth.emulator_grant.forbidden')
})
