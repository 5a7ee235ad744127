import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPostback, type OpenIntent } from '@parley/amf'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import type { Adapter, LiveBinding } from '../../channels/index.ts'
import type { RehostMedia } from '../deps.ts'
import {
  createInboundHarness,
  createInboundWorld,
  eventKindsOf,
  inboundContent,
  newAddress,
} from './testing/inbound-harness.ts'

const opened: string[] = []
const files = new Map<string, string>()
const openMedia: Adapter['openMedia'] = async (reference) => {
  opened.push(reference)
  if (!files.has(reference)) throw new Error('no such file')
  return new Response(files.get(reference))
}
const rehostMedia: RehostMedia = async (_agent, key, open) => {
  const response = await open()
  if (!response.ok) return undefined
  assert.match(key, /^inbound /)
  return { url: `https://gateway.example.com/media/${await response.text()}/file`, mediaType: 'image/png' }
}
const world = createInboundWorld()
const server = await createTestApp({ world })
const agent = await createTestAgent(server)
const port = await createInboundHarness({ server, agent, world }, { rehostMedia })
const messageIds: string[] = []
const { readAffordances } = port.deps
port.deps.readAffordances = (key, messageId) => {
  messageIds.push(messageId)
  return readAffordances(key, messageId)
}
port.deps.channels.requireAdapter = () => ({ openMedia }) as Adapter

async function last(from: string, content: Parameters<typeof inboundContent>[1]) {
  const [received] = await port.receive(port.binding('rcs'), inboundContent(from, content))
  return { asid: received?.asid as string, event: (await port.publishedEvents(received?.asid as string)).at(-1)?.event }
}

const question: OpenIntent = {
  intent: 'ask.choice',
  intentId: 'size',
  messageId: 'msg_a',
  options: [
    { id: 's', label: 'Small', number: 1 },
    { id: 'l', label: 'Large', number: 2 },
  ],
}
const answer = (optionId: string) => ({ intent: 'ask.choice', intentId: 'size', optionId })
const small = { kind: 'reply', label: 'Small', answer: answer('s') } as const
const large = { kind: 'reply', label: 'Large', answer: answer('l') } as const
const show = (messageId: string, asid: string) =>
  port.shown.set(messageId, { channel: 'rcs', asid, affordances: [small, large] })

test('a typed answer to an open question is a result once, and an ordinary message afterwards', async () => {
  const from = newAddress()
  const { asid } = await last(from, 'Hello')
  await port.open(asid, [question])
  assert.equal((await last(from, '2')).event?.type, 'result')
  assert.deepEqual((await port.conversation(asid)).intents, [])
  assert.equal((await last(from, '2')).event?.type, 'message')
})

test('a tap is interpreted by the message that was shown, and closes its question', async () => {
  const from = newAddress()
  const { asid } = await last(from, 'Hello')
  await port.open(asid, [question])
  show('msg_a', asid)
  const { event } = await last(from, { type: 'tap', postback: createPostback('msg_a', 0), label: 'Sm…' })
  assert.deepEqual(event?.type === 'result' && event.result.labels, ['Small'])
  assert.deepEqual((await port.conversation(asid)).intents, [])
})

test('options picked together belong to one message, which is loaded once', async () => {
  const from = newAddress()
  const { asid } = await last(from, 'Hello')
  show('msg_list', asid)
  show('msg_old', asid)
  messageIds.length = 0
  const also = [
    createPostback('msg_list', 1),
    ...Array(50).fill(createPostback('msg_list', 0)),
    createPostback('msg_old', 0),
  ]
  await port.receive(
    port.binding('rcs'),
    inboundContent(from, { type: 'tap', postback: createPostback('msg_list', 0), label: 'Small', picked: true, also }),
  )
  assert.deepEqual(messageIds, ['msg_list'])
  const results = (await port.publishedEvents(asid)).flatMap(({ event }) =>
    event.type === 'result' ? [event.result] : [],
  )
  assert.deepEqual(
    results.map(({ optionIds }) => optionIds),
    [['s', 'l']],
  )
})

test('a person cannot tap a message that was shown to another person', async () => {
  const { asid } = await last(newAddress(), 'Hello')
  show('msg_theirs', asid)
  const { event } = await last(newAddress(), { type: 'tap', postback: createPostback('msg_theirs', 0), label: 'Mine?' })
  assert.deepEqual(event, { type: 'message', message: { text: 'Mine?' } })
})

const words = { type: 'tap', postback: 'GET_STARTED' } as const
const orders: [title: string, content: Parameters<typeof inboundContent>[1], expected: string][] = [
  ['a tapped STOP', { ...words, label: 'Stop' }, 'optOut'],
  ['a file with the word STOP', { type: 'media', reference: 'file-stop', text: 'STOP' }, 'optOut'],
  ['a typed CANCEL', 'Cancel', 'optOut'],
  ['a chip of the agent that says Cancel', { ...words, label: 'Cancel' }, 'message'],
]
for (const [title, content, expected] of orders) {
  test(`${title} is received as ${expected}`, async () => {
    const binding = port.binding('rcs', { compliance: { enabled: true } } as Partial<LiveBinding>)
    const [received] = await port.receive(binding, inboundContent(newAddress(), content))
    const eventKinds = eventKindsOf(await port.publishedEvents(received?.asid as string))
    assert.ok(eventKinds.includes(expected), eventKinds.join())
  })
}

for (const [title, postback] of [
  ['of a message that is not known', createPostback('msg_gone', 0)],
  ['on what the message did not show', createPostback('msg_a', 7)],
  ['that is not ours', 'GET_STARTED'],
] as const) {
  test(`a tap ${title} is a message with its label`, async () => {
    const { event } = await last(newAddress(), { type: 'tap', postback, label: 'Go on' })
    assert.deepEqual(event, { type: 'message', message: { text: 'Go on' } })
  })
}

test('a tap without a label uses its payload as text', async () => {
  const { event } = await last(newAddress(), { type: 'tap', postback: 'GET_STARTED' })
  assert.deepEqual(event, { type: 'message', message: { text: 'GET_STARTED' } })
})

test('a file is stored and served from our own URL', async () => {
  files.set('file-1', 'token1')
  const { event } = await last(newAddress(), { type: 'media', reference: 'file-1', name: 'a.png', text: 'Look' })
  assert.deepEqual(event, {
    type: 'message',
    message: {
      text: 'Look',
      media: { url: 'https://gateway.example.com/media/token1/file', mediaType: 'image/png', name: 'a.png' },
    },
  })
})

test('a file that cannot be downloaded is received with its original URL or as text', async () => {
  const reference = 'https://files.example.com/a.png'
  const { event } = await last(newAddress(), { type: 'media', reference, mediaType: 'image/png' })
  assert.deepEqual(event, { type: 'message', message: { media: { url: reference, mediaType: 'image/png' } } })
  const lost = await last(newAddress(), { type: 'media', reference: 'file-2', name: 'b.pdf', text: 'Here' })
  assert.deepEqual(lost.event, {
    type: 'message',
    message: { text: 'Here\n[A file that could not be opened: b.pdf]' },
  })
})

test('the thread id of the provider is stored with the conversation', async () => {
  const from = newAddress()
  const [received] = await port.receive(
    port.binding('rcs'),
    inboundContent(from, 'Hello', { conversationId: 'thread-1' }),
  )
  await port.receive(port.binding('rcs'), { kind: 'typing', from, conversationId: 'thread-2' })
  const row = await port.conversation(received?.asid as string)
  assert.equal(row.channel_conversation_id, 'thread-2')
})
