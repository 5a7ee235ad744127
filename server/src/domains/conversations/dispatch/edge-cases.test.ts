import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGatewayBench, createTextMessage, type GatewayAgent } from '../../../testing/gateway-bench.ts'

const bench = await createGatewayBench()
const { world, work } = bench
const agent = await bench.agent('sms', 'rcs', 'messengerA')
const hour = 3_600_000
const long = (more = {}) => createTextMessage('A long story that goes on and on. '.repeat(120), more)

async function somebody(channel: 'sms' | 'rcs' | 'messengerA', of: GatewayAgent = agent) {
  const phone = of.phone(channel)
  await phone.set({ receipts: 'manual' })
  return { ...phone, userId: await phone.sendText('Hello') }
}
async function onBoth() {
  const [messenger, sms] = [await somebody('messengerA'), await somebody('sms')]
  const { data } = (await agent.api.get('/people')).body as { data: { id: string; identities: { asid: string }[] }[] }
  const holder = (asid: string) => data.find((one) => one.identities.some((identity) => identity.asid === asid))?.id
  await agent.api.post(`/people/${holder(messenger.userId)}/_merge`, { fromPersonId: holder(sms.userId) })
  return { messenger, sms }
}

/** Edge cases in which two rules of sending meet. */

test('messages of one call keep their order even if the id of one can be used again', async () => {
  const p = await somebody('sms')
  await agent.send(p.userId, createTextMessage('Old', { id: 'x' }))
  await work()
  world.advance(25 * hour)
  await p.sendText('Hi')
  await agent.send(p.userId, createTextMessage('One', { id: 'x' }), createTextMessage('Two'))
  await work()
  assert.deepEqual(await p.readTexts(), ['Old', 'One', 'Two'])
})

test('a message that is retried and then waits for a window publishes queued once', async () => {
  const p = await somebody('messengerA')
  await p.set({ failNext: { count: 1, status: 503 } })
  world.advance(24 * hour - 1000)
  const [r] = await agent.send(p.userId, createTextMessage('x', { delivery: { outsideWindow: 'queue' } }))
  await work()
  world.advance(3000)
  await work()
  assert.deepEqual(agent.statuses(r?.messageId as string), ['queued messengerA'])
})

test('after a fallback only the bubbles of the last channel count', async () => {
  const p = await somebody('rcs')
  const sms = agent.phone('sms', p.address)
  await sms.set({ receipts: 'manual' })
  const media = {
    spec: 'amf/1',
    parts: [{ type: 'text', text: 'x '.repeat(2500) }],
    delivery: { channels: ['rcs', 'sms'], fallbackOn: ['sendFailed'] },
  }
  const [r] = await agent.send(p.userId, media)
  await work()
  await p.receipt(r?.messageId as string, 'failed')
  await work()
  const n2 = (await sms.readTexts()).length
  const id = r?.messageId as string
  for (let b = 0; b < n2; b++) {
    await agent.receive('sms', { kind: 'receipt', state: 'delivered', channelMessageId: b === 0 ? id : `${id}-${b}` })
    await work()
    assert.equal(agent.statuses(id).includes('delivered sms'), b === n2 - 1, `after ${b + 1} of ${n2}`)
  }
})

test('a STOP on the channel of the delivery policy refuses the send', async () => {
  const { messenger, sms } = await onBoth()
  await sms.sendText('STOP')
  await work()
  const [r] = await agent.send(messenger.userId, createTextMessage('x', { delivery: { channels: ['sms'] } }))
  await work()
  assert.deepEqual([r?.accepted, r?.reason], [false, 'optedOut'])
})

test('without a webhook a message of several bubbles is delivered too', async () => {
  const own = await bench.agent('sms')
  const p = await somebody('sms', own)
  await work()
  await own.call('DELETE', '/v4/webhook')
  const [r] = await own.send(p.userId, long())
  await work()
  await p.receipt(r?.messageId as string, 'delivered')
  const { rows } = await bench.server.database.pool.query('select bubbles, delivered_at from messages where id = $1', [
    r?.messageId as string,
  ])
  assert.ok(rows[0].delivered_at, JSON.stringify(rows))
})

test('a window that closes between acceptance and dispatch follows outsideWindow', async () => {
  const { messenger, sms } = await onBoth()
  await work()
  world.advance(24 * hour - 1)
  await sms.sendText('x')
  const [r] = await agent.send(
    messenger.userId,
    createTextMessage('x', { delivery: { channels: ['messengerA', 'sms'], outsideWindow: 'fallback' } }),
  )
  world.advance(1)
  await work()
  assert.deepEqual(agent.statuses(r?.messageId as string), ['sent sms'])
})

const ask = (more = {}) => ({
  spec: 'amf/1',
  parts: [
    {
      type: 'ask.choice',
      intentId: 'size',
      prompt: 'Which?',
      options: [
        { id: 's', label: 'Small' },
        { id: 'l', label: 'Large' },
      ],
    },
  ],
  ...more,
})
const kinds = (userId: string) =>
  agent.endpoint.requests
    .filter(({ envelope }) => envelope.userId === userId)
    .map(({ envelope }) => envelope.event.event.type)

test('a question that failed on the sibling number is not open there', async () => {
  const p = await somebody('rcs')
  await p.set({ reachable: false })
  const sms = agent.phone('sms', p.address)
  await sms.set({ receipts: 'manual', failNext: { count: 1, status: 400 } })
  const other = await sms.sendText('Hello')
  await agent.send(p.userId, ask({ delivery: { channels: ['rcs', 'sms'], fallbackOn: ['sendFailed'] } }))
  await work()
  await sms.sendText('1')
  await work()
  assert.equal(kinds(other).at(-1), 'message')
})

test('a question that a receipt reports as failed is not open', async () => {
  const p = await somebody('sms')
  const [r] = await agent.send(p.userId, ask())
  await work()
  await p.receipt(r?.messageId as string, 'failed')
  await p.sendText('1')
  await work()
  assert.equal(kinds(p.userId).at(-1), 'message')
})

test('the disclaimer is sent once, whichever identity is reached', async () => {
  const own = await bench.agent('sms', 'rcs')
  await own.change('sms', { compliance: { enabled: true, disclaimerText: 'Rates apply.' } })
  const p = await somebody('rcs', own)
  const sms = own.phone('sms', p.address)
  await sms.set({ receipts: 'manual' })
  await own.send(p.userId, createTextMessage('x', { delivery: { channels: ['sms'] } }))
  await work()
  await sms.sendText('Hello')
  await work()
  assert.deepEqual(await sms.readTexts(), ['Rates apply.', 'x'])
})
