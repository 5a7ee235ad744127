import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGatewayBench, createTextMessage } from '../../../testing/gateway-bench.ts'

/** A session is a run of content events with less than 30 minutes of idle time between them. */

const bench = await createGatewayBench()
const { world, work } = bench
const agent = await bench.agent('sms')
const minute = 60_000
const careful = { delivery: { channels: ['sms'] } }

async function somebody() {
  const phone = agent.phone('sms')
  await phone.set({ receipts: 'manual' })
  const userId = await phone.sendText('Hello')
  await work()
  return { ...phone, userId, sessions: () => sessionsTold(userId) }
}

/** The session of each event published to the agent, in order. */
const sessionsTold = (userId: string) =>
  agent.endpoint.requests
    .filter(({ envelope }) => envelope.userId === userId)
    .map(({ envelope }) => envelope.event.conversation.sessionId)

test('messages of the agent prolong the session, on the fast and the slow path', async () => {
  for (const more of [{}, careful]) {
    const person = await somebody()
    for (let hour = 0; hour < 2; hour++) {
      world.advance(29 * minute)
      await agent.send(person.userId, createTextMessage('Still here', more))
      await work()
    }
    world.advance(29 * minute)
    await person.sendText('So am I')
    await work()
    assert.equal(new Set(person.sessions()).size, 1)
  }
})

test('a message just before 30 quiet minutes continues the session; a later one starts another', async () => {
  for (const more of [{}, careful]) {
    const person = await somebody()
    const [first] = person.sessions()
    world.advance(30 * minute - 1)
    await agent.send(person.userId, createTextMessage('In time', more))
    await work()
    assert.equal(person.sessions().at(-1), first)
    world.advance(30 * minute)
    await agent.send(person.userId, createTextMessage('Too late', more))
    await work()
    const second = person.sessions().at(-1)
    assert.notEqual(second, first)
    await person.sendText('Yes?')
    await work()
    assert.equal(person.sessions().at(-1), second)
  }
})

test('messages in quick succession all prolong the session, including the last', async () => {
  const person = await somebody()
  // Too close together for each to extend the session by itself.
  for (const seconds of [0, 20, 40]) {
    world.advance(seconds * 1000)
    await agent.send(person.userId, createTextMessage('And'))
  }
  await work()
  world.advance(30 * minute - 1)
  await person.sendText('Enough')
  await work()
  assert.equal(new Set(person.sessions()).size, 1)
})

test('statuses never start or prolong a session: they carry the live session, or that of the message they refer to', async () => {
  const person = await somebody()
  const [first] = person.sessions()
  const [sent] = await agent.send(person.userId, createTextMessage('Hi'))
  await work()
  world.advance(29 * minute)
  await person.receipt(sent?.messageId as string, 'delivered')
  await work()
  assert.deepEqual(agent.statuses(sent?.messageId as string), ['sent sms', 'delivered sms'])
  world.advance(minute)
  await person.sendText('New')
  await work()
  const live = person.sessions().at(-1)
  assert.notEqual(live, first)
  await person.receipt(sent?.messageId as string, 'read')
  await work()
  assert.equal(person.sessions().at(-1), live)
  const [late] = await agent.send(person.userId, createTextMessage('Bye'))
  await work()
  world.advance(60 * minute)
  await person.receipt(late?.messageId as string, 'delivered')
  await work()
  assert.equal(person.sessions().at(-1), live)
})
