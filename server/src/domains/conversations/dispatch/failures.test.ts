import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createGatewayBench,
  createTextMessage,
  type GatewayAgent,
  openTestProvider,
} from '../../../testing/gateway-bench.ts'

/** The delivery policy, and the consequences of a failed dispatch. */

const twilio = await openTestProvider()
const bench = await createGatewayBench({ config: { channelApis: { twilio: twilio.url } } })
const { world, work } = bench
const agent = await bench.agent('sms', 'rcs', 'messengerA')
const second = 1000
const fallback = (...channels: string[]) => ({ delivery: { channels, fallbackOn: ['sendFailed'] } })

async function somebody(channel: 'sms' | 'rcs' | 'messengerA', of: GatewayAgent = agent) {
  const phone = of.phone(channel)
  await phone.set({ receipts: 'manual' })
  return { ...phone, userId: await phone.sendText('Hello') }
}
async function sent(userId: string, message: unknown, of: GatewayAgent = agent): Promise<string> {
  const [result] = await of.send(userId, message)
  assert.equal(result?.accepted, true)
  await work()
  return result.messageId
}

for (const status of [500, 503, 429, 'timeout'] as const) {
  test(`after ${status} a message is retried in its order, and queued is published once`, async () => {
    const { userId, set, readTexts } = await somebody('sms')
    await set({ failNext: { count: 2, status } })
    const id = await sent(userId, createTextMessage('One'))
    const next = await sent(userId, createTextMessage('Two'))
    assert.deepEqual([agent.statuses(id), agent.statuses(next), await readTexts()], [['queued sms'], [], []])
    world.advance(2 * second)
    await work()
    assert.deepEqual(await readTexts(), [])
    world.advance(8 * second)
    await work()
    assert.deepEqual(await readTexts(), ['One', 'Two'])
    assert.deepEqual([agent.statuses(id), agent.statuses(next)], [['queued sms', 'sent sms'], ['sent sms']])
  })
}

test('a message fails after four attempts with the reason of the last, and the messages behind it are sent', async () => {
  const { userId, set, readTexts } = await somebody('sms')
  await set({ failNext: { count: 4, status: 503 } })
  const id = await sent(userId, createTextMessage('One'))
  await sent(userId, createTextMessage('Two'))
  for (const seconds of [2, 8]) {
    world.advance(seconds * second)
    await work()
  }
  assert.deepEqual(agent.statuses(id), ['queued sms'])
  world.advance(30 * second)
  await work()
  assert.deepEqual(agent.statuses(id), ['queued sms', 'failed sms'])
  const { reason, detail } = agent.statusesOf(id).at(-1) ?? assert.fail()
  assert.equal(reason, 'providerError')
  assert.match(detail ?? '', /503/)
  assert.deepEqual(await readTexts(), ['Two'])
})

test('a message that the channel refuses permanently is not retried', async () => {
  const { userId, set, readTexts } = await somebody('sms')
  await set({ failNext: { count: 1, status: 400, code: 'spam' } })
  const id = await sent(userId, createTextMessage('One'))
  assert.deepEqual(agent.statuses(id), ['failed sms'])
  assert.equal(agent.statusesOf(id)[0]?.reason, 'rejected')
  await sent(userId, createTextMessage('Two'))
  assert.deepEqual(await readTexts(), ['Two'])
})

test('with a policy a message falls back to the sibling number immediately, even if it was unknown there', async () => {
  const { userId, set, address } = await somebody('rcs')
  await set({ reachable: false })
  const sms = agent.phone('sms', address)
  await sms.set({ receipts: 'manual' })
  const id = await sent(userId, createTextMessage('Hi', fallback('rcs', 'sms')))
  assert.deepEqual(await sms.readTexts(), ['Hi'])
  await sms.receipt(id, 'delivered')
  await work()
  assert.deepEqual(agent.statuses(id), ['sent sms', 'delivered sms'])
  const other = (await sms.read()).userId
  assert.ok(other && other !== userId)
})

test('with a policy a broken send is attempted twice before it falls back', async () => {
  const { userId, set, readTexts, address } = await somebody('rcs')
  await set({ failNext: { count: 2, status: 503 } })
  const sms = agent.phone('sms', address)
  await sms.set({ receipts: 'manual' })
  const id = await sent(userId, createTextMessage('Hi', fallback('rcs', 'sms')))
  assert.deepEqual([agent.statuses(id), await sms.readTexts()], [['queued rcs'], []])
  world.advance(2 * second)
  await work()
  assert.deepEqual([await readTexts(), await sms.readTexts()], [[], ['Hi']])
  assert.deepEqual(agent.statuses(id), ['queued rcs', 'sent sms'])
})

test('without a fallback policy a message fails on its channel', async () => {
  for (const more of [{}, { delivery: { channels: ['rcs', 'sms'] } }, { delivery: { fallbackOn: ['sendFailed'] } }]) {
    const { userId, set, address } = await somebody('rcs')
    await set({ reachable: false })
    const id = await sent(userId, createTextMessage('Hi', more))
    assert.deepEqual(agent.statuses(id), ['failed rcs'])
    assert.equal(agent.statusesOf(id)[0]?.reason, 'unreachable')
    assert.deepEqual(await agent.phone('sms', address).readTexts(), [])
  }
})

test('after a timeout a message is repeated where repeats are ignored, and never sent on another channel', async () => {
  const { userId, set, address } = await somebody('rcs')
  await set({ failNext: { count: 2, status: 'timeout' } })
  const id = await sent(userId, createTextMessage('Hi', fallback('rcs', 'sms')))
  world.advance(2 * second)
  await work()
  assert.deepEqual(agent.statuses(id), ['queued rcs', 'failed rcs'])
  assert.equal(agent.statusesOf(id).at(-1)?.reason, 'timeout')
  assert.deepEqual(await agent.phone('sms', address).readTexts(), [])
})

test('with a policy a message falls back to another identity of the person', async () => {
  const { userId, set } = await somebody('sms')
  const friend = await somebody('messengerA')
  const people = (await agent.api.get('/people')).body.data as { id: string; identities: { asid: string }[] }[]
  const holder = (asid: string) => people.find((one) => one.identities.some((identity) => identity.asid === asid))?.id
  const merged = await agent.api.post(`/people/${holder(userId)}/_merge`, { fromPersonId: holder(friend.userId) })
  assert.equal(merged.status, 200)
  await set({ failNext: { count: 1, status: 400 } })
  const id = await sent(userId, createTextMessage('Hi', fallback('sms', 'messengerA')))
  assert.deepEqual(agent.statuses(id), ['sent messengerA'])
  assert.deepEqual(await friend.readTexts(), ['Hi'])
})

test('when every channel fails the status names the last one', async () => {
  const { userId, set, address } = await somebody('rcs')
  await set({ reachable: false })
  await agent.phone('sms', address).set({ failNext: { count: 1, status: 400 } })
  const id = await sent(userId, createTextMessage('Hi', fallback('rcs', 'sms')))
  assert.deepEqual(agent.statuses(id), ['failed sms'])
})

test('a failed receipt after sent falls back to the next channel once; late receipts of the first channel are ignored', async () => {
  const { userId, receipt, address } = await somebody('rcs')
  const sms = agent.phone('sms', address)
  await sms.set({ receipts: 'manual' })
  const id = await sent(userId, createTextMessage('Hi', fallback('rcs', 'sms')))
  assert.deepEqual([agent.statuses(id), await sms.readTexts()], [['sent rcs'], []])
  await receipt(id, 'failed')
  await receipt(id, 'failed')
  await work()
  await receipt(id, 'delivered')
  await work()
  assert.deepEqual([agent.statuses(id), await sms.readTexts()], [['sent rcs'], ['Hi']])
  await sms.receipt(id, 'delivered')
  await work()
  assert.deepEqual(agent.statuses(id), ['sent rcs', 'delivered sms'])
})

test('a failed receipt on the last channel ends the message', async () => {
  const { userId, receipt, address } = await somebody('rcs')
  const sms = agent.phone('sms', address)
  await sms.set({ receipts: 'manual' })
  const id = await sent(userId, createTextMessage('Hi', fallback('rcs', 'sms')))
  await receipt(id, 'failed')
  await work()
  await sms.receipt(id, 'failed')
  await work()
  assert.deepEqual(agent.statuses(id), ['sent rcs', 'failed sms'])
})

/** An agent whose text messages go through a provider that treats a repeat as a new message. */
async function byTwilio() {
  const own = await bench.agent()
  const auth = { accountSid: 'AC1', authToken: 'secret', from: '+12025550100' }
  await own.bind({ channel: 'sms', mode: 'unmanaged', provider: 'twilio', auth })
  const content = { type: 'text', text: 'Hello' } as const
  const from = own.phone('sms').address
  const [{ asid }] = (await own.receive('sms', { kind: 'content', from, id: `in-${from}`, content })) as [
    { asid: string },
  ]
  const bodies = () =>
    twilio.calls.flatMap(({ body, path }) => {
      const form = new URLSearchParams(body)
      return path.endsWith('/Messages.json') && form.get('To') === from ? [form.get('Body')] : []
    })
  return { own, asid, from, bodies }
}

const unsubscribed = { status: 400, body: { code: 21610, message: 'unsubscribed recipient' } }

test('a person who opted out at the provider gets no fallback to another channel, neither immediately nor after a receipt', async () => {
  for (const when of ['at once', 'by a receipt'] as const) {
    const { own, asid, from } = await byTwilio()
    await own.bind('rcs')
    if (when === 'at once') twilio.answerNext(unsubscribed)
    const id = await sent(asid, createTextMessage('Hi', fallback('sms', 'rcs')), own)
    if (when === 'by a receipt')
      await own.receive('sms', { kind: 'receipt', channelMessageId: id, state: 'failed', reason: 'optedOut' })
    await work()
    assert.equal(own.statuses(id).at(-1), 'failed sms')
    assert.equal(own.statusesOf(id).at(-1)?.reason, 'optedOut')
    assert.deepEqual(await own.phone('rcs', from).readTexts(), [])
  }
})

test('an opt-out at the provider is an opt-out here: the agent gets one event, and START allows messages again', async () => {
  const { own, asid, from, bodies } = await byTwilio()
  const eventTexts = () =>
    own.endpoint.requests.flatMap(({ envelope }) =>
      envelope.event.event.type === 'system' ? [envelope.event.event.kind] : [],
    )
  const say = (words: string) =>
    own.receive('sms', { kind: 'content', from, id: words, content: { type: 'text', text: words } })
  twilio.answerNext(unsubscribed)
  await sent(asid, createTextMessage('Hi'), own)
  await work()
  assert.deepEqual(eventTexts().slice(1), ['optOut'])
  const [refused] = await own.send(asid, createTextMessage('Again'))
  assert.deepEqual([refused?.accepted, refused?.reason], [false, 'optedOut'])
  await say('START')
  await sent(asid, createTextMessage('Welcome back'), own)
  assert.deepEqual(eventTexts().slice(1), ['optOut', 'optIn'])
  assert.deepEqual(bodies(), ['Hi', 'Welcome back'])
})

test('where a repeat would be a second message, a send with a broken answer is never repeated', async () => {
  for (const answer of [{ reset: 'beforeAnswer' }, { status: 503 }] as const) {
    const { own, asid, bodies } = await byTwilio()
    await work()
    twilio.answerNext(answer)
    const id = await sent(asid, createTextMessage('Once'), own)
    for (const seconds of [60, 600]) {
      world.advance(seconds * second)
      await work()
    }
    assert.deepEqual([own.statuses(id), bodies()], [['queued sms', 'failed sms'], ['Once']])
    assert.equal(own.statusesOf(id).at(-1)?.reason, 'unknownOutcome')
  }
})

test('where a repeat would be a second message, a 429 is retried', async () => {
  const { own, asid, bodies } = await byTwilio()
  await work()
  twilio.answerNext({ status: 429 })
  const id = await sent(asid, createTextMessage('Again'), own)
  world.advance(2 * second)
  await work()
  assert.deepEqual(
    [own.statuses(id), bodies()],
    [
      ['queued sms', 'sent sms'],
      ['Again', 'Again'],
    ],
  )
})

test('a dispatch interrupted by a crash is not repeated there: its outcome is unknown', async () => {
  const { own, asid, bodies } = await byTwilio()
  await work()
  const [result] = await own.send(asid, createTextMessage('Perhaps'))
  // The state left by a worker that died between marking the dispatch and the provider's response.
  await bench.server.database.pool.query('update messages set dispatching = true where id = $1', [result?.messageId])
  const next = await sent(asid, createTextMessage('Next'), own)
  const id = result?.messageId as string
  assert.deepEqual([own.statuses(id), own.statuses(next), bodies()], [['queued sms'], ['sent sms'], ['Next']])
  world.advance(600 * second)
  await work()
  assert.deepEqual(own.statuses(id), ['queued sms', 'failed sms'])
  assert.equal(own.statusesOf(id).at(-1)?.reason, 'unknownOutcome')
})
