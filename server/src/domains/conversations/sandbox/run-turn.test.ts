import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBinding, managedRcs, unmanagedSms } from '../../../testing/channel-bench.ts'
import { assertStatus } from '../../../testing/client.ts'
import {
  createAmfTextMessage,
  createRehearsalBench,
  fetchAccessToken,
  type RehearsalAgent,
} from '../../../testing/rehearsal-bench.ts'
import type { SandboxInput } from '../deps.ts'
import { openAgentEndpoint, respondWithBody, respondWithReplies } from '../events/testing/endpoint.ts'

/** A sandbox conversation behaves like a live one and reaches nobody. */

const bench = await createRehearsalBench()
const { world, conversations, envelopes } = bench
const { pool } = bench.server.database
const { sandbox: sandboxConversations } = conversations
const agent = await bench.agent()
const minute = 60_000
const never = new AbortController().signal

type Partner = Awaited<ReturnType<RehearsalAgent['createPersonInSandbox']>>
const does = (partner: Partner, happening: SandboxInput, of = agent) =>
  sandboxConversations.runTurn(of.key, partner, happening, never)
const says = (partner: Partner, text: string, of = agent) => does(partner, { kind: 'says', text }, of)
const toldTo = ({ asid }: Partner) => envelopes.filter(({ userId }) => userId === asid).map(({ event }) => event.event)
const brief = (partner: Partner) =>
  toldTo(partner).map((event) =>
    event.type === 'system' ? event.kind : event.type === 'message' ? event.message.text : event.type,
  )
const count = async (from: string, asid: string) =>
  (await pool.query(`select count(*)::int as count from ${from} asid = $1`, [asid])).rows[0].count

test('the agent receives a message as a sandbox event, and the answer is returned as the channel shows it', async () => {
  const partner = await agent.createPersonInSandbox('rcs')
  bench.play((event) =>
    event.type === 'message' ? [createAmfTextMessage('Hello there', { chips: [{ label: 'Book' }] })] : [],
  )
  const { messages, eventId, sessionId, warnings } = await says(partner, 'Hi')
  assert.deepEqual(brief(partner), ['conversationStarted', 'Hi'])
  const { event, mode } = envelopes.at(-1) ?? assert.fail()
  assert.deepEqual([event.eventId, event.conversation.sessionId, mode], [eventId, sessionId, 'managed'])
  assert.deepEqual([event.context.sandbox, event.context.provider, event.context.channel], [true, 'emulator', 'rcs'])
  assert.equal(event.context.capabilities.channel, 'rcs')
  const [message] = messages
  assert.deepEqual([messages.length, message?.text, warnings], [1, 'Hello there', []])
  assert.deepEqual(
    message?.rendered.map(({ chips }) => chips.map(({ label }) => label)),
    [['Book']],
  )
  assert.equal(message?.affordances[0]?.label, 'Book')
})

test('a sandbox turn leaves no pending work, in the CRM or in the outbox', async () => {
  const partner = await agent.createPersonInSandbox('rcs')
  bench.play((event) => (event.type === 'message' ? [createAmfTextMessage('Good to hear from you')] : []))
  const before = await pool.query(
    'select (select count(*) from outbox) as events, (select count(*) from people) as people',
  )
  await says(partner, 'Hi')
  const { asid } = partner
  const { rows } = await pool.query(
    'select sandbox, due_at, sent_at, delivered_at, read_at, provider, text from messages where asid = $1',
    [asid],
  )
  const now = world.now()
  const states = { due_at: null, sent_at: now, delivered_at: now, read_at: now }
  assert.deepEqual(rows, [{ sandbox: true, ...states, provider: 'emulator', text: 'Good to hear from you' }])
  assert.equal(await count('conversations where sandbox and', asid), 1)
  assert.equal(await count('conversation_events where sandbox and due_at is null and', asid), 2)
  assert.equal(await count('conversation_events where due_at is not null and', asid), 0)
  assert.equal(await count('identities where', asid), 0)
  const after = await pool.query(
    'select (select count(*) from outbox) as events, (select count(*) from people) as people',
  )
  assert.deepEqual(after.rows, before.rows)
})

const picker = {
  spec: 'amf/1',
  parts: [
    {
      type: 'ask.time',
      intentId: 'when',
      prompt: 'When?',
      slots: [
        { id: 'early', start: { iso: '2030-02-01T09:00:00Z', tz: 'UTC' } },
        { id: 'late', start: { iso: '2030-02-01T15:00:00Z', tz: 'UTC' } },
      ],
    },
  ],
}

test('a text or a tap that answers an open question is a result', async () => {
  const partner = await agent.createPersonInSandbox('rcs')
  const asking = createAmfTextMessage('Which size?', { chips: [{ label: 'Small' }, { label: 'Large', value: 'l' }] })
  bench.play((event) => (event.type === 'message' ? [asking] : []))
  await says(partner, 'A boat')
  await says(partner, 'small')
  const { messages } = await says(partner, 'Another boat')
  const messageId = messages[0]?.messageId ?? ''
  await does(partner, { kind: 'taps', messageId, label: 'Large', optionId: 'l' })
  const results = toldTo(partner).flatMap((event) => (event.type === 'result' ? [event.result] : []))
  assert.deepEqual(
    results.map(({ labels, optionIds, via }) => [labels, optionIds, via]),
    [
      [['Small'], ['Small'], 'text'],
      [['Large'], ['l'], 'tap'],
    ],
  )
})

test('a time is picked where the channel has a picker, an action is received as one, and an unknown label is typed', async () => {
  const partner = await agent.createPersonInSandbox('vendorMessages')
  const link = { label: 'Our site', kind: 'url', url: 'https://example.com/' }
  bench.play((event) => (event.type === 'message' ? [picker, createAmfTextMessage('Or look', { chips: [link] })] : []))
  const { messages } = await says(partner, 'A table')
  const [times, links] = messages
  await does(partner, {
    kind: 'taps',
    messageId: times?.messageId ?? '',
    label: times?.affordances[1]?.label ?? '',
    optionId: 'late',
  })
  await does(partner, { kind: 'taps', messageId: links?.messageId ?? '', label: 'Our site' })
  await does(partner, { kind: 'taps', messageId: 'msg_nowhere', label: 'Whatever' })
  const [picked, action, typed] = toldTo(partner).slice(-3)
  assert.ok(picked?.type === 'result' && action?.type === 'action' && typed?.type === 'message')
  assert.deepEqual([picked.result.intentId, picked.result.optionIds, picked.result.via], ['when', ['late'], 'pick'])
  assert.deepEqual([action.action.kind, action.action.url], ['url', 'https://example.com/'])
  assert.deepEqual(typed.message, { text: 'Whatever' })
})

test('a file is a message with its URL', async () => {
  const partner = await agent.createPersonInSandbox('rcs')
  await does(partner, { kind: 'sends', url: 'https://example.com/a.png', mediaType: 'image/png', text: 'This one' })
  const event = toldTo(partner).at(-1)
  assert.ok(event?.type === 'message')
  assert.deepEqual(event.message, {
    text: 'This one',
    media: { url: 'https://example.com/a.png', mediaType: 'image/png' },
  })
})

test('a new session starts after 30 quiet minutes, and not before', async () => {
  const partner = await agent.createPersonInSandbox('sms')
  bench.play((event) => (event.type === 'message' ? [createAmfTextMessage('Yes?')] : []))
  const first = await says(partner, 'One')
  world.advance(29 * minute)
  const second = await says(partner, 'Two')
  world.advance(31 * minute)
  const third = await says(partner, 'Three')
  assert.equal(second.sessionId, first.sessionId)
  assert.notEqual(third.sessionId, first.sessionId)
  assert.deepEqual(brief(partner), ['conversationStarted', 'One', 'Two', 'Three'])
})

/** An agent whose carrier bindings have compliance enabled. */
async function complying(): Promise<RehearsalAgent> {
  const made = await bench.agent()
  for (const body of [managedRcs, unmanagedSms('secret')]) {
    const { id } = await createBinding(made, body)
    assertStatus(await made.patch(`/channels/${id}`, { compliance: { enabled: true } }), 200)
  }
  return made
}

test('with compliance on STOP opts out and is confirmed once; until START no message of the agent is shown', async () => {
  const strict = await complying()
  const partner = await strict.createPersonInSandbox('sms')
  bench.play((event) =>
    event.type === 'message' || event.type === 'system' ? [createAmfTextMessage('Still here')] : [],
  )
  const stopped = await says(partner, 'Stop!', strict)
  assert.match(stopped.messages.map(({ text }) => text).join(), /^Harbour: you are unsubscribed.*START/s)
  assert.deepEqual([stopped.optsOut, brief(partner)], [true, ['optOut']])
  const again = await says(partner, 'cancel', strict)
  assert.deepEqual([again.messages, again.optsOut], [[], false])
  assert.deepEqual((await says(partner, 'Hello?', strict)).messages, [])
  const { accepted, ...refused } = bench.acceptResults.at(-1) ?? assert.fail()
  assert.deepEqual([accepted, 'reason' in refused && refused.reason], [false, 'optedOut'])
  const back = await says(partner, 'START', strict)
  assert.match(back.messages[0]?.text ?? '', /^Harbour: you are subscribed again/)
  assert.deepEqual(
    (await says(partner, 'Hello?', strict)).messages.map(({ text }) => text),
    ['Still here'],
  )
  assert.deepEqual(brief(partner), ['optOut', 'conversationStarted', 'Hello?', 'optIn', 'Hello?'])
})

test('with compliance on HELP is answered without an event; on channels without a carrier keywords are ordinary text', async () => {
  const strict = await complying()
  const [carried, other] = [await strict.createPersonInSandbox('rcs'), await strict.createPersonInSandbox('messengerA')]
  bench.play(() => [])
  assert.match((await says(carried, 'HELP', strict)).messages[0]?.text ?? '', /^Harbour: /)
  assert.deepEqual(brief(carried), [])
  await says(other, 'STOP', strict)
  assert.deepEqual(brief(other), ['conversationStarted', 'STOP'])
})

test('compliance is off without a binding: STOP opts out without a reply, and the other keywords are ordinary text', async () => {
  const partner = await agent.createPersonInSandbox('sms')
  bench.play((event) => (event.type === 'message' ? [createAmfTextMessage('Yes?')] : []))
  for (const word of ['CANCEL', 'End', 'quit', 'HELP']) {
    const { messages, optsOut } = await says(partner, word)
    assert.deepEqual([messages.map(({ text }) => text), optsOut], [['Yes?'], false], word)
  }
  const stopped = await says(partner, 'STOP')
  assert.deepEqual([stopped.messages, stopped.optsOut], [[], true])
  assert.deepEqual((await says(partner, 'Hello?')).messages, [])
  assert.deepEqual((await says(partner, 'START')).messages, [])
  assert.equal((await says(partner, 'Hello?')).messages.length, 1)
  const expected = ['conversationStarted', 'CANCEL', 'End', 'quit', 'HELP', 'optOut', 'Hello?', 'optIn', 'Hello?']
  assert.deepEqual(brief(partner), expected)
})

test('the subscription switches of a channel publish an event, and on carrier channels they opt out and in', async () => {
  const [carried, other] = [await agent.createPersonInSandbox('rcs'), await agent.createPersonInSandbox('messengerA')]
  bench.play(() => [createAmfTextMessage('Oh')])
  for (const partner of [carried, other]) await does(partner, { kind: 'system', system: 'unsubscribed' })
  assert.deepEqual([brief(carried), brief(other)], [['unsubscribed', 'optOut'], ['unsubscribed']])
  await does(carried, { kind: 'system', system: 'subscribed' })
  assert.deepEqual(brief(carried).slice(2), ['subscribed', 'optIn'])
  assert.deepEqual((await does(other, { kind: 'system', system: 'optOut' })).messages, [])
  assert.equal((await sandboxConversations.capture(agent.key, other, createAmfTextMessage('Wait'))).accepted, false)
})

test('a message that the agent initiates is captured and answered in its session', async () => {
  const partner = await agent.createPersonInSandbox('rcs')
  bench.play(() => [])
  const opening = await sandboxConversations.capture(agent.key, partner, { aml: 'Shall we?\n\n[[chips: Yes | No]]' })
  assert.deepEqual([opening.accepted, opening.messages.map(({ text }) => text)], [true, ['Shall we?']])
  assert.equal(await count('conversations where sandbox and', partner.asid), 1)
  await says(partner, 'yes')
  assert.deepEqual(brief(partner), ['conversationStarted', 'result'])
  const broken = await sandboxConversations.capture(agent.key, partner, { aml: '[[chips' })
  assert.deepEqual([broken.accepted, broken.messages], [false, []])
})

test('the reply window of a channel also applies in a rehearsal', async () => {
  const partner = await agent.createPersonInSandbox('messengerA')
  bench.play(() => [])
  const early = await sandboxConversations.capture(agent.key, partner, createAmfTextMessage('Hello'))
  assert.equal(early.accepted === false && early.reason, 'windowClosed')
  await says(partner, 'Hi')
  assert.equal((await sandboxConversations.capture(agent.key, partner, createAmfTextMessage('Hello'))).accepted, true)
})

const call = async (of: RehearsalAgent, method: 'GET' | 'POST', url: string, payload?: object) => {
  const headers = { authorization: `Bearer ${await fetchAccessToken(of)}`, 'content-type': 'application/json' }
  const response = await bench.gateway.inject({ method, url, headers, payload })
  return { status: response.statusCode, body: response.json() }
}

test('POST /v4/messages to a sandbox person is captured once per id', async () => {
  const partner = await agent.createPersonInSandbox('sms')
  const send = (id: string) =>
    call(agent, 'POST', '/v4/messages', {
      userId: partner.asid,
      messages: [createAmfTextMessage('From the API', { id })],
    })
  const first = await send('one')
  assert.deepEqual([first.status, first.body.results[0].accepted], [200, true])
  assert.equal((await send('one')).body.results[0].messageId, first.body.results[0].messageId)
  const messages = await sandboxConversations.listMessages(agent.key, partner.asid, 10)
  assert.deepEqual(
    messages.map(({ text }) => text),
    ['From the API'],
  )
  assert.equal(await count('messages where due_at is not null and', partner.asid), 0)
  const other = await bench.agent()
  const foreign = await call(other, 'POST', '/v4/messages', {
    userId: partner.asid,
    messages: [createAmfTextMessage('Hm')],
  })
  assert.deepEqual([foreign.status, foreign.body.results[0].reason], [422, 'unknownRecipient'])
})

test('GET /v4/capabilities knows a sandbox person', async () => {
  const { asid } = await agent.createPersonInSandbox('sms')
  const { status, body } = await call(agent, 'GET', `/v4/capabilities?userId=${asid}`)
  assert.deepEqual([status, body.channel, body.provider], [200, 'sms', 'emulator'])
  assert.equal((await call(agent, 'GET', '/v4/capabilities?userId=nobody')).status, 404)
})

test('the webhook of the agent receives and answers, and its errors are reported and not retried', async () => {
  const own = await bench.agent()
  const partner = await own.createPersonInSandbox('rcs')
  const listener = await openAgentEndpoint(respondWithReplies('From my own'))
  assert.equal((await call(own, 'POST', '/v4/webhook', { webhookUrl: listener.url })).status, 200)
  const { messages } = await does(partner, { kind: 'says', text: 'Hi' }, own)
  assert.deepEqual(
    messages.map(({ text }) => text),
    ['From my own', 'From my own'],
  )
  assert.deepEqual(
    listener.requests.map(({ envelope }) => envelope.event.context.sandbox),
    [true, true],
  )
  listener.respond = respondWithBody('application/json', '{}', 500)
  const failed = await does(partner, { kind: 'says', text: 'Hi again' }, own)
  assert.deepEqual([failed.messages, failed.warnings], [[], ['The webhook returned status 500']])
  assert.equal(await count('conversation_events where due_at is not null and', partner.asid), 0)
})

test('warnings list the ignored parts of a webhook answer', async () => {
  const own = await bench.agent()
  const partner = await own.createPersonInSandbox('rcs')
  const listener = await openAgentEndpoint(respondWithBody('application/json', '{}'))
  assert.equal((await call(own, 'POST', '/v4/webhook', { webhookUrl: listener.url })).status, 200)
  assert.deepEqual((await says(partner, 'Hi', own)).warnings, [])
  const warned = async (body: string) => {
    listener.respond = respondWithBody('application/json', body)
    return (await says(partner, 'Hi', own)).warnings
  }
  assert.deepEqual(await warned('not json'), ['The response is not JSON'])
  const unknown = { spec: 'amf/1', parts: [{ type: 'zzz' }] }
  const [refused, ...more] = await warned(JSON.stringify({ messages: [createAmfTextMessage('Good'), unknown] }))
  assert.match(refused ?? '', /^A message was rejected: unsupportedPart, parts\[0\]\.type/)
  assert.deepEqual(more, [])
})
