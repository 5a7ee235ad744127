import assert from 'node:assert/strict'
import { test } from 'node:test'
import { realWorld } from '../../../platform/world.ts'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp, testPassword } from '../../../testing/app.ts'
import { createTestApplication } from '../../../testing/application.ts'
import { createAssistant } from '../../../testing/assistant.ts'
import {
  assertProblem,
  assertStatus,
  type ReplyBody,
  type TestClient,
  type TestReply,
} from '../../../testing/client.ts'

/** Codes, access tokens and refresh tokens of connected applications: how they are issued, used, refused and revoked. */

let minutesAhead = 0
const world = { ...realWorld, now: () => new Date(Date.now() + minutesAhead * 60_000) }
const server = await createTestApp({ world })
const agent = await createTestAgent(server)
const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
const application = await createTestApplication(server)
const other = await createTestApplication(server, { name: 'Other' })

const newCode = async (member: TestClient) =>
  (await application.allow(member, ['agents:read'])).searchParams.get('code') as string
const assistantWith = ({ access_token }: ReplyBody) => createAssistant(server, server.anyone.as(access_token))
const works = async (tokens: ReplyBody) => (await assistantWith(tokens).send({ method: 'ping' })).status === 200

function assertRefused(reply: TestReply, error: string, status = 400): void {
  assert.deepEqual([reply.status, reply.body.error], [status, error])
  assert.ok(reply.body.error_description)
  assert.equal(reply.headers['cache-control'], 'no-store')
}

test('a code with its verifier becomes tokens that act as the member within the allowed scopes', async () => {
  const member = await server.member(org, 'admin')
  const url = await application.allow(member, ['agents:read', 'people:write'])
  assert.deepEqual([url.searchParams.get('state'), url.searchParams.get('iss')], ['a state', 'http://localhost'])
  const reply = await application.exchange(url.searchParams.get('code') as string)
  const { access_token, refresh_token, ...rest } = assertStatus(reply, 200)
  assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 1800, scope: 'agents:read people:write' })
  assert.equal(reply.headers['cache-control'], 'no-store')
  const assistant = assistantWith({ access_token })
  const { content } = await assistant.call('whoami')
  assert.deepEqual([content.caller.id, content.org.id, content.org.role], [member.userId, org.id, 'editor'])
  assert.deepEqual(content.scopes, ['agents:read', 'people:read', 'people:write', 'people:export', 'catalogs:read'])
  assert.equal((await assistant.call('create_person', { firstName: 'Ada' })).isError, false)
  const { data } = assertStatus(await org.api.get(`${org.path}/audit-log?actorId=${member.userId}&q=person`), 200)
  assert.deepEqual([data[0].actor.kind, data[0].actor.via], ['user', 'mcp'])
  const refused = await assistant.call('replace_personality', { text: 'Rude.' })
  assert.equal(refused.content.code, 'auth.scope_missing')
  assert.ok(refresh_token)
})

test('an access token works only at /mcp, and a refresh token nowhere', async () => {
  const member = await server.member(org, 'owner')
  const tokens = await application.connect(member, ['agents:read', 'org:admin'])
  for (const path of ['/me', org.path, '/auth/sessions', '/auth/applications', '/nothing'])
    assertProblem(await server.anyone.as(tokens.access_token).get(path), 401, 'auth.unauthenticated')
  assert.equal(await works({ access_token: tokens.refresh_token }), false)
  assert.equal(await works(tokens), true)
})

test('the database holds only hashes of codes and tokens', async () => {
  const member = await server.member(org, 'viewer')
  const code = await newCode(member)
  const { access_token, refresh_token } = assertStatus(await application.exchange(code), 200)
  for (const table of ['oauth_codes', 'oauth_tokens', 'oauth_grants', 'audit_log']) {
    const { rows } = await server.database.pool.query(`select row_to_json(${table})::text as text from ${table}`)
    const text = rows.map((row) => row.text).join('\n')
    for (const secret of [code, access_token, refresh_token])
      for (const form of [secret, Buffer.from(secret).toString('hex')]) assert.ok(!text.includes(form), table)
  }
})

test('a code is refused with a wrong verifier, redirect, client or resource, and then still works once', async () => {
  const member = await server.member(org, 'viewer')
  const code = await newCode(member)
  assertRefused(await application.exchange(code, { code_verifier: 'w'.repeat(64) }), 'invalid_grant')
  assertRefused(await application.exchange(code, { code_verifier: 'v' }), 'invalid_grant')
  assertRefused(await application.exchange(code, { code_verifier: '' }), 'invalid_request')
  assertRefused(await application.exchange(code, { redirect_uri: 'http://127.0.0.1:1/callback' }), 'invalid_grant')
  assertRefused(await application.exchange(code, { redirect_uri: '' }), 'invalid_request')
  assertRefused(await other.exchange(code), 'invalid_grant')
  assertRefused(await application.exchange(code, { client_id: 'client_nobody' }), 'invalid_client', 401)
  assertRefused(await application.exchange(code, { resource: 'https://other.example.com/mcp' }), 'invalid_target')
  assertRefused(await application.exchange('mcp-ac-nonsense'), 'invalid_grant')
  assertRefused(await application.exchange(code, { grant_type: 'password' }), 'unsupported_grant_type')
  assertRefused(await application.exchange(`${code}\u0000`), 'invalid_request')
  const twice = `client_id=${application.clientId}&client_id=${application.clientId}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const doubled = await server.app.inject({ method: 'POST', url: '/oauth/token', headers, payload: twice })
  assert.equal(doubled.json().error, 'invalid_request')
  const json = await server.app.inject({
    method: 'POST',
    url: '/oauth/token',
    payload: { grant_type: 'refresh_token' },
  })
  assert.equal(json.json().error, 'invalid_request')
  assertStatus(await application.exchange(code), 200)
})

test('a code that is used again is refused, and ends the access that it gave', async () => {
  const member = await server.member(org, 'viewer')
  const code = await newCode(member)
  const tokens = assertStatus(await application.exchange(code), 200)
  assertRefused(await application.exchange(code), 'invalid_grant')
  assert.equal(await works(tokens), false)
  assertRefused(await application.refresh(tokens.refresh_token), 'invalid_grant')
  const concurrent = await newCode(member)
  const replies = await Promise.all([application.exchange(concurrent), application.exchange(concurrent)])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400])
})

test('codes, access tokens and grants expire', async () => {
  const member = await server.member(org, 'viewer')
  const code = await newCode(member)
  const tokens = await application.connect(member)
  minutesAhead += 2
  assertRefused(await application.exchange(code), 'invalid_grant')
  assert.equal(await works(tokens), true)
  minutesAhead += 30
  assert.equal(await works(tokens), false)
  const renewed = assertStatus(await application.refresh(tokens.refresh_token), 200)
  assert.equal(await works(renewed), true)
  minutesAhead += 30 * 24 * 60
  assertRefused(await application.refresh(renewed.refresh_token), 'invalid_grant')
  minutesAhead = 0
})

test('a refresh token works once; its second use revokes the whole grant', async () => {
  const member = await server.member(org, 'viewer')
  const first = await application.connect(member)
  const second = assertStatus(await application.refresh(first.refresh_token), 200)
  assert.equal((await works(first)) && (await works(second)), true)
  assertRefused(await application.refresh(first.refresh_token), 'invalid_grant')
  assert.deepEqual([await works(first), await works(second)], [false, false])
  assertRefused(await application.refresh(second.refresh_token), 'invalid_grant')
  const { data } = assertStatus(await org.api.get(`${org.path}/audit-log?actorId=${member.userId}`), 200)
  assert.match(data[0].action, /refresh token was used twice/)
})

test('of two concurrent refreshes at most one succeeds, and the grant ends', async () => {
  const member = await server.member(org, 'viewer')
  const tokens = await application.connect(member)
  const replies = await Promise.all([1, 2].map(() => application.refresh(tokens.refresh_token)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400])
  assert.equal(await works(tokens), false)
})

test('a refresh by another client, for another resource or for more scopes is refused', async () => {
  const member = await server.member(org, 'viewer')
  const { refresh_token: token, access_token } = await application.connect(member)
  assertRefused(await other.refresh(token), 'invalid_grant')
  assertRefused(await application.refresh(token, { resource: 'https://other.example.com/' }), 'invalid_target')
  assertRefused(await application.refresh(token, { scope: 'agents:read people:read' }), 'invalid_scope')
  assertRefused(await application.refresh(access_token), 'invalid_grant')
  assertStatus(await application.refresh(token, { scope: 'agents:read', resource: 'http://localhost/mcp' }), 200)
})

test('an application revokes its own tokens, and only its own', async () => {
  const member = await server.member(org, 'viewer')
  const tokens = await application.connect(member)
  assertRefused(await other.revoke(tokens.refresh_token), 'invalid_client', 401)
  assertRefused(await application.revoke(''), 'invalid_request')
  assertStatus(await application.revoke('mcp-at-unknown'), 200)
  assertStatus(await application.revoke(tokens.access_token), 200)
  assert.equal(await works(tokens), false)
  const renewed = assertStatus(await application.refresh(tokens.refresh_token), 200)
  assertStatus(await application.revoke(renewed.refresh_token), 200)
  assert.equal(await works(renewed), false)
  assert.deepEqual(assertStatus(await member.get('/auth/applications'), 200).data, [])
})

test('a lower role counts at the next call, and a removed member loses the access at once', async () => {
  const member = await server.member(org, 'editor')
  const tokens = await application.connect(member, ['agents:write', 'people:write'])
  const assistant = assistantWith(tokens)
  assert.equal((await assistant.call('create_person', { firstName: 'Ada' })).isError, false)
  assertStatus(await org.api.patch(`${org.path}/members/${member.userId}`, { role: 'viewer' }), 200)
  assert.equal((await assistant.call('create_person', { firstName: 'Bob' })).content.status, 403)
  assert.deepEqual((await assistant.call('whoami')).content.scopes, [
    ...['agents:read', 'people:read', 'catalogs:read'],
  ])
  const code = await newCode(member)
  assertStatus(await org.api.del(`${org.path}/members/${member.userId}`), 204)
  assertProblem(await assistant.send({ method: 'ping' }), 401, 'auth.unauthenticated')
  assertRefused(await application.refresh(tokens.refresh_token), 'invalid_grant')
  assertRefused(await application.exchange(code), 'invalid_grant')
})

test('a new password ends the access of every application', async () => {
  const member = await server.member(org, 'viewer')
  const tokens = await application.connect(member)
  const code = await newCode(member)
  const change = { currentPassword: testPassword, newPassword: 'another quiet lantern' }
  const session = assertStatus(await member.post('/auth/password', change), 200)
  assert.equal(await works(tokens), false)
  assertRefused(await application.refresh(tokens.refresh_token), 'invalid_grant')
  assertRefused(await application.exchange(code), 'invalid_grant')
  assert.deepEqual(assertStatus(await server.anyone.as(session.token).get('/auth/applications'), 200).data, [])
})

test('the access is for the org in which it was allowed, and for no other', async () => {
  const elsewhere = await server.org()
  const member = await server.member(org, 'owner')
  assertStatus(await elsewhere.api.post(`${elsewhere.path}/members`, { email: member.email, role: 'owner' }), 201)
  const { access_token: token } = await application.connect(member, ['agents:write', 'org:admin'])
  const assistant = createAssistant(server, server.anyone.as(token), { query: `?org=${elsewhere.id}` })
  assert.equal((await assistant.call('list_agents')).content.code, 'resource.not_found')
  assert.equal((await assistantWith({ access_token: token }).call('list_agents')).isError, false)
})
