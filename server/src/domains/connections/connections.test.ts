import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { createApi, createServices, managementRoutes } from '../../app.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { listOAuthProviders } from '../../platform/oauth-providers.ts'
import { createOutbound } from '../../platform/outbound/index.ts'
import { realWorld } from '../../platform/world.ts'
import { createTestApp, type TestOrg } from '../../testing/app.ts'
import {
  assertProblem,
  assertStatus,
  createTestClient,
  type ReplyBody,
  type TestClient,
  type TestReply,
} from '../../testing/client.ts'
import { startOAuthServer } from '../../testing/oauth-server.ts'
import {
  type ConnectionDeps,
  callWithConnection,
  connectionRoutes,
  GrantUnusable,
  openGrant,
  purgeExpiredOAuthStates,
} from './index.ts'

/** Organization connections, tool OAuth, and /oauth/callback, against a real OAuth server. */

const publicUrl = 'http://parley.test'
const oauth = await startOAuthServer(`${publicUrl}/v1/oauth/callback`)
const outbound = createOutbound({ allowPrivateNetwork: true })
after(() => Promise.all([outbound.close(), oauth.close()]))

/** A port where nothing listens. */
const closed = createServer().listen(0, '127.0.0.1')
await once(closed, 'listening')
const deadEnd = `http://127.0.0.1:${(closed.address() as AddressInfo).port}/`
closed.close()

let skipped = 0
/** Runs while a provider is being called. */
let meanwhile = async () => {}
const world = { ...realWorld, now: () => new Date(Date.now() + skipped) }
const base = await createTestApp({ world })
const db = base.database.db

const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
const announced: { orgId: string; type: string; data: ReplyBody }[] = []
const toolId = '@svc/tool.calendar'
const deps: ConnectionDeps = {
  providers: [oauth.provider('google'), oauth.provider('local'), ...unconfigured(), unreachable()],
  returnHosts: ['app.example.com'],
  publicUrl,
  keyring: base.context.keyring,
  fetch: async (...call) => {
    await meanwhile()
    return outbound.fetch(...call)
  },
  log,
  findToolOAuth: (id) => (id === toolId ? { provider: 'local', scopes: ['calendar'] } : undefined),
  findAgentsUsing: async (_tx, _org, ids) => new Map(ids.map((id) => [id, users])),
  announce: async (_tx, event) => void announced.push(event),
  findToolUsers: async () => [{ id: 'sales', name: 'Sales' }],
  onConnected: async (_tx, { id }, connectionId) => void connected.push(`${id} ${connectionId}`),
}
const connected: string[] = []
let users: { agentId: string; name: string }[] = []

function unconfigured() {
  return listOAuthProviders({ microsoftTenant: 'common' }).filter(({ id }) => id === 'microsoft')
}

/** A provider that issues grants and is then unreachable for revocation. */
function unreachable() {
  return { ...oauth.provider('hermit'), revocationEndpoint: deadEnd }
}

const own = connectionRoutes(deps)
const paths = new Set(own.map(({ path }) => path))
const others = managementRoutes(base.services).filter(({ path }) => !paths.has(path))
const app = createApi(createServices({ ...base.context, log }), [...others, ...own])
after(() => app.close())
const anyone = createTestClient(app)

async function newOrg(): Promise<TestOrg & { agent: string; key: { key: number; id: string; orgId: string } }> {
  const org = await base.org()
  const api = anyone.as(org.api.token as string)
  const { id } = assertStatus(await api.post(`${org.path}/agents`, { name: 'Front desk' }), 201)
  const { agent_key: key } = await db
    .selectFrom('agents')
    .select('agent_key')
    .where('org_id', '=', org.id)
    .executeTakeFirstOrThrow()
  return { ...org, api, agent: `${org.path}/agents/${id}`, key: { key, id, orgId: org.id } }
}
const org = await newOrg()
const tool = `${org.agent}/tools/${encodeURIComponent(toolId)}/oauth`

beforeEach(() => {
  Object.assign(oauth, { account: 'desk@example.com', deniesConsent: false, broken: false })
  announced.length = 0
  connected.length = 0
  skipped = 0
  users = []
  meanwhile = async () => {}
})

/** Goes from start to the end of the callback. */
async function walk(path: string, body: object = {}, as: TestClient = org.api): Promise<TestReply> {
  const { authorizationUrl } = assertStatus(await as.post(path, body), 200)
  return anyone.get(`/oauth/callback${await oauth.browse(authorizationUrl)}`)
}

async function connect(account: string, at = org, provider = 'local'): Promise<string> {
  oauth.account = account
  const reply = await walk(
    `${at.path}/connections/${provider}/_start`,
    { returnTo: 'https://app.example.com/' },
    at.api,
  )
  const { searchParams } = new URL(reply.headers.location as string)
  assert.equal(searchParams.get('oauthStatus'), 'success', reply.headers.location)
  return searchParams.get('connectionId') as string
}

const read = async (id: string, at = org): Promise<ReplyBody> =>
  assertStatus(await at.api.get(`${at.path}/connections/${id}`), 200)
const toolStatus = async (): Promise<ReplyBody> => assertStatus(await org.api.get(`${tool}/status`), 200)

const use = { ...deps, db, world }
const toolGrant = openGrant(use, org, { agent: org.key, toolId })
const ask = (token: string) => oauth.userinfo(token)
const answers = (status: number) => async () => new Response(null, { status })

async function until(what: () => boolean): Promise<void> {
  for (let left = 200; left > 0 && !what(); left--) await sleep(10)
  assert.ok(what())
}

test('an account can be connected, listed, read, used and disconnected', async () => {
  users = [{ agentId: 'front-desk', name: 'Front desk' }]
  const reply = await walk(`${org.path}/connections/local/_start`, {
    label: 'Main calendar',
    returnTo: 'https://app.example.com/settings?tab=2',
  })
  assertStatus(reply, 302)
  const back = new URL(reply.headers.location as string)
  const id = back.searchParams.get('connectionId') as string
  assert.equal(back.href, `https://app.example.com/settings?tab=2&oauthStatus=success&connectionId=${id}`)

  const { expiresAt, ...connection } = await read(id)
  const expected = { id, provider: 'local', label: 'Main calendar', accountLabel: 'desk@example.com', usedBy: users }
  assert.deepEqual(connection, { ...expected, status: 'connected' })
  assert.ok(Date.parse(expiresAt) > Date.now())
  const list = assertStatus(await org.api.get(`${org.path}/connections`), 200)
  assert.deepEqual(list.data, [{ ...connection, expiresAt }])
  assert.deepEqual(announced.at(-1), {
    orgId: org.id,
    type: 'connection.status_changed',
    data: { connectionId: id, provider: 'local', status: 'connected' },
  })

  const used = await callWithConnection(use, org, id, ask)
  assert.equal(((await used.json()) as ReplyBody).email, 'desk@example.com')
  assert.ok((await read(id)).lastUsedAt)

  const before = oauth.revocations
  const disconnection = assertStatus(await org.api.del(`${org.path}/connections/${id}`), 200)
  assert.deepEqual(disconnection, { disconnected: true, usedBy: users })
  await until(() => oauth.revocations > before)
  assertProblem(await org.api.get(`${org.path}/connections/${id}`), 404, 'resource.not_found')
  assertProblem(await org.api.del(`${org.path}/connections/${id}`), 404, 'resource.not_found')
  await assert.rejects(callWithConnection(use, org, id, ask), { status: 'not-connected' })
})

test('a tool can be granted access, shows its status, and can be used and disconnected', async () => {
  assert.deepEqual(await toolStatus(), { status: 'not-connected' })
  const reply = await walk(`${tool}/start`, { returnTo: 'https://app.example.com/' })
  const back = `https://app.example.com/?oauthStatus=success&toolId=${encodeURIComponent(toolId)}`
  assert.deepEqual([reply.status, reply.headers.location], [302, back])
  const { status, connectedAt } = await toolStatus()
  assert.equal(status, 'connected')
  assert.ok(Math.abs(Date.parse(connectedAt) - Date.now()) < 60_000)
  assert.equal((await toolGrant.call(ask)).status, 200)
  const before = oauth.revocations
  assert.deepEqual(assertStatus(await org.api.post(`${tool}/disconnect`), 200), { status: 'not-connected' })
  await until(() => oauth.revocations > before)
  assert.deepEqual(await toolStatus(), { status: 'not-connected' })
  assert.deepEqual(assertStatus(await org.api.post(`${tool}/disconnect`), 200), { status: 'not-connected' })
})

test('the authorization URL requests a code with PKCE and the scopes and parameters of the provider', async () => {
  const { authorizationUrl } = assertStatus(await org.api.post(`${org.path}/connections/local/_start`), 200)
  const params = Object.fromEntries(new URL(authorizationUrl).searchParams)
  assert.match(params.state ?? '', /^[\w-]{43}$/)
  assert.match(params.code_challenge ?? '', /^[\w-]{43}$/)
  const { state: _state, code_challenge: _challenge, ...fixed } = params
  assert.deepEqual(fixed, {
    response_type: 'code',
    client_id: 'parley',
    redirect_uri: `${publicUrl}/v1/oauth/callback`,
    scope: 'openid email offline_access calendar',
    code_challenge_method: 'S256',
    prompt: 'login consent',
  })
})

test('a provider can have several connected accounts, and connecting the same account again renews its connection', async () => {
  const own = await newOrg()
  const [first, second] = [await connect('a@example.com', own), await connect('b@example.com', own)]
  assert.notEqual(first, second)
  await assert.rejects(callWithConnection(use, own, first, answers(401)), GrantUnusable)
  assert.equal((await read(first, own)).status, 'revoked')
  assert.equal(await connect('a@example.com', own), first)
  const { status, lastError, label } = await read(first, own)
  assert.deepEqual([status, lastError, label], ['connected', undefined, 'a@example.com'])
  assert.notEqual(await connect('a@example.com', own, 'google'), first)
})

test('two accounts with the same email address are two connections: neither takes over the tokens of the other', async () => {
  const own = await newOrg()
  const [first, second] = [await connect('desk@example.com#1', own), await connect('desk@example.com#2', own)]
  assert.notEqual(first, second)
  for (const id of [first, second]) assert.equal((await read(id, own)).accountLabel, 'desk@example.com')
  assert.equal(await connect('desk@example.com#2', own), second)
})

const bad: [what: string, query: (good: string) => string][] = [
  ['without a state', () => '?code=x'],
  ['with a forged state', (good) => good.replace(/state=[^&]+/, `state=${'A'.repeat(43)}`)],
  ['with an empty state', () => '?state=&code=x'],
  ['with two states', (good) => `${good}&state=other`],
  ['with nothing', () => ''],
]
for (const [what, query] of bad) {
  test(`a callback ${what} shows a page with status 400 and redirects nowhere`, async () => {
    const returnTo = 'https://app.example.com/'
    const started = assertStatus(await org.api.post(`${tool}/start`, { returnTo }), 200)
    assertErrorPage(await anyone.get(`/oauth/callback${query(await oauth.browse(started.authorizationUrl))}`))
    assert.deepEqual(await toolStatus(), { status: 'not-connected' })
  })
}

function assertErrorPage(reply: TestReply): void {
  assert.equal(reply.status, 400)
  assert.equal(reply.headers.location, undefined)
  assert.match(reply.headers['content-type'] ?? '', /^text\/html/)
  assert.match(reply.headers['content-security-policy'] ?? '', /^default-src 'none'; style-src 'sha256-[^']+'; /)
  assert.ok(!/<script|unsafe-inline/.test(reply.text + reply.headers['content-security-policy']))
}

test('a state can be used once, and a replay changes nothing', async () => {
  const started = assertStatus(await org.api.post(`${org.path}/connections/local/_start`), 200)
  oauth.account = 'replay@example.com'
  const query = await oauth.browse(started.authorizationUrl)
  assertStatus(await anyone.get(`/oauth/callback${query}`), 200)
  const list = await org.api.get(`${org.path}/connections`)
  assertErrorPage(await anyone.get(`/oauth/callback${query}`))
  assert.equal((await org.api.get(`${org.path}/connections`)).text, list.text)
})

test('only one of many callbacks with the same state succeeds', async () => {
  const own = await newOrg()
  const started = assertStatus(await own.api.post(`${own.path}/connections/local/_start`), 200)
  const query = await oauth.browse(started.authorizationUrl)
  const replies = await Promise.all(Array.from({ length: 6 }, () => anyone.get(`/oauth/callback${query}`)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400, 400, 400, 400, 400])
  assert.equal((await own.api.get(`${own.path}/connections`)).body.data.length, 1)
})

test('a state expires after ten minutes, and old ones are deleted', async () => {
  const started = assertStatus(await org.api.post(`${org.path}/connections/local/_start`), 200)
  const query = await oauth.browse(started.authorizationUrl)
  skipped = 10 * 60_000 + 1000
  assertErrorPage(await anyone.get(`/oauth/callback${query}`))
  await org.api.post(`${org.path}/connections/local/_start`)
  const count = async () => (await db.selectFrom('oauth_states').select('hash').execute()).length
  await purgeExpiredOAuthStates(db, world.now())
  assert.equal(await count(), 1)
  skipped += 10 * 60_000 + 1000
  await purgeExpiredOAuthStates(db, world.now())
  assert.equal(await count(), 0)
})

test('deleting an agent invalidates its states', async () => {
  const own = await newOrg()
  const started = assertStatus(await own.api.post(`${own.agent}/tools/${encodeURIComponent(toolId)}/oauth/start`), 200)
  const query = await oauth.browse(started.authorizationUrl)
  assertStatus(await own.api.del(own.agent), 204)
  assertErrorPage(await anyone.get(`/oauth/callback${query}`))
})

test('a grant for an agent that was deleted meanwhile is not stored, and is revoked at the provider', async () => {
  const own = await newOrg()
  const before = oauth.revocations
  meanwhile = async () => {
    meanwhile = async () => {}
    assertStatus(await own.api.del(own.agent), 204)
  }
  const start = `${own.agent}/tools/${encodeURIComponent(toolId)}/oauth/start`
  const reply = await walk(start, { returnTo: 'https://app.example.com/' }, own.api)
  assert.equal(reply.headers.location, 'https://app.example.com/?oauthStatus=error&reason=gone')
  assert.equal(oauth.revocations - before, 1)
})

test('a grant at a provider that is no longer configured ends with provider_unconfigured', async () => {
  const started = assertStatus(await org.api.post(`${tool}/start`, { returnTo: 'https://app.example.com/' }), 200)
  const query = await oauth.browse(started.authorizationUrl)
  await db.updateTable('oauth_states').set({ provider: 'microsoft' }).execute()
  const reply = await anyone.get(`/oauth/callback${query}`)
  assert.equal(reply.headers.location, 'https://app.example.com/?oauthStatus=error&reason=provider_unconfigured')
})

test('a person who refuses is redirected with access_denied', async () => {
  oauth.deniesConsent = true
  const reply = await walk(`${tool}/start`, { returnTo: 'https://app.example.com/' })
  assert.equal(reply.headers.location, 'https://app.example.com/?oauthStatus=error&reason=access_denied')
  const page = await walk(`${tool}/start`)
  assertErrorPage(page)
  assert.match(page.text, /Access was not granted/)
  assert.ok(!page.text.includes('refused'), 'the words of the provider are not repeated')
  assert.deepEqual(await toolStatus(), { status: 'not-connected' })
})

const failures: [what: string, change: (query: string) => string, reason: string][] = [
  ['another error', (query) => query.replace(/code=[^&]+/, 'error=server_error'), 'provider_error'],
  ['a hostile error', (query) => query.replace(/code=[^&]+/, 'error=%3Cscript%3E%26x%3D1'), 'provider_error'],
  ['an invalid code', (query) => query.replace(/code=[^&]+/, 'code=guessed'), 'exchange_failed'],
  ['no code', (query) => query.replace(/code=[^&]+/, ''), 'exchange_failed'],
  ['another issuer', (query) => query.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'), 'exchange_failed'],
]
for (const [what, change, reason] of failures) {
  test(`a callback with ${what} redirects with ${reason}`, async () => {
    const returnTo = 'https://app.example.com/'
    const started = assertStatus(await org.api.post(`${tool}/start`, { returnTo }), 200)
    const reply = await anyone.get(`/oauth/callback${change(await oauth.browse(started.authorizationUrl))}`)
    assert.equal(reply.headers.location, `https://app.example.com/?oauthStatus=error&reason=${reason}`)
    assert.deepEqual(await toolStatus(), { status: 'not-connected' })
  })
}

test('a provider that is down ends the grant with exchange_failed', async () => {
  oauth.broken = true
  const reply = await walk(`${tool}/start`, { returnTo: 'https://app.example.com/' })
  assert.equal(reply.headers.location, 'https://app.example.com/?oauthStatus=error&reason=exchange_failed')
})

for (const returnTo of [undefined, 'https://evil.example/', '//evil.example', 'https://evil@app.example.com', 'x']) {
  test(`with returnTo ${returnTo} a page is shown and the grant is stored`, async () => {
    const reply = await walk(`${tool}/start`, { returnTo })
    assert.deepEqual([reply.status, reply.headers.location], [200, undefined])
    assert.match(reply.text, /<h1>Connected<\/h1>/)
    assert.match(reply.headers['content-security-policy'] ?? '', /default-src 'none'/)
    assert.equal((await toolStatus()).status, 'connected')
  })
}

test('request bodies are validated', async () => {
  const start = `${org.path}/connections/local/_start`
  for (const [path, body, field] of [
    [start, { returnTo: 1 }, 'returnTo'],
    [start, { returnTo: null }, 'returnTo'],
    [start, { returnTo: 'x'.repeat(2001) }, 'returnTo'],
    [start, { label: '' }, 'label'],
    [start, { label: 'x'.repeat(201) }, 'label'],
    [start, { scopes: [] }, 'scopes'],
    [`${tool}/start`, { returnTo: {} }, 'returnTo'],
    [`${tool}/start`, { label: 'x' }, 'label'],
  ] as const) {
    assertProblem(await org.api.post(path, body), 422, 'request.invalid', field)
  }
})

test('an unknown provider or tool returns 404, and one that is not configured names the missing settings', async () => {
  assertProblem(await org.api.post(`${org.path}/connections/nobody/_start`), 404, 'resource.not_found')
  for (const path of ['start', 'disconnect'])
    assertProblem(await org.api.post(`${org.agent}/tools/nothing/oauth/${path}`), 404, 'resource.not_found')
  assertProblem(await org.api.get(`${org.agent}/tools/nothing/oauth/status`), 404, 'resource.not_found')
  const reply = await org.api.post(`${org.path}/connections/microsoft/_start`)
  assertProblem(reply, 409, 'oauth.provider_unconfigured')
  assert.match(reply.body.detail, /OAUTH_MICROSOFT_CLIENT_ID and OAUTH_MICROSOFT_CLIENT_SECRET/)
})

test('a connection can be read and deleted only in its own org, and only with the required permission', async () => {
  const other = await newOrg()
  const id = await connect('isolated@example.com')
  assertProblem(await other.api.get(`${other.path}/connections/${id}`), 404, 'resource.not_found')
  assertProblem(await other.api.del(`${other.path}/connections/${id}`), 404, 'resource.not_found')
  assertProblem(await other.api.get(`${org.path}/connections/${id}`), 404, 'resource.not_found')
  await assert.rejects(callWithConnection(use, other, id, ask), { status: 'not-connected' })
  assert.deepEqual((await other.api.get(`${other.path}/connections`)).body.data, [])

  const as = async (role: 'viewer' | 'editor' | 'admin') => anyone.as((await base.member(org, role)).token as string)
  const [viewer, editor, admin] = [await as('viewer'), await as('editor'), await as('admin')]
  assertStatus(await viewer.get(`${org.path}/connections/${id}`), 200)
  assertStatus(await viewer.get(`${tool}/status`), 200)
  for (const [client, method, path] of [
    [viewer, 'POST', `${tool}/start`],
    [viewer, 'POST', `${tool}/disconnect`],
    [editor, 'POST', `${org.path}/connections/local/_start`],
    [editor, 'DELETE', `${org.path}/connections/${id}`],
  ] as const) {
    assertProblem(await client.call(method, path), 403, 'auth.forbidden')
  }
  assertStatus(await editor.post(`${tool}/start`), 200)
  assertStatus(await admin.post(`${org.path}/connections/local/_start`), 200)
  assertStatus(await admin.del(`${org.path}/connections/${id}`), 200)
})

test('an expired token is refreshed once, however many callers ask concurrently', async () => {
  const id = await connect('busy@example.com')
  const before = oauth.refreshes
  skipped = 2 * 3_600_000
  const replies = await Promise.all(Array.from({ length: 12 }, () => callWithConnection(use, org, id, ask)))
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  assert.equal(oauth.refreshes - before, 1)
  const { status, expiresAt } = await read(id)
  assert.equal(status, 'connected')
  assert.ok(Date.parse(expiresAt) > world.now().getTime())
  skipped *= 2
  assert.equal((await callWithConnection(use, org, id, ask)).status, 200, 'the new refresh token was kept')
  assert.equal(oauth.refreshes - before, 2)
})

test('two processes refresh an expiring token once: the second finds the token of the first', async (t) => {
  const id = await connect('shared@example.com')
  const before = oauth.refreshes
  // Less than a minute is left.
  skipped += 3_600_000 - 30_000
  // Another instance of the module shares nothing in memory with this one, like another process.
  const other: typeof import('./use-grant.ts') = await import(`${new URL('use-grant.ts', import.meta.url)}?process=2`)
  assert.notEqual(other.callWithConnection, callWithConnection)
  const { connectionString = '' } = base.database.pool.options
  const pool = openDatabase(connectionString, { connections: 4 })
  t.after(() => pool.close())
  const elsewhere = { ...use, db: pool.db }
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      n % 2 === 0 ? callWithConnection(use, org, id, ask) : other.callWithConnection(elsewhere, org, id, ask),
    ),
  )
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  assert.equal(oauth.refreshes - before, 1)
  assert.equal((await read(id)).status, 'connected')
})

test('a token that is rejected early is refreshed, and the call is repeated', async () => {
  const id = await connect('early@example.com')
  const tokens: string[] = []
  const reply = await callWithConnection(use, org, id, async (token) => {
    tokens.push(token)
    return new Response('hello', { status: tokens.length === 1 ? 401 : 200 })
  })
  assert.equal(await reply.text(), 'hello')
  assert.equal(new Set(tokens).size, 2)
  assert.equal((await read(id)).status, 'connected')
})

test('a grant that the person revoked at the provider becomes expired once a refresh fails', async () => {
  const id = await connect('ended@example.com')
  await oauth.revokeAll()
  await assert.rejects(callWithConnection(use, org, id, ask), { status: 'expired' })
  const { status, lastError } = await read(id)
  assert.deepEqual([status, lastError], ['expired', 'the provider returned invalid_grant'])
  const data = { connectionId: id, provider: 'local', status: 'expired', previousStatus: 'connected', lastError }
  assert.deepEqual(announced.at(-1)?.data, data)
})

test('a provider outage makes the connection expired, and the next use restores it', async () => {
  const id = await connect('patient@example.com')
  skipped = 2 * 3_600_000
  oauth.broken = true
  await assert.rejects(callWithConnection(use, org, id, ask), { status: 'expired' })
  assert.equal((await read(id)).status, 'expired')
  oauth.broken = false
  assert.equal((await callWithConnection(use, org, id, ask)).status, 200)
  const { status, lastError } = await read(id)
  assert.deepEqual([status, lastError], ['connected', undefined])
  assert.deepEqual(
    announced.map(({ data }) => data.status),
    ['connected', 'expired', 'connected'],
  )
})

test('an event is published when a connection is created, renewed, or works again, and not on every use', async () => {
  const own = await newOrg()
  const id = await connect('told@example.com', own)
  assert.deepEqual(connected, [`${own.id} ${id}`])
  await callWithConnection(use, own, id, ask)
  assert.equal(connected.length, 1)
  await callWithConnection(use, own, id, answers(503))
  await callWithConnection(use, own, id, ask)
  assert.equal(connected.length, 2)
  await connect('told@example.com', own)
  assert.deepEqual(connected, Array(3).fill(`${own.id} ${id}`))
})

test('a grant that is rejected even after a refresh becomes revoked', async () => {
  const id = await connect('rejected@example.com')
  const before = oauth.refreshes
  await assert.rejects(callWithConnection(use, org, id, answers(401)), { status: 'revoked' })
  assert.equal(oauth.refreshes - before, 1)
  const { status, lastError, lastUsedAt } = await read(id)
  assert.deepEqual([status, lastError, lastUsedAt], ['revoked', 'the provider rejected the grant', undefined])
})

test('a call that fails for another reason sets an error, and one about the requested resource does not', async () => {
  const id = await connect('unlucky@example.com')
  for (const [status, becomes, lastError] of [
    [503, 'error', 'the provider returned 503'],
    [404, 'connected', undefined],
    [403, 'error', 'the provider returned 403'],
    [204, 'connected', undefined],
  ] as const) {
    assert.equal((await callWithConnection(use, org, id, answers(status))).status, status)
    const connection = await read(id)
    assert.deepEqual([connection.status, connection.lastError], [becomes, lastError])
  }
  const nowhere = () => outbound.fetch(deadEnd)
  await assert.rejects(callWithConnection(use, org, id, nowhere), /the connection was refused/)
  const { status, lastError } = await read(id)
  assert.deepEqual([status, lastError], ['error', 'the connection was refused'])
})

test('tokens inside error messages are not stored', async () => {
  const id = await connect('careless@example.com')
  await assert.rejects(
    callWithConnection(use, org, id, async (token) => {
      throw new Error(`no luck with ${token}`)
    }),
  )
  assert.equal((await read(id)).lastError, 'the call to the provider failed')
})

test('the result of a call with an old token does not affect a connection that was renewed meanwhile', async () => {
  const id = await connect('overtaken@example.com')
  const calling = callWithConnection(use, org, id, async () => {
    await connect('overtaken@example.com')
    return new Response(null, { status: 500 })
  })
  assert.equal((await calling).status, 500)
  assert.equal((await read(id)).status, 'connected')
})

test('the status of a tool shows since when it is connected, and the reason of an error if there is one', async () => {
  await walk(`${tool}/start`)
  const { connectedAt } = await toolStatus()
  await toolGrant.call(answers(500))
  assert.deepEqual(await toolStatus(), { status: 'connected', connectedAt }, 'an outage says nothing about the grant')
  await toolGrant.call(answers(403))
  assert.deepEqual(await toolStatus(), { status: 'error', connectedAt, lastError: 'the provider returned 403' })
  await assert.rejects(toolGrant.call(answers(401)), { status: 'revoked' })
  assert.deepEqual(await toolStatus(), { status: 'revoked', connectedAt, lastError: 'the provider rejected the grant' })
  await toolGrant.call(answers(200))
  assert.deepEqual(await toolStatus(), { status: 'connected', connectedAt })
  await oauth.revokeAll()
  await assert.rejects(toolGrant.call(ask), { status: 'expired' })
  assert.deepEqual(await toolStatus(), { status: 'expired', connectedAt })
  const about = { agentId: org.key.id, toolId, provider: 'local', playbooks: [{ id: 'sales', name: 'Sales' }] }
  const rejected = { status: 'revoked', previousStatus: 'error', lastError: 'the provider rejected the grant' }
  assert.deepEqual(announced[1], {
    orgId: org.id,
    type: 'connection.status_changed',
    data: { ...about, ...rejected },
  })
  assert.deepEqual(
    announced.map(({ data }) => data.status),
    ['error', 'revoked', 'connected', 'expired'],
  )
  await org.api.post(`${tool}/disconnect`)
})

test('a provider that cannot be reached or is no longer configured does not prevent disconnection', async () => {
  const id = await connect('hermit@example.com', org, 'hermit')
  assertStatus(await org.api.del(`${org.path}/connections/${id}`), 200)
  await until(() => lines.some((line) => line.includes('could not be revoked')))
  const orphan = await connect('orphan@example.com')
  await db.updateTable('connections').set({ provider: 'nobody' }).where('id', '=', orphan).execute()
  skipped = 2 * 3_600_000
  await assert.rejects(callWithConnection(use, org, orphan, ask), { status: 'expired' })
  assertStatus(await org.api.del(`${org.path}/connections/${orphan}`), 200)
})

test('a repeated start with an Idempotency-Key returns the same URL', async () => {
  const headers = { 'idempotency-key': 'again' }
  const first = await org.api.post(`${org.path}/connections/local/_start`, {}, headers)
  const second = await org.api.post(`${org.path}/connections/local/_start`, {}, headers)
  assert.equal(second.body.authorizationUrl, first.body.authorizationUrl)
  assert.equal(second.headers['idempotency-replayed'], 'true')
})

test('no table, response or log contains a token, code, verifier or client secret', async () => {
  await connect('secret@example.com')
  await walk(`${tool}/start`)
  await org.api.post(`${tool}/start`)
  const stored: string[] = []
  for (const table of ['connections', 'tool_grants', 'oauth_states', 'idempotency_keys']) {
    const { rows } = await base.database.pool.query(`select row_to_json(t)::text as row from ${table} t`)
    stored.push(...rows.map(({ row }) => row))
  }
  const answered = [
    await org.api.get(`${org.path}/connections`),
    await org.api.get(`${tool}/status`),
    await org.api.get(org.agent),
  ].map(({ text }) => text)
  const all = [...stored, ...answered, ...lines, JSON.stringify(announced)].join('\n')
  assert.ok(stored.length > 10 && lines.length > 50 && oauth.secrets.size > 20)
  for (const secret of [...oauth.secrets, 'the-secret-of-the-client-at-the-provider']) {
    assert.ok(!all.includes(secret))
    assert.ok(!all.includes(Buffer.from(secret).toString('hex')))
  }
})
