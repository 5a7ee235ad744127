import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Channel } from '@parley/amf'
import { assertProblem, assertStatus } from '../../testing/client.ts'
import { firstCellsOf, openGuide, runGuide } from '../../testing/guide.ts'
import { createLabBench, otherToken } from '../../testing/lab-bench.ts'
import type { Inbound } from '../channels/index.ts'
import { HandsetEvent } from './events/handle-event.ts'
import { HandsetSettings } from './handset.ts'

const bench = await createLabBench()
const words = (text: string) => ({ type: 'text', text })
const message = (parts: object | object[], more = {}) => ({ spec: 'amf/1', parts: [parts].flat(), ...more })
const options = Array.from({ length: 8 }, (_, at) => ({ id: `opt-${at}`, label: `Model ${'ABCDEFGH'[at]}` }))
const choice = { type: 'ask.choice', intentId: 'model', prompt: 'Which one?', options }

let numbers = 0
const newNumber = () => `+1303555${String(1000 + ++numbers)}`

/** Receipts arrive asynchronously, so they are skipped. */
function lastTold(): Inbound {
  return bench.received.findLast(({ kind }) => kind !== 'receipt') ?? assert.fail('the gateway received nothing')
}
function lastContent() {
  const last = lastTold()
  return last.kind === 'content' ? last.content : assert.fail(`the gateway was told ${last.kind}`)
}

test('only the access token of the agent, as header or in the query, gives access to the lab, and only to its own handsets', async () => {
  const phone = bench.phone('sms', newNumber())
  await phone.set({})
  for (const token of ['', 'at-unknown'])
    assertProblem(await bench.call('GET', '/handsets', undefined, token), 401, 'auth.unauthenticated')
  assertStatus(await bench.call('GET', `/handsets?access_token=${bench.token}`, undefined, ''), 200)
  assert.ok(assertStatus(await bench.call('GET', '/handsets'), 200).data.length > 0)
  assert.deepEqual(assertStatus(await bench.call('GET', '/handsets', undefined, otherToken), 200), { data: [] })
  const { receipts } = assertStatus(await bench.call('PUT', phone.path, { receipts: 'none' }, otherToken), 200)
  assert.deepEqual([receipts, (await phone.read()).receipts], ['none', 'auto'])
})

test('setting a handset creates it; omitted settings stay, and null ends the failures', async () => {
  const phone = bench.phone('rcs', newNumber())
  const set = { reachable: false, receipts: 'manual', failNext: { count: 3, status: 'timeout' }, latencyMs: 20 }
  const first = assertStatus(await phone.set(set), 200)
  assert.deepEqual(assertStatus(await phone.set({}), 200), first)
  const { messages, typing, ...read } = await phone.read()
  assert.deepEqual([read, messages, typing], [first, [], false])
  const after = assertStatus(await phone.set({ failNext: null, latencyMs: 0 }), 200)
  const { failNext, ...others } = first
  assert.deepEqual(failNext, { count: 3, status: 'timeout' })
  assert.deepEqual(after, { ...others, latencyMs: 0 })
})

const wrongSettings: [body: unknown, field: string][] = [
  [{ reachable: 'yes' }, 'reachable'],
  [{ receipts: 'later' }, 'receipts'],
  [{ latencyMs: -1 }, 'latencyMs'],
  [{ latencyMs: 1_000_000 }, 'latencyMs'],
  [{ failNext: { count: 1, status: 200 } }, 'failNext.status'],
  [{ failNext: { count: 1, status: 600 } }, 'failNext.status'],
  [{ failNext: { count: 1, status: 'slow' } }, 'failNext.status'],
  [{ failNext: { count: -1, status: 500 } }, 'failNext.count'],
  [{ failNext: { count: 1, status: 500, colour: 'red' } }, 'failNext.colour'],
  [{ colour: 'red' }, 'colour'],
]
for (const [body, field] of wrongSettings) {
  test(`a handset cannot be set to ${JSON.stringify(body)}`, async () => {
    assertProblem(await bench.phone('sms', newNumber()).set(body as object), 400, 'request.invalid', field)
  })
}

test('a handset that was never set reads as reachable and empty, and is not listed', async () => {
  const address = newNumber()
  const { reachable, receipts, messages } = await bench.phone('rcs', address).read()
  assert.deepEqual([reachable, receipts, messages], [true, 'auto', []])
  const { data } = assertStatus(await bench.call('GET', '/handsets'), 200)
  assert.ok(!data.some((one: { address: string }) => one.address === address))
})

test('every spelling of a number is the same handset; an address that is invalid for the channel is refused', async () => {
  await bench.phone('sms', '+1 (720) 555-0143').do(words('Hello'))
  assert.equal((await bench.phone('sms', '+17205550143').read()).messages.length, 1)
  assertProblem(await bench.phone('sms', 'visitor').do(words('Hello')), 400, 'request.invalid', 'address')
  assertStatus(await bench.phone('socialC', 'visitor').do(words('Hello')), 202)
  assertProblem(await bench.phone('pigeon' as Channel, 'visitor').set({}), 404, 'resource.not_found')
})

test('a text reaches the gateway as from a provider, and the handset shows it with the answer below', async () => {
  const address = newNumber()
  const phone = bench.phone('sms', address)
  const accepted = assertStatus(await phone.do(words('First in')), 202)
  assert.equal(accepted.userId, 'usr-content')
  assert.match(accepted.eventId, /^evt-/)
  const last = lastTold()
  assert.ok(last.kind === 'content' && last.from === address && last.id)
  assert.deepEqual(last.content, { type: 'text', text: 'First in' })
  await bench.send('sms', address, message(words('Then out')))
  await phone.do(words('Then in'))
  const { messages } = await phone.read()
  const lines = messages.map(({ direction, text }: { direction: string; text: string }) => `${direction} ${text}`)
  assert.deepEqual(lines, ['in First in', 'out Then out', 'in Then in'])
})

test('two identical events are processed separately', async () => {
  const phone = bench.phone('sms', newNumber())
  const ids = []
  for (let time = 0; time < 2; time++) {
    await phone.do(words('Hello'))
    const last = lastTold()
    ids.push(last.kind === 'content' && last.id)
  }
  assert.notEqual(ids[0], ids[1])
})

test('a tap sends the payload of the chip on the newest message that has it, or on the named message', async () => {
  const address = newNumber()
  const phone = bench.phone('rcs', address)
  const chips = { chips: [{ label: 'Yes' }, { label: 'No' }] }
  const first = await bench.send('rcs', address, message(words('Coffee?'), chips))
  const second = await bench.send('rcs', address, message(words('Tea?'), chips))
  await bench.send('rcs', address, message(words('Just so.')))
  assertStatus(await phone.do({ type: 'tap', label: 'No' }), 202)
  assert.deepEqual(lastContent(), { type: 'tap', postback: `amf|${second}|1`, label: 'No' })
  assertStatus(await phone.do({ type: 'tap', label: 'yes', messageId: first }), 202)
  assert.deepEqual(lastContent(), { type: 'tap', postback: `amf|${first}|0`, label: 'yes' })
  assert.equal((await phone.read()).messages.at(-1).text, 'yes')
  assertProblem(await phone.do({ type: 'tap', label: 'Maybe' }), 400, 'request.invalid', 'label')
  const strange = { type: 'tap', label: 'Yes', messageId: 'msg-none' }
  assertProblem(await phone.do(strange), 400, 'request.invalid', 'messageId')
})

test('chips on cards and on every other channel with chips can be tapped by their labels too', async () => {
  const card = { title: 'Offer', description: 'Half price', chips: [{ label: 'Remind me' }, { label: 'Forget it' }] }
  for (const channel of ['rcs', 'messengerA', 'messengerB', 'socialC'] as const) {
    const address = newNumber()
    const id = await bench.send(channel, address, message({ type: 'card', card }))
    assertStatus(await bench.phone(channel, address).do({ type: 'tap', label: 'Remind me' }), 202)
    assert.deepEqual(lastContent(), { type: 'tap', postback: `amf|${id}|0`, label: 'Remind me' }, channel)
  }
})

test('if two cards have a chip with the same label, the payload identifies the chip', async () => {
  const address = newNumber()
  const items = ['desk', 'floor'].map((id) => ({ id, title: `The ${id} lamp` }))
  const id = await bench.send('rcs', address, message({ type: 'showcase', intentId: 'lamp', prompt: 'Which?', items }))
  const phone = bench.phone('rcs', address)
  assertStatus(await phone.do({ type: 'tap', label: `amf|${id}|1`, messageId: id }), 202)
  assert.deepEqual(lastContent(), { type: 'tap', postback: `amf|${id}|1`, label: 'Select' })
  assert.equal((await phone.read()).messages.at(-1).text, 'Select')
})

test('rows of a native list can be picked by option id or payload, or tapped by their label', async () => {
  for (const channel of ['vendorMessages', 'messengerA'] as const) {
    const address = newNumber()
    const phone = bench.phone(channel, address)
    const id = await bench.send(channel, address, message(choice))
    const expected = { type: 'tap', postback: `amf|${id}|6`, label: 'Model G', picked: true }
    for (const event of [
      { type: 'pick', id: 'opt-6' },
      { type: 'pick', id: `amf|${id}|6` },
      { type: 'tap', label: 'Model G' },
    ]) {
      assertStatus(await phone.do(event), 202)
      assert.deepEqual(lastContent(), expected, `${channel} ${JSON.stringify(event)}`)
      assert.equal((await phone.read()).messages.at(-1).text, 'Model G')
    }
    assertProblem(await phone.do({ type: 'pick', id: 'opt-9' }), 400, 'request.invalid', 'id')
  }
})

test('several rows can be picked if they are in one message', async () => {
  const address = newNumber()
  const phone = bench.phone('vendorMessages', address)
  const id = await bench.send('vendorMessages', address, message({ ...choice, multiple: true }))
  assertStatus(await phone.do({ type: 'pick', id: 'opt-1', also: ['opt-2'] }), 202)
  const content = lastContent()
  assert.deepEqual(content.type === 'tap' && [content.postback, content.also], [`amf|${id}|1`, [`amf|${id}|2`]])
  assertProblem(await phone.do({ type: 'pick', id: 'opt-1', also: ['other'] }), 400, 'request.invalid', 'also')
})

test('a time of the native picker can be picked by its id', async () => {
  const address = newNumber()
  const start = (hour: number) => ({ iso: `2030-03-04T${hour}:00:00-05:00`, tz: 'America/New_York' })
  const slots = [10, 11, 12].map((hour) => ({ id: `slot-${hour}`, start: start(hour) }))
  const question = { type: 'ask.time', intentId: 'when', prompt: 'When?', slots }
  const id = await bench.send('vendorMessages', address, message(question))
  assertStatus(await bench.phone('vendorMessages', address).do({ type: 'pick', id: 'slot-11' }), 202)
  const content = lastContent()
  assert.ok(content.type === 'tap' && content.postback === `amf|${id}|1` && content.picked)
})

test('media, locations, typing and the subscription switch reach the gateway', async () => {
  const address = newNumber()
  const phone = bench.phone('rcs', address)
  const url = 'https://example.com/cat.png'
  assertStatus(await phone.do({ type: 'media', url, mediaType: 'image/png' }), 202)
  assert.deepEqual(lastContent(), { type: 'media', reference: url, mediaType: 'image/png' })
  assertStatus(await phone.do({ type: 'location', latitude: 40.7, longitude: -74, label: 'Pier 6' }), 202)
  assert.deepEqual(lastContent(), { type: 'place', place: { latitude: 40.7, longitude: -74, name: 'Pier 6' } })
  for (const [type, kind] of Object.entries({
    typing: 'typing',
    subscribe: 'subscribed',
    unsubscribe: 'unsubscribed',
  })) {
    assertStatus(await phone.do({ type }), 202)
    const last = lastTold()
    assert.deepEqual([last.kind, 'from' in last && last.from], [kind, address])
  }
  assert.equal((await phone.read()).messages.length, 2)
})

test('a receipt names a message on this handset, and a failure states its reason', async () => {
  const address = newNumber()
  const phone = bench.phone('sms', address)
  await phone.set({ receipts: 'manual' })
  const messageId = await bench.send('sms', address, message(words('Hello')))
  assertProblem(await phone.do({ type: 'receipt', messageId: 'x', state: 'read' }), 400, 'request.invalid', 'messageId')
  assertProblem(await phone.do({ type: 'receipt', messageId, state: 'lost' }), 400, 'request.invalid', 'state')
  assert.ok(assertStatus(await phone.do({ type: 'receipt', messageId, state: 'failed' }), 202).eventId)
  const receipt = bench.received.findLast((one) => one.kind === 'receipt' && one.channelMessageId === messageId)
  assert.ok(receipt?.kind === 'receipt' && receipt.state === 'failed' && receipt.reason && receipt.detail)
  assert.equal((await phone.read()).messages[0].state, 'failed')
})

const wrongEvents: [event: unknown, field: string][] = [
  [{ type: 'shout', text: 'Hello' }, 'type'],
  [{ type: 'text' }, 'text'],
  [{ type: 'text', text: '' }, 'text'],
  [{ type: 'text', text: 'Hello', loud: true }, 'loud'],
  [{ type: 'media', url: 'ftp://example.com/cat' }, 'url'],
  [{ type: 'location', latitude: 91, longitude: 0 }, 'latitude'],
]
for (const [event, field] of wrongEvents) {
  test(`${JSON.stringify(event)} is not a valid event`, async () => {
    const phone = bench.phone('sms', newNumber())
    assertProblem(await phone.do(event as object), 400, 'request.invalid', field)
    assert.deepEqual((await phone.read()).messages, [])
  })
}

test('a person can write only with an active lab binding of the channel', async () => {
  const refused = async (channel: Channel, detail: RegExp) => {
    const phone = bench.phone(channel, newNumber())
    const reply = await phone.do(words('Hello'))
    assertProblem(reply, 409, 'resource.conflict')
    assert.match(reply.body.detail, detail)
    assert.deepEqual((await phone.read()).messages, [])
  }
  await refused('workchatD', /no workchatD binding/)
  bench.status.now = 'Disabled'
  await refused('sms', /is Disabled/)
  Object.assign(bench.status, { now: 'Active', provider: 'twilio' })
  await refused('sms', /binding belongs to the provider twilio/)
  bench.status.provider = 'lab'
})

test('a message that the gateway failed to process is shown as failed', async () => {
  const phone = bench.phone('sms', newNumber())
  bench.status.broken = true
  assertProblem(await phone.do(words('Hello')), 500, 'internal')
  bench.status.broken = false
  assert.equal((await phone.read()).messages[0].state, 'failed')
})

test('the page is served with its files and can run no other script', async () => {
  const { statusCode, body, headers } = await bench.app.inject('/lab')
  assert.equal(statusCode, 200)
  const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url as string)
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /script-src[^;]*(?:unsafe|http)/)
  for (const url of files.filter((file) => file.startsWith('/assets/')))
    assert.equal((await bench.app.inject(url)).statusCode, 200, url)
})

test('the requests in docs/lab.md work as documented, and it lists every setting and every event', async () => {
  const guide = openGuide('lab')
  await runGuide(guide.blocks('sh', 'json'), {
    call: ({ method, path, body }) => bench.call(method, path.replace(/^L/, ''), body),
  })
  const documented = firstCellsOf(guide.section('The API')).filter((cell) => /^\w+$/.test(cell))
  assert.deepEqual(documented, Object.keys(HandsetSettings.shape))
  const written = [...guide.section('Events').matchAll(/`(\{ "type".*?\})`/g)].map(([, text = '']) => {
    // Removes optional fields, which are only named.
    return JSON.parse(text.replace(/, "\w+"\?/g, '').replace('https://…', 'https://example.com/boat.jpg'))
  })
  for (const event of written) assert.ok(HandsetEvent.safeParse(event).success, JSON.stringify(event))
  assert.deepEqual(
    written.map(({ type }) => type),
    HandsetEvent.options.map(({ shape }) => shape.type.value),
  )
})
