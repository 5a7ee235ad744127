import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus } from '../../server/src/testing/client.ts'
import { createRuntimeBench, type RuntimeAgent, toolCallAnswer } from '../../server/src/testing/runtime-bench.ts'
import { resolveNames, startPrivateServer } from './private-server.ts'

/** Every URL that a user can make Parley call, and every notation of a private address. */

const privateServer = await startPrivateServer()
const names = {
  'inside.example.com': ['127.0.0.1'],
  'inside6.example.com': ['::1'],
  'wrapped.example.com': ['::ffff:127.0.0.1'],
  'both.example.com': ['8.8.8.8', '127.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'unknown.example.com': [],
}
resolveNames(names)

const hosts = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '017700000001', '0.0.0.0', '127.0.0.1.', '①②⑦.0.0.1'],
  ...['localhost', 'LOCALHOST', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]'],
  ...['169.254.169.254', '[fe80::1]', '10.0.0.1', '[fd00:ec2::254]', ...Object.keys(names), 'inside.example.com.'],
]

/** One of each kind, for calls that take a whole conversation turn; the guard is the same everywhere. */
const sampleHosts = ['127.0.0.1', '2130706433', '[::ffff:7f00:1]', 'inside.example.com', 'both.example.com']

type Bench = Awaited<ReturnType<typeof createRuntimeBench>>
/** Tries to have the URL called; it may be refused either when it is set or when it is called. */
type Sink = { name: string; slow?: true; call(url: string, agent: RuntimeAgent, bench: Bench): Promise<unknown> }

const orders = { description: 'Looks up an order', parameters: {} }
const playbooks = [{ id: 'desk', name: 'Desk', body: 'Help.', uses: ['integration:orders', 'notify'], isDefault: true }]
const document = {
  playbooks,
  integrations: { custom: [{ id: 'orders', ...orders, endpoint: { url: 'https://example.com' } }] },
}

const sinks: Sink[] = [
  {
    name: 'a webhook of the org',
    async call(url, { api }, { work }) {
      const { body } = await api.client.post(`/orgs/${api.orgId}/webhooks`, { url, events: ['person.created'] })
      if (body.id) await api.client.post(`/orgs/${api.orgId}/webhooks/${body.id}/_test`)
      await work()
    },
  },
  {
    name: 'the webhook of an agent',
    slow: true,
    async call(url, agent) {
      const { status } = await agent.call('POST', '/v4/webhook', { webhookUrl: url, instanceId: 'i' })
      if (status !== 200) return
      await agent.createPerson('sms').sendText('Hello')
      await agent.call('DELETE', '/v4/webhook')
    },
  },
  {
    name: 'an integration',
    slow: true,
    async call(url, agent, bench) {
      await agent.api.put('/integrations/orders', { ...orders, endpoint: { url } })
      bench.play(toolCallAnswer('orders'), 'Done')
      await agent.createPerson('sms').sendText('Where is my order?')
    },
  },
  {
    name: 'an MCP server',
    call: (url, { api }) => api.put('/integrations/tools', { kind: 'mcp', name: 'Tools', url }),
  },
  {
    name: 'an OpenAPI document',
    call: (url, { api }) => api.put('/integrations/shop', { kind: 'openapi', name: 'Shop', documentUrl: url }),
  },
  {
    name: 'an operation of an OpenAPI document',
    slow: true,
    async call(url, agent, bench) {
      const paths = { '/orders': { get: { operationId: 'listOrders', responses: {} } } }
      const described = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths }
      const shop = { kind: 'openapi', name: 'Shop', document: described, serverUrl: url }
      await agent.api.put('/integrations/shop', shop)
      await agent.api.patch('/playbooks/desk', { uses: ['integration:orders', 'integration:shop', 'notify'] })
      bench.play(toolCallAnswer('shop.listOrders'), 'Done')
      await agent.createPerson('sms').sendText('Which orders are open?')
    },
  },
  {
    name: 'a Slack webhook',
    slow: true,
    async call(url, agent, bench) {
      await agent.api.put('/notifications', { operator: { provider: 'slack' }, slackWebhookUrl: url })
      bench.play(toolCallAnswer('notify.team', { text: 'Somebody waits' }), 'Done')
      await agent.createPerson('sms').sendText('Call me')
    },
  },
  { name: 'a medium that is copied', call: (url, { api }) => api.post('/media', { url }) },
  {
    name: 'a source of knowledge',
    async call(url, { api }, { work }) {
      const { body } = await api.post('/knowledge/sources', { kind: 'url', name: 'Prices', url })
      await work()
      if (body.id) await api.del(`/knowledge/sources/${body.id}`)
    },
  },
  {
    name: 'a picture in a message',
    async call(url, agent) {
      const userId = await agent.phone('sms').sendText('Hello')
      await agent.send(userId, { spec: 'amf/1', parts: [{ type: 'media', url: `${url}boat.png`, alt: 'A boat' }] })
    },
  },
  {
    name: 'a gateway for SMS',
    slow: true,
    async call(sendUrl, agent, { work }) {
      const auth = { sendUrl, secret: 'a-secret-of-some-length', from: '+12025550100' }
      const binding = { channel: 'sms', mode: 'unmanaged', provider: 'http-sms', auth }
      const bindingReply = await agent.api.post('/channels', binding)
      await work()
      if (bindingReply.status === 201) await sendToPerson(agent, work)
      if (bindingReply.status === 201) await agent.api.del(`/channels/${bindingReply.body.id}`)
    },
  },
]

let numbers = 0

async function sendToPerson({ api, send }: RuntimeAgent, work: () => Promise<void>): Promise<void> {
  const { id } = assertStatus(await api.post('/people', {}), 201)
  const identity = { channel: 'sms', address: `+1202555${1000 + ++numbers}` }
  const { asid } = assertStatus(await api.post(`/people/${id}/identities`, identity), 201)
  const [result] = await send(asid, { spec: 'amf/1', parts: [{ type: 'text', text: 'Hello' }] })
  assert.ok(result?.accepted, result?.detail)
  await work()
}

const listSmsChannels = (name: string) => (name === 'a gateway for SMS' ? [] : (['sms'] as const))

test('each feature calls the given address if private networks are allowed', async () => {
  const bench = await createRuntimeBench({ config: { allowPrivateNetwork: true } })
  for (const { name, call } of sinks) {
    const before = privateServer.connectionCount()
    await call(`http://127.0.0.1:${privateServer.port}/`, await bench.agent(document, ...listSmsChannels(name)), bench)
    assert.ok(privateServer.connectionCount() > before, `${name} calls nobody: the test below would prove nothing`)
  }
})

const strictBench = await createRuntimeBench({ config: { allowPrivateNetwork: false } })
for (const { name, slow, call } of sinks) {
  test(`${name} never reaches the private network`, async () => {
    const agent = await strictBench.agent(document, ...listSmsChannels(name))
    const before = privateServer.connectionCount()
    for (const host of slow ? sampleHosts : hosts)
      await call(`https://${host}:${privateServer.port}/`, agent, strictBench)
    await call(`http://127.0.0.1:${privateServer.port}/`, agent, strictBench)
    assert.equal(privateServer.connectionCount(), before)
  })
}

/** Returns the webhook failure from the agent's log, which is written a moment later. */
async function readLoggedFailure(api: RuntimeAgent['api']): Promise<{ error?: unknown }> {
  for (;;) {
    const { data } = assertStatus(await api.get('/logs'), 200)
    const failureEntry = data.find(({ event }: { event: string }) => event === 'webhook.failed')
    if (failureEntry) return failureEntry
    await strictBench.work()
  }
}

/** Collects everything that Parley reports about a URL with that host: in responses, deliveries, sources, and logs. */
async function readFailureText(host: string): Promise<string> {
  const agent = await strictBench.agent(document, 'sms')
  const { api } = agent
  const url = `https://${host}:${privateServer.port}/`
  const webhooks = `/orgs/${api.orgId}/webhooks`
  const { id } = assertStatus(await api.client.post(webhooks, { url, events: [] }), 201)
  assertStatus(await api.client.post(`${webhooks}/${id}/_test`), 202)
  const source = assertStatus(await api.post('/knowledge/sources', { kind: 'url', name: 'Prices', url }), 201)
  await strictBench.work()
  const { data } = assertStatus(await api.client.get(`${webhooks}/${id}/deliveries`), 200)
  const { status, attempts } = assertStatus(await api.client.get(`${webhooks}/${id}/deliveries/${data[0].id}`), 200)
  const sourceState = assertStatus(await api.get(`/knowledge/sources/${source.id}`), 200)
  const mediaReply = await api.post('/media', { url })
  assertStatus(await agent.call('POST', '/v4/webhook', { webhookUrl: url, instanceId: 'i' }), 200)
  await agent.createPerson('sms').sendText('Hello')
  const failure = await readLoggedFailure(api)
  const observations = [
    status,
    attempts.map(({ error, response }: { error?: string; response?: string }) => [error, response]),
    [sourceState.status, sourceState.lastError],
    [mediaReply.status, mediaReply.body.errors],
    failure.error,
  ]
  return JSON.stringify(observations).replaceAll(host, '<host>')
}

test('the error for an internal host name equals the error for an unknown one', async () => {
  const expected = await readFailureText('unknown.example.com')
  for (const host of ['inside.example.com', 'metadata.example.com', 'both.example.com']) {
    assert.equal(await readFailureText(host), expected)
  }
  assert.equal(expected.match(/unknown or has no public address/g)?.length, 4, expected)
  assert.ok(!/127\.0\.0\.1|::1|169\.254/.test(expected), expected)
})
