import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGatewayBench, createTextMessage, type GatewayAgent } from '../../../../testing/gateway-bench.ts'

/** Messages that are sent and not reported as delivered in time. */

const bench = await createGatewayBench()
const { world, work } = bench
const agent = await bench.agent('rcs', 'sms', 'messengerA')
const second = 1000

const policy = (more: object = {}) => ({
  delivery: { channels: ['rcs', 'sms'], fallbackOn: ['undelivered'], undeliveredAfterSeconds: 30, ...more },
})

/** A person who wrote on rcs, and the same number on sms. */
async function onBoth(of: GatewayAgent = agent) {
  const rcs = of.phone('rcs')
  await rcs.set({ receipts: 'manual' })
  const userId = await rcs.sendText('Hello')
  const sms = of.phone('sms', rcs.address)
  await sms.set({ receipts: 'manual' })
  await work()
  return { rcs, sms, userId }
}

async function send(userId: string, message: unknown, of: GatewayAgent = agent): Promise<string> {
  const [result] = await of.send(userId, message)
  assert.equal(result?.accepted, true, result?.detail)
  await work()
  return result.messageId
}

async function pass(milliseconds: number) {
  world.advance(milliseconds)
  await work()
}

test('a message without a delivery receipt goes by the next channel once, and not before its time', async () => {
  const { rcs, sms, userId } = await onBoth()
  const id = await send(userId, createTextMessage('Late', policy()))
  await pass(29 * second)
  assert.deepEqual([await rcs.readTexts(), await sms.readTexts()], [['Late'], []])
  await pass(second)
  assert.deepEqual([await rcs.readTexts(), await sms.readTexts()], [['Late'], ['Late']])
  await sms.receipt(id, 'delivered')
  await pass(3600 * second)
  assert.deepEqual([await rcs.readTexts(), await sms.readTexts()], [['Late'], ['Late']])
  assert.deepEqual(agent.statuses(id), ['sent rcs', 'delivered sms'])
})

test('a receipt in time, or a read, keeps the message where it is', async () => {
  for (const state of ['delivered', 'read'] as const) {
    const { rcs, sms, userId } = await onBoth()
    const id = await send(userId, createTextMessage('In time', policy()))
    await pass(29 * second)
    await rcs.receipt(id, state)
    await pass(3600 * second)
    assert.deepEqual(await sms.readTexts(), [])
  }
})

test('a late receipt of the first channel moves no state back and doubles nothing', async () => {
  const { rcs, sms, userId } = await onBoth()
  const id = await send(userId, createTextMessage('Late', policy()))
  await pass(30 * second)
  await sms.receipt(id, 'delivered')
  for (const state of ['delivered', 'read', 'delivered'] as const) await rcs.receipt(id, state)
  await work()
  assert.deepEqual(agent.statuses(id), ['sent rcs', 'delivered sms'])
  assert.deepEqual(await sms.readTexts(), ['Late'])
})

test('a STOP meanwhile ends it on every channel', async () => {
  const { rcs, sms, userId } = await onBoth()
  const id = await send(userId, createTextMessage('Stopped', policy()))
  await rcs.sendText('STOP')
  await work()
  await pass(60 * second)
  assert.ok(!(await sms.readTexts()).includes('Stopped'))
  assert.deepEqual(agent.statuses(id), ['sent rcs'])
})

test('a message stays where it is when no other channel reaches the person, and when the policy does not say undelivered', async () => {
  const { sms, userId } = await onBoth()
  const id = await send(userId, createTextMessage('Only here', policy({ channels: ['rcs', 'messengerA'] })))
  await send(userId, createTextMessage('Plain', { delivery: { channels: ['rcs', 'sms'], fallbackOn: ['sendFailed'] } }))
  await pass(3600 * second)
  assert.deepEqual([agent.statuses(id), await sms.readTexts()], [['sent rcs'], []])
})

test('a message may wait longer than a day, and its receipts and its fallback count as long', async () => {
  const late = await onBoth()
  const two = policy({ undeliveredAfterSeconds: 172_800 })
  await send(late.userId, createTextMessage('Two days', two))
  const reached = await onBoth()
  const id = await send(reached.userId, createTextMessage('Reached', two))
  await pass(40 * 3600 * second)
  await reached.rcs.receipt(id, 'delivered')
  await work()
  assert.deepEqual(agent.statuses(id), ['sent rcs', 'delivered rcs'])
  await pass(8 * 3600 * second)
  assert.deepEqual([await late.sms.readTexts(), await reached.sms.readTexts()], [['Two days'], []])
})

test('the seconds are 30 to 172800 and required with undelivered', async () => {
  const { rcs, userId } = await onBoth()
  for (const seconds of [29, 172_801, 30.5, -1, '30', null, undefined]) {
    const [result] = await agent.send(userId, createTextMessage('No', policy({ undeliveredAfterSeconds: seconds })))
    assert.deepEqual([result?.accepted, result?.reason], [false, 'invalidMessage'], String(seconds))
  }
  for (const seconds of [30, 172_800]) {
    await send(userId, createTextMessage(`${seconds}`, policy({ undeliveredAfterSeconds: seconds })))
  }
  assert.deepEqual(await rcs.readTexts(), ['30', '172800'])
})

test('a message that a person of three channels does not get tries each of them once', async () => {
  const own = await bench.agent('rcs', 'sms', 'messengerA')
  const { rcs, sms, userId } = await onBoth(own)
  const messenger = own.phone('messengerA')
  await messenger.set({ receipts: 'manual' })
  const other = await messenger.sendText('Me too')
  await work()
  const { data } = (await own.api.get('/people')).body as { data: { id: string; identities: { asid: string }[] }[] }
  const holder = (asid: string) => data.find((one) => one.identities.some((identity) => identity.asid === asid))?.id
  await own.api.post(`/people/${holder(userId)}/_merge`, { fromPersonId: holder(other) })
  await send(userId, createTextMessage('Round', policy({ channels: ['rcs', 'sms', 'messengerA'] })), own)
  await pass(30 * second)
  assert.deepEqual([await sms.readTexts(), await messenger.readTexts()], [['Round'], []])
  await pass(30 * second)
  await pass(30 * second)
  assert.deepEqual(
    [await rcs.readTexts(), await sms.readTexts(), await messenger.readTexts()],
    [['Round'], ['Round'], ['Round']],
  )
})
