import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import {
  createInboundHarness,
  createInboundWorld,
  eventKindsOf,
  inboundContent,
  newAddress,
} from './testing/inbound-harness.ts'

const world = createInboundWorld()
const server = await createTestApp({ world })
const agent = await createTestAgent(server)
const port = await createInboundHarness({ server, agent, world })

test('a duplicate inbound item is processed once', async () => {
  const inbound = inboundContent(newAddress(), 'Hello')
  const [first] = await port.receive(port.binding('sms'), inbound)
  const [second] = await port.receive(port.binding('sms'), inbound)
  assert.deepEqual(second, { asid: first?.asid })
  assert.deepEqual(eventKindsOf(await port.publishedEvents(first?.asid as string)), ['conversationStarted', 'message'])
})

test('concurrent duplicates from a new or known person are processed once', async () => {
  const from = newAddress()
  for (const text of ['Hello', 'Again']) {
    const inbound = inboundContent(from, text)
    const received = await Promise.all([1, 2, 3, 4].map(() => port.receive(port.binding('sms'), inbound)))
    const all = received.flat()
    assert.equal(new Set(all.map(({ asid }) => asid)).size, 1)
    assert.equal(all.filter(({ eventId }) => eventId !== undefined).length, 1)
  }
  const { body } = await agent.get(`/people?q=${encodeURIComponent(from)}`)
  assert.equal(body.data.length, 1)
})

test('concurrent rcs and sms messages from a new number create one person', async () => {
  const from = newAddress()
  await Promise.all([
    port.receive(port.binding('rcs'), inboundContent(from, 'on rcs')),
    port.receive(port.binding('sms'), inboundContent(from, 'on sms')),
  ])
  const { body } = await agent.get(`/people?q=${encodeURIComponent(from)}`)
  assert.equal(body.data.length, 1)
  assert.deepEqual(body.data[0].identities.map(({ channel }: { channel: string }) => channel).sort(), ['rcs', 'sms'])
})

test('many concurrent messages of one person all arrive, one after another', async () => {
  const from = newAddress()
  const texts = ['a', 'b', 'c', 'd', 'e', 'f']
  const received = await Promise.all(texts.map((text) => port.receive(port.binding('sms'), inboundContent(from, text))))
  const events = await port.publishedEvents(received[0]?.[0]?.asid as string)
  assert.deepEqual(eventKindsOf(events), ['conversationStarted', ...texts.map(() => 'message')])
  assert.equal(new Set(events.map(({ sessionId }) => sessionId)).size, 1)
})

test('several items of one call are processed in their order', async () => {
  const from = newAddress()
  const received = await port.receive(port.binding('sms'), inboundContent(from, 'one'), inboundContent(from, 'two'))
  const events = await port.publishedEvents(received[0]?.asid as string)
  assert.deepEqual(
    events.slice(1).map(({ event }) => event.type === 'message' && event.message.text),
    ['one', 'two'],
  )
})

test('ids of any length and texts with unpaired surrogates are accepted', async () => {
  const inbound = inboundContent(newAddress(), 'a\u0000b\ud800', { id: `${'x'.repeat(5000)}\u0000` })
  const [first] = await port.receive(port.binding('sms'), inbound)
  await port.receive(port.binding('sms'), inbound)
  const events = await port.publishedEvents(first?.asid as string)
  assert.deepEqual(events[1]?.event, { type: 'message', message: { text: 'ab\ufffd' } })
  assert.equal(events.length, 2)
})

test('an item with an invalid address for the channel is dropped and logged', async () => {
  assert.deepEqual(await port.receive(port.binding('sms'), inboundContent('nobody', 'Hello')), [{}])
  assert.deepEqual(port.logs.at(-1), {
    level: 'warn',
    event: 'channel.rejected',
    channel: 'sms',
    data: { provider: 'lab', reason: 'the address is not valid on this channel' },
  })
})

test('a disabled binding accepts only receipts', async () => {
  const from = newAddress()
  const receipt = { kind: 'receipt', channelMessageId: 'm-1', state: 'read' } as const
  const received = await port.receive(
    port.binding('sms', { status: 'Disabled' }),
    inboundContent(from, 'Hello'),
    receipt,
  )
  assert.deepEqual(received, [{}, {}])
  assert.deepEqual(port.receipts, [receipt])
  assert.deepEqual(port.logs.at(-1)?.data, { provider: 'lab', reason: 'the binding is disabled' })
  const { body } = await agent.get(`/people?q=${encodeURIComponent(from)}`)
  assert.equal(body.data.length, 0)
})
