import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createGateway } from '../../server/src/app.ts'
import type { Route } from '../../server/src/platform/http/route.ts'
import { createTestAgent } from '../../server/src/testing/agent.ts'
import { createTestApp, type TestApp, testPassword } from '../../server/src/testing/app.ts'
import { assertStatus } from '../../server/src/testing/client.ts'
import { createGatewayClients, rotateAccessToken } from '../../server/src/testing/gateway-clients.ts'

/** Limits on what another site's page can make a browser do: no cookie, no cross-origin read, no frame, no script. */

const server = await createTestApp({ config: { lab: true } })
const agent = await createTestAgent(server)
const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
const [owner, viewer] = [await server.member(org, 'owner'), await server.member(org, 'viewer')]
const accessToken = await rotateAccessToken(agent)
const chats = assertStatus(await agent.get('/channels'), 200).data
const chat: string = chats.find(({ channel }: { channel: string }) => channel === 'webchat').id
const gateway = createGateway(server.services)
after(() => gateway.close())

type Address = { app: TestApp['app']; method: Route['method'] | 'OPTIONS'; url: string }
const findRoutes = (path: string) =>
  path
    .replace(':org', agent.orgId)
    .replace(':agent', agent.id)
    .replace(/(?<=\/):\w+/g, 'nothing')

const guarded: Address[] = [
  ...server.routes
    .filter(({ access }) => access.kind !== 'public')
    .map(({ method, path }) => ({ app: server.app, method, url: `/v1${findRoutes(path)}` })),
  ...createGatewayClients(server).routes.map(({ prefix, route }) => ({
    app: gateway,
    method: route.method,
    url: prefix + findRoutes(route.path),
  })),
  { app: server.app, method: 'POST', url: '/mcp' },
]
const get = (app: Address['app'], ...urls: string[]): Address[] => urls.map((url) => ({ app, method: 'GET', url }))
const pages: Address[] = [
  ...get(
    server.app,
    '/',
    '/sign-in',
    '/invitation',
    '/orgs/nothing',
    '/docs',
    '/docs/people',
    '/docs/search?q=%3Cscript%3E',
    '/docs/api',
    '/emulator',
    '/o/nothing',
    '/oauth/authorize',
  ),
  ...get(server.app, '/v1/oauth/callback?state=nothing'),
  ...get(gateway, '/', '/docs', '/docs/api', '/lab', `/chat/${chat}`),
]

const sendRequest = ({ app, method, url }: Address, headers: Record<string, string>) =>
  app.inject({ method, url, headers })

test('a token in a cookie grants no access, and no response sets a cookie', async () => {
  const cookie = [owner.token, agent.client.token, accessToken, server.system.token]
    .flatMap((token) => [`token=${token}`, `session=${token}`, `authorization=Bearer ${token}`])
    .join('; ')
  for (const address of [...guarded, ...pages]) {
    const { statusCode, headers } = await sendRequest(address, { cookie })
    const name = `${address.method} ${address.url}`
    assert.equal(headers['set-cookie'], undefined, name)
    if (guarded.includes(address)) assert.equal(statusCode, 401, name)
  }
  assert.ok(guarded.length > 250, `${guarded.length} were asked`)
})

test('signing in returns a newly generated token, whatever token the request carries', async () => {
  const editor = await server.member(org, 'editor')
  const credentialHeaders = { authorization: `Bearer ${owner.token}`, cookie: `token=${owner.token}` }
  const body = { email: editor.email, password: testPassword }
  const { token } = assertStatus(await server.anyone.post('/auth/sign-in', body, credentialHeaders), 200)
  assert.notEqual(token, owner.token)
  assert.equal(assertStatus(await server.anyone.as(token).get('/me'), 200).caller.id, editor.userId)
})

test('a page of another origin can read only public resources', async () => {
  const publicPaths = new Set(['/openapi.json', '/webchat.js', `/webchat/${chat}`])
  const otherAddresses = [
    ...get(server.app, '/openapi.json', '/metrics', '/healthz'),
    ...get(gateway, '/webchat.js', `/webchat/${chat}`, '/media/nothing/x'),
  ]
  const preflights = [...guarded.slice(0, 30), ...pages].map((address) => ({ ...address, method: 'OPTIONS' as const }))
  const crossOriginHeaders = { origin: 'https://evil.example.com', authorization: `Bearer ${viewer.token}` }
  for (const address of [...guarded, ...pages, ...otherAddresses, ...preflights]) {
    const { headers } = await sendRequest(address, { ...crossOriginHeaders, 'access-control-request-method': 'POST' })
    assert.equal(headers['access-control-allow-credentials'], undefined, address.url)
    if (publicPaths.has(address.url)) continue
    assert.equal(headers['access-control-allow-origin'], undefined, `${address.method} ${address.url}`)
  }
})

test('no page can be framed, and each runs only its own scripts', async () => {
  for (const page of pages) {
    const { headers } = await sendRequest(page, {})
    const policy = String(headers['content-security-policy'])
    const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]))
    const name = `${page.url}: ${policy}`
    assert.deepEqual(rules.get('default-src'), ["'none'"], name)
    assert.deepEqual(rules.get('base-uri'), ["'none'"], name)
    assert.deepEqual(rules.get('frame-ancestors'), ["'none'"], name)
    assert.ok(["'none'", "'self'"].includes(rules.get('form-action')?.join() ?? ''), name)
    for (const source of rules.get('script-src') ?? []) assert.match(source, /^'(self|sha256-.+)'$/, name)
    assert.equal(headers['x-content-type-options'], 'nosniff', name)
    assert.match(String(headers['referrer-policy']), /^(no-referrer|same-origin)$/, name)
  }
})

test('no response reveals the server software', async () => {
  for (const address of [...guarded.slice(0, 20), ...pages]) {
    const { headers } = await sendRequest(address, {})
    for (const name of ['server', 'x-powered-by', 'via']) assert.equal(headers[name], undefined, address.url)
  }
})
