import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createGatewayBench,
  createTextMessage,
  type GatewayAgent,
  openTestProvider,
} from '../../../testing/gateway-bench.ts'
import { createOtherProcessConversations } from '../../../testing/initiations-bench.ts'

/** The rate of bulk messages: one clock per binding, shared by all processes. */

const twilio = await openTestProvider()
const bench = await createGatewayBench({ config: { channelApis: { twilio: twilio.url } } })
const { world, work } = bench
const { rates } = createOtherProcessConversations(bench, async () => {})
const elsewhere = createOtherProcessConversations(bench, async () => {}).rates
const inMilliseconds = (wait: number) => new Date(world.now().getTime() + wait)
/** The lab accepts a hundred per second. */
const take = ({ key }: GatewayAgent, places: number, by = rates) => by.acquire(key, 'sms', places)

test('the rate is that of the provider of the channel', async () => {
  const agent = await bench.agent('sms')
  assert.deepEqual(await rates.find(agent.key, 'sms'), { provider: 'lab', status: 'Active', perSecond: 100 })
  await agent.verb('sms', '_disable')
  assert.deepEqual(await rates.find(agent.key, 'sms'), { provider: 'lab', status: 'Disabled', perSecond: 100 })
  assert.equal(await rates.find(agent.key, 'rcs'), undefined)
  assert.equal(await rates.acquire(agent.key, 'rcs', 1), undefined)
})

test('slots follow one another, and no slot more than two seconds ahead is assigned', async () => {
  const agent = await bench.agent('sms')
  for (const wait of [0, 500, 1000, 1500, 2000]) assert.deepEqual(await take(agent, 50), { at: inMilliseconds(wait) })
  for (let tries = 0; tries < 2; tries++) assert.deepEqual(await take(agent, 1), { freeAt: inMilliseconds(2500) })
  world.advance(500)
  assert.deepEqual(await take(agent, 50), { at: inMilliseconds(2000) })
  world.advance(60_000)
  assert.deepEqual(await take(agent, 50), { at: world.now() })
})

test('no two processes get the same slot', async () => {
  const agent = await bench.agent('sms')
  const both = [rates, elsewhere, rates, elsewhere].map((by) => take(agent, 20, by))
  const slots = (await Promise.all(both)).map((place) => (place && 'at' in place ? place.at.getTime() : undefined))
  assert.deepEqual(
    slots.toSorted(),
    [0, 200, 400, 600].map((wait) => inMilliseconds(wait).getTime()),
  )
})

test('a pause that a provider asks for is observed, and the longer one of two wins', async () => {
  const agent = await bench.agent('sms')
  const until = inMilliseconds(30_000)
  await rates.backOff(agent.key, 'sms', until)
  await rates.backOff(agent.key, 'sms', inMilliseconds(1000))
  assert.deepEqual(await take(agent, 1), { freeAt: until })
  world.advance(29_000)
  assert.deepEqual(await take(agent, 1), { at: until })
})

test('a pause that bulk messages encounter applies to all senders', async () => {
  const agent = await bench.agent()
  const auth = { accountSid: 'AC1', authToken: 'secret', from: '+12025550100' }
  await agent.bind({ channel: 'sms', mode: 'unmanaged', provider: 'twilio', auth })
  const { id } = (await agent.api.post('/people', { fullName: 'Somebody' })).body
  const identity = { channel: 'sms', address: agent.phone('sms').address }
  const { asid } = (await agent.api.post(`/people/${id}/identities`, identity)).body
  twilio.answerNext({ status: 429, headers: { 'retry-after': '40' } })
  await agent.bulk(asid, createTextMessage('Bulk'))
  await work()
  world.advance(1000)
  await work()
  assert.deepEqual(await take(agent, 1), { freeAt: inMilliseconds(40_000) })
  world.advance(41_000)
  await work()
  assert.equal(twilio.calls.filter(({ body }) => new URLSearchParams(body).get('Body') === 'Bulk').length, 2)
})
