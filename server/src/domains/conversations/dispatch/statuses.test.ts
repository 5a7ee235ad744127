import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGatewayBench, createTextMessage, type GatewayAgent } from '../../../testing/gateway-bench.ts'

/** Each status event occurs at most once per message, according to what the channel reports. */

const bench = await createGatewayBench()
const { world, work } = bench
const agent = await bench.agent('sms', 'rcs', 'messengerA')
const hour = 3_600_000

async function somebody(channel: 'sms' | 'rcs' | 'messengerA', of: GatewayAgent = agent) {
  const phone = of.phone(channel)
  await phone.set({ receipts: 'manual' })
  const userId = await phone.sendText('Hello')
  const send = async (message: unknown) => {
    const [result] = await of.send(userId, message)
    await work()
    return result?.messageId ?? assert.fail()
  }
  return { ...phone, userId, send }
}
const long = createTextMessage('A long story that goes on and on. '.repeat(120))

test('sent, delivered and read are published once each, whatever the channel repeats', async () => {
  const { send, receipt } = await somebody('rcs')
  const id = await send(createTextMessage('Hi'))
  assert.deepEqual(agent.statusesOf(id), [
    { messageId: id, state: 'sent', attempt: { channel: 'rcs', provider: 'lab' } },
  ])
  for (const state of ['sent', 'delivered', 'delivered', 'read', 'delivered', 'read', 'sent']) await receipt(id, state)
  await work()
  assert.deepEqual(agent.statuses(id), ['sent rcs', 'delivered rcs', 'read rcs'])
})

test('every state is optional and may arrive out of order', async () => {
  const { send, receipt } = await somebody('rcs')
  const id = await send(createTextMessage('Hi'))
  for (const state of ['read', 'delivered']) await receipt(id, state)
  await work()
  assert.deepEqual(agent.statuses(id), ['sent rcs', 'read rcs', 'delivered rcs'])
})

test('a failed receipt ends the message with a reason and a detail; later receipts are ignored', async () => {
  const { send, receipt } = await somebody('sms')
  const id = await send(createTextMessage('Hi'))
  for (const state of ['failed', 'failed', 'delivered']) await receipt(id, state)
  await work()
  assert.deepEqual(agent.statuses(id), ['sent sms', 'failed sms'])
  const { reason, detail } = agent.statusesOf(id).at(-1) ?? assert.fail()
  assert.ok(reason && detail)
})

test('a delivered message cannot fail', async () => {
  const { send, receipt } = await somebody('sms')
  const id = await send(createTextMessage('Hi'))
  for (const state of ['delivered', 'failed']) await receipt(id, state)
  await work()
  assert.deepEqual(agent.statuses(id), ['sent sms', 'delivered sms'])
})

test('receipts are published for 24 hours after the send', async () => {
  const { send, receipt } = await somebody('rcs')
  const [id, other] = [await send(createTextMessage('Hi')), await send(createTextMessage('Ho'))]
  world.advance(24 * hour)
  await receipt(id, 'delivered')
  world.advance(1)
  await receipt(id, 'read')
  await receipt(other, 'failed')
  await work()
  assert.deepEqual([...agent.statuses(id), ...agent.statuses(other)], ['sent rcs', 'delivered rcs', 'sent rcs'])
})

test('receipts of another channel, of other agents and of unknown messages are ignored', async () => {
  const { send } = await somebody('sms')
  const id = await send(createTextMessage('Hi'))
  const other = await bench.agent('sms')
  const receipt = { kind: 'receipt', state: 'delivered' } as const
  await agent.receive('rcs', { ...receipt, channelMessageId: id })
  await other.receive('sms', { ...receipt, channelMessageId: id })
  await agent.receive('sms', { ...receipt, channelMessageId: "msg_none'" }, { ...receipt, channelMessageId: `${id}-7` })
  await work()
  assert.deepEqual(agent.statuses(id), ['sent sms'])
  assert.deepEqual(other.statuses(id), [])
})

test('a message of several bubbles is delivered when all of them are', async () => {
  const { send, read } = await somebody('sms')
  const id = await send(long)
  const bubbles = (await read()).messages.filter((one: { direction: string }) => one.direction === 'out').length
  assert.ok(bubbles > 2, `${bubbles} bubbles`)
  const names = Array.from({ length: bubbles }, (_, n) => (n === 0 ? id : `${id}-${n}`))
  const delivered = (channelMessageId: string) =>
    agent.receive('sms', { kind: 'receipt', state: 'delivered', channelMessageId })
  for (const name of names.slice(1)) for (let twice = 0; twice < 2; twice++) await delivered(name)
  await work()
  assert.deepEqual(agent.statuses(id), ['sent sms'])
  await delivered(id)
  await work()
  assert.deepEqual(agent.statuses(id), ['sent sms', 'delivered sms'])
})

test('one failed bubble fails the message', async () => {
  const { send } = await somebody('sms')
  const id = await send(long)
  await agent.receive('sms', { kind: 'receipt', state: 'failed', channelMessageId: `${id}-1`, reason: 'unreachable' })
  await work()
  assert.deepEqual(agent.statuses(id), ['sent sms', 'failed sms'])
  assert.equal(agent.statusesOf(id).at(-1)?.reason, 'unreachable')
})

test('a watermark of the channel is a receipt for all messages dispatched until then', async () => {
  const person = await somebody('messengerA')
  const first = await person.send(createTextMessage('One'))
  const second = await person.send(createTextMessage('Two'))
  const until = world.now()
  world.advance(1000)
  const third = await person.send(createTextMessage('Three'))
  const mark = { kind: 'receiptsUntil', from: person.address, until } as const
  for (const state of ['delivered', 'read', 'read'] as const) await agent.receive('messengerA', { ...mark, state })
  await work()
  for (const id of [first, second])
    assert.deepEqual(agent.statuses(id).slice(1), ['delivered messengerA', 'read messengerA'])
  assert.deepEqual(agent.statuses(third), ['sent messengerA'])
})

test('an agent without a webhook receives no statuses, and its messages arrive', async () => {
  const own = await bench.agent('sms')
  const { send, receipt, readTexts } = await somebody('sms', own)
  await work()
  await own.call('DELETE', '/v4/webhook')
  const requestCount = own.endpoint.requests.length
  const id = await send(createTextMessage('Hi'))
  await receipt(id, 'delivered')
  await work()
  assert.deepEqual([own.endpoint.requests.length, await readTexts()], [requestCount, ['Hi']])
})
