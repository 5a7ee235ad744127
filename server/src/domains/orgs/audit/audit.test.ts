import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { problem } from '../../../platform/http/problem.ts'
import { orgRoute } from '../../../platform/http/route.ts'
import { createTestApp, type TestOrg, testPassword } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody, type TestClient } from '../../../testing/client.ts'

/** The audit log: one entry for each change, in the same transaction. */

const editing = { role: 'editor', tag: 'Test' } as const

/** Routes with behavior that no real route has on demand. */
const extraRoutes = [
  orgRoute({
    ...editing,
    method: 'POST',
    path: '/undone',
    summary: 'Change something, and then refuse',
    handle: async ({ tx, org }) => {
      await sql`update orgs set description = 'undone' where id = ${org.id}`.execute(tx)
      throw problem('resource.conflict', 409)
    },
  }),
  orgRoute({
    ...editing,
    method: 'POST',
    path: '/lost',
    summary: 'Change something that cannot be committed',
    handle: async ({ tx }) => void (await sql`insert into late (org_id) values ('nowhere')`.execute(tx)),
  }),
  orgRoute({
    ...editing,
    method: 'POST',
    path: '/apart',
    summary: 'Change something without a transaction',
    transaction: false,
    handle: async ({ tx, org }) => void (await sql`update orgs set description = 'x' where id = ${org.id}`.execute(tx)),
  }),
]

const server = await createTestApp({ extraRoutes })
const { pool } = server.database
await pool.query('create table late (org_id text references orgs (id) deferrable initially deferred)')

const entriesOf = async (org: TestOrg, query = ''): Promise<ReplyBody[]> =>
  assertStatus(await org.api.get(`${org.path}/audit-log${query}`), 200).data

const actionsOf = async (org: TestOrg) => (await entriesOf(org)).map(({ action }) => action)

/** An organization with an agent and an empty log. */
async function freshOrg(): Promise<{
  org: TestOrg
  agent: string
  owner: TestClient & { userId: string; email: string }
}> {
  const org = await server.org()
  const agent = `${org.path}/agents/${assertStatus(await org.api.post(`${org.path}/agents`, { name: 'A' }), 201).id}`
  const owner = await server.member(org, 'owner')
  await pool.query('delete from audit_log where org_id = $1', [org.id])
  return { org, agent, owner }
}

test('a change by a user records who, what, where, when and by which request', async () => {
  const { org, agent, owner } = await freshOrg()
  const reply = await owner.patch(`${agent}?x=1`, { description: 'Brief' }, { 'x-svc-agent': 'console' })
  assertStatus(reply, 200)
  const [entry, ...more] = await entriesOf(org)
  assert.deepEqual(more, [])
  const { id, at, ip, ...rest } = entry
  assert.match(id, /^aud_/)
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000)
  assert.equal(ip, '127.0.0.1')
  assert.deepEqual(rest, {
    actor: { kind: 'user', id: owner.userId, email: owner.email, via: 'console' },
    action: 'Change the name, description, identity or default country of an agent',
    method: 'PATCH',
    path: agent,
    agentId: agent.split('/').at(-1),
    requestId: reply.headers['x-request-id'],
    status: 200,
  })
})

test('a change by a key shows its name while the key exists, one by a user their email while they are a member', async () => {
  const { org, owner } = await freshOrg()
  const key = await server.key(org, ['agents:write'], { name: 'Build server' })
  const editor = await server.member(org, 'editor')
  for (const client of [key, editor]) assertStatus(await client.post(`${org.path}/agents`, { name: 'B' }), 201)
  const actors = async () => (await entriesOf(org, '?q=create+an+agent')).map(({ actor }) => actor)
  assert.deepEqual(await actors(), [
    { kind: 'user', id: editor.userId, email: editor.email },
    { kind: 'key', id: key.id, name: 'Build server' },
  ])
  assertStatus(await owner.del(`${org.path}/api-keys/${key.id}`), 204)
  assertStatus(await owner.del(`${org.path}/members/${editor.userId}`), 204)
  assert.deepEqual(await actors(), [
    { kind: 'user', id: editor.userId },
    { kind: 'key', id: key.id },
  ])
})

test('each kind of write creates one entry, and reads create none', async () => {
  const { org, agent } = await freshOrg()
  const person = assertStatus(await org.api.post(`${agent}/people`, { fullName: 'A Visitor' }), 201).id
  assertStatus(await org.api.patch(`${agent}/people/${person}`, { fullName: 'Another' }), 200)
  assertStatus(await org.api.get(`${agent}/people/${person}`), 200)
  assertStatus(await org.api.patch(org.path, { name: 'Boats' }), 200)
  assertStatus(await org.api.post(`${org.path}/apart`), 204)
  assertStatus(await org.api.del(agent), 204)
  assert.deepEqual(
    (await entriesOf(org)).map(({ method, path, status }) => `${method} ${path} ${status}`),
    [
      `DELETE ${agent} 204`,
      `POST ${org.path}/apart 204`,
      `PATCH ${org.path} 200`,
      `PATCH ${agent}/people/${person} 200`,
      `POST ${agent}/people 201`,
    ],
  )
})

test('a refused, rolled back or uncommitted write creates no entry', async () => {
  const { org, agent, owner } = await freshOrg()
  const viewer = await server.member(org, 'viewer')
  await pool.query('delete from audit_log where org_id = $1', [org.id])
  assertProblem(await viewer.patch(org.path, { name: 'Mine' }), 403, 'auth.forbidden')
  assertProblem(await owner.patch(org.path, { plan: 'x' }), 422, 'request.invalid')
  assertProblem(await owner.del(`${agent}/people/nobody`), 404, 'resource.not_found')
  assertProblem(await owner.post(`${org.path}/undone`), 409, 'resource.conflict')
  assertProblem(await owner.post(`${org.path}/undone`, undefined, { 'idempotency-key': 'u' }), 409, 'resource.conflict')
  assertProblem(await owner.post(`${org.path}/lost`), 500, 'internal')
  assert.deepEqual(await entriesOf(org), [])
})

test('a repeat answered from its Idempotency-Key creates no second entry', async () => {
  const { org } = await freshOrg()
  for (const path of ['/agents', '/apart']) {
    const ask = () => org.api.post(org.path + path, { name: 'Once' }, { 'idempotency-key': path })
    const [first, second] = [await ask(), await ask()]
    assert.deepEqual([first.status < 300, second.headers['idempotency-replayed']], [true, 'true'])
  }
  assert.deepEqual(await actionsOf(org), ['Change something without a transaction', 'Create an agent'])
})

test('an entry contains no body, query or token', async () => {
  const { org, agent, owner } = await freshOrg()
  const secret = 'Zanzibar'
  const person = { fullName: secret, identities: [{ channel: 'sms', address: '+12025550143' }] }
  const { id } = assertStatus(await owner.post(`${agent}/people`, person), 201)
  assertStatus(await owner.patch(`${agent}/people/${id}`, { fullName: `${secret} 2` }), 200)
  const { key } = assertStatus(await owner.post(`${org.path}/api-keys?${secret}=1`, { name: secret }), 201)
  const { token } = owner
  const change = { currentPassword: testPassword, newPassword: `${secret} and a harbour` }
  assertStatus(await owner.post('/auth/password', change), 200)
  const { rows } = await pool.query('select * from audit_log where org_id = $1', [org.id])
  assert.equal(rows.length, 4)
  const stored = JSON.stringify(rows)
  for (const value of [secret, '2025550143', testPassword, key, token]) assert.ok(!stored.includes(value as string))
})

test('routes that are declared as too frequent or without effect create no entry', () => {
  const excepted = server.routes.filter(({ method, audited }) => method !== 'GET' && !audited)
  const short = ({ method, path }: { method: string; path: string }) =>
    `${method} ${path.replace('/orgs/:org/agents/:agent', 'A').replace('/orgs/:org', 'O')}`
  assert.deepEqual(excepted.map(short).sort(), [
    'DELETE /systemO',
    'POST /auth/accept-invitation',
    'POST /auth/applications/_review',
    'POST /auth/review-invitation',
    'POST /auth/sign-in',
    'POST /auth/switch',
    'POST A/campaigns/:campaignId/test-send',
    'POST A/desk/conversations/:userId/_fill',
    'POST A/desk/conversations/:userId/_seen',
    'POST A/desk/conversations/:userId/typing',
    'POST A/emulator-sessions',
    'POST A/integrations/journey/outreach/:outreachId/sends',
    'POST A/lint',
    'POST A/outreach-links/:linkId/redeem',
    'POST A/outreach/:outreachId/sends',
    'POST A/personas/:personaId/_advance',
    'POST A/personas/:personaId/_reset',
    'POST A/personas/:personaId/turns',
    'POST A/playbooks/:playbookId/flow/verify',
    'POST A/playbooks/:playbookId/flow:generate',
    'POST A/sequences/:sequenceId/_rehearse',
    'POST A/tests/suites/:suiteId/cases/:caseId/preview',
    'POST A/tests/suites/:suiteId/cases/compile',
    'POST A/tests/suites/:suiteId/cases/preview',
    'POST O/models/:modelId/_test',
  ])
})

test('a sign-in or a switch is recorded in the org that was entered', async () => {
  const [{ org, owner }, other] = [await freshOrg(), await server.org()]
  const { email } = owner
  assertStatus(await other.api.post(`${other.path}/members`, { email, role: 'viewer' }), 201)
  assertStatus(await server.anyone.post('/auth/sign-in', { email, password: testPassword }), 200)
  await pool.query(
    'update members set password_hash = (select max(password_hash) from members where user_id = $1) where user_id = $1',
    [owner.userId],
  )
  assertStatus(await owner.post('/auth/switch', { org: other.id }), 200)
  const [signedIn] = await entriesOf(org)
  assert.deepEqual([signedIn.actor.id, signedIn.path, signedIn.status], [owner.userId, '/auth/sign-in', 200])
  const [switched] = await entriesOf(other)
  assert.deepEqual([switched.actor.id, switched.path], [owner.userId, '/auth/switch'])
})

test('a failed sign-in is recorded if the account is known: in the requested org, otherwise in the one joined first', async () => {
  const { org, owner } = await freshOrg()
  const stranger = await server.org()
  const { email } = owner
  const attempts = [
    { email, password: 'wrong' },
    { email, password: 'wrong', org: stranger.id },
    { email, password: testPassword, org: stranger.id },
    { email: 'nobody@example.com', password: 'wrong', org: org.id },
  ]
  for (const attempt of attempts)
    assertProblem(await server.anyone.post('/auth/sign-in', attempt), 401, 'auth.unauthenticated')
  const failed = await until(async () => {
    const entries = await entriesOf(org)
    return entries.length >= 3 ? entries : undefined
  })
  assert.deepEqual(
    failed.map(({ actor, status }) => `${actor.id} ${status}`),
    Array.from({ length: 3 }, () => `${owner.userId} 401`),
  )
  assert.deepEqual(await entriesOf(stranger), [])
})

/** A failure is recorded asynchronously. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let left = 500; left > 0; left--) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return assert.fail('it never came')
}

test('the log of an org records the actions of an operator, without their name', async () => {
  const { org, owner } = await freshOrg()
  assertStatus(await server.system.post('/system/operators', { email: owner.email }), 201)
  const settings = `/system/tests/orgs/${org.id}/settings`
  assertStatus(await server.system.put(settings, {}), 200)
  assertStatus(await owner.put(settings, {}), 200)
  const entries = await entriesOf(org)
  assert.deepEqual(
    entries.map(({ actor: { id, ...actor }, path }) => ({ ...actor, path })),
    [settings, settings].map((path) => ({ kind: 'system', path })),
  )
  assert.equal(entries[0].actor.id, owner.userId)
})

test('only admins of the org can read the log', async () => {
  const { org, owner } = await freshOrg()
  const path = `${org.path}/audit-log`
  assertStatus(await owner.get(path), 200)
  assertProblem(await (await server.member(org, 'viewer')).get(path), 403, 'auth.forbidden')
  assertProblem(await (await server.member(org, 'editor')).get(path), 403, 'auth.forbidden')
  assertProblem(await (await server.key(org, ['agents:write'])).get(path), 403, 'auth.scope_missing')
  assertProblem(await (await server.org()).api.get(path), 404, 'resource.not_found')
})

test('deleting an org deletes its log', async () => {
  const { org } = await freshOrg()
  assertStatus(await org.api.patch(org.path, { name: 'Gone' }), 200)
  assertStatus(await server.system.del(`/system/orgs/${org.id}`), 204)
  const { rows } = await pool.query('select 1 from audit_log where org_id = $1', [org.id])
  assert.equal(rows.length, 0)
})
