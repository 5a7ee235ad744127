import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { createTestApplication, registerApplication, testRedirectUri } from '../../../testing/application.ts'
import { createAssistant } from '../../../testing/assistant.ts'
import { assertProblem, assertStatus, createTestClient, type ReplyBody } from '../../../testing/client.ts'

/** Discovery, registration and consent: what an application learns, and what a member can allow it. */

const server = await createTestApp()
const agent = await createTestAgent(server)
const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
const root = createTestClient(server.app, undefined, '')
const member = await server.member(org, 'editor')
const application = await createTestApplication(server)

const review = (changes: object, client = member) =>
  client.post('/auth/applications/_review', { request: { ...application.request, ...changes } })

test('a 401 at /mcp leads to the metadata of the resource and of its authorization server', async () => {
  const reply = await createAssistant(server, server.anyone).send({ method: 'ping' })
  assertProblem(reply, 401, 'auth.unauthenticated')
  const challenge = reply.headers['www-authenticate'] ?? ''
  assert.equal(challenge, 'Bearer resource_metadata="http://localhost/.well-known/oauth-protected-resource/mcp"')
  const wrong = await createAssistant(server, server.anyone.as('mcp-at-nonsense')).send({ method: 'ping' })
  assert.match(wrong.headers['www-authenticate'] ?? '', /^Bearer error="invalid_token", resource_metadata=/)
  const resource = assertStatus(await root.get('/.well-known/oauth-protected-resource/mcp'), 200)
  assert.equal(resource.resource, 'http://localhost/mcp')
  assert.deepEqual(resource.authorization_servers, ['http://localhost'])
  assert.deepEqual(assertStatus(await root.get('/.well-known/oauth-protected-resource'), 200), resource)
  const issuer = assertStatus(await root.get('/.well-known/oauth-authorization-server'), 200)
  assert.equal(issuer.issuer, 'http://localhost')
  assert.deepEqual(issuer.code_challenge_methods_supported, ['S256'])
  assert.ok(issuer.authorization_response_iss_parameter_supported)
  assert.ok(!issuer.scopes_supported.includes('integrations:journey'))
})

test('the issuer is PUBLIC_URL, or the loopback name of a Parley on this machine; otherwise OAuth is off', async () => {
  const issuerFor = async (publicUrl: string, host: string) => {
    const { app } = await createTestApp({ config: { publicUrl } })
    const client = createTestClient(app, undefined, '')
    const { status, body } = await client.get('/.well-known/oauth-authorization-server', { host })
    const list = await createAssistant({ app }, server.anyone, { headers: { host } }).send({ method: 'ping' })
    assert.equal(list.headers['www-authenticate'] === 'Bearer', status === 404)
    assert.equal((await client.post('/oauth/register', {}, { host })).status, status === 404 ? 404 : 400)
    return status === 200 ? body.issuer : undefined
  }
  assert.equal(await issuerFor('https://parley.example.com', 'inside:4000'), 'https://parley.example.com')
  assert.equal(await issuerFor('http://127.0.0.1:4000', '[::1]:4000'), 'http://[::1]:4000')
  assert.equal(await issuerFor('http://127.0.0.1:4000', 'attacker.example.com'), undefined)
  assert.equal(await issuerFor('http://192.168.1.5:4000', '192.168.1.5:4000'), undefined)
  assert.equal(await issuerFor('https://example.com/parley', 'example.com'), undefined)
})

test('an application registers as a public client, and gets no secret', async () => {
  const metadata = {
    client_name: '  Desk\u202e \u0000assistant\n',
    redirect_uris: ['https://app.example.com/callback?tenant=1', 'http://localhost/callback'],
    token_endpoint_auth_method: 'client_secret_post',
    logo_uri: 'https://app.example.com/logo.png',
  }
  const { client_id, client_id_issued_at, ...rest } = assertStatus(await registerApplication(server, metadata), 201)
  assert.ok(client_id && client_id_issued_at)
  assert.deepEqual(rest, {
    client_name: 'Desk assistant',
    redirect_uris: metadata.redirect_uris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  })
})

test('a registration with unusable metadata is refused', async () => {
  const bad: [metadata: unknown, error: string][] = [
    [undefined, 'invalid_client_metadata'],
    [[], 'invalid_client_metadata'],
    [{}, 'invalid_client_metadata'],
    [{ redirect_uris: [] }, 'invalid_client_metadata'],
    [{ redirect_uris: Array.from({ length: 11 }, () => testRedirectUri) }, 'invalid_client_metadata'],
    [{ redirect_uris: [testRedirectUri], grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [testRedirectUri], response_types: ['token'] }, 'invalid_client_metadata'],
    ...[
      ...['http://app.example.com/callback', 'http://127.0.0.1.example.com/', 'http://10.0.0.1/', 'desk://callback'],
      ...[
        'javascript:alert(1)//',
        'data:text/html,x',
        '/callback',
        'https://',
        'https://app.example.com/#x',
        'https://',
      ],
      ...[
        'https://user:pass@app.example.com/',
        'https://app.example.com/\n',
        `https://a.example.com/${'x'.repeat(2000)}`,
      ],
      ...['https://app.example.com\\@evil.example.com/', 'http://localhost:99999/'],
    ].map((uri): [unknown, string] => [{ redirect_uris: [uri] }, 'invalid_redirect_uri']),
  ]
  // Other addresses, because each may register only a few times.
  for (const [at, [metadata, error]] of bad.entries()) {
    const { statusCode, body } = await server.app.inject({
      ...{ method: 'POST', url: '/oauth/register', remoteAddress: `203.0.113.${at}` },
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(metadata) ?? '{',
    })
    assert.deepEqual([statusCode, JSON.parse(body).error], [400, error], JSON.stringify(metadata))
  }
})

test('one network registers only so often, and unused registrations are limited in number', async () => {
  const register = (remoteAddress: string) =>
    server.app.inject({
      ...{ method: 'POST', url: '/oauth/register', remoteAddress },
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ redirect_uris: [testRedirectUri] }),
    })
  const statuses: number[] = []
  for (let left = 21; left > 0; left--) statuses.push((await register('198.51.100.1')).statusCode)
  assert.deepEqual(statuses, [...Array(20).fill(201), 429])
  assert.equal((await register('198.51.100.2')).statusCode, 201)

  const { pool } = server.database
  const oldest = await createTestApplication(server)
  await pool.query(`update oauth_clients set created_at = '2000-01-01' where id = $1`, [oldest.clientId])
  await pool.query(`insert into oauth_clients (id, name, redirect_uris, created_at, expires_at)
    select 'filler-' || number, 'Filler', '{}', '2000-01-02', now() + interval '1 day' from generate_series(1, 1000) as number`)
  await register('198.51.100.3')
  const { rows } = await pool.query('select count(*)::int as count from oauth_clients where confirmed_at is null')
  assert.equal(rows[0].count, 1000)
  assertProblem(
    await member.post('/auth/applications/_review', { request: oldest.request }),
    422,
    'request.invalid',
    'request.clientId',
  )
  await pool.query(`delete from oauth_clients where id like 'filler-%'`)
})

test('the consent page shows the application, and offers what was requested within the role of the member', async () => {
  const all = assertStatus(await review({}), 200)
  assert.deepEqual([all.clientName, all.redirectHost, all.role], ['Desk assistant', '127.0.0.1', 'editor'])
  assert.ok(all.scopes.includes('agents:write') && !all.scopes.includes('org:admin'))
  const some = assertStatus(await review({ scope: 'people:write org:admin offline_access' }), 200)
  assert.deepEqual(some.scopes, ['people:read', 'people:write', 'people:export', 'catalogs:read'])
  const owner = assertStatus(await review({}, await server.member(org, 'owner')), 200)
  assert.ok(owner.scopes.includes('org:admin') && !owner.suggestedScopes.includes('org:admin'))
  assert.ok(!owner.scopes.includes('integrations:journey'))
  const denied = new URL(all.denyRedirectTo)
  assert.deepEqual(
    ['error', 'state', 'iss'].map((name) => denied.searchParams.get(name)),
    ['access_denied', 'a state', 'http://localhost'],
  )
})

test('a loopback redirect may have any port, and everything else must match exactly', async () => {
  assertStatus(await review({ redirectUri: 'http://127.0.0.1:51234/callback' }), 200)
  for (const redirectUri of [
    undefined,
    'http://localhost/callback',
    'http://127.0.0.1/callback/',
    'http://127.0.0.1/callback?x=1',
    'https://127.0.0.1/callback',
    'http://127.0.0.1:51234@evil.example.com/callback',
    'http://127.0.0.1:80.evil.example.com/callback',
    'https://evil.example.com/callback',
  ])
    assertProblem(await review({ redirectUri }), 422, 'request.invalid', 'request.redirectUri')
  const web = await createTestApplication(server, { redirectUri: 'https://app.example.com/callback?tenant=1' })
  const reviewWeb = (redirectUri: string) =>
    member.post('/auth/applications/_review', { request: { ...web.request, redirectUri } })
  assertProblem(await reviewWeb('https://app.example.com:8443/callback?tenant=1'), 422, 'request.invalid')
  const url = await web.allow(member)
  assert.match(url.href, /^https:\/\/app\.example\.com\/callback\?tenant=1&code=mcp-ac-\w+&state=a\+state&iss=/)
})

test('a request without S256, for another resource or without a known scope is never allowed', async () => {
  const faults: [changes: object, error: string][] = [
    [{ responseType: 'token' }, 'unsupported_response_type'],
    [{ responseType: undefined }, 'unsupported_response_type'],
    [{ codeChallengeMethod: 'plain' }, 'invalid_request'],
    [{ codeChallengeMethod: undefined }, 'invalid_request'],
    [{ codeChallenge: undefined }, 'invalid_request'],
    [{ codeChallenge: 'short' }, 'invalid_request'],
    [{ resource: 'https://other.example.com/mcp' }, 'invalid_target'],
    [{ resource: 'http://localhost/v1' }, 'invalid_target'],
    [{ scope: 'offline_access' }, 'invalid_scope'],
  ]
  for (const [changes, error] of faults) {
    const { denyRedirectTo, scopes, ...rest } = assertStatus(await review(changes), 200)
    assert.equal(new URL(denyRedirectTo).searchParams.get('error'), error)
    assert.ok(rest.error && scopes.length === 0)
    const consent = { request: { ...application.request, ...changes }, scopes: ['agents:read'] }
    assertProblem(await member.post('/auth/applications', consent), 422, 'request.invalid', 'request')
  }
})

test('only a signed-in member can allow an application, and never beyond their role', async () => {
  const consent = { request: application.request, scopes: ['agents:read'] }
  assertProblem(await server.anyone.post('/auth/applications', consent), 401, 'auth.unauthenticated')
  for (const client of [org.api, server.system])
    assertProblem(await client.post('/auth/applications', consent), 404, 'resource.not_found')
  const viewer = await server.member(org, 'viewer')
  const beyond = await viewer.post('/auth/applications', { ...consent, scopes: ['agents:write', 'org:admin'] })
  assertProblem(beyond, 422, 'request.invalid', 'scopes')
  const mixed = await application.connect(viewer, ['agents:read', 'agents:write', 'org:admin'])
  assert.equal(mixed.scope, 'agents:read')
})

test('a member lists and disconnects their own applications, with an entry in the audit log', async () => {
  const [ada, bob] = [await server.member(org, 'editor'), await server.member(org, 'editor')]
  const { access_token: token, refresh_token: refreshToken } = await application.connect(ada, ['agents:read'])
  const assistant = createAssistant(server, server.anyone.as(token))
  assert.equal((await assistant.call('whoami')).isError, false)
  const [listed, ...others] = assertStatus(await ada.get('/auth/applications'), 200).data
  assert.deepEqual(others, [])
  assert.deepEqual(
    [listed.name, listed.redirectHosts, listed.scopes],
    ['Desk assistant', ['127.0.0.1'], ['agents:read']],
  )
  assert.deepEqual(assertStatus(await bob.get('/auth/applications'), 200).data, [])
  assertProblem(await bob.del(`/auth/applications/${listed.id}`), 404, 'resource.not_found')
  assertStatus(await ada.del(`/auth/applications/${listed.id}`), 204)
  assertProblem(await ada.del(`/auth/applications/${listed.id}`), 404, 'resource.not_found')
  assertProblem(await assistant.send({ method: 'ping' }), 401, 'auth.unauthenticated')
  assert.equal((await application.refresh(refreshToken)).body.error, 'invalid_grant')
  const { data } = assertStatus(await org.api.get(`${org.path}/audit-log?actorId=${ada.userId}`), 200)
  const actions = data.map(({ action }: ReplyBody) => action)
  assert.ok(actions.includes('Connect an application') && actions.includes('Disconnect an application at once'))
})
