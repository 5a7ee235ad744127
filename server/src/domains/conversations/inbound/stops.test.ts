import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import type { Inbound } from '../../channels/index.ts'
import { createInboundHarness, createInboundWorld, inboundContent, newAddress } from './testing/inbound-harness.ts'

/** A request that carries a STOP is answered once no dispatch can begin; no other request waits for that. */

const world = createInboundWorld()
const server = await createTestApp({ world })
const agent = await createTestAgent(server)

async function port() {
  const recordedStops: string[] = []
  const settled = Promise.withResolvers<void>()
  let lookups = 0
  const optOutFence = {
    recordStop: (_agent: object, { address }: { address: string }) => void recordedStops.push(address),
    drain() {
      lookups += 1
      return settled.promise
    },
  }
  const at = await createInboundHarness({ server, agent, world }, { optOutFence })
  const receive = (channel: 'sms' | 'rcs', ...inbounds: Inbound[]) => at.receive(at.binding(channel), ...inbounds)
  return { receive, recordedStops, settle: settled.resolve, lookups: () => lookups }
}

const refused = { kind: 'receipt', channelMessageId: 'm', state: 'failed', reason: 'optedOut' } as const
const carriers: [what: string, inbound: (from: string) => Inbound][] = [
  ['STOP', (from) => inboundContent(from, 'STOP')],
  ['the switch of the provider', (from) => ({ kind: 'unsubscribed', from, id: `switch ${from}` })],
  ['a refusal by the provider because the person opted out there', () => refused],
]
for (const [what, inboundOf] of carriers) {
  test(`a request with ${what} is answered only when no dispatch can start any more`, async () => {
    const { receive, settle, lookups } = await port()
    let isAnswered = false
    const receiving = receive('rcs', inboundOf(newAddress())).then(() => {
      isAnswered = true
    })
    while (lookups() === 0) await nextTurn()
    await nextTurn()
    assert.equal(isAnswered, false)
    settle()
    await receiving
  })
}

test('a repeated STOP waits like the first, which may not have been answered', async () => {
  const { receive, settle, lookups, recordedStops } = await port()
  settle()
  const from = newAddress()
  const stop = inboundContent(from, 'STOP')
  await receive('sms', stop)
  await receive('sms', stop)
  assert.deepEqual([lookups(), recordedStops], [2, [from, from]])
})

test('several STOPs in one request wait once', async () => {
  const { receive, settle, lookups, recordedStops } = await port()
  settle()
  const people = Array.from({ length: 25 }, newAddress)
  await receive('sms', ...people.map((from) => inboundContent(from, 'STOP')))
  assert.deepEqual([lookups(), recordedStops], [1, people])
})

test('START, HELP, ordinary text and receipts do not wait', async () => {
  const { receive, lookups } = await port()
  const from = newAddress()
  const delivered = { kind: 'receipt', channelMessageId: 'm', state: 'delivered' } as const
  await receive(
    'sms',
    inboundContent(from, 'START'),
    inboundContent(from, 'HELP'),
    inboundContent(from, 'stop it'),
    delivered,
  )
  assert.equal(lookups(), 0)
})
