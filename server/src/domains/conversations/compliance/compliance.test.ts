import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Channel } from '@parley/amf'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertStatus } from '../../../testing/client.ts'
import {
  createInboundHarness,
  createInboundWorld,
  eventKindsOf,
  inboundContent,
  newAddress,
} from '../inbound/testing/inbound-harness.ts'
import { isAddressStopped } from './keyword.ts'

const world = createInboundWorld()
const server = await createTestApp({ world })
const agent = await createTestAgent(server)
const port = await createInboundHarness({ server, agent, world })
assertStatus(await agent.put('/identity', { contactPhone: '+1 202 555 0143' }), 200)

type On = { channel?: Channel; compliance?: boolean }
async function write(from: string, text: string, { channel = 'sms', compliance = false }: On = {}) {
  const binding = port.binding(channel, { compliance: { enabled: compliance } })
  const [received] = await port.receive(binding, inboundContent(from, text))
  return received as { asid: string; eventId?: string }
}
const stopped = (address: string, channel: Channel = 'sms') =>
  isAddressStopped(server.database.db, port.key, { channel, address })
const eventKinds = async (asid: string) =>
  eventKindsOf(await port.publishedEvents(asid)).filter((kind) => kind !== 'conversationStarted')
const answersTo = (asid: string) =>
  port.systemMessages.filter((message) => message.asid === asid).map(({ text }) => text)

test('STOP opts out without a confirmation message, and the agent receives only optOut', async () => {
  const from = newAddress()
  const { asid, eventId } = await write(from, 'Stop.')
  assert.deepEqual(await eventKinds(asid), ['optOut'])
  assert.equal(eventId, (await port.publishedEvents(asid))[0]?.id)
  assert.deepEqual(answersTo(asid), [])
  assert.equal(await stopped(from), true)
  assert.deepEqual(
    port.logs.filter((entry) => entry.asid === asid && entry.event.startsWith('compliance.')).map(({ data }) => data),
    [{ keyword: 'STOP' }],
  )
})

test('a STOP on sms covers the number on rcs, and START on either lifts both', async () => {
  const from = newAddress()
  await write(from, 'STOP')
  assert.deepEqual([await stopped(from, 'sms'), await stopped(from, 'rcs')], [true, true])
  assert.equal(await stopped(from, 'messengerA'), false)
  const { asid } = await write(from, 'START', { channel: 'rcs' })
  assert.deepEqual(await eventKinds(asid), ['optIn'])
  assert.deepEqual([await stopped(from, 'sms'), await stopped(from, 'rcs')], [false, false])
})

test('a second STOP causes neither an event nor a confirmation', async () => {
  const from = newAddress()
  await write(from, 'STOP', { compliance: true })
  const { asid, eventId } = await write(from, 'STOP', { compliance: true })
  assert.equal(eventId, undefined)
  assert.deepEqual(await eventKinds(asid), ['optOut'])
  assert.equal(answersTo(asid).length, 1)
})

test('a person who has opted out can still send messages', async () => {
  const from = newAddress()
  await write(from, 'STOP')
  const { asid } = await write(from, 'But where is my order?')
  assert.deepEqual(await eventKinds(asid), ['optOut', 'message'])
  assert.equal(await stopped(from), true)
})

test('START from a person who has not opted out is a message', async () => {
  const { asid } = await write(newAddress(), 'START')
  assert.deepEqual(await eventKinds(asid), ['message'])
})

for (const word of ['CANCEL', 'END', 'QUIT', 'HELP']) {
  test(`with compliance off ${word} is a message`, async () => {
    const { asid } = await write(newAddress(), word)
    assert.deepEqual(await eventKinds(asid), ['message'])
    assert.deepEqual(answersTo(asid), [])
  })
}

for (const word of ['STOP', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT']) {
  test(`with compliance on ${word} is confirmed once`, async () => {
    const from = newAddress()
    const { asid } = await write(from, word, { compliance: true })
    assert.deepEqual(await eventKinds(asid), ['optOut'])
    assert.match(answersTo(asid).join(), /^Harbour: you are unsubscribed/)
    assert.equal(await stopped(from), true)
  })
}

test('with compliance on START is confirmed', async () => {
  const from = newAddress()
  await write(from, 'STOP', { compliance: true })
  const { asid } = await write(from, 'start', { compliance: true })
  assert.deepEqual(await eventKinds(asid), ['optOut', 'optIn'])
  assert.match(answersTo(asid)[1] as string, /^Harbour: you are subscribed again/)
})

test('HELP is answered from the identity, also after a STOP, and the agent does not receive it', async () => {
  const from = newAddress()
  await write(from, 'STOP', { compliance: true })
  const { asid, eventId } = await write(from, 'Help!', { compliance: true })
  assert.equal(eventId, undefined)
  assert.deepEqual(await eventKinds(asid), ['optOut'])
  assert.match(answersTo(asid)[1] as string, /^Harbour: for help call \+1 202 555 0143\./)
})

test('a duplicate HELP is answered once', async () => {
  const binding = port.binding('sms', { compliance: { enabled: true } })
  const inbound = inboundContent(newAddress(), 'HELP')
  const [received] = await port.receive(binding, inbound)
  await port.receive(binding, inbound)
  assert.equal(answersTo(received?.asid as string).length, 1)
})

test('STOP opts out even if it is an option of an open question', async () => {
  const from = newAddress()
  const { asid } = await write(from, 'Hello')
  await port.open(asid, [
    { intent: 'ask.choice', intentId: 'q', messageId: 'm', options: [{ id: 'stop', label: 'Stop' }] },
  ])
  await write(from, 'stop')
  assert.deepEqual(await eventKinds(asid), ['message', 'optOut'])
})

test('on channels other than rcs and sms STOP is a message', async () => {
  const { asid } = await write('a visitor', 'STOP', { channel: 'webchat' })
  assert.deepEqual(await eventKinds(asid), ['message'])
})

test('the subscription switch of the rcs provider opts out and in like the keywords', async () => {
  const from = newAddress()
  const binding = port.binding('rcs', { compliance: { enabled: true } })
  const [received] = await port.receive(binding, { kind: 'unsubscribed', from, id: 'switch-1' })
  const asid = received?.asid as string
  assert.equal(await stopped(from, 'rcs'), true)
  await port.receive(binding, { kind: 'unsubscribed', from, id: 'switch-1' })
  await port.receive(binding, { kind: 'subscribed', from, id: 'switch-2' })
  assert.equal(await stopped(from, 'rcs'), false)
  assert.deepEqual(await eventKinds(asid), ['unsubscribed', 'optOut', 'subscribed', 'optIn'])
  assert.deepEqual(answersTo(asid), [])
})

test('on other channels the subscription switch only publishes an event', async () => {
  const [received] = await port.receive(port.binding('messengerB'), { kind: 'unsubscribed', from: 'psid-1', id: 's-1' })
  assert.deepEqual(await eventKinds(received?.asid as string), ['unsubscribed'])
  assert.equal(await stopped('psid-1', 'messengerB'), false)
})

test('a STOP does not change the consent of the person', async () => {
  const from = newAddress()
  await write(from, 'STOP')
  const { body } = await agent.get(`/people?q=${encodeURIComponent(from)}`)
  assert.equal(body.data[0].consent.status, 'unknown')
  assert.deepEqual(
    body.data[0].identities.map(({ optedOut }: { optedOut: boolean }) => optedOut),
    [true],
  )
})
