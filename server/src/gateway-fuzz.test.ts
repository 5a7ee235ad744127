import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { buildOpenApiDocument } from './platform/http/openapi.ts'
import type { Route } from './platform/http/route.ts'
import { createTestAgent } from './testing/agent.ts'
import { createTestApp } from './testing/app.ts'
import { assertStatus } from './testing/client.ts'
import { assertHandledReply, createArbitraryBodies, fuzzRuns, hostileSegment } from './testing/fuzzing.ts'
import { createGatewayClients, rotateAccessToken } from './testing/gateway-clients.ts'

/**
 * Any input to any gateway route yields a documented status, a problem body for a refusal, and never an internal error.
 */

const server = await createTestApp()
const agent = await createTestAgent(server)
await agent.post('/channels', { channel: 'sms', mode: 'managed', inputs: {} })
// No worker runs here, so this records the carrier's approval.
await server.database.pool.query("update channel_bindings set status = 'Active'")
const gateway = createGatewayClients(server)
const token = await rotateAccessToken(agent)
const number = '+12025550143'
const lab = gateway.anyone('/lab/v1').as(token)
const { userId } = assertStatus(await lab.post(`/handsets/sms/${number}/events`, { type: 'text', text: 'Hello' }), 202)

const messageWith = (part: object) => ({ spec: 'amf/1', parts: [part] })
const message = fc.constantFrom<unknown>(
  messageWith({ type: 'text', text: 'Hello' }),
  {
    ...messageWith({ type: 'text', text: 'Once' }),
    id: 'one',
    delivery: { channels: ['rcs', 'sms'], outsideWindow: 'queue' },
  },
  { ...messageWith({ type: 'text', text: 'Now' }), delivery: { channels: [] } },
  messageWith({ type: 'ask.choice', intentId: 'size', prompt: 'Which?', options: [{ id: 's', label: 'Small' }] }),
  messageWith({ type: 'text', text: '\u0000' }),
  messageWith({ type: 'hologram' }),
  { spec: 'amf/1', signal: 'typing' },
  { aml: '[[chips: Yes | No]]' },
  { aml: '[[chips: Yes' },
  { aml: 'Hello', priority: 'batch' },
  null,
  [],
  'Hello',
)
const event = fc.constantFrom<object>(
  { type: 'text', text: 'STOP' },
  { type: 'text', text: 'START' },
  { type: 'text', text: 'a\u202e😀' },
  { type: 'tap', label: 'Yes' },
  { type: 'tap', label: 'Yes', messageId: 'amf|nothing|1' },
  { type: 'pick', id: 's', also: ['m'] },
  { type: 'location', latitude: 40.7, longitude: -74, label: 'Here' },
  { type: 'typing' },
  { type: 'receipt', messageId: 'nothing', state: 'delivered' },
  { type: 'unsubscribe' },
)

/** Generates calls close to valid ones for this route. */
function nearTo({ method, path }: Route): fc.Arbitrary<object> {
  if (path === '/messages') {
    return fc.record({
      userId: fc.constantFrom(userId, 'nobody'),
      messages: fc.array(message, { minLength: 1, maxLength: 3 }),
    })
  }
  if (path === '/render')
    return fc.oneof(
      fc.constant({}),
      message.map((content) => ({ message: content, aml: undefined })),
    )
  return method === 'POST' && path.endsWith('/events') ? event : fc.constant({})
}

const channel = fc.oneof(fc.constantFrom('sms', 'rcs', 'webchat', 'workchatD', 'fax'), hostileSegment)
const address = fc.oneof(fc.constantFrom(number, '%2B1%20202%20555%200143', 'somebody'), hostileSegment)
const query = fc.oneof(
  fc.constantFrom('', `?userId=${userId}`, '?userId=', '?userId=nobody', '?userId=%00', '?x=1&x=2'),
  hostileSegment.map((text) => `?userId=${text}`),
)

const pathsFor = (route: Route): fc.Arbitrary<string> =>
  fc.tuple(channel, address, query).map(([where, who, search]) =>
    route.path
      .replace(':channel', () => where || 'x')
      .replace(':address', () => who || 'x')
      .concat(search),
  )

for (const { prefix, route } of gateway.routes) {
  const client = gateway.anyone(prefix).as(token)
  const documented = documentedStatuses(route, prefix)
  test(`${route.method} ${prefix}${route.path} never answers with a 500`, async () => {
    await fc.assert(
      fc.asyncProperty(pathsFor(route), createArbitraryBodies(route, nearTo(route)), async (path, body) => {
        const reply = await client.call(route.method, path, body)
        assertHandledReply(reply, path)
        assert.ok(documented.includes(reply.status), `${reply.status} for ${path.slice(0, 80)} is not in the reference`)
      }),
      { numRuns: fuzzRuns },
    )
    assert.equal(Object.keys(Object.prototype).length, 0)
  })
}

function documentedStatuses(route: Route, prefix: string): number[] {
  const under = gateway.routes.filter((one) => one.prefix === prefix).map((one) => one.route)
  const about = { title: 'Gateway', version: '1', description: '', serverUrl: '' }
  const { paths } = buildOpenApiDocument(under, about) as {
    paths: Record<string, Record<string, { responses: object }>>
  }
  const operation = paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
  return Object.keys(operation?.responses ?? {}).map(Number)
}
