import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus } from '../../../../testing/client.ts'
import { createGatewayBench, createTextMessage } from '../../../../testing/gateway-bench.ts'
import { openGoogleRbm } from '../../../../testing/outreach-bench.ts'

/** Undelivered messages of a provider that can take a message back: they are revoked before they go by sms. */

const google = await openGoogleRbm()
const bench = await createGatewayBench({ config: { channelApis: google.apis } })
const { world, work } = bench
const { pool } = bench.server.database
const agent = await bench.agent('sms')
await agent.bind(google.binding)
const second = 1000

const delivery = { channels: ['rcs', 'sms'], fallbackOn: ['undelivered'], undeliveredAfterSeconds: 30 }

/** A message that rcs has accepted and not delivered, and the phone of the same number on sms. */
async function sendUndelivered(text: string) {
  const sms = agent.phone('sms')
  await sms.set({ receipts: 'manual' })
  const { id } = assertStatus(await agent.api.post('/people', {}), 201)
  const identity = { channel: 'rcs', address: sms.address }
  const { asid } = assertStatus(await agent.api.post(`/people/${id}/identities`, identity), 201)
  const [result] = await agent.send(asid, createTextMessage(text, { delivery }))
  assert.equal(result?.accepted, true, result?.detail)
  await work()
  const [message] = google.receivedBy(sms.address)
  assert.equal(message?.text, text)
  const receipt = (state: 'delivered' | 'read' | 'failed') =>
    agent.receive('rcs', { kind: 'receipt', channelMessageId: message?.messageId as string, state })
  const revocations = () => google.revoked.filter(({ to }) => to === sms.address).map(({ messageId }) => messageId)
  return { messageId: result.messageId, googleId: message?.messageId, sms, receipt, revocations }
}

async function pass(milliseconds: number) {
  world.advance(milliseconds)
  await work()
}

test('an undelivered message is revoked, and goes by sms once the provider has had a moment to report a delivery', async () => {
  const { messageId, googleId, sms, receipt, revocations } = await sendUndelivered('Late')
  await pass(29 * second)
  assert.deepEqual(revocations(), [])
  await pass(second)
  assert.deepEqual([revocations(), await sms.readTexts()], [[googleId], []])
  await pass(5 * second)
  assert.deepEqual([revocations(), await sms.readTexts()], [[googleId], ['Late']])
  for (const state of ['failed', 'delivered', 'delivered'] as const) await receipt(state)
  await sms.receipt(messageId, 'delivered')
  await pass(3600 * second)
  assert.deepEqual([revocations(), await sms.readTexts()], [[googleId], ['Late']])
  assert.deepEqual(agent.statuses(messageId), ['sent rcs', 'delivered sms'])
})

test('a message whose delivery is reported right after it was revoked stays where it is', async () => {
  const { messageId, sms, receipt, revocations } = await sendUndelivered('Just in time')
  await pass(30 * second)
  assert.equal(revocations().length, 1)
  for (const state of ['delivered', 'delivered', 'read'] as const) await receipt(state)
  await pass(3600 * second)
  assert.deepEqual(await sms.readTexts(), [])
  assert.deepEqual(agent.statuses(messageId), ['sent rcs', 'delivered rcs', 'read rcs'])
})

test('a message that was delivered in time is not revoked', async () => {
  const { sms, receipt, revocations } = await sendUndelivered('In time')
  await receipt('delivered')
  await pass(3600 * second)
  assert.deepEqual([revocations(), await sms.readTexts()], [[], []])
})

test('a provider that fails to revoke is asked three times, and then the message goes by sms', async () => {
  const { sms, revocations } = await sendUndelivered('Unrevoked')
  google.behavior.revokeMessage = () => ({ status: 503 })
  await pass(30 * second)
  await pass(2 * second)
  assert.deepEqual([revocations().length, await sms.readTexts()], [2, []])
  await pass(8 * second)
  assert.deepEqual([revocations().length, await sms.readTexts()], [3, ['Unrevoked']])
  delete google.behavior.revokeMessage
  await pass(3600 * second)
  assert.deepEqual([revocations().length, await sms.readTexts()], [3, ['Unrevoked']])
})

test('a message that the provider no longer has, or refuses to revoke, goes by sms', async () => {
  for (const status of [404, 400]) {
    const { sms, revocations } = await sendUndelivered(`Gone ${status}`)
    google.behavior.revokeMessage = () => ({ status })
    await pass(30 * second)
    delete google.behavior.revokeMessage
    await pass(5 * second)
    assert.deepEqual([revocations().length, await sms.readTexts()], [1, [`Gone ${status}`]])
  }
})

test('a STOP after the revocation ends the message', async () => {
  const { sms } = await sendUndelivered('Stopped')
  await pass(30 * second)
  await sms.sendText('STOP')
  await pass(5 * second)
  assert.ok(!(await sms.readTexts()).includes('Stopped'))
})

test('a worker that dies after the revocation revokes again, and the message goes by sms once', async () => {
  const { messageId, googleId, sms, revocations } = await sendUndelivered('Twice revoked')
  await pass(30 * second)
  await pool.query('update delivery_deadlines set revoked_at = null, crashes = 1, due_at = $1 where message_id = $2', [
    world.now(),
    messageId,
  ])
  await work()
  assert.deepEqual([revocations(), await sms.readTexts()], [[googleId, googleId], []])
  await pass(5 * second)
  assert.deepEqual(await sms.readTexts(), ['Twice revoked'])
})

test('a deadline that is worked on again after the message has moved on changes nothing', async () => {
  const { messageId, sms, revocations } = await sendUndelivered('Moved')
  await pass(30 * second)
  await pass(5 * second)
  const again = `insert into delivery_deadlines (agent_key, message_id, channel, due_at) values ($1, $2, 'rcs', $3)`
  await pool.query(again, [agent.key.key, messageId, world.now()])
  await work()
  assert.deepEqual([revocations().length, await sms.readTexts()], [1, ['Moved']])
  const { rows } = await pool.query('select from delivery_deadlines where message_id = $1', [messageId])
  assert.equal(rows.length, 0)
})
