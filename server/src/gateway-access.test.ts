import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Route } from './platform/http/route.ts'
import { createTestAgent } from './testing/agent.ts'
import { createTestApp } from './testing/app.ts'
import { assertProblem, type TestClient } from './testing/client.ts'
import { createGatewayClients, rotateAccessToken } from './testing/gateway-clients.ts'

/**
 * Every gateway route against every kind of token: only the agent's access token is accepted, and it is accepted
 * nowhere else. New routes are covered automatically.
 */

const server = await createTestApp()
const agent = await createTestAgent(server)
const other = await createTestAgent(server)
const gateway = createGatewayClients(server)
const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }

async function strangers(): Promise<Record<string, string | undefined>> {
  const grant = async (path: string) => (await agent.post(path, {})).body.token as string
  const dead = await rotateAccessToken(agent)
  await rotateAccessToken(agent)
  return {
    'no token': undefined,
    nonsense: 'nonsense',
    'what looks like a token': `at-${'x'.repeat(32)}`,
    'an API key': agent.client.token,
    'the session of an owner': (await server.member(org, 'owner')).token,
    'a system key': server.system.token,
    'an emulator link': await grant('/emulator-links'),
    'an emulator sitting': await grant('/emulator-sessions'),
    'a token that was rotated': dead,
  }
}

const pathOf = ({ path }: Route) => path.replace(':channel', 'sms').replace(':address', '+12025550143')

test('every route of the gateway requires a valid access token', async () => {
  const wrong: string[] = []
  let cells = 0
  for (const [name, token] of Object.entries(await strangers())) {
    for (const { prefix, route } of gateway.routes) {
      const anyone = gateway.anyone(prefix)
      const client: TestClient = token === undefined ? anyone : anyone.as(token)
      const reply = await client.call(route.method, pathOf(route), route.method === 'GET' ? undefined : { bogus: true })
      const got = `${reply.status} ${reply.body?.code}`
      if (got !== '401 auth.unauthenticated') wrong.push(`${route.method} ${prefix}${route.path} by ${name}: ${got}`)
      cells++
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(cells > 80, `${cells} cells were tried`)
})

test('an access token opens every route of the gateway, as bearer and in the query, where it takes precedence over the header', async () => {
  const token = await rotateAccessToken(agent)
  for (const { prefix, route } of gateway.routes) {
    const body = route.method === 'GET' ? undefined : { bogus: true }
    const anyone = gateway.anyone(prefix)
    const path = `${pathOf(route)}?access_token=`
    for (const reply of [
      await anyone.as(token).call(route.method, pathOf(route), body),
      await anyone.as('nonsense').call(route.method, path + token, body),
    ])
      assert.ok(![401, 403].includes(reply.status) && reply.status < 500, `${prefix}${route.path}: ${reply.status}`)
    assertProblem(await anyone.as(token).call(route.method, `${path}nonsense`, body), 401, 'auth.unauthenticated')
  }
})

test('an access token opens no route of the management API', async () => {
  const client = server.anyone.as(await rotateAccessToken(agent))
  const wrong: string[] = []
  for (const route of server.routes.filter(({ access }) => access.kind !== 'public')) {
    const path = route.path
      .replace(':org', agent.orgId)
      .replace(':agent', agent.id)
      .replace(/(?<=\/):\w+/g, 'nothing')
    const reply = await client.call(route.method, path, route.method === 'GET' ? undefined : { bogus: true })
    if (reply.status !== 401) wrong.push(`${route.method} ${route.path}: ${reply.status}`)
  }
  assert.deepEqual(wrong, [])
})

test('the resources of one agent do not exist for the token of another', async () => {
  const [own, foreign] = [await rotateAccessToken(agent), await rotateAccessToken(other)]
  const lab = gateway.anyone('/lab/v1')
  const messages = gateway.anyone('/v4')
  const reply = await lab.as(own).post('/handsets/webchat/visitor-1/events', { type: 'text', text: 'Hello' })
  const { userId } = reply.body
  assert.equal((await messages.as(own).get(`/capabilities?userId=${userId}`)).status, 200)
  assertProblem(await messages.as(foreign).get(`/capabilities?userId=${userId}`), 404, 'resource.not_found')
  const parts = [{ type: 'text', text: 'Hello' }]
  const sent = await messages.as(foreign).post('/messages', { userId, messages: [{ spec: 'amf/1', parts }] })
  assertProblem(sent, 422, 'request.invalid')
  assert.equal(sent.body.results[0].reason, 'unknownRecipient')
  assert.deepEqual((await lab.as(foreign).get('/handsets')).body.data, [])
  await messages.as(own).post('/webhook', { webhookUrl: 'https://agent.example.com/events' })
  assert.equal((await messages.as(foreign).get('/webhook')).body.webhookUrl, null)
})

test('an unknown path of the gateway requires a token first, and then is 404', async () => {
  const token = await rotateAccessToken(agent)
  for (const prefix of ['/v4', '/lab/v1']) {
    assertProblem(await gateway.anyone(prefix).get('/nope'), 401, 'auth.unauthenticated')
    assertProblem(await gateway.anyone(prefix).as(token).get('/nope'), 404, 'resource.not_found')
  }
})
