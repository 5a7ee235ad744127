import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../server/src/testing/client.ts'
import { createLogRecorder } from '../../server/src/testing/log-recorder.ts'
import { createRuntimeBench, toolCallAnswer } from '../../server/src/testing/runtime-bench.ts'
import { createTenant } from './tenant.ts'

/**
 * Uses a canary value for every secret, with services that fail and echo their requests; then searches everything
 * readable for the canaries.
 */

const { log, lines } = createLogRecorder()
const bench = await createRuntimeBench({ config: { lab: true }, log })
const { server, app, work } = bench
const org = await server.org()
const tenant = await createTenant(bench, org, 'keeper')
const agent = (end: string) => tenant.path + end
const api = org.api

/** Echoes and refuses every request, like a service in debug mode. */
const requests: string[] = []
const echoServer = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  const requestText = JSON.stringify({ url: request.url, headers: request.headers, body })
  requests.push(requestText)
  response.writeHead(request.url === '/ok' ? 200 : 500, { 'content-type': 'application/json' }).end(requestText)
}).listen(0, '127.0.0.1')
await once(echoServer, 'listening')
after(() => echoServer.close())
const address = `http://127.0.0.1:${(echoServer.address() as AddressInfo).port}`

const secrets: Record<string, string> = {
  integration: 'Bearer canary-integration-c41e88',
  slack: `${address}/services/canary-slack-3f9a1c`,
  email: 'canary-email-77b0d2-key',
  tool: 'SG.canary-tool-5d20aa-key',
  webhookTool: 'Bearer canary-webhook-tool-6b1c93',
  model: 'sk-canary-model-2e7d05-key',
  mcp: 'canary-mcp-server-8b3f16',
  gateway: 'canary-gateway-19ffe0-secret',
  password: 'canary password 88aa01',
  unknownKey: 'sk-svc-canary-unknown-123456789',
  unknownToken: 'at-canary-unknown-987654321',
}

const webhookTool = '/tool-bindings/%40svc%2Ftool.http-webhook'

function addSecret(name: string, secret: string | undefined): void {
  secrets[name] = secret ?? assert.fail(`there is no ${name}`)
}

async function storeSecrets(): Promise<void> {
  const put = async (path: string, body: object) => assert.ok((await api.put(agent(path), body)).status < 300, path)
  const orders = { description: 'Looks up', endpoint: { url: `${address}/ok` } }
  await put('/integrations/keeper-orders', { ...orders, authHeader: secrets.integration })
  await put('/notifications', {
    operator: { provider: 'slack' },
    slackWebhookUrl: secrets.slack,
    emailApiKey: secrets.email,
  })
  await put('/tool-bindings/%40svc%2Ftool.sendgrid-mail', { config: { apiKey: secrets.tool } })
  const mcpServer = { kind: 'mcp', name: 'Keeper', url: `${address}/mcp` }
  await put('/integrations/echo-server', { ...mcpServer, auth: { type: 'bearer', secret: secrets.mcp } })
  const model = { provider: 'openai-compatible', model: 'echo', baseUrl: `${address}/model`, apiKey: secrets.model }
  assertStatus(await api.put(`${org.path}/models/echo-model`, model), 201)
  await put(webhookTool, { config: { url: `${address}/ok`, authorization: secrets.webhookTool } })
  const auth = { sendUrl: `${address}/sms`, secret: secrets.gateway, from: '+12025550100' }
  assertStatus(
    await api.post(agent('/channels'), { channel: 'sms', mode: 'unmanaged', provider: 'http-sms', auth }),
    201,
  )
  const events = ['person.created']
  const webhook = assertStatus(await api.post(`${org.path}/webhooks`, { url: `${address}/hook`, events }), 201)
  Object.assign(tenant.ids, { webhookId: webhook.id })
  addSecret('webhook', webhook.signingSecret)
  addSecret(
    'rotatedWebhook',
    assertStatus(await api.post(`${org.path}/webhooks/${webhook.id}/_rotate`), 200).signingSecret,
  )
  const member = { email: 'canary@example.com', role: 'owner', password: secrets.password }
  assertStatus(await api.post(`${org.path}/members`, member), 201)
  addSecret('key', (await server.key(org, ['agents:read'])).key)
  const invited = { email: 'canary-invited@example.com', role: 'viewer' }
  addSecret('invitation', assertStatus(await api.post(`${org.path}/invitations`, invited), 201).link.split('#')[1])
  addSecret('link', assertStatus(await api.post(agent('/emulator-links'), {}), 201).token)
  addSecret('sitting', assertStatus(await api.post(agent('/emulator-sessions'), {}), 201).token)
  addSecret('access', assertStatus(await api.post(agent('/gateway/_rotateAccessToken')), 200).accessToken)
  addSecret('signing', assertStatus(await api.post(agent('/gateway/_rotateSigningSecret')), 200).signingSecret)
  addSecret('system', server.system.token)
}

const gateway = async (method: 'GET' | 'POST', url: string, payload?: object, token = secrets.access) =>
  app.inject({ method, url, payload, headers: { authorization: `Bearer ${token}` } })

async function exerciseSecrets(): Promise<void> {
  const { email, password } = { email: 'canary@example.com', password: secrets.password }
  addSecret('session', assertStatus(await server.anyone.post('/auth/sign-in', { email, password }), 200).token)
  await server.anyone.post('/auth/sign-in', { email, password: `${password}!` })
  for (const token of Object.values(secrets)) await server.anyone.as(token).get('/me')
  for (const token of Object.values(secrets)) await gateway('GET', '/v4/webhook', undefined, token)
  await app.inject(`/v4/webhook?access_token=${secrets.access}`)
  await app.inject(`/v4/webhook?access_token=${secrets.unknownToken}`)
  await visitAsVisitor()
  await tryTool()
  // The server repeats the key in its error.
  assert.equal(assertStatus(await api.post(`${org.path}/models/echo-model/_test`), 200).ok, false)
  await api.post(agent('/integrations/echo-server/_refresh'))
  await runConversation()
  // Creating a person triggers the organization's webhook, which fails.
  const { id } = assertStatus(await api.post(agent('/people'), { fullName: 'New' }), 201)
  const sms = { channel: 'sms', address: '+12025550177' }
  const { asid } = assertStatus(await api.post(agent(`/people/${id}/identities`), sms), 201)
  const words = { spec: 'amf/1', parts: [{ type: 'text', text: 'Hello' }] }
  await gateway('POST', '/v4/messages', { userId: asid, messages: [words] })
  await gateway('POST', '/v4/webhook', { webhookUrl: `${address}/agent`, instanceId: 'i' })
  await work()
  await sendText('Still there?')
}

const sendText = async (text: string) => {
  const url = `/lab/v1/handsets/rcs/${encodeURIComponent('+12025550188')}/events`
  await gateway('POST', url, { type: 'text', text })
  await work()
}

/** A catalog tool whose provider echoes the credentials, in a success and in a failure. */
async function tryTool(): Promise<void> {
  const given = { event: 'lead.created', payload: { name: 'Ada' } }
  for (const url of [`${address}/ok`, `${address}/broken`]) {
    assertStatus(await api.patch(agent(webhookTool), { config: { url } }), 200)
    assertStatus(await api.post(agent(`${webhookTool}/_try`), { with: given }), 200)
  }
}

/** The model calls tools that use credentials, and repeats their results. */
async function runConversation(): Promise<void> {
  bench.play((ask, n) => (n === 0 ? toolCallAnswer('keeper-orders') : JSON.stringify(ask.messages).slice(-1000)))
  await sendText('Where is my order?')
  await api.patch(agent('/playbooks/keeper-desk'), { uses: ['people', 'notify', 'integration:keeper-orders'] })
  bench.play(toolCallAnswer('notify.team', { text: 'Somebody waits' }), 'They know')
  await sendText('Call me')
}

async function visitAsVisitor(): Promise<void> {
  const { data } = assertStatus(await api.get(agent('/channels')), 200)
  const { id } = data.find(({ channel }: ReplyBody) => channel === 'webchat')
  const visitor = await app.inject({ method: 'POST', url: `/webchat/${id}/visitors` })
  addSecret('visitor', visitor.json().visitorToken)
  const headers = { authorization: `Bearer ${secrets.visitor}` }
  await app.inject({ url: `/webchat/${id}/entries`, headers })
  const { identitySecret } = assertStatus(await api.post(agent(`/channels/${id}/_rotateIdentitySecret`), {}), 200)
  addSecret('identity', identitySecret)
  for (const signature of [createHmac('sha256', identitySecret).update('ada').digest('hex'), identitySecret])
    await app.inject({ method: 'POST', url: `/webchat/${id}/identify`, headers, payload: { userId: 'ada', signature } })
  await api.get(agent(`/channels/${id}`))
}

await storeSecrets()
await exerciseSecrets()

/** Plain, hex, base64 at every offset, and URL-encoded. */
function listEncodedForms(secret: string): string[] {
  const kernel = /canary[\w-]+/.exec(secret)?.[0] ?? secret
  const shiftedForms = [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(`${'x'.repeat(shift)}${kernel}`).toString('base64')
    return encoded.slice(shift === 0 ? 0 : shift + 1, -4)
  })
  return [kernel, encodeURIComponent(kernel), Buffer.from(kernel).toString('hex'), ...shiftedForms]
}

function assertSilent(text: string, location: string): void {
  for (const [name, secret] of Object.entries(secrets)) {
    for (const form of listEncodedForms(secret)) assert.ok(!text.includes(form), `the ${name} stands in ${location}`)
  }
}

test('the services received the secrets meant for them and echoed them', () => {
  const requestLog = requests.join('\n')
  for (const name of ['integration', 'slack', 'webhookTool', 'model', 'mcp'] as const)
    assert.ok(
      listEncodedForms(secrets[name] as string).some((form) => requestLog.includes(form)),
      name,
    )
  for (const path of ['/ok', '/services/', '/sms', '/hook', '/agent']) assert.ok(requestLog.includes(path), path)
})

test('no response contains a secret', async () => {
  let answeredCount = 0
  const toolId = encodeURIComponent('@svc/tool.sendgrid-mail')
  const ids = { ...tenant.ids, org: org.id, agent: tenant.agent, toolId, modelId: 'echo-model' }
  for (const { method, path, access, responseTypes } of server.routes) {
    // Skips event streams: they return the same content as their resource.
    if (method !== 'GET' || responseTypes?.includes('text/event-stream')) continue
    const pathValues: Record<string, string> = { linkId: tenant.ids.outreachLinkId as string, kind: 'tools', ...ids }
    const filledPath = path.replace(/(?<=\/):(\w+)/g, (_, name: string) => pathValues[name] ?? 'nothing')
    const reply = await (access.kind === 'system' ? server.system : api).get(filledPath)
    if (reply.status === 200) answeredCount++
    assertSilent(reply.text + JSON.stringify(reply.headers), filledPath)
  }
  assert.ok(answeredCount > 90, `${answeredCount} routes answered`)
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

test('the recorded calls of a tool are readable and contain no secret', async () => {
  const reply = await api.get(agent(`${webhookTool}/calls`))
  const { data } = assertStatus(reply, 200)
  assert.deepEqual(
    data.map(({ state }: ReplyBody) => state),
    ['failed', 'succeeded'],
  )
  assert.match(reply.text, /\*\*\*/)
  assertSilent(reply.text, 'the calls of a tool')
})

test('no prompt sends a secret to the model', () => {
  assertSilent(JSON.stringify(bench.inputs()), 'a prompt')
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
    const tableRows = await pool.query(`select t::text as row from "${name}" t`)
    rows += tableRows.rows.length
    assertSilent(tableRows.rows.map(({ row }) => row).join('\n'), `the table ${name}`)
  }
  assert.ok(rows > 200, `${rows} rows`)
})
