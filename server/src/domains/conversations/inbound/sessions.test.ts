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

let agentWroteAt: Date | undefined
const world = createInboundWorld()
const server = await createTestApp({ world })
const agent = await createTestAgent(server)
const port = await createInboundHarness({ server, agent, world }, { findLastAcceptedAt: async () => agentWroteAt })

const say = async (from: string, text: string, more = {}) => {
  const [received] = await port.receive(port.binding('sms'), inboundContent(from, text, more))
  return received?.asid as string
}
const sessionsOf = async (asid: string) => (await port.publishedEvents(asid)).map(({ sessionId }) => sessionId)

test('the first contact starts the conversation, before the message and in its session', async () => {
  const asid = await say(newAddress(), 'Hello')
  const events = await port.publishedEvents(asid)
  assert.deepEqual(eventKindsOf(events), ['conversationStarted', 'message'])
  assert.deepEqual(events[1]?.event, { type: 'message', message: { text: 'Hello' } })
  assert.equal(new Set(events.map(({ sessionId }) => sessionId)).size, 1)
  const { rows } = await server.database.pool.query('select id from sessions where asid = $1', [asid])
  assert.deepEqual(
    rows.map(({ id }) => id),
    [events[0]?.sessionId],
  )
  const log = port.logs.filter((entry) => entry.asid === asid)
  assert.deepEqual(
    log.map(({ event }) => event),
    ['session.started', 'channel.inbound'],
  )
})

test('receiving a message returns its sender and the id of the message event', async () => {
  const [received] = await port.receive(port.binding('sms'), inboundContent(newAddress(), 'Hello'))
  const events = await port.publishedEvents(received?.asid as string)
  assert.equal(received?.eventId, events[1]?.id)
})

test('a session continues for less than 30 quiet minutes, and a new session does not start a new conversation', async () => {
  const from = newAddress()
  const asid = await say(from, 'one')
  world.advance(29)
  await say(from, 'two')
  world.advance(29)
  await say(from, 'three')
  world.advance(30)
  await say(from, 'four')
  const [started, one, two, three, four] = await sessionsOf(asid)
  assert.deepEqual([one, two, three], [started, started, started])
  assert.notEqual(four, started)
  assert.deepEqual(eventKindsOf(await port.publishedEvents(asid)).slice(1), [
    'message',
    'message',
    'message',
    'message',
  ])
})

test('a message of the agent prolongs a session even before the conversation shows it', async () => {
  const from = newAddress()
  const asid = await say(from, 'one')
  agentWroteAt = new Date(world.now().getTime() + 59_000)
  world.advance(30)
  await say(from, 'two')
  agentWroteAt = undefined
  assert.equal(new Set(await sessionsOf(asid)).size, 1)
})

test('a channel that reports the start of a conversation starts a session immediately', async () => {
  const from = newAddress()
  const asid = await say(from, 'one')
  await say(from, 'two', { startsConversation: true })
  const events = await port.publishedEvents(asid)
  assert.deepEqual(eventKindsOf(events), ['conversationStarted', 'message', 'conversationStarted', 'message'])
  assert.equal(events[2]?.sessionId, events[3]?.sessionId)
  assert.notEqual(events[0]?.sessionId, events[2]?.sessionId)
})

test('the first message of a known person starts the conversation and a session', async () => {
  const from = newAddress()
  const [typing] = await port.receive(port.binding('sms'), { kind: 'typing', from })
  const asid = await say(from, 'Who is this?')
  assert.equal(asid, typing?.asid)
  const events = await port.publishedEvents(asid)
  assert.deepEqual(eventKindsOf(events), ['typing', 'conversationStarted', 'message'])
  assert.notEqual(events[0]?.sessionId, events[1]?.sessionId)
  assert.equal(events[1]?.sessionId, events[2]?.sessionId)
})

test('typing neither starts nor prolongs a session', async () => {
  const from = newAddress()
  const asid = await say(from, 'one')
  world.advance(20)
  await port.receive(port.binding('sms'), { kind: 'typing', from })
  world.advance(15)
  await port.receive(port.binding('sms'), { kind: 'typing', from })
  await say(from, 'two')
  const events = await port.publishedEvents(asid)
  assert.deepEqual(eventKindsOf(events), ['conversationStarted', 'message', 'typing', 'typing', 'message'])
  const [started, , typing, again, two] = events.map(({ sessionId }) => sessionId)
  assert.deepEqual([typing, again], [started, started])
  assert.notEqual(two, started)
})

test('rcs and sms of one number are two conversations of one person', async () => {
  const from = newAddress()
  const [onRcs] = await port.receive(port.binding('rcs'), inboundContent(from, 'on rcs'))
  const onSms = await say(from, 'on sms')
  assert.notEqual(onRcs?.asid, onSms)
  const { body } = await agent.get(`/people?q=${encodeURIComponent(from)}`)
  assert.equal(body.data.length, 1)
})

test('each session that a person starts publishes an event', async () => {
  const asid = await say(newAddress(), 'Hello')
  const { rows } = await server.database.pool.query(
    "select data from outbox where type = 'conversation.started' and data->>'userId' = $1",
    [asid],
  )
  assert.equal(rows.length, 1)
  assert.equal(rows[0].data.initiatedBy, 'user')
})
