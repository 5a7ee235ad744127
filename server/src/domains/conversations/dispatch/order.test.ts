import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { createGatewayBench, createTextMessage, type TestPhone } from '../../../testing/gateway-bench.ts'

/**
 * Whatever people, carriers, and agents do: each status is published at most once, and messages to one person keep
 * their order.
 */

const bench = await createGatewayBench()
const { world, work } = bench
const agent = await bench.agent('rcs', 'sms')
const other = await bench.agent('rcs')
const states = ['sent', 'delivered', 'read', 'failed'] as const

const who = fc.nat({ max: 1 })
const way = fc.constantFrom('plain', 'fallback', 'bulk')
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('send' as const), who, way, count: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('receipt' as const),
      of: fc.nat(),
      state: fc.constantFrom(...states),
      by: fc.constantFrom('rcs', 'rcs', 'sms', 'stranger'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('break' as const),
      who,
      status: fc.constantFrom(400, 429, 503, 'timeout'),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('work' as const), seconds: fc.constantFrom(0, 1, 9, 31) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Person = TestPhone & { userId: string; sms: TestPhone }

async function newPerson(): Promise<Person> {
  const rcs = agent.phone('rcs')
  const sms = agent.phone('sms', rcs.address)
  for (const phone of [rcs, sms]) await phone.set({ receipts: 'manual' })
  return { ...rcs, sms, userId: await rcs.sendText('Hello') }
}

const ways = { plain: {}, bulk: {}, fallback: { delivery: { channels: ['rcs', 'sms'], fallbackOn: ['sendFailed'] } } }
let count = 0

async function take(one: Step, people: Person[], sent: string[]): Promise<void> {
  if (one.do === 'work') {
    world.advance(one.seconds * 1000)
    return work()
  }
  if (one.do === 'receipt') return report(one, sent)
  const person = people[one.who] as Person
  if (one.do === 'break') return person.set({ failNext: { count: one.count, status: one.status } })
  const line = one.way === 'bulk' ? 'bulk' : 'now'
  const messages = Array.from({ length: one.count }, () =>
    createTextMessage(`${line} ${++count}`, ways[one.way as keyof typeof ways]),
  )
  const results = await (one.way === 'bulk' ? agent.bulk : agent.send)(person.userId, ...messages)
  for (const { messageId, accepted } of results) {
    assert.ok(accepted)
    sent.push(messageId)
  }
}

async function report({ of, state, by }: Extract<Step, { do: 'receipt' }>, sent: string[]): Promise<void> {
  if (sent.length === 0) return
  const id = sent[of % sent.length] as string
  const receipt = { kind: 'receipt', channelMessageId: id, state } as const
  if (by === 'stranger') await other.receive('rcs', receipt)
  else await agent.receive(by as 'rcs' | 'sms', receipt)
}

/** Stops all failures and advances the clock until everything is done. */
async function settle(people: Person[], sent: string[]): Promise<void> {
  for (const person of people) await person.set({ failNext: null })
  for (let round = 0; round < 50 && !sent.every(isOver); round++) {
    world.advance(150_000)
    await work()
  }
}
const isOver = (id: string) => agent.statusesOf(id).some(({ state }) => state === 'sent' || state === 'failed')

async function assertInOrder(person: Person): Promise<void> {
  const texts = await person.readTexts()
  for (const line of ['now', 'bulk']) {
    const numbers = texts.filter((words) => words.startsWith(line)).map((words) => Number(words.split(' ')[1]))
    assert.deepEqual(
      numbers,
      [...new Set(numbers)].sort((one, next) => one - next),
    )
  }
}

function assertTold(id: string): void {
  const published = agent.statusesOf(id).map(({ state }) => state)
  assert.equal(new Set(published).size, published.length, published.join())
  assert.ok(!published.includes('failed') || published.at(-1) === 'failed', published.join())
  assert.ok(isOver(id), published.join())
  assert.deepEqual(other.statusesOf(id), [])
}

test('each state is published at most once, failed comes last, and messages keep their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 24 }), async (steps) => {
      const people = [await newPerson(), await newPerson()]
      const sent: string[] = []
      for (const one of steps) await take(one, people, sent)
      await settle(people, sent)
      for (const person of people) await assertInOrder(person)
      sent.forEach(assertTold)
    }),
    { numRuns: 5, seed: 6, endOnFailure: true },
  )
})
