import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGatewayBench, createTextMessage, type GatewayAgent } from '../../../testing/gateway-bench.ts'

/** Delivery policies and opt-outs: what happens to a message between acceptance and dispatch. */

const bench = await createGatewayBench()
const { world, work } = bench
const agent = await bench.agent('sms', 'rcs', 'messengerA')
const hour = 3_600_000

async function somebody(channel: 'sms' | 'rcs' | 'messengerA', of: GatewayAgent = agent) {
  const phone = of.phone(channel)
  await phone.set({ receipts: 'manual' })
  return { ...phone, userId: await phone.sendText('Hello') }
}
async function accepted(userId: string, message: unknown, of: GatewayAgent = agent): Promise<string> {
  const [result] = await of.send(userId, message)
  assert.equal(result?.accepted, true, result?.reason)
  return result.messageId
}
const policy = (outsideWindow: string, ...channels: string[]) => ({
  delivery: { outsideWindow, ...(channels.length > 0 && { channels }) },
})

/** The same person on a messenger, and on SMS by their own number. */
async function onBoth() {
  const [messenger, sms] = [await somebody('messengerA'), await somebody('sms')]
  const { data } = (await agent.api.get('/people')).body as { data: { id: string; identities: { asid: string }[] }[] }
  const holder = (asid: string) => data.find((one) => one.identities.some((identity) => identity.asid === asid))?.id
  const { status } = await agent.api.post(`/people/${holder(messenger.userId)}/_merge`, {
    fromPersonId: holder(sms.userId),
  })
  assert.equal(status, 200)
  return { messenger, sms }
}

test('messages queued outside the window are sent in their order when the person writes', async () => {
  const person = await somebody('messengerA')
  world.advance(25 * hour)
  const ids = []
  for (const word of ['One', 'Two']) ids.push(await accepted(person.userId, createTextMessage(word, policy('queue'))))
  await work()
  for (const id of ids) assert.deepEqual(agent.statuses(id), ['queued messengerA'])
  assert.deepEqual(await person.readTexts(), [])
  await person.sendText('Here I am')
  await accepted(person.userId, createTextMessage('Three'))
  await work()
  assert.deepEqual(await person.readTexts(), ['One', 'Two', 'Three'])
  for (const id of ids) assert.deepEqual(agent.statuses(id), ['queued messengerA', 'sent messengerA'])
})

test('a status shows the current window: closed while a message waits for it, open once the person has written', async () => {
  const person = await somebody('messengerA')
  world.advance(25 * hour)
  await accepted(person.userId, createTextMessage('Later', policy('queue')))
  await work()
  await person.sendText('Here I am')
  await work()
  const transitions = agent.endpoint.requests.flatMap(({ envelope: { event, userId } }) =>
    userId === person.userId && event.event.type === 'status'
      ? [`${event.event.status.state} ${event.context.window.state} ${event.context.capabilities.window.state}`]
      : [],
  )
  assert.deepEqual(transitions, ['queued closed closed', 'sent open open'])
})

test('a message queued for a day fails as expired and is not sent later', async () => {
  const person = await somebody('messengerA')
  world.advance(25 * hour)
  const id = await accepted(person.userId, createTextMessage('Stale', policy('queue')))
  world.advance(24 * hour)
  await bench.chore('watch-windows')
  await work()
  assert.deepEqual(agent.statuses(id), ['queued messengerA'])
  world.advance(1)
  await bench.chore('watch-windows')
  await bench.chore('watch-windows')
  await work()
  assert.deepEqual(agent.statuses(id), ['queued messengerA', 'failed messengerA'])
  assert.equal(agent.statusesOf(id).at(-1)?.reason, 'expired')
  await person.sendText('Too late')
  await work()
  assert.deepEqual(await person.readTexts(), [])
})

test('when a window closes before dispatch, reject fails the message and queue lets it wait', async () => {
  const person = await somebody('messengerA')
  world.advance(24 * hour - 1)
  const rejected = await accepted(person.userId, createTextMessage('Rejected'))
  const queued = await accepted(person.userId, createTextMessage('Queued', policy('queue')))
  world.advance(1)
  await work()
  assert.deepEqual(
    [agent.statuses(rejected), agent.statusesOf(rejected)[0]?.reason],
    [['failed messengerA'], 'windowClosed'],
  )
  assert.deepEqual(agent.statuses(queued), ['queued messengerA'])
  await person.sendText('Hello?')
  await work()
  assert.deepEqual(await person.readTexts(), ['Queued'])
})

test('a message queued for a retry and then for the window publishes queued once', async () => {
  const person = await somebody('messengerA')
  await person.set({ failNext: { count: 1, status: 503 } })
  world.advance(24 * hour - 1)
  const id = await accepted(person.userId, createTextMessage('Hi', policy('queue')))
  await work()
  world.advance(2000)
  await work()
  assert.deepEqual(agent.statuses(id), ['queued messengerA'])
  await person.sendText('Yes?')
  await work()
  assert.deepEqual(agent.statuses(id), ['queued messengerA', 'sent messengerA'])
})

test('outside the window fallback uses the next channel of the policy', async () => {
  const { messenger, sms } = await onBoth()
  world.advance(25 * hour)
  const id = await accepted(messenger.userId, createTextMessage('By text', policy('fallback', 'messengerA', 'sms')))
  const [refused] = await agent.send(messenger.userId, createTextMessage('Nowhere', policy('fallback', 'messengerA')))
  assert.deepEqual([refused?.accepted, refused?.reason], [false, 'windowClosed'])
  await work()
  assert.deepEqual([await messenger.readTexts(), await sms.readTexts()], [[], ['By text']])
  assert.deepEqual(agent.statuses(id), ['sent sms'])
})

const template = { name: 'boat_ready', language: 'en_US', variables: ['Ada'] }
const templatePayload = {
  type: 'template',
  template: {
    name: 'boat_ready',
    language: { policy: 'deterministic', code: 'en_US' },
    components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ada' }] }],
  },
}
const withTemplate = (text: string) => createTextMessage(text, { delivery: { templates: { messengerA: template } } })

/** What the agent sent to a phone: its text, and what the provider was given. */
async function nativesOf(person: Pick<Awaited<ReturnType<typeof somebody>>, 'read'>): Promise<[string, object][]> {
  const { messages } = await person.read()
  const own = messages.filter(({ direction }: { direction: string }) => direction === 'out')
  return own.map(({ native, text }: { native: object; text: string }) => [text, native])
}

test('a message with a template of the provider is sent as that template outside the window, and as itself inside', async () => {
  const person = await somebody('messengerA')
  await accepted(person.userId, withTemplate('Inside'))
  await work()
  const [[text, native] = []] = await nativesOf(person)
  assert.equal(text, 'Inside')
  assert.notDeepEqual(native, templatePayload)
  world.advance(25 * hour)
  const id = await accepted(person.userId, withTemplate('Outside'))
  await work()
  assert.deepEqual((await nativesOf(person)).slice(1), [['Outside', templatePayload]])
  assert.deepEqual(agent.statuses(id), ['sent messengerA'])
  const [refused] = await agent.send(person.userId, createTextMessage('Without'))
  assert.deepEqual([refused?.accepted, refused?.reason], [false, 'windowClosed'])
})

test('the window at the dispatch decides between the template and the content', async () => {
  const person = await somebody('messengerA')
  world.advance(24 * hour - 1)
  await accepted(person.userId, withTemplate('It closed meanwhile'))
  world.advance(1)
  await work()
  assert.deepEqual(await nativesOf(person), [['It closed meanwhile', templatePayload]])
  await person.set({ failNext: { count: 1, status: 503 } })
  await accepted(person.userId, withTemplate('It opened meanwhile'))
  await work()
  await person.sendText('Hello?')
  world.advance(2000)
  await work()
  const [, opened] = await nativesOf(person)
  assert.equal(opened?.[0], 'It opened meanwhile')
  assert.notDeepEqual(opened?.[1], templatePayload)
})

test('a message with a template that falls back to WhatsApp inside the window is sent as the content', async () => {
  const { messenger, sms } = await onBoth()
  await sms.set({ failNext: { count: 1, status: 400 } })
  const delivery = {
    channels: ['sms', 'messengerA'],
    fallbackOn: ['sendFailed'],
    templates: { messengerA: template },
  }
  await accepted(sms.userId, createTextMessage('By WhatsApp', { delivery }))
  await work()
  const [[text, native] = []] = await nativesOf(messenger)
  assert.equal(text, 'By WhatsApp')
  assert.notDeepEqual(native, templatePayload)
})

test('a person on WhatsApp who never wrote gets the template', async () => {
  const person = agent.phone('messengerA')
  await person.set({ receipts: 'manual' })
  const { id } = (await agent.api.post('/people', { firstName: 'Ada' })).body
  const identity = { channel: 'messengerA', address: person.address }
  const { asid } = (await agent.api.post(`/people/${id}/identities`, identity)).body
  await accepted(asid, withTemplate('Hello Ada'))
  await work()
  assert.deepEqual(await person.readTexts(), ['Hello Ada'])
})

test('a template needs a name, a language and its variables, and exists only on WhatsApp', async () => {
  const person = await somebody('messengerA')
  const bodies: object[] = [
    { messengerA: { ...template, name: 'no spaces please' } },
    { messengerA: { ...template, language: 'English, please' } },
    { messengerA: { name: 'boat_ready', language: 'en_US' } },
    { sms: template },
  ]
  for (const templates of bodies) {
    const [refused] = await agent.send(person.userId, createTextMessage('No', { delivery: { templates } }))
    assert.deepEqual([refused?.accepted, refused?.reason], [false, 'invalidMessage'], JSON.stringify(templates))
  }
})

test('the first attempt follows the channels of the policy in their order, wherever the person is reachable', async () => {
  const { messenger, sms } = await onBoth()
  const rcs = agent.phone('rcs', sms.address)
  await rcs.set({ receipts: 'manual' })
  const delivery = (...channels: string[]) => ({ delivery: { channels } })
  await accepted(sms.userId, createTextMessage('messenger', delivery('messengerA', 'sms')))
  await accepted(sms.userId, createTextMessage('rcs', delivery('rcs', 'sms')))
  await accepted(sms.userId, createTextMessage('sms', delivery('vendorMessages', 'sms', 'rcs')))
  await accepted(sms.userId, createTextMessage('as named', delivery()))
  await work()
  assert.deepEqual(await messenger.readTexts(), ['messenger'])
  assert.deepEqual(await rcs.readTexts(), ['rcs'])
  assert.deepEqual(await sms.readTexts(), ['sms', 'as named'])
})

test('pacing leaves a gap between messages to one person and delays no one else', async () => {
  const own = await bench.agent('sms')
  await own.change('sms', { delivery: { minMessageDelayMs: 1000 } })
  const [one, two] = [await somebody('sms', own), await somebody('sms', own)]
  await work()
  await own.send(one.userId, createTextMessage('1'), createTextMessage('2'), createTextMessage('3'))
  await own.send(two.userId, createTextMessage('1'))
  await work()
  assert.deepEqual([await one.readTexts(), await two.readTexts()], [['1'], ['1']])
  world.advance(999)
  await work()
  assert.deepEqual(await one.readTexts(), ['1'])
  world.advance(1)
  await work()
  assert.deepEqual(await one.readTexts(), ['1', '2'])
  world.advance(1000)
  await work()
  assert.deepEqual(await one.readTexts(), ['1', '2', '3'])
})

test('batch messages are paced by the rate of the provider and published as queued; conversations overtake them', async () => {
  const own = await bench.agent('sms')
  const people = await Promise.all(Array.from({ length: 4 }, () => somebody('sms', own)))
  await work()
  const ids = []
  for (const { userId } of people) ids.push((await own.bulk(userId, createTextMessage('Bulk')))[0]?.messageId as string)
  await work()
  await accepted(people[3]!.userId, createTextMessage('Reply'), own)
  await work()
  const lastTexts = async () =>
    (await Promise.all(people.map((one) => one.readTexts()))).map((words) => words.join(' '))
  assert.deepEqual(await lastTexts(), ['', '', '', 'Reply'])
  for (const id of ids) assert.deepEqual(own.statuses(id), ['queued sms'])
  // The lab accepts a hundred per second.
  world.advance(20)
  await work()
  assert.equal((await lastTexts()).filter((words) => words.includes('Bulk')).length, 2)
  world.advance(20)
  await work()
  assert.deepEqual(await lastTexts(), ['Bulk', 'Bulk', 'Bulk', 'Reply Bulk'])
  for (const id of ids) assert.deepEqual(own.statuses(id), ['queued sms', 'sent sms'])
})

test('bulk messages to one person keep their order', async () => {
  const { userId, readTexts } = await somebody('sms')
  await agent.bulk(userId, createTextMessage('1'), createTextMessage('2'), createTextMessage('3'))
  for (let round = 0; round < 6; round++) {
    await work()
    world.advance(100)
  }
  await work()
  assert.deepEqual(await readTexts(), ['1', '2', '3'])
})

test('the disclaimer is sent once, with the first message of either side', async () => {
  const own = await bench.agent('sms')
  const disclaimerText = 'Msg rates may apply.'
  await own.change('sms', { compliance: { enabled: true, disclaimerText } })
  const wrote = await somebody('sms', own)
  await accepted(wrote.userId, createTextMessage('Hi'), own)
  await wrote.sendText('And?')
  await accepted(wrote.userId, createTextMessage('Hi again'), own)
  await work()
  assert.deepEqual(await wrote.readTexts(), [disclaimerText, 'Hi', 'Hi again'])
  const { id } = (await own.api.post('/people', { firstName: 'Quiet' })).body
  const quiet = own.phone('sms')
  await quiet.set({ receipts: 'manual' })
  const { asid } = (await own.api.post(`/people/${id}/identities`, { channel: 'sms', address: quiet.address })).body
  const results = await own.send(asid, createTextMessage('First'), createTextMessage('Second'))
  await quiet.sendText('Who is it?')
  await work()
  assert.deepEqual(await quiet.readTexts(), [disclaimerText, 'First', 'Second'])
  for (const { messageId } of results) assert.deepEqual(own.statuses(messageId), ['sent sms'])
})

test('a STOP drops messages accepted before it, replies and bulk included', async () => {
  const { userId, sendText, readTexts } = await somebody('sms')
  const id = await accepted(userId, createTextMessage('Reply'))
  const careful = await accepted(
    userId,
    createTextMessage('Policy', { delivery: { channels: ['rcs', 'sms'], fallbackOn: ['sendFailed'] } }),
  )
  const [bulk] = await agent.bulk(userId, createTextMessage('Bulk'))
  await sendText('Stop.')
  await work()
  assert.deepEqual(agent.statuses(id), ['failed sms'])
  assert.deepEqual(agent.statuses(careful), ['failed rcs'])
  for (const messageId of [id, careful, bulk?.messageId as string]) {
    assert.equal(agent.statusesOf(messageId).at(-1)?.reason, 'optedOut')
  }
  assert.ok(!(await readTexts()).some((words) => /Reply|Policy|Bulk/.test(words)))
})

test('accepted messages fail or fall back when their binding is disabled or deleted', async () => {
  const own = await bench.agent('sms', 'rcs')
  const { userId, readTexts, address } = await somebody('rcs', own)
  const sms = own.phone('sms', address)
  await sms.set({ receipts: 'manual' })
  await work()
  const failing = await accepted(userId, createTextMessage('One'), own)
  const going = await accepted(
    userId,
    createTextMessage('Two', { delivery: { channels: ['rcs', 'sms'], fallbackOn: ['sendFailed'] } }),
    own,
  )
  await own.verb('rcs', '_disable')
  await work()
  assert.deepEqual([own.statuses(failing), own.statusesOf(failing)[0]?.reason], [['failed rcs'], 'bindingDisabled'])
  assert.deepEqual([own.statuses(going), await sms.readTexts()], [['sent sms'], ['Two']])
  await own.verb('rcs', '_enable')
  await work()
  const lost = await accepted(userId, createTextMessage('Three'), own)
  await own.unbind('rcs')
  await work()
  assert.deepEqual([own.statuses(lost), own.statusesOf(lost)[0]?.reason], [['failed rcs'], 'noRoute'])
  assert.deepEqual(await readTexts(), [])
})

test('a message that could not be dispatched within a day fails as expired', async () => {
  const { userId, readTexts } = await somebody('sms')
  const id = await accepted(userId, createTextMessage('Old'))
  world.advance(24 * hour + 1)
  await work()
  assert.deepEqual(
    [agent.statuses(id), agent.statusesOf(id)[0]?.reason, await readTexts()],
    [['failed sms'], 'expired', []],
  )
})

test('messages of a deleted agent are not sent', async () => {
  const own = await bench.agent('sms')
  const { userId } = await somebody('sms', own)
  await accepted(userId, createTextMessage('Hi'), own)
  assert.equal((await own.api.del('')).status, 204)
  await work()
  assert.equal((await own.call('POST', '/v4/messages', { userId, messages: [createTextMessage('Hi')] })).status, 401)
})
