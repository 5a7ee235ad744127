import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGatewayBench, createTextMessage } from '../../../../testing/gateway-bench.ts'
import { openTwilioServer } from '../../../../testing/twilio-server.ts'

/**
 * An unknown outcome: the provider may have the message, and would treat a repeat as a new one. See Status in
 * docs/gateway.md.
 */

const clock = { now: () => new Date() }
const twilio = await openTwilioServer(() => clock.now())
const bench = await createGatewayBench({ config: { channelApis: twilio.apis } })
const { world, work } = bench
clock.now = world.now
const { pool } = bench.server.database
const second = 1000
const minute = 60 * second

async function pass(milliseconds: number): Promise<void> {
  world.advance(milliseconds)
  await work()
}

const own = await bench.agent()
await own.bind(twilio.binding('sms'))

/** A person who has written by SMS to an agent on Twilio. */
async function somebody() {
  const number = own.phone('sms').address
  const content = { type: 'text', text: 'Hello' } as const
  const [{ asid }] = (await own.receive('sms', { kind: 'content', from: number, id: `in-${number}`, content })) as [
    { asid: string },
  ]
  await work()
  const send = async (...messages: object[]) => {
    const results = await own.send(asid, ...messages)
    await work()
    return results.map(({ messageId }) => messageId)
  }
  const receipt = async (id: string, state: 'sent' | 'delivered' | 'read' | 'failed', more: object = {}) => {
    await own.receive('sms', { kind: 'receipt', channelMessageId: id, state, ...more })
    await work()
  }
  return { own, number, asid, send, receipt, arrived: () => twilio.textsTo(number) }
}

/** Twilio gives this response to the first call, whoever the recipient is. */
async function onceAnswering<T>(answer: object, act: () => Promise<T>): Promise<T> {
  twilio.behavior.answer = ({ attempt }) => (attempt === 1 ? answer : undefined)
  try {
    return await act()
  } finally {
    delete twilio.behavior.answer
  }
}
const blind = async <T>(act: () => Promise<T>): Promise<T> => {
  twilio.behavior.list = () => ({ status: 503 })
  try {
    return await act()
  } finally {
    delete twilio.behavior.list
  }
}

const ambiguous: Record<string, object> = {
  'answers 500': { status: 500 },
  'answers 502': { status: 502 },
  'answers 503': { status: 503, headers: { 'retry-after': '1' } },
  'answers 504': { status: 504 },
  'closes the connection': { reset: 'beforeAnswer' },
  'answers what nobody can read': { status: 200, body: '<html>Welcome' },
}
for (const [what, answer] of Object.entries(ambiguous)) {
  test(`a message whose provider accepts it and ${what} reaches the person once; a receipt makes it sent and delivered`, async () => {
    const { own, send, receipt, arrived } = await somebody()
    const [id = '', next = ''] = await onceAnswering(answer, () =>
      send(createTextMessage('One'), createTextMessage('Two')),
    )
    await pass(30 * second)
    // Later messages do not wait.
    assert.deepEqual([own.statuses(id), own.statuses(next)], [['queued sms', 'sent sms'], ['sent sms']])
    assert.deepEqual(arrived(), ['One', 'Two'])
    await receipt(id, 'delivered')
    await pass(20 * minute)
    assert.deepEqual(own.statuses(id), ['queued sms', 'sent sms', 'delivered sms'])
    assert.deepEqual(arrived(), ['One', 'Two'])
  })
}

test('failed is not published while the outcome is open; only a receipt resolves it if the provider cannot be asked', async () => {
  const { own, send, receipt, arrived } = await somebody()
  await blind(async () => {
    const [id = ''] = await onceAnswering({ status: 504 }, () => send(createTextMessage('One')))
    await pass(9 * minute)
    assert.deepEqual(own.statuses(id), ['queued sms'])
    await receipt(id, 'delivered')
    assert.deepEqual(own.statuses(id), ['queued sms', 'sent sms', 'delivered sms'])
    await pass(20 * minute)
    assert.deepEqual([own.statuses(id).length, arrived()], [3, ['One']])
  })
})

test('after the deadline the message fails with unknownOutcome, and a receipt within the day still makes it delivered', async () => {
  const { own, send, receipt, arrived } = await somebody()
  await blind(async () => {
    const [id = '', other = ''] = await onceAnswering({ reset: 'beforeAnswer' }, () =>
      send(createTextMessage('One'), createTextMessage('Two')),
    )
    await pass(9 * minute)
    assert.deepEqual(own.statuses(id), ['queued sms'])
    await pass(minute)
    assert.deepEqual(own.statuses(id), ['queued sms', 'failed sms'])
    assert.equal(own.statusesOf(id).at(-1)?.reason, 'unknownOutcome')
    await pass(23 * 60 * minute)
    await receipt(id, 'delivered')
    await receipt(id, 'delivered')
    assert.deepEqual(own.statuses(id), ['queued sms', 'failed sms', 'sent sms', 'delivered sms'])
    const { rows } = await pool.query('select failed_at, reason from messages where id = $1', [id])
    assert.deepEqual(rows, [{ failed_at: null, reason: null }])
    assert.deepEqual([own.statuses(other), arrived()], [['sent sms'], ['One', 'Two']])
  })
})

test('a receipt after more than a day changes nothing', async () => {
  const { own, send, receipt } = await somebody()
  await blind(async () => {
    const [id = ''] = await onceAnswering({ status: 500 }, () => send(createTextMessage('One')))
    await pass(10 * minute)
    await pass(24 * 60 * minute)
    await receipt(id, 'delivered')
    assert.deepEqual(own.statuses(id), ['queued sms', 'failed sms'])
  })
})

test('a message that the provider certainly never accepted is sent again', async () => {
  const { own, send, arrived } = await somebody()
  const [id = ''] = await onceAnswering({ status: 503, isRefused: true }, () => send(createTextMessage('One')))
  await pass(20 * second)
  assert.deepEqual([own.statuses(id), arrived()], [['queued sms'], []])
  await pass(40 * second)
  assert.deepEqual([own.statuses(id), arrived()], [['queued sms', 'sent sms'], ['One']])
})

test('a message fails after three more attempts if the provider fails every time and never accepts it', async () => {
  const { own, number, send, arrived } = await somebody()
  twilio.behavior.answer = () => ({ status: 503, isRefused: true })
  const [id = ''] = await send(createTextMessage('One'))
  for (let minutes = 0; minutes < 12; minutes++) await pass(minute)
  delete twilio.behavior.answer
  assert.deepEqual([own.statuses(id), twilio.callsTo(number), arrived()], [['queued sms', 'failed sms'], 4, []])
  assert.equal(own.statusesOf(id).at(-1)?.reason, 'providerError')
})

test('an earlier message with the same text is not mistaken for it', async () => {
  const { own, send, arrived } = await somebody()
  const [first = ''] = await send(createTextMessage('Yes'))
  twilio.behavior.answer = () => ({ status: 504, isRefused: true })
  const [id = ''] = await send(createTextMessage('Yes'))
  delete twilio.behavior.answer
  await blind(() => pass(30 * second))
  await pass(9 * minute)
  // The list shows one of them, which is the first: that proves nothing about the second.
  assert.deepEqual([own.statuses(first), own.statuses(id), arrived()], [['sent sms'], ['queued sms'], ['Yes']])
})

test('a failure that the provider reports for an unresolved message is an ordinary failure', async () => {
  const { own, send, receipt } = await somebody()
  await blind(async () => {
    const [id = ''] = await onceAnswering({ status: 504 }, () => send(createTextMessage('One')))
    await receipt(id, 'failed', { reason: 'unreachable', detail: 'The phone is off' })
    assert.deepEqual(own.statuses(id), ['queued sms', 'sent sms', 'failed sms'])
    assert.equal(own.statusesOf(id).at(-1)?.reason, 'unreachable')
  })
})

test('a receipt that arrives before the crash is detected makes the message sent and delivered', async () => {
  const { own, asid, send, arrived } = await somebody()
  const [{ messageId: id } = assert.fail()] = await own.send(asid, createTextMessage('Perhaps'))
  // The state left by a worker that died between marking the dispatch and the provider's response.
  await pool.query('update messages set dispatching = true where id = $1', [id])
  await own.receive('sms', { kind: 'receipt', channelMessageId: id, state: 'delivered' })
  const [next = ''] = await send(createTextMessage('Next'))
  await pass(20 * minute)
  assert.deepEqual([own.statuses(id).sort(), own.statuses(next)], [['delivered sms', 'sent sms'], ['sent sms']])
  assert.deepEqual(arrived(), ['Next'])
})

test('a message refused before it was accepted is retried or fails', async () => {
  const cases = { 429: ['queued sms', 'sent sms'], 400: ['failed sms'] }
  for (const [status, statuses] of Object.entries(cases)) {
    const { own, send } = await somebody()
    const [id = ''] = await onceAnswering({ status: Number(status), isRefused: true }, () =>
      send(createTextMessage('One')),
    )
    await pass(2 * second)
    assert.deepEqual(own.statuses(id), statuses)
  }
})

test('a message of several bubbles continues with the next once the unresolved one is confirmed', async () => {
  const { own, send, arrived } = await somebody()
  const long = { parts: Array.from({ length: 3 }, (_, n) => ({ type: 'text', text: `${n} ${'word '.repeat(300)}` })) }
  const [id = ''] = await onceAnswering({ status: 504 }, () => send({ spec: 'amf/1', ...long }))
  assert.equal(arrived().length, 1)
  await pass(30 * second)
  assert.ok(arrived().length > 1)
  assert.equal(new Set(arrived()).size, arrived().length)
  assert.deepEqual(own.statuses(id), ['queued sms', 'sent sms'])
})
