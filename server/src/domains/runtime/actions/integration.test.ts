import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createOutbound } from '../../../platform/outbound/index.ts'
import { createActionsBench, openToolService } from '../../../testing/actions-bench.ts'
import { assertStatus } from '../../../testing/client.ts'

/** Custom integrations with an external service. */

const bench = await createActionsBench()
const agent = await bench.agent('sms')
const service = await openToolService()
const authHeader = 'Bearer secret-of-the-orders'
const orders = { description: 'Looks up an order', endpoint: { url: `${service.url}/orders`, method: 'PUT' } }
assertStatus(await agent.api.put('/integrations/orders', { ...orders, authHeader }), 201)
const open = { description: 'Takes anything', endpoint: { url: `${service.url}/open` } }
assertStatus(await agent.api.put('/integrations/open', open), 201)
const { asid } = await bench.createPerson(agent)
const actionsFor = (eventId?: string) => bench.createActions(agent, asid, eventId)

test('a call contains the arguments, the credential and a key that a retry repeats', async () => {
  service.answer = () => ({ body: JSON.stringify({ state: 'shipped' }) })
  const answers = []
  for (const eventId of ['evt-a', 'evt-a', 'evt-b']) {
    answers.push(await (await actionsFor(eventId)).callIntegration('orders', { number: 7, sku: 'a' }))
  }
  assert.deepEqual(answers[0], { ok: true, value: { state: 'shipped' } })
  const [first, again, later] = service.calls.slice(-3)
  assert.deepEqual(
    [first?.method, first?.path, first?.headers.authorization, first?.headers['content-type'], first?.body],
    ['PUT', '/orders', authHeader, 'application/json', { number: 7, sku: 'a' }],
  )
  const keys = [first, again, later].map((call) => call?.headers['idempotency-key'])
  assert.match(String(keys[0]), /^[0-9a-f]{64}$/)
  assert.equal(keys[0], keys[1])
  assert.notEqual(keys[0], keys[2])
  await (await actionsFor('evt-a')).callIntegration('orders', { sku: 'a', number: 7 })
  assert.equal(service.calls.at(-1)?.headers['idempotency-key'], keys[0])
  await (await actionsFor('evt-a')).callIntegration('orders', { sku: 'b', number: 7 })
  assert.notEqual(service.calls.at(-1)?.headers['idempotency-key'], keys[0])
})

test('without a credential none is sent, and the default method is POST', async () => {
  await (await actionsFor()).callIntegration('open', {})
  const call = service.calls.at(-1)
  assert.deepEqual([call?.method, call?.headers.authorization, call?.body], ['POST', undefined, {}])
})

test('an answer may be text or JSON, and a credential that comes back is masked', async () => {
  service.answer = ({ headers }) => ({ type: 'text/plain', body: ` You sent ${headers.authorization}\n` })
  const answer = await (await actionsFor()).callIntegration('orders', {})
  assert.deepEqual(answer, { ok: true, value: 'You sent ***' })
  service.answer = ({ headers }) => ({ body: JSON.stringify({ token: headers.authorization?.slice(7) }) })
  assert.deepEqual(await (await actionsFor()).callIntegration('orders', {}), { ok: true, value: { token: '***' } })
})

const refusals: [title: string, answer: Parameters<typeof openToolService>[0], reason: string][] = [
  ['an error', () => ({ status: 503, body: 'secret-of-the-orders' }), 'The service answered with an error (503).'],
  [
    'a redirect, which is not followed',
    () => ({ status: 302, headers: { location: `${service.url}/elsewhere` } }),
    'The service answered with an error (302).',
  ],
  ['too much', () => ({ body: 'x'.repeat(65_537) }), "The service's answer is too large to read."],
]
for (const [title, answer, reason] of refusals) {
  test(`${title} is reported in a sentence`, async () => {
    service.answer = answer as typeof service.answer
    assert.deepEqual(await (await actionsFor()).callIntegration('orders', {}), { ok: false, reason })
    assert.equal(
      service.calls.some(({ path }) => path === '/elsewhere'),
      false,
    )
  })
}

test('a service that is down, missing or in a private network is reported in a sentence without its address', async () => {
  const down = { description: 'Down', endpoint: { url: 'http://127.0.0.1:1/' } }
  assertStatus(await agent.api.put('/integrations/down', down), 201)
  assert.deepEqual(await (await actionsFor()).callIntegration('down', {}), {
    ok: false,
    reason: 'The service could not be reached.',
  })
  assert.deepEqual(await (await actionsFor()).callIntegration('unknown', {}), {
    ok: false,
    reason: 'That service no longer exists.',
  })
  const guarded = createOutbound({ allowPrivateNetwork: false })
  after(() => guarded.close())
  const actions = await bench.createActions(agent, asid, undefined, { fetch: guarded.fetch })
  const before = service.calls.length
  assert.deepEqual(await actions.callIntegration('orders', {}), {
    ok: false,
    reason: "The service's address is not allowed.",
  })
  assert.equal(service.calls.length, before)
})
