import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody, type TestClient } from '../../../testing/client.ts'
import { createGatewayBench, createTextMessage, type GatewayAgent } from '../../../testing/gateway-bench.ts'
import { createTrafficReader } from '../../../testing/traffic-reader.ts'

/** Traffic as it occurs: inbound messages, the agent's replies, and their statuses. */

const bench = await createGatewayBench()
const { server, world, work } = bench
const traffic = createTrafficReader(server)
const minute = 60_000

const messages = async ({ api }: GatewayAgent, query = '') => (await traffic.read(api, `/messages${query}`)).data
/** Summarizes an entry: origin, type, and text. */
const summarize = ({ origin, type, subtype, text }: ReplyBody) => [
  origin,
  type,
  subtype,
  ...(text === undefined ? [] : [text]),
]
const inOrder = (entries: ReplyBody[]) => entries.toReversed().map(summarize)

async function somebody(agent: GatewayAgent, channel: 'sms' | 'rcs' = 'rcs') {
  const phone = agent.phone(channel)
  await phone.set({ receipts: 'manual' })
  const userId = await phone.sendText('Hello')
  await work()
  const send = async (message: object) => {
    const [result] = await agent.send(userId, message)
    await work()
    return result?.messageId ?? assert.fail()
  }
  return { ...phone, userId, send }
}

test('messages in both directions are content; receipts are statuses of the message', async () => {
  const agent = await bench.agent('rcs')
  const { userId, send, receipt } = await somebody(agent)
  world.advance(minute)
  const id = await send(createTextMessage('Welcome'))
  world.advance(minute)
  for (const state of ['delivered', 'read', 'read']) await receipt(id, state)
  const all = await messages(agent)
  assert.deepEqual(inOrder(all), [
    ['user', 'status', 'conversationStarted'],
    ['user', 'content', 'text', 'Hello'],
    ['agent', 'content', 'text', 'Welcome'],
    ['agent', 'status', 'sent'],
    ['user', 'status', 'delivered'],
    ['user', 'status', 'read'],
  ])
  const [read, , , text, inbound] = all
  assert.deepEqual([read?.messageId, read?.raw], [id, { type: 'status', status: { messageId: id, state: 'read' } }])
  const { timestamp, ...whole } = text ?? assert.fail()
  assert.equal(Date.parse(timestamp), world.now().getTime() - minute)
  assert.deepEqual(whole, {
    agentId: agent.api.id,
    userId,
    sessionId: inbound?.sessionId,
    origin: 'agent',
    type: 'content',
    subtype: 'text',
    channel: 'rcs',
    text: 'Welcome',
    messageId: id,
    channelMessageId: id,
    raw: createTextMessage('Welcome'),
    bubbles: [{ text: 'Welcome', view: { kind: 'text', text: [{ text: 'Welcome' }], chips: [] } }],
  })
  assert.deepEqual(inbound?.raw, { type: 'message', message: { text: 'Hello' } })
  assert.ok(inbound?.channelMessageId && inbound.messageId)
})

const bubblesOf = async (agent: GatewayAgent, id: string): Promise<ReplyBody[]> =>
  (await messages(agent, '?origin=agent&type=content')).find(({ messageId }) => messageId === id)?.bubbles

test('a message of the agent shows its bubbles as the channel showed them; entries of the person have none', async () => {
  const agent = await bench.agent('rcs')
  const { send } = await somebody(agent)
  const card = { title: 'Offer', description: 'Half price', chips: [{ label: 'Take it' }] }
  const parts = [
    { type: 'card', card },
    { type: 'text', text: 'Or **wait**' },
  ]
  const bubbles = await bubblesOf(agent, await send({ spec: 'amf/1', parts, chips: [{ label: 'Wait' }] }))
  const chip = (label: string, tap: number) => ({ label, kind: 'reply', tap })
  const cardView = { title: 'Offer', description: [{ text: 'Half price' }], chips: [chip('Take it', 0)] }
  assert.deepEqual(
    bubbles.map(({ view }) => view),
    [
      { kind: 'card', card: cardView, chips: [] },
      { kind: 'text', text: [{ text: 'Or wait' }], chips: [chip('Wait', 1)] },
    ],
  )
  const user = await messages(agent, '?origin=user')
  assert.ok(user.length > 0 && user.every((entry) => !('bubbles' in entry)))
})

test('bubbles on sms show their size', async () => {
  const agent = await bench.agent('sms')
  const { send } = await somebody(agent, 'sms')
  const card = { title: 'Offer', description: 'Half price', chips: [{ label: 'Take it' }] }
  const [bubble] = await bubblesOf(agent, await send({ spec: 'amf/1', parts: [{ type: 'card', card }] }))
  assert.deepEqual([bubble?.view.kind, bubble?.view.chips, bubble?.sms.segments], ['text', [], 1])
})

test('bubbles are in the language that the message was sent in', async () => {
  const agent = await bench.agent('rcs')
  const { send, userId } = await somebody(agent)
  const people: ReplyBody[] = assertStatus(await agent.api.get('/people'), 200).data
  const person = people.find(({ identities }) => identities.some((one: ReplyBody) => one.asid === userId))
  assertStatus(await agent.api.patch(`/people/${person?.id}`, { customFields: { language: 'de' } }), 200)
  const start = { iso: '2030-03-04T10:00:00Z', tz: 'UTC' }
  const event = { type: 'share.event', prompt: 'Gebucht', event: { title: 'Konzert', start } }
  const bubbles = await bubblesOf(agent, await send({ spec: 'amf/1', parts: [event] }))
  assert.match(JSON.stringify(bubbles), /März/)
})

test('receipts are stored even if no webhook receives them', async () => {
  const agent = await bench.agent('rcs')
  assertStatus(await agent.call('DELETE', '/v4/webhook'), 200)
  const { send, receipt } = await somebody(agent)
  const id = await send(createTextMessage('Welcome'))
  await receipt(id, 'delivered')
  const statuses = (await messages(agent, '?type=status')).filter(({ messageId }) => messageId === id)
  assert.deepEqual(inOrder(statuses), [
    ['agent', 'status', 'sent'],
    ['user', 'status', 'delivered'],
  ])
})

test('a message refused at once shows its reason as content and as a status; one that failed later shows it as a status', async () => {
  const agent = await bench.agent('sms')
  const { send, receipt, set } = await somebody(agent, 'sms')
  const onItsWay = await send(createTextMessage('Lost'))
  await receipt(onItsWay, 'failed')
  await set({ failNext: { status: 400, count: 1 } })
  const refused = await send(createTextMessage('Refused'))
  const of = async (id: string) => (await messages(agent)).filter(({ messageId }) => messageId === id).toReversed()
  const [accepted, sent, failed] = await of(onItsWay)
  assert.deepEqual([accepted?.error, sent?.subtype, failed?.subtype], [undefined, 'sent', 'failed'])
  assert.ok(failed?.error && failed.origin === 'agent')
  const errors = (await of(refused)).map(({ type, text, error }) => [type, text, typeof error])
  assert.deepEqual(errors, [
    ['content', 'Refused', 'string'],
    ['status', undefined, 'string'],
  ])
})

test('a tap that answers a question is content with its result, any other tap is an action', async () => {
  const agent = await bench.agent('rcs')
  const { send, act } = await somebody(agent)
  const chips = [{ kind: 'url', label: 'Our shop', url: 'https://example.com/' }]
  const options = ['Small', 'Large'].map((label) => ({ id: label, label }))
  await send({ spec: 'amf/1', parts: [{ type: 'ask.choice', intentId: 'size', prompt: 'Which size?', options }] })
  await act({ type: 'tap', label: 'Small' })
  await send({ spec: 'amf/1', parts: [{ type: 'text', text: 'See' }], chips })
  await act({ type: 'tap', label: 'Our shop' })
  await work()
  const entries = await messages(agent, '?origin=user')
  assert.deepEqual(inOrder(entries).slice(2), [
    ['user', 'content', 'result', 'Small'],
    ['user', 'action', 'url', 'Our shop'],
  ])
})

test('a conversation shows its start, end, message counts and first and last message; users show when they were last active', async () => {
  const agent = await bench.agent('rcs')
  const { userId, send, sendText } = await somebody(agent)
  const began = world.now().toISOString()
  world.advance(minute)
  await send(createTextMessage('Welcome'))
  await sendText('Thanks')
  const ended = world.now().toISOString()
  const list = async (path: string) => (await traffic.read(agent.api, path)).data
  const [going] = await list('/conversations')
  assert.deepEqual(
    { ...going, sessionId: '' },
    { sessionId: '', userId, channel: 'rcs', startedAt: began, endedAt: ended, messageCount: 3, firstMessagePreview: 'Hello', lastMessagePreview: 'Thanks' },
  ) // biome-ignore format: short
  const user = { userId, channel: 'rcs', lastSeenAt: ended, messageCount: 3 }
  assert.deepEqual(await list('/users'), [user])
  world.advance(40 * minute)
  await bench.chore('end-sessions')
  assert.deepEqual(await list('/conversations'), [going])
  assert.deepEqual(await list('/users'), [user])
  const more = { ...(await somebody(agent)), at: world.now().toISOString() }
  await sendText('Back again')
  const sessions = await list('/conversations')
  assert.equal(sessions.length, 3)
  assert.deepEqual(
    (await list('/users')).map((one) => [one.userId, one.messageCount]).sort(),
    [[userId, 4], [more.userId, 1]].sort(),
  ) // biome-ignore format: short
  assert.deepEqual(await list(`/conversations?userId=${more.userId}`), [
    sessions.find((one) => one.userId === more.userId),
  ])
  const before = `end=${encodeURIComponent(began)}`
  for (const path of ['conversations', 'users', 'messages'])
    assert.deepEqual(await list(`/${path}?${before}`), [], path)
})

test('the log can be filtered by person, session, level and event', async () => {
  const agent = await bench.agent('rcs')
  const { userId } = await somebody(agent)
  await somebody(agent)
  await traffic.flush()
  const logs = async (query = '') => (await traffic.read(agent.api, `/logs${query}`)).data
  const all = await logs()
  const mine = all.filter((entry) => entry.userId === userId)
  assert.ok(mine.length > 2 && mine.length < all.length)
  assert.deepEqual(await logs(`?userId=${userId}`), mine)
  assert.deepEqual(await logs(`?sessionId=${mine[0]?.sessionId}`), mine)
  const dispatched = all.filter(({ event }) => event === 'framework.dispatched')
  assert.ok(dispatched.length > 0 && dispatched.every(({ framework }) => framework === 'webhook'))
  assert.deepEqual(await logs('?event=framework.dispatched'), dispatched)
  for (const level of ['debug', 'info', 'warn', 'error'])
    assert.deepEqual(
      await logs(`?level=${level}`),
      all.filter((entry) => entry.level === level),
      level,
    )
  assert.deepEqual(await logs('?event=llm.call&level=error'), [])
})

test('an erased person no longer appears in any list', async () => {
  const agent = await bench.agent('rcs')
  const { userId } = await somebody(agent)
  const people: ReplyBody[] = assertStatus(await agent.api.get('/people'), 200).data
  const person = people.find(({ identities }) => identities.some((one: ReplyBody) => one.asid === userId))
  assertStatus(await agent.api.del(`/people/${person?.id}`), 204)
  for (const path of ['messages', 'conversations', 'users']) {
    assert.deepEqual((await traffic.read(agent.api, `/${path}`)).data, [], path)
  }
})

test('reading traffic requires messages:read in the same org, and an emulator grant is refused', async () => {
  const agent = await bench.agent('rcs')
  await somebody(agent)
  const { token } = assertStatus(await agent.api.post('/emulator-links', {}), 201)
  const org = await server.org()
  for (const path of ['/messages', '/conversations', '/users', '/logs']) {
    const by = (client: TestClient) => agent.api.by(client).get(path)
    assertProblem(await by(server.anyone.as(token)), 403, 'auth.emulator_grant.forbidden')
    assertProblem(await by(org.api), 404, 'resource.not_found')
    const home = { id: agent.api.orgId, path: `/orgs/${agent.api.orgId}`, api: agent.api.client }
    assertProblem(await by(await server.key(home, ['agents:read'])), 403, 'auth.scope_missing')
    assertStatus(await by(await server.key(home, ['messages:read'])), 200)
  }
})
