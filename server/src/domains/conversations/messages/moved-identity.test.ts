import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus } from '../../../testing/client.ts'
import { createGatewayBench, createTextMessage } from '../../../testing/gateway-bench.ts'

/** An address keeps its asid, and with it its conversation, until it is erased. */

const bench = await createGatewayBench()
const agent = await bench.agent('sms')
const { pool } = bench.server.database

async function somebody() {
  const phone = agent.phone('sms')
  const userId = await phone.sendText('Hello')
  const { data } = assertStatus(await agent.api.get(`/people?q=${encodeURIComponent(phone.address)}`), 200)
  return { phone, userId, personId: data[0].id as string }
}
const reasonsOf = async (userId: string, words: string) =>
  (await agent.send(userId, createTextMessage(words))).map(({ accepted, reason }) => (accepted ? 'accepted' : reason))
const conversationsOf = async (userId: string) =>
  (await pool.query('select from conversations where asid = $1', [userId])).rowCount

test('an address that was removed from its person still receives messages', async () => {
  const { phone, userId, personId } = await somebody()
  assertStatus(await agent.api.del(`/people/${personId}/identities/${userId}`), 204)
  assert.deepEqual(await reasonsOf(userId, 'Goodbye'), ['accepted'])
  await bench.work()
  assert.ok((await phone.readTexts()).includes('Goodbye'))
})

test('an address that moved to another person keeps its conversation', async () => {
  const { phone, userId, personId } = await somebody()
  assertStatus(await agent.api.del(`/people/${personId}/identities/${userId}`), 204)
  const { id } = assertStatus(await agent.api.post('/people', { fullName: 'Somebody else' }), 201)
  const identity = { channel: 'sms', address: phone.address }
  assert.equal(assertStatus(await agent.api.post(`/people/${id}/identities`, identity), 201).asid, userId)
  assert.deepEqual(await reasonsOf(userId, 'Welcome'), ['accepted'])
  assert.equal(await phone.sendText('Thanks'), userId)
  assertStatus(await agent.api.del(`/people/${personId}`), 204)
  assert.equal(await conversationsOf(userId), 1)
})

test('an erased address is unknown, and a message from it creates a new person', async () => {
  const { phone, userId, personId } = await somebody()
  await agent.send(userId, createTextMessage('Not sent any more'))
  assertStatus(await agent.api.del(`/people/${personId}`), 204)
  await bench.work()
  assert.deepEqual(await reasonsOf(userId, 'Hello?'), ['unknownRecipient'])
  assert.equal(await conversationsOf(userId), 0)
  assert.deepEqual(await phone.readTexts(), [])
  assert.notEqual(await phone.sendText('Hello again'), userId)
})
