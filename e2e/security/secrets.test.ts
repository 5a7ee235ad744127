import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../server/src/testing/client.ts'
import { createLogRecorder } from '../../server/src/testing/log-recorder.ts'
import { runtimeBench, toolCallAnswer } from '../../server/src/testing/runtime-bench.ts'
import { createTenant } from './tenant.ts'

/**
 * Uses a canary value for every secret, with services that fail and echo their requests; then searches everything
 * readable for the canaries.
 */

const { log, lines } = createLogRecorder()
const bench = await runtimeBench({ config: { lab: true }, log })
const { server, app, work } = bench
const org = await server.org()
const tenant = await createTenant(bench, org, 'keeper')
const agent = (end: string) => tenant.path + end
const api = org.api

/** Echoes and refuses every request, like a service in debug mode. */
const requests: string[] = []
const parrot = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  const requestText = JSON.stringify({ url: request.url, headers: request.headers, body })
  requests.push(requestText)
  response.writeHead(request.url === '/ok' ? 200 : 500, { 'content-type': 'application/json' }).end(requestText)
}).listen(0, '127.0.0.1')
await once(parrot, 'listening')
after(() => parrot.close())
const address = `http://127.0.0.1:${(parrot.address() as AddressInfo).port}`

const secrets: Record<string, string> = {
  integration: 'Bearer canary-integration-c41e88',
  slack: `${address}/services/canary-slack-3f9a1c`,
  email: 'canary-email-77b0d2-key',
  tool: 'SG.canary-tool-5d20aa-key',
  gateway: 'canary-gateway-19ffe0-secret',
  password: 'canary password 88aa01',
  unknownKey: 'sk-svc-canary-unknown-123456789',
  unknownToken: 'at-canary-unknown-987654321',
}

function keep(name: string, secret: string | undefined): void {
  secrets[name] = secret ?? assert.fail(`there is no ${name}`)
}

async function plant(): Promise<void> {
  const put = async (path: string, body: object) => assert.ok((await api.put(agent(path), body)).status < 300, path)
  const orders = { description: 'Looks up', endpoint: { url: `${address}/ok` } }
  await put('/integrations/keeper-orders', { ...orders, authHeader: secrets.integration })
  await put('/notifications', {
    operator: { provider: 'slack' },
    slackWebhookUrl: secrets.slack,
    emailApiKey: secrets.email,
  })
  await put('/tool-bindings/%40svc%2Ftool.sendgrid-mail', { config: { apiKey: secrets.tool } })
  const auth = { sendUrl: `${address}/sms`, secret: secrets.gateway, from: '+12025550100' }
  assertStatus(
    await api.post(agent('/channels'), { channel: 'sms', mode: 'unmanaged', provider: 'http-sms', auth }),
    201,
  )
  const events = ['person.created']
  const hook = assertStatus(await api.post(`${org.path}/webhooks`, { url: `${address}/hook`, events }), 201)
  Object.assign(tenant.ids, { webhookId: hook.id })
  keep('webhook', hook.signingSecret)
  keep('rotatedWebhook', assertStatus(await api.post(`${org.path}/webhooks/${hook.id}/_rotate`), 200).signingSecret)
  const member = { email: 'canary@example.com', role: 'owner', password: secrets.password }
  assertStatus(await api.post(`${org.path}/members`, member), 201)
  keep('key', (await server.key(org, ['agents:read'])).key)
  keep('link', assertStatus(await api.post(agent('/emulator-links'), {}), 201).token)
  keep('sitting', assertStatus(await api.post(agent('/emulator-sessions'), {}), 201).token)
  keep('access', assertStatus(await api.post(agent('/gateway/_rotateAccessToken')), 200).accessToken)
  keep('signing', assertStatus(await api.post(agent('/gateway/_rotateSigningSecret')), 200).signingSecret)
  keep('system', server.system.token)
}

const gateway = async (method: 'GET' | 'POST', url: string, payload?: object, token = secrets.access) =>
  app.inject({ method, url, payload, headers: { authorization: `Bearer ${token}` } })

async function use(): Promise<void> {
  const { email, password } = { email: 'canary@example.com', password: secrets.password }
  keep('session', assertStatus(await server.anyone.post('/auth/sign-in', { email, password }), 200).token)
  await server.anyone.post('/auth/sign-in', { email, password: `${password}!` })
  for (const token of Object.values(secrets)) await server.anyone.as(token).get('/me')
  for (const token of Object.values(secrets)) await gateway('GET', '/v4/webhook', undefined, token)
  await app.inject(`/v4/webhook?access_token=${secrets.access}`)
  await app.inject(`/v4/webhook?access_token=${secrets.unknownToken}`)
  await visit()
  await speak()
  // Creating a person triggers the organization's webhook, which fails.
  const { id } = assertStatus(await api.post(agent('/people'), { fullName: 'New' }), 201)
  const sms = { channel: 'sms', address: '+12025550177' }
  const { asid } = assertStatus(await api.post(agent(`/people/${id}/identities`), sms), 201)
  const words = { spec: 'amf/1', parts: [{ type: 'text', text: 'Hello' }] }
  await gateway('POST', '/v4/messages', { userId: asid, messages: [words] })
  await gateway('POST', '/v4/webhook', { webhookUrl: `${address}/agent`, instanceId: 'i' })
  await work()
  await says('Still there?')
}

const says = async (text: string) => {
  const url = `/lab/v1/handsets/rcs/${encodeURIComponent('+12025550188')}/events`
  await gateway('POST', url, { type: 'text', text })
  await work()
}

/** The model calls tools that use credentials, and repeats their results. */
async function speak(): Promise<void> {
  bench.play((ask, n) => (n === 0 ? toolCallAnswer('keeper-orders') : JSON.stringify(ask.messages).slice(-1000)))
  await says('Where is my order?')
  await api.patch(agent('/playbooks/keeper-desk'), { uses: ['people', 'notify', 'integration:keeper-orders'] })
  bench.play(toolCallAnswer('notify.team', { text: 'Somebody waits' }), 'They know')
  await says('Call me')
}

async function visit(): Promise<void> {
  const { data } = assertStatus(await api.get(agent('/channels')), 200)
  const { id } = data.find(({ channel }: ReplyBody) => channel === 'webchat')
  const visitor = await app.inject({ method: 'POST', url: `/webchat/${id}/visitors` })
  keep('visitor', visitor.json().visitorToken)
  const headers = { authorization: `Bearer ${secrets.visitor}` }
  await app.inject({ url: `/webchat/${id}/entries`, headers })
}

await plant()
await use()

/** Plain, hex, base64 at every offset, and URL-encoded. */
function formsOf(secret: string): string[] {
  const kernel = /canary[\w-]+/.exec(secret)?.[0] ?? secret
  const shifted = [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(`${'x'.repeat(shift)}${kernel}`).toString('base64')
    return encoded.slice(shift === 0 ? 0 : shift + 1, -4)
  })
  return [kernel, encodeURIComponent(kernel), Buffer.from(kernel).toString('hex'), ...shifted]
}

function assertSilent(text: string, where: string): void {
  for (const [name, secret] of Object.entries(secrets)) {
    for (const form of formsOf(secret)) assert.ok(!text.includes(form), `the ${name} stands in ${where}`)
  }
}

test('the services received the secrets meant for them and echoed them', () => {
  const all = requests.join('\n')
  for (const name of ['integration', 'slack'] as const)
    assert.ok(
      formsOf(secrets[name] as string).some((form) => all.includes(form)),
      name,
    )
  for (const path of ['/ok', '/services/', '/sms', '/hook', '/agent']) assert.ok(all.includes(path), path)
})

test('no response contains a secret', async () => {
  let answered = 0
  const ids = { ...tenant.ids, org: org.id, agent: tenant.agent, toolId: encodeURIComponent('@svc/tool.sendgrid-mail') }
  for (const { method, path, access, responseTypes } of server.routes) {
    // Skips event streams: they return the same content as their resource.
    if (method !== 'GET' || responseTypes?.includes('text/event-stream')) continue
    const known: Record<string, string> = { linkId: tenant.ids.outreachLinkId as string, kind: 'tools', ...ids }
    const filled = path.replace(/(?<=\/):(\w+)/g, (_, name: string) => known[name] ?? 'nothing')
    const reply = await (access.kind === 'system' ? server.system : api).get(filled)
    if (reply.status === 200) answered++
    assertSilent(reply.text + JSON.stringify(reply.headers), filled)
  }
  assert.ok(answered > 90, `${answered} routes answered`)
  for (const format of ['yaml', 'json']) assertSilent((await api.get(agent(`/export?format=${format}`))).text, format)
  for (const url of ['/metrics', '/openapi.json']) assertSilent((await server.app.inject(url)).body, url)
})

test('every delivery attempt and every turn is readable and contains no secret', async () => {
  const { data } = assertStatus(await api.get(`${org.path}/webhooks/${tenant.ids.webhookId}/deliveries`), 200)
  for (const { id } of data) {
    const { text } = await api.get(`${org.path}/webhooks/${tenant.ids.webhookId}/deliveries/${id}`)
    assert.match(text, /status 500/)
    assertSilent(text, 'a delivery')
  }
  const turns = assertStatus(await api.get(agent('/turns')), 200).data
  assert.ok(turns.length > 2)
  for (const { id } of turns) assertSilent((await api.get(agent(`/turns/${id}`))).text, 'a turn')
})

test('no prompt sends a secret to the model', () => {
  assertSilent(JSON.stringify(bench.asks()), 'a prompt')
})

test('no line of the log contains a secret', () => {
  assert.ok(lines.length > 50, `${lines.length} lines`)
  for (const line of lines) assertSilent(line, line.slice(0, 300))
})

test('no row of any table contains a secret in clear text', async () => {
  const { pool } = server.database
  const tables = await pool.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  let rows = 0
  for (const { name } of tables.rows) {
    const dumped = await pool.query(`select t::text as row from "${name}" t`)
    rows += dumped.rows.length
    assertSilent(dumped.rows.map(({ row }) => row).join('\n'), `the table ${name}`)
  }
  assert.ok(rows > 200, `${rows} rows`)
})
