import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { assertProblem, assertStatus } from '../../../../testing/client.ts'
import type { GatewayAgent } from '../../../../testing/gateway-bench.ts'
import { createRelayBench } from '../../../../testing/relay-bench.ts'
import { createGatewayAccess } from '../../../agents/index.ts'
import { respondWithReplies } from '../testing/endpoint.ts'
import { createRelay } from './relay.ts'
import {
  type AnswerListenerCall,
  answerWithBody,
  answerWithTexts,
  type ListenerAnswer,
  openListener,
  personTextIn,
  type TestListener,
} from './testing/listener.ts'

/** A listener receives what the webhook would, and its answers count like the webhook's. */

const bench = await createRelayBench()
const { db, pool } = bench.server.database

type Options = { url?: string; name?: string }

async function listens(
  agent: GatewayAgent,
  react: AnswerListenerCall,
  { url = bench.url, name }: Options = {},
): Promise<TestListener> {
  const listener = await openListener({ url, token: agent.token, name }, react)
  bench.onClose(() => listener.disconnect())
  return listener
}

const leases = async (agent: GatewayAgent): Promise<number> =>
  (await pool.query('select from relays where agent_key = $1', [agent.key.key])).rowCount ?? 0

async function until(isSo: () => unknown): Promise<void> {
  for (let left = 3000; !(await isSo()); left--) {
    if (left === 0) throw new Error('this has not come about')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Disconnects and waits until Parley has noticed. */
async function leaves(agent: GatewayAgent, listener: TestListener): Promise<void> {
  await listener.disconnect()
  await until(async () => (await leases(agent)) === 0)
}

const heardByWebhook = (agent: GatewayAgent) => agent.endpoint.requests.flatMap(({ text }) => text ?? [])
const messagesOf = (listener: TestListener) => listener.calls.flatMap((call) => personTextIn(call) ?? [])
const echo: AnswerListenerCall = (call) => {
  const words = personTextIn(call)
  return words === undefined ? { status: 204 } : answerWithTexts(`You said ${words}`)
}
const secondsLater = 11_000

test('a relayed call has the envelope and the headers of a webhook, signed with the secret of the agent', async () => {
  const agent = await bench.agent('sms')
  const { signingSecret } = assertStatus(await agent.api.post('/gateway/_rotateSigningSecret'), 200)
  const listener = await listens(agent, echo)
  const phone = agent.phone('sms')
  const userId = await phone.sendText('Hello')
  await bench.work()
  assert.deepEqual(await phone.readTexts(), ['You said Hello'])
  assert.deepEqual(heardByWebhook(agent), [])
  const call = listener.calls.find((one) => personTextIn(one) === 'Hello') ?? assert.fail()
  const envelope = JSON.parse(call.body)
  assert.deepEqual([envelope.spec, envelope.instanceId, envelope.userId], ['amf/1', 'i', userId])
  const { 'x-svc-request-timestamp': timestamp, 'x-svc-signature': signature, ...headers } = call.headers
  const digest = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${call.body}`).digest('hex')
  assert.equal(signature, `v0=${digest}`)
  const accept = 'application/json, application/x-ndjson, text/svc-aml'
  assert.deepEqual(headers, { accept, 'content-type': 'application/json', 'user-agent': 'Parley' })
  await leaves(agent, listener)
})

test('a new listener gets the agent, the replaced webhook and the end of the secret, but never the secret', async () => {
  const agent = await bench.agent('sms')
  const { signingSecret } = assertStatus(await agent.api.post('/gateway/_rotateSigningSecret'), 200)
  const listener = await listens(agent, echo)
  const [{ event, data }] = listener.events as [TestListener['events'][0]]
  assert.equal(event, 'listening')
  assert.deepEqual([data.org, data.agent, data.insteadOf], [agent.api.orgId, agent.api.id, agent.endpoint.url])
  assert.deepEqual([data.signingSecret, data.answerSeconds], [{ set: true, last4: signingSecret.slice(-4) }, 30])
  assert.ok(!JSON.stringify(listener.events).includes(signingSecret))
  await leaves(agent, listener)
})

test('a listener works for an agent without a webhook and secret, statuses included, and afterwards the agent answers by itself', async () => {
  const agent = await bench.agent('sms')
  await agent.call('DELETE', '/v4/webhook')
  await pool.query('update gateway_credentials set signing_secret = null, signing_secret_last4 = null')
  const listener = await listens(agent, echo)
  assert.deepEqual((await agent.call('GET', '/v4/webhook')).body, { webhookUrl: null, instanceId: null })
  assert.equal((await agent.api.get('/gateway')).body.signingSecret.set, true)
  const phone = agent.phone('sms')
  await phone.sendText('Hello')
  await bench.work()
  assert.deepEqual(await phone.readTexts(), ['You said Hello'])
  const types = listener.calls.map(({ body }) => JSON.parse(body).event.event.type)
  assert.ok(types.includes('status'), types.join())
  await leaves(agent, listener)
  const before = listener.calls.length
  await phone.sendText('Is anybody there?')
  await bench.work()
  assert.equal(listener.calls.length, before)
  assert.ok((await phone.readTexts()).length > 1, 'Parley itself has answered')
})

const aml = 'Hello, **you**'
const answers: [says: string, answer: ListenerAnswer, expected: string[]][] = [
  ['JSON', answerWithTexts('One', 'Two'), ['One', 'Two']],
  [
    'NDJSON',
    answerWithBody('application/x-ndjson', '{"message":{"aml":"One"}}\n{"message":{"aml":"Two"}}\n'),
    ['One', 'Two'],
  ],
  ['AML', answerWithBody('text/svc-aml; charset=utf-8', aml), ['Hello, you']],
  ['nothing, with a type', answerWithBody('application/json', ''), []],
  ['no content', { status: 204 }, []],
  ['an invalid reply', answerWithBody('text/html', '<p>Hello</p>'), []],
  ['more than a megabyte, cut off', answerWithBody('application/json', `{"messages":[]}${' '.repeat(999_986)}`), []],
]
test('JSON, NDJSON, AML and empty answers are accepted as from a webhook, and each event is delivered once', async () => {
  const agent = await bench.agent('sms')
  const byWords = new Map(answers.map(([says, answer]) => [says, answer]))
  const listener = await listens(agent, (call) => byWords.get(personTextIn(call) ?? '') ?? { status: 204 })
  const phones = answers.map(([says, , expected]) => ({ says, expected, phone: agent.phone('sms') }))
  for (const { phone, says } of phones) await phone.sendText(says)
  await bench.work()
  for (const { phone, says, expected } of phones) assert.deepEqual(await phone.readTexts(), expected, says)
  bench.world.advance(secondsLater)
  await bench.work()
  assert.deepEqual(messagesOf(listener).sort(), [...byWords.keys()].sort())
  await leaves(agent, listener)
})

const failures: [says: string, answer: ListenerAnswer, words: RegExp][] = [
  ['an error', answerWithBody('application/json', '{"messages":[{"aml":"No"}]}', 500), /returned status 500/],
  ['a redirect', { status: 302 }, /returned status 302/],
  ['no answer', { failed: 'the connection was refused' }, /could not be reached: the connection was refused/],
]
test('after errors, redirects and silence the event is delivered again as to a webhook, with the same id', async () => {
  const agent = await bench.agent('sms')
  const left = new Map(failures.map(([says, answer]) => [says, answer]))
  const listener = await listens(agent, (call, self) => {
    const words = personTextIn(call) ?? ''
    const answer = left.get(words)
    left.delete(words)
    return answer ?? echo(call, self)
  })
  const phones = failures.map(([says]) => ({ says, phone: agent.phone('sms') }))
  for (const { phone, says } of phones) await phone.sendText(says)
  await bench.work()
  for (const { phone } of phones) assert.deepEqual(await phone.readTexts(), [])
  bench.world.advance(secondsLater)
  await bench.work()
  for (const { phone, says } of phones) assert.deepEqual(await phone.readTexts(), [`You said ${says}`])
  const ids = listener.calls.filter(personTextIn).map(({ body }) => JSON.parse(body).event.eventId)
  assert.deepEqual([ids.length, new Set(ids).size], [2 * failures.length, failures.length])
  await bench.flush()
  const logged = "select error from agent_logs where agent_key = $1 and event = 'webhook.failed'"
  const { rows } = await pool.query(logged, [agent.key.key])
  for (const [says, , words] of failures) assert.match(JSON.stringify(rows), words, says)
  await leaves(agent, listener)
})

test('messages of one person arrive in their order, even if other people write meanwhile', async () => {
  const agent = await bench.agent('sms')
  const listener = await listens(agent, echo)
  const phones = [agent.phone('sms'), agent.phone('sms'), agent.phone('sms')]
  for (const count of [1, 2, 3]) for (const [at, phone] of phones.entries()) await phone.sendText(`${at}: ${count}`)
  await bench.work()
  const messages = messagesOf(listener)
  for (const [at, phone] of phones.entries()) {
    const own = [`${at}: 1`, `${at}: 2`, `${at}: 3`]
    assert.deepEqual(
      messages.filter((words) => words.startsWith(`${at}:`)),
      own,
    )
    assert.deepEqual(
      await phone.readTexts(),
      own.map((words) => `You said ${words}`),
    )
  }
  assert.equal((await pool.query('select from relayed_calls')).rowCount, 0)
  await leaves(agent, listener)
})

test('a listener at one process receives events and rehearsals of another process', async () => {
  const agent = await bench.agent('sms')
  const listener = await listens(agent, echo, { url: (await bench.anotherProcess()).url })
  const phone = agent.phone('sms')
  await phone.sendText('Hello')
  await bench.work()
  assert.deepEqual(await phone.readTexts(), ['You said Hello'])
  const { id } = assertStatus(await agent.api.post('/personas', { name: 'Somebody', channel: 'sms' }), 201)
  const turn = assertStatus(await agent.api.post(`/personas/${id}/turns`, { turn: 'In rehearsal' }), 200)
  assert.deepEqual(
    turn.messages.map(({ text }: { text: string }) => text),
    ['You said In rehearsal'],
  )
  const rehearsed = listener.calls.find((call) => personTextIn(call) === 'In rehearsal') ?? assert.fail()
  assert.equal(JSON.parse(rehearsed.body).event.context.sandbox, true)
  await leaves(agent, listener)
})

test('when the listener disconnects during a call, the event is delivered again to the webhook', async () => {
  const agent = await bench.agent('sms')
  agent.endpoint.respond = respondWithReplies('The webhook here')
  let left: Promise<void> | undefined
  const listener = await listens(agent, (call, self) => {
    if (personTextIn(call) === undefined) return { status: 204 }
    left = self.disconnect()
    return undefined
  })
  const phone = agent.phone('sms')
  await phone.sendText('Hello')
  await bench.work()
  await left
  assert.deepEqual([messagesOf(listener), heardByWebhook(agent)], [['Hello'], []])
  bench.world.advance(secondsLater)
  await bench.work()
  assert.deepEqual([heardByWebhook(agent), await phone.readTexts()], [['Hello'], ['The webhook here']])
})

test('when the process of a listener dies, its lease expires and the event is delivered to the webhook', async () => {
  const agent = await bench.agent('sms')
  agent.endpoint.respond = respondWithReplies('The webhook here')
  await pool.query(
    "insert into relays (agent_key, listener, name, expires_at) values ($1, 'lst_dead', 'dead', now() + interval '1 second')",
    [agent.key.key],
  )
  const phone = agent.phone('sms')
  await phone.sendText('Hello')
  await bench.work()
  await until(async () => (await pool.query('select from relays where expires_at > now()')).rowCount === 0)
  bench.world.advance(secondsLater)
  await bench.work()
  assert.deepEqual([heardByWebhook(agent), (await phone.readTexts()).at(-1)], [['Hello'], 'The webhook here'])
})

test('a second listener at any process takes over, and the first is notified by whom', async () => {
  const agent = await bench.agent('sms')
  const first = await listens(agent, echo)
  const second = await listens(agent, echo, { url: (await bench.anotherProcess()).url, name: 'the other desk' })
  await first.ended
  assert.deepEqual(first.events.at(-1), { event: 'ended', data: { reason: 'replaced', by: 'the other desk' } })
  const phone = agent.phone('sms')
  await phone.sendText('Hello')
  await bench.work()
  assert.deepEqual([messagesOf(first), messagesOf(second)], [[], ['Hello']])
  assert.deepEqual(await phone.readTexts(), ['You said Hello'])
  await leaves(agent, second)
})

test('a call that the first listener had not finished goes to the second', async () => {
  const agent = await bench.agent('sms')
  let second: Promise<TestListener> | undefined
  const first = await listens(agent, (call) => {
    if (personTextIn(call) === undefined) return { status: 204 }
    second ??= listens(agent, echo)
    return undefined
  })
  const phone = agent.phone('sms')
  await phone.sendText('Hello')
  await bench.work()
  await first.ended
  assert.equal(await first.answer(first.calls.at(-1)?.callId ?? '', answerWithTexts('Late')), 404)
  bench.world.advance(secondsLater)
  await bench.work()
  assert.deepEqual(await phone.readTexts(), ['You said Hello'])
  await leaves(agent, (await second) ?? assert.fail())
})

test('a late answer returns 404, and a silent listener is treated as disconnected', async () => {
  const agent = await bench.agent('sms')
  const late = new AbortController()
  const listener = await listens(agent, () => {
    late.abort(new DOMException('30 seconds', 'TimeoutError'))
    return undefined
  })
  const { context } = bench.server
  const relay = createRelay({ ...context, db, gateway: createGatewayAccess({ ...context, db }) })
  const request = { headers: {}, body: Buffer.from('{"event":{"event":{}}}') }
  await assert.rejects(relay.call(agent.key, request, late.signal), { name: 'TimeoutError' })
  assert.equal(await listener.answer(listener.calls[0]?.callId ?? '', { status: 204 }), 404)
  await listener.ended
  assert.deepEqual(listener.events.at(-1), { event: 'ended', data: { reason: 'closed' } })
  assert.equal(await leases(agent), 0)
})

test('rotating the access token disconnects listeners that used the old one', async () => {
  const agent = await bench.agent('sms')
  const listener = await listens(agent, echo)
  const { accessToken } = assertStatus(await agent.api.post('/gateway/_rotateAccessToken'), 200)
  assert.equal(await leases(agent), 0)
  const next = await listens({ ...agent, token: accessToken }, echo)
  await listener.ended
  assert.equal(listener.events.at(-1)?.event, 'ended')
  await leaves(agent, next)
})

test('a process that shuts down leaves the lease to a listener that reconnects in time', async () => {
  const agent = await bench.agent('sms')
  const other = await bench.anotherProcess()
  const listener = await listens(agent, echo, { url: other.url })
  await other.end()
  await listener.ended
  assert.equal(await leases(agent), 1)
  // Keeps the relay alive on a slow machine.
  await pool.query("update relays set expires_at = now() + interval '1 hour'")
  const phone = agent.phone('sms')
  await phone.sendText('Hello')
  const working = bench.work()
  await until(async () => (await pool.query('select from relayed_calls')).rowCount === 1)
  const back = await listens(agent, echo)
  await working
  assert.deepEqual([await phone.readTexts(), heardByWebhook(agent)], [['You said Hello'], []])
  await leaves(agent, back)
})

test('an answer to an unknown call, to one of another agent, or to one already answered returns 404', async () => {
  const [agent, other] = [await bench.agent('sms'), await bench.agent('sms')]
  const statuses: number[] = []
  const stranger = await listens(other, echo)
  let trying: Promise<void> | undefined
  const listener = await listens(agent, (call, self) => {
    if (personTextIn(call) === undefined) return { status: 204 }
    trying = (async () => {
      statuses.push(await stranger.answer(call.callId, answerWithTexts('Stolen')))
      statuses.push(await self.answer('call_nothing', answerWithTexts('Nothing')))
      statuses.push(await self.answer(call.callId, answerWithTexts('First')))
      statuses.push(await self.answer(call.callId, answerWithTexts('Second')))
    })()
    return undefined
  })
  const phone = agent.phone('sms')
  await phone.sendText('Hello')
  await bench.work()
  await trying
  assert.deepEqual([statuses, await phone.readTexts()], [[404, 404, 204, 404], ['First']])
  await leaves(agent, listener)
  await leaves(other, stranger)
})

test('an invalid answer is refused with its field, and one that is too large returns 413', async () => {
  const agent = await bench.agent('sms')
  const path = '/v4/listen/calls/call_1'
  const wrong: [object, string][] = [
    [{}, 'status'],
    [{ status: 200, failed: 'both' }, 'status'],
    [{ status: 99 }, 'status'],
    [{ status: 200, body: 'no base64!' }, 'body'],
    [{ status: 200, headers: { 'content-type': 'a\nb' } }, 'headers.content-type'],
    [{ status: 200, headers: { 'set-cookie': 'a' } }, 'headers.set-cookie'],
    [{ status: 200, more: 1 }, 'more'],
  ]
  for (const [body, field] of wrong) assertProblem(await agent.call('POST', path, body), 400, 'request.invalid', field)
  const body = 'a'.repeat(1_500_000)
  assert.equal((await agent.call('POST', path, { status: 200, body })).status, 413)
  assertProblem(await agent.call('GET', '/v4/listen'), 400, 'request.invalid', 'name')
})
