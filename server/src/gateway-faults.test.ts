import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoundAgent, createGatewayFixture, waitUntilTrue } from './testing/gateway-process.ts'
import { createPhoneNumbers } from './testing/message-flow.ts'
import { openSmsSink, type SinkBehavior, type SinkCallback, type SinkMessage } from './testing/sms-sink.ts'
import { openWebhookEndpoint } from './testing/webhook-endpoint.ts'

/**
 * A provider that fails in every possible way: the final states are correct, nothing is lost, and others are not
 * affected.
 */

type Case = { title: string; manners: SinkBehavior[]; calls: number; states: string[] }

const refused = (status: number, body = ''): SinkBehavior => ({ status, body })
const garbage = Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7) % 256))
/** More than the worker's total message slots. */
const stuckPeople = 400
const again = ['queued', 'sent']

const cases: Case[] = [
  { title: 'never answers the first call', manners: ['silence'], calls: 2, states: again },
  { title: 'answers 500 twice', manners: [refused(500), refused(503)], calls: 3, states: again },
  {
    title: 'answers 429 and names an hour',
    manners: [{ status: 429, headers: { 'retry-after': '3600' } }],
    calls: 2,
    states: again,
  },
  { title: 'closes the connection after receiving the message', manners: ['reset', 'reset'], calls: 3, states: again },
  { title: 'answers with what is no HTTP', manners: ['noise'], calls: 2, states: again },
  { title: 'takes it and answers garbage', manners: [{ status: 200, body: garbage }], calls: 1, states: ['sent'] },
  {
    title: 'answers 500 for ever',
    manners: Array(9).fill(refused(500, '<html>')),
    calls: 4,
    states: ['queued', 'failed'],
  },
  { title: 'refuses the credentials', manners: [refused(401)], calls: 1, states: ['failed'] },
  { title: 'refuses it with garbage', manners: [{ status: 400, body: garbage }], calls: 1, states: ['failed'] },
  {
    title: 'leads elsewhere',
    manners: [{ status: 302, headers: { location: '/else' } }],
    calls: 1,
    states: ['failed'],
  },
]

const ground = await createGatewayFixture()
const parley = await ground.start()
const numbers = createPhoneNumbers(cases.length)
const faulty = await openSmsSink((call, nth) => mannerOf(call, nth))
const endpoint = await openWebhookEndpoint()
const agent = await createBoundAgent(parley, faulty, endpoint)
const users = await agent.introduce(numbers)

function mannerOf({ to, text }: SinkMessage, nth: number): SinkBehavior {
  const manners = text === 'first' ? cases[numbers.indexOf(to)]?.manners : undefined
  return manners?.[nth - 1] ?? { status: 200 }
}

const sent = await Promise.all(
  numbers.map(async (number) => {
    const userId = users.get(number) as string
    const first = (await agent.send(userId, 'first')) as string
    return { number, first, second: (await agent.send(userId, 'second')) as string }
  }),
)
const sentTo = (title: string) => sent[cases.findIndex((one) => one.title === title)] ?? assert.fail()

test('a provider with a Retry-After of an hour gets no call for an hour', async () => {
  const { first } = sentTo('answers 429 and names an hour')
  const waits = `select extract(epoch from due_at - queued_at)::float8 as seconds from messages where id = '${first}'`
  let seconds = 0
  await waitUntilTrue('the message waits', async () => {
    seconds = (await ground.query<{ seconds: number | null }>(waits))[0]?.seconds ?? 0
    return seconds > 0
  })
  assert.equal(Math.round(seconds), 3600)
})

// The case whose first call is never answered comes last: it takes twenty seconds, which pass during the others.
for (const { title, calls, states } of [...cases.slice(1), ...cases.slice(0, 1)]) {
  test(`a provider that ${title}: ${calls} calls in all, ${states.join(', ')}, and the next message after it`, async () => {
    const { number, first, second } = sentTo(title)
    const isTold = () => endpoint.statesOf(second).includes('sent')
    await waitUntilTrue('the next message is sent', isTold, ground.expireWaits)
    assert.deepEqual(endpoint.statesOf(first), states)
    assert.deepEqual(endpoint.statesOf(second), ['sent'])
    assert.equal(faulty.callsWith(first), calls)
    assert.deepEqual(faulty.textsTo(number), states.includes('failed') ? ['second'] : ['first', 'second'])
  })
}

test('receipts that come early, repeated and in any order publish each state once', async () => {
  const number = '+12025559001'
  const early = Promise.withResolvers<void>()
  const sink = await openSmsSink(async ({ id, text }) => {
    if (text === 'early')
      await other.sendCallback({ type: 'receipt', id, state: 'delivered' }).then(() => early.resolve())
    return { status: 200 }
  })
  const otherEndpoint = await openWebhookEndpoint()
  const other = await createBoundAgent(parley, sink, otherEndpoint)
  const userId = (await other.introduce([number])).get(number) as string
  const [plain, lost, ahead] = await Promise.all(
    ['plain', 'lost', 'early'].map(async (text) => (await other.send(userId, text)) as string),
  )
  await waitUntilTrue('all are handed over', () => sink.accepted.size === 3)
  await early.promise
  const receipt = (id: string | undefined, state: string): SinkCallback => ({ type: 'receipt', id: String(id), state })
  const states = ['read', 'delivered', 'sent', 'delivered', 'read']
  const calls = [
    ...Array.from({ length: 6 }, (_, n) => [...states.slice(n % 5), ...states].map((state) => receipt(plain, state))),
    [receipt(lost, 'failed'), receipt(lost, 'failed')],
    [receipt('msg_of_nobody', 'delivered'), receipt(lost, 'failed')],
    [receipt(ahead, 'delivered')],
  ]
  const answers = await Promise.all(calls.map((callback) => other.sendCallback(callback)))
  assert.deepEqual([...new Set(answers)], [200])
  assert.equal(await other.sendCallback(receipt(plain, 'failed')), 200)
  // Events of a conversation arrive in order: when this one has arrived, all earlier ones have.
  assert.equal(await other.sendCallback({ type: 'message', id: 'last', from: number, text: 'the last word' }), 200)
  await waitUntilTrue('the last word is heard', () => otherEndpoint.eventIdsOfText('the last word').length > 0)
  assert.deepEqual(otherEndpoint.statesOf(String(plain)).sort(), ['delivered', 'read', 'sent'])
  assert.deepEqual(otherEndpoint.statesOf(String(lost)).sort(), ['failed', 'sent'])
  assert.deepEqual(otherEndpoint.statesOf(String(ahead)).sort(), ['delivered', 'sent'])
})

test('a provider that hangs for very many people delays no one else', async () => {
  const release = Promise.withResolvers<SinkBehavior>()
  const hanging = await openSmsSink(() => release.promise)
  const healthy = await openSmsSink()
  const stuck = await createBoundAgent(parley, hanging, await openWebhookEndpoint())
  const others = await createBoundAgent(parley, healthy, await openWebhookEndpoint())
  const many = createPhoneNumbers(stuckPeople)
  const [everybody, somebody] = await Promise.all([stuck.introduce(many), others.introduce(many.slice(0, 1))])
  await Promise.all(many.map((number) => stuck.send(everybody.get(number) as string, 'waits')))
  const abandoned = hanging.abandoned()
  await others.send(somebody.get(many[0] as string) as string, 'goes')
  await waitUntilTrue('the healthy one goes on', () => healthy.accepted.size === 1)
  assert.equal(hanging.abandoned(), abandoned, 'it had not to wait until others gave up')
  assert.equal(hanging.accepted.size, 0)
  release.resolve({ status: 200 })
  await waitUntilTrue('nothing is lost', () => hanging.accepted.size === many.length, ground.expireWaits)
})
