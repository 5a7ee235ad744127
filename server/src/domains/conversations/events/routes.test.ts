import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import type { AgentKey } from '../../../platform/http/route.ts'
import { createServer, serveRoutes } from '../../../platform/http/server.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertStatus } from '../../../testing/client.ts'
import { createAgentFinder, createGatewayAccess } from '../../agents/index.ts'
import { agentWebhookRoutes } from './routes.ts'

const server = await createTestApp()
const { db } = server.database
const gateway = createGatewayAccess({ db, keyring: server.context.keyring, world: server.context.world })

function hostOf(allowPrivateNetwork: boolean) {
  const deps = {
    ...server.context,
    db,
    observe: () => {},
    authenticate: async () => undefined,
    authenticateAgent: gateway.authenticate,
    findAgent: createAgentFinder(db),
    useDraft: async (_db: unknown, agent: AgentKey) => agent,
  }
  const app = createServer(deps)
  serveRoutes(app, '/v4', agentWebhookRoutes({ gateway, allowPrivateNetwork }), deps)
  after(() => app.close())
  return app
}

const hosts = { open: hostOf(true), closed: hostOf(false) }

async function clientOf(agent: TestAgent, host: keyof typeof hosts = 'open') {
  const { accessToken } = assertStatus(await agent.post('/gateway/_rotateAccessToken'), 200)
  return async (method: InjectOptions['method'], payload?: object) => {
    const headers = { authorization: `bearer ${accessToken}` }
    const { statusCode, json } = await hosts[host].inject({ method, url: '/v4/webhook', payload, headers })
    return { status: statusCode, body: json() }
  }
}

test('POST and PATCH set the webhook and return it; GET and the console show the same', async () => {
  const agent = await createTestAgent(server)
  const webhook = await clientOf(agent)
  for (const [method, webhookUrl, instanceId] of [
    ['POST', 'http://127.0.0.1:9/hook?x=1', 'instance ü/7'],
    ['PATCH', 'https://agent.example.com/events', 'two'],
  ] as const) {
    assert.deepEqual(await webhook(method, { webhookUrl, instanceId }), {
      status: 200,
      body: { webhookUrl, instanceId },
    })
    assert.deepEqual(await webhook('GET'), { status: 200, body: { webhookUrl, instanceId } })
    assert.partialDeepStrictEqual((await agent.get('/gateway')).body, { webhookUrl, instanceId })
  }
})

test('omitting the instance id leaves it unchanged, and null clears it', async () => {
  const webhook = await clientOf(await createTestAgent(server))
  const webhookUrl = 'https://agent.example.com/events'
  await webhook('POST', { webhookUrl, instanceId: 'one' })
  assert.deepEqual((await webhook('PATCH', { webhookUrl })).body, { webhookUrl, instanceId: 'one' })
  assert.deepEqual((await webhook('POST', { webhookUrl, instanceId: null })).body, { webhookUrl, instanceId: null })
})

test('without a webhook both fields are null; DELETE succeeds however often it is repeated', async () => {
  const agent = await createTestAgent(server)
  const webhook = await clientOf(agent)
  const none = { status: 200, body: { webhookUrl: null, instanceId: null } }
  assert.deepEqual(await webhook('GET'), none)
  await webhook('POST', { webhookUrl: 'https://agent.example.com/events', instanceId: 'one' })
  for (let left = 2; left > 0; left--) {
    assert.deepEqual(await webhook('DELETE'), { status: 200, body: { message: 'The webhook was removed' } })
  }
  assert.deepEqual(await webhook('GET'), none)
  assert.ok(!('webhookUrl' in (await agent.get('/gateway')).body))
})

test('setting a webhook issues a signing secret if there is none, and keeps an existing one', async () => {
  const agent = await createTestAgent(server)
  const webhook = await clientOf(agent)
  const secret = async () => (await agent.get('/gateway')).body.signingSecret
  assert.deepEqual(await secret(), { set: false })
  await webhook('POST', { webhookUrl: 'https://agent.example.com/events' })
  const issued = await secret()
  assert.equal(issued.set, true)
  await webhook('POST', { webhookUrl: 'https://agent.example.com/others' })
  assert.deepEqual(await secret(), issued)
})

const refused: [title: string, body: object][] = [
  ['nothing', {}],
  ['no address', { instanceId: 'one' }],
  ['null', { webhookUrl: null }],
  ['a word', { webhookUrl: 'here' }],
  ['another scheme', { webhookUrl: 'ftp://agent.example.com/' }],
  ['a password in it', { webhookUrl: 'https://me:secret@agent.example.com/' }],
  ['an instance id that is not a string', { webhookUrl: 'https://agent.example.com/', instanceId: 7 }],
  ['an unknown field', { webhookUrl: 'https://agent.example.com/', instance: 'one' }],
]

for (const [title, body] of refused) {
  test(`a webhook with ${title} returns 400, and the previous one remains`, async () => {
    const webhook = await clientOf(await createTestAgent(server))
    const before = { webhookUrl: 'https://agent.example.com/before', instanceId: 'one' }
    await webhook('POST', before)
    for (const method of ['POST', 'PATCH'] as const) assert.equal((await webhook(method, body)).status, 400)
    assert.deepEqual((await webhook('GET')).body, before)
  })
}

test('plain http is allowed only in private networks', async () => {
  const webhook = await clientOf(await createTestAgent(server), 'closed')
  assert.equal((await webhook('POST', { webhookUrl: 'http://agent.example.com/' })).status, 400)
  assert.equal((await webhook('POST', { webhookUrl: 'https://agent.example.com/' })).status, 200)
})

test('an unknown or rotated token returns 401; a token gives access only to its own agent', async () => {
  const [one, other] = [await createTestAgent(server), await createTestAgent(server)]
  const [old, theirs] = [await clientOf(one), await clientOf(other)]
  const fresh = await clientOf(one)
  assert.equal((await old('GET')).status, 401)
  assert.equal(await gateway.authenticate('at-unknown'), undefined)
  await fresh('POST', { webhookUrl: 'https://agent.example.com/one' })
  assert.equal((await theirs('GET')).body.webhookUrl, null)
})
