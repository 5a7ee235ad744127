import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Channel } from '@parley/amf'
import { createLabBench } from '../../../testing/lab-bench.ts'
import type { DispatchFailedError } from '../../channels/index.ts'

const never = () => assert.fail('our own carrier makes no calls')
const bench = await createLabBench()
const hello = { spec: 'amf/1', parts: [{ type: 'text', text: 'Hello' }] }

let numbers = 0
const newNumber = () => `+1202555${String(1000 + ++numbers)}`

/** Receipts arrive asynchronously, a moment later. */
async function eventually<T>(look: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  for (let left = 1200; left > 0; left--) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('it did not come about in 30 seconds')
}

const states = (messageId: string) =>
  bench.received.flatMap((one) => (one.kind === 'receipt' && one.channelMessageId === messageId ? [one.state] : []))

async function outcomeOf(channel: Channel, to: string): Promise<string> {
  try {
    await bench.send(channel, to, hello)
    return 'sent'
  } catch (error) {
    const { reason, retry } = error as DispatchFailedError
    return `${reason} ${retry}`
  }
}

test('a send creates the handset and shows payload, text and chips on it', async () => {
  const to = newNumber()
  const chips = [{ label: 'Parking' }, { label: 'Site', kind: 'url', url: 'https://example.com' }]
  const messageId = await bench.send('rcs', to, { ...hello, chips })
  const { messages, ...behaviour } = await bench.phone('rcs', to).read()
  const usual = { channel: 'rcs', address: to, reachable: true, receipts: 'auto', latencyMs: 0, typing: false }
  assert.deepEqual(behaviour, usual)
  assert.equal(messages.length, 1)
  const [{ at, native, state, ...message }] = messages
  assert.deepEqual(message, {
    messageId,
    direction: 'out',
    text: 'Hello',
    chips: [
      { label: 'Parking', kind: 'reply', value: `amf|${messageId}|0` },
      { label: 'Site', kind: 'url', value: `amf|${messageId}|1` },
    ],
    view: {
      kind: 'text',
      text: [{ text: 'Hello' }],
      chips: [
        { label: 'Parking', kind: 'reply', tap: 0 },
        { label: 'Site', kind: 'url', tap: 1, url: 'https://example.com' },
      ],
    },
  })
  assert.equal(native.contentMessage.text, 'Hello')
  assert.ok(at && state)
})

test('a bubble that is dispatched twice is shown once', async () => {
  const to = newNumber()
  const outgoing = { messageId: 'twice', bubble: 0, channelMessageId: 'twice', to, native: {}, text: 'Once', chips: [] }
  const tools = { fetch, call: never, apis: {}, world: {} as never }
  for (let time = 0; time < 2; time++) await bench.adapter('sms').send(outgoing, bench.bindingOn('sms'), tools)
  assert.equal((await bench.phone('sms', to).read()).messages.length, 1)
})

const failures: [status: number | 'timeout', outcome: string][] = [
  [400, 'rejected never'],
  [404, 'rejected never'],
  [429, 'rateLimited later'],
  [500, 'providerError later'],
  [503, 'providerError later'],
  ['timeout', 'timeout unknown'],
]
for (const [status, outcome] of failures) {
  test(`failNext with ${status} ends that many dispatches in ${outcome}, then they pass`, async () => {
    const to = newNumber()
    const phone = bench.phone('sms', to)
    await phone.set({ failNext: { count: 2, status } })
    assert.equal(await outcomeOf('sms', to), outcome)
    assert.equal((await phone.read()).failNext.count, 1)
    assert.equal(await outcomeOf('sms', to), outcome)
    assert.deepEqual((await phone.read()).messages, [])
    assert.equal(await outcomeOf('sms', to), 'sent')
    assert.equal((await phone.read()).failNext, undefined)
  })
}

test('the code of a failure appears in its detail, and actions of a person do not count as dispatches', async () => {
  const to = newNumber()
  const phone = bench.phone('sms', to)
  await phone.set({ failNext: { count: 1, status: 400, code: 'spam' } })
  assert.equal((await phone.do({ type: 'text', text: 'Hello' })).status, 202)
  await assert.rejects(bench.send('sms', to, hello), { detail: 'The handset lab returned 400 (spam)' })
})

test('exactly the requested number of many concurrent dispatches fail', async () => {
  const to = newNumber()
  await bench.phone('sms', to).set({ failNext: { count: 7, status: 503 } })
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf('sms', to)))
  assert.equal(outcomes.filter((outcome) => outcome === 'sent').length, 13)
})

test('a number that cannot receive rcs is permanently unreachable there, and the failure count does not change', async () => {
  const to = newNumber()
  const phone = bench.phone('rcs', to)
  await phone.set({ reachable: false, failNext: { count: 1, status: 503 } })
  assert.equal(await outcomeOf('rcs', to), 'unreachable never')
  const { failNext, messages } = await phone.read()
  assert.deepEqual([failNext, messages], [{ count: 1, status: 503 }, []])
  await bench.phone('sms', to).set({ reachable: false })
  assert.equal(await outcomeOf('sms', to), 'sent')
})

const reports: [channel: Channel, states: string[]][] = [
  ['rcs', ['sent', 'delivered', 'read']],
  ['sms', ['sent', 'delivered']],
  ['vendorMessages', ['sent']],
]
for (const [channel, expected] of reports) {
  test(`receipts on ${channel} arrive automatically: ${expected.join(', ')}`, async () => {
    const to = newNumber()
    const messageId = await bench.send(channel, to, hello)
    await eventually(() => states(messageId).length >= expected.length)
    assert.deepEqual(states(messageId), expected)
    const last = expected.at(-1)
    await eventually(async () => (await bench.phone(channel, to).read()).messages[0].state === last)
  })
}

test('manual and none produce no automatic receipt; manual receipts arrive once for each bubble', async () => {
  const [manual, none] = [newNumber(), newNumber()]
  await bench.phone('sms', manual).set({ receipts: 'manual' })
  await bench.phone('sms', none).set({ receipts: 'none' })
  const long = { spec: 'amf/1', parts: [{ type: 'text', text: 'A long story. '.repeat(200) }] }
  const [first, second] = [await bench.send('sms', manual, long), await bench.send('sms', none, hello)]
  const later = await bench.send('sms', newNumber(), hello)
  await eventually(() => states(later).length === 2)
  assert.deepEqual([states(first), states(second)], [[], []])
  const phone = bench.phone('sms', manual)
  const { status } = await phone.do({ type: 'receipt', messageId: first, state: 'delivered' })
  assert.equal(status, 202)
  assert.deepEqual(states(first), ['delivered'])
  assert.deepEqual(states(`${first}-1`), ['delivered'])
  await phone.do({ type: 'receipt', messageId: first, state: 'sent' })
  const { messages } = await phone.read()
  assert.ok(messages.length > 1)
  for (const { messageId, state } of messages) assert.deepEqual([messageId, state], [first, 'delivered'])
})

test('the handset shows typing until the agent has written, and read marks on the messages of the person', async () => {
  const to = newNumber()
  const phone = bench.phone('rcs', to)
  await phone.do({ type: 'text', text: 'Hello?' })
  const binding = bench.bindingOn('rcs')
  const tools = { fetch, call: never, apis: {}, world: {} as never }
  const signalled = { to, id: 'signal-1' }
  await bench.adapter('rcs').signal?.({ signal: 'typing', ...signalled }, binding, tools)
  assert.equal((await phone.read()).typing, true)
  assert.equal((await bench.phone('sms', to).read()).typing, false)
  await bench.adapter('rcs').signal?.({ signal: 'read', ...signalled }, binding, tools)
  assert.equal((await phone.read()).messages[0].state, 'read')
  await bench.send('rcs', to, hello)
  assert.equal((await phone.read()).typing, false)
})

test('a sender that times out on a slow carrier does not know the outcome', async () => {
  const to = newNumber()
  await bench.phone('sms', to).set({ latencyMs: 20_000 })
  const outgoing = { messageId: 'slow', bubble: 0, channelMessageId: 'slow', to, native: {}, text: 'Slow', chips: [] }
  const tools = { fetch, call: never, apis: {}, world: {} as never, signal: AbortSignal.abort() }
  const sending = bench.adapter('sms').send(outgoing, bench.bindingOn('sms'), tools)
  await assert.rejects(sending, { reason: 'timeout', retry: 'unknown' })
})

test('no caller can impersonate the lab at the gateway', async () => {
  const call = { method: 'POST', url: '/', query: {}, headers: {}, body: Buffer.from('{}') }
  const tools = { fetch, call: never, apis: {}, world: {} as never }
  assert.ok(await bench.adapter('sms').verify(call, bench.bindingOn('sms'), tools))
  assert.deepEqual(bench.adapter('sms').parse(call, bench.bindingOn('sms')), { inbounds: [] })
})

test('a number supports rcs by default, whatever the outcome of its dispatches', async () => {
  const to = newNumber()
  const tools = { fetch, call: never, apis: {}, world: {} as never }
  const capable = () => bench.adapter('rcs').capable?.(to, bench.bindingOn('rcs'), tools)
  assert.equal(await capable(), true)
  await bench.phone('rcs', to).set({ failNext: { count: 1, status: 503 } })
  assert.equal(await capable(), true)
  await bench.phone('rcs', to).set({ reachable: false })
  assert.equal(await capable(), false)
  assert.equal(bench.adapter('sms').capable, undefined)
})
