import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorker } from '../../../../platform/work/index.ts'
import { assertStatus } from '../../../../testing/client.ts'
import { createGatewayBench, createTextMessage, type TestPhone } from '../../../../testing/gateway-bench.ts'
import { createOtherProcessConversations, receiveText } from '../../../../testing/initiations-bench.ts'
import type { Adapter } from '../../../channels/index.ts'

/**
 * Once the request that carried a STOP is answered, no dispatch to that number begins: not even one that read the STOP
 * list earlier, for any kind of message, in any process.
 */

const bench = await createGatewayBench()
const { server, world, work } = bench
const { db } = server.database
const agent = await bench.agent('sms', 'rcs')
const { signal } = new AbortController()

const accepted = { status: 200, header: () => undefined, text: '{}' }
const request = { method: 'POST', headers: {}, timeoutMilliseconds: 1_000, maxBytes: 100 }

/** Makes the lab carrier reachable by an HTTP request, as real providers are. */
const callingFirst = (adapter: Adapter): Partial<Adapter> => ({
  async send(outgoing, binding, tools) {
    const { guardedCall = tools.call } = tools
    await guardedCall('https://provider.example', { ...request, body: outgoing.text })
    return adapter.send(outgoing, binding, tools)
  },
})

/**
 * Another process, whose provider connects when the test says so: it reads the STOP list before, and the first byte
 * leaves after. `started`: the dispatches that started.
 */
function slowProcess() {
  const [reached, connected] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const started: string[] = []
  const conversations = createOtherProcessConversations(
    bench,
    undefined,
    callingFirst,
    async (_url, { body = '', beforeWrite }) => {
      reached.resolve()
      await connected.promise
      beforeWrite?.()
      started.push(body)
      return accepted
    },
  )
  const worker = createWorker({ db, world, log: server.context.log, lanes: conversations.lanes() })
  return { conversations, started, reached: reached.promise, connect: connected.resolve, drain: () => worker.drain() }
}
type Process = ReturnType<typeof slowProcess>

async function somebody() {
  const phone = agent.phone('sms')
  await phone.set({ receipts: 'manual' })
  const asid = await phone.sendText('Hello')
  await work()
  return { phone, asid }
}

let sends = 0
const opening = (asid: string) => ({ asid, message: createTextMessage('Good news'), id: `snd_${++sends}` })

/** Each starts a dispatch and resolves when it is complete. */
const ways: Record<string, (at: Process, asid: string) => Promise<unknown>> = {
  'a message': async (at, asid) => {
    await agent.send(asid, createTextMessage('Good news'))
    return at.drain()
  },
  'a bulk message': async (at, asid) => {
    await agent.bulk(asid, createTextMessage('Good news'))
    // First acquires a slot in the provider's rate.
    await work()
    world.advance(1_000)
    return at.drain()
  },
  'an opener of its own': (at, asid) => at.conversations.initiate(agent.key, opening(asid), signal),
  'a send or a follow-up': (at, asid) => at.conversations.initiateBatched(agent.key, opening(asid), signal),
  'a batch of a campaign': (at, asid) => Promise.all(at.conversations.initiateMany(agent.key, [opening(asid)], signal)),
}

type Stops = (at: Process, phone: TestPhone, asid: string) => Promise<unknown>
const stops: Record<string, Stops> = {
  'a STOP that another process takes': (_, phone) => phone.sendText('STOP'),
  'a STOP that the same process takes': ({ conversations }, { address }) =>
    receiveText(bench, conversations, { agent: agent.key, from: address, id: `stop ${address}`, text: 'STOP' }),
  'a STOP on the other channel of the number': (_, { address }) => agent.phone('rcs', address).sendText('STOP'),
  'the switch of the provider': (_, { address }) =>
    agent.receive('rcs', { kind: 'unsubscribed', from: address, id: `switch ${address}` }),
}

async function outcomeOf(way: keyof typeof ways, stop: Stops) {
  const process = slowProcess()
  const { phone, asid } = await somebody()
  const over = ways[way]?.(process, asid)
  await process.reached
  await stop(process, phone, asid)
  process.connect()
  await over
  await process.conversations.close()
  return { started: process.started, texts: await phone.readTexts(), ...(await endOf(asid)) }
}

async function endOf(asid: string): Promise<{ reason: string; dispatching: boolean }> {
  const found = 'select reason, dispatching from messages where asid = $1 order by message_key desc limit 1'
  return (await server.database.pool.query(found, [asid])).rows[0]
}

const nothing = { started: [], texts: [], reason: 'optedOut', dispatching: false }

for (const way of Object.keys(ways)) {
  test(`${way} does not start after the answer to a STOP that another process received`, async () => {
    assert.deepEqual(await outcomeOf(way, stops['a STOP that another process takes'] as Stops), nothing)
  })
}

for (const [stop, say] of Object.entries(stops)) {
  test(`a message that was about to be sent does not start after the answer to ${stop}`, async () => {
    assert.deepEqual(await outcomeOf('a message', say), nothing)
  })
}

test('a message that was about to be sent does not start after a member of the desk has taken the conversation', async () => {
  const { api } = agent
  assertStatus(await api.put('/settings/desk', { enabled: true }), 200)
  const member = await server.member({ id: api.orgId, path: `/orgs/${api.orgId}`, api: api.client }, 'editor')
  const take: Stops = async (_, _phone, asid) =>
    assertStatus(await api.post(`/desk/conversations/${asid}/_take`, { as: member.userId }), 200)
  for (const way of ['a message', 'a bulk message'])
    assert.deepEqual(await outcomeOf(way, take), { ...nothing, reason: 'heldByHuman' }, way)
})

test('a message that was about to be sent starts if it was another person who said STOP', async () => {
  const outcome = await outcomeOf('a message', async () => agent.phone('sms').sendText('STOP'))
  assert.deepEqual([outcome.started, outcome.texts], [['Good news'], ['Good news']])
})

test('a dispatch whose read follows a START may start again', async () => {
  const process = slowProcess()
  const { phone, asid } = await somebody()
  for (const word of ['STOP', 'START']) await phone.sendText(word)
  process.connect()
  await agent.send(asid, createTextMessage('Welcome back'))
  await process.drain()
  await process.conversations.close()
  assert.deepEqual([process.started, await phone.readTexts()], [['Welcome back'], ['Welcome back']])
})

test('a message that started before the STOP was answered arrives, however long its provider takes', async () => {
  const { phone, asid } = await somebody()
  const [began, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const by = createOtherProcessConversations(bench, undefined, callingFirst, async (_url, { beforeWrite }) => {
    beforeWrite?.()
    began.resolve()
    await answered.promise
    return accepted
  })
  const opened = by.initiate(agent.key, opening(asid), signal)
  await began.promise
  await phone.sendText('STOP')
  answered.resolve()
  assert.equal((await opened).kind, 'dispatched')
  await by.close()
})
