import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Channel } from '@parley/amf'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import type { InboundContent } from '../../channels/index.ts'
import { createPublishEvents } from '../events/worker.ts'
import { processInbound } from './process.ts'
import { createInboundHarness, createInboundWorld, eventKindsOf, inboundContent } from './testing/inbound-harness.ts'

const world = createInboundWorld()
const server = await createTestApp({ world })
const { db, pool } = server.database
const agent = await createTestAgent(server)

/** Only the slow path publishes through the dependency. */
let slow = 0
const publish = createPublishEvents({ world })
const publishEvents: typeof publish = (...call) => {
  slow += 1
  return publish(...call)
}
const told: string[] = []
const onDeskContent = async (_tx: unknown, _agent: unknown, { asid }: { asid: string }) => void told.push(asid)
const port = await createInboundHarness({ server, agent, world }, { publishEvents, onDeskContent })
const { key } = port

let count = 0
const newFrom = () => `+1303${String(++count).padStart(7, '0')}`

/** A person who has written once, whose next messages may take the fast path. */
async function createKnownPerson(channel: Channel = 'sms') {
  const from = newFrom()
  const binding = port.binding(channel)
  const write = (text: string, overrides: Partial<InboundContent> = {}) =>
    port.receive(binding, inboundContent(from, text, overrides))
  const [first] = await write('Hello')
  const asid = first?.asid as string
  slow = 0
  return { from, asid, write, texts: () => readTexts(asid) }
}

async function readTexts(asid: string) {
  const events = await port.publishedEvents(asid)
  return events.flatMap(({ event }) => (event.type === 'message' ? [event.message.text] : []))
}

const setConversation = (asid: string, columns: string) =>
  pool.query(`update conversations set ${columns} where agent_key = $1 and asid = $2`, [key.key, asid])

test('a message of a known person takes one statement, and is logged', async () => {
  const { asid, write, texts } = await createKnownPerson()
  const [received] = await write('Again')
  assert.equal(slow, 0)
  assert.deepEqual(await texts(), ['Hello', 'Again'])
  assert.deepEqual(received, { asid, eventId: (await port.publishedEvents(asid)).at(-1)?.id })
  const { sessionId, channel, event, data } = port.logs.at(-1) ?? {}
  const expected = [
    (await port.conversation(asid)).session_id,
    'sms',
    'channel.inbound',
    { type: 'message', eventId: received?.eventId },
  ]
  assert.deepEqual([sessionId, channel, event, data], expected)
})

for (const channel of ['sms', 'rcs', 'messengerA'] as const) {
  test(`both paths leave the same conversation and event on ${channel}`, async () => {
    const results = []
    for (const path of ['fast', 'slow']) {
      const { from, asid, write } = await createKnownPerson(channel)
      world.advance(3)
      const at = new Date(world.now().getTime() - 30_000)
      if (path === 'fast') await write('Again', { at, conversationId: 'thread' })
      else await receiveSlowly(channel, { from, at })
      assert.equal(slow, path === 'fast' ? 0 : 1)
      const { asid: _, session_id, ...row } = await port.conversation(asid)
      const { id: __, sessionId, ...event } = (await port.publishedEvents(asid)).at(-1) ?? {}
      assert.equal(session_id, sessionId)
      const { rows } = await pool.query('select last_seen_at from people where agent_key = $1 and phone = $2', [
        key.key,
        from,
      ])
      const lane = await pool.query('select lane, ready_at, version from work_lanes where lane like $1', [`%${asid}%`])
      results.push({
        row: secondsOf(row),
        event,
        seen: rows,
        lane: lane.rows.map((one) => ({ ...one, lane: one.lane.replace(asid, 'one') })),
      })
      world.advance(-3)
    }
    assert.deepEqual(results[0], results[1])
  })
}

const secondsOf = (row: object) => JSON.parse(JSON.stringify(row))

async function receiveSlowly(channel: Channel, { from, at }: { from: string; at: Date }) {
  const payload = { kind: 'content', content: { type: 'text', text: 'Again' }, startsConversation: false } as const
  const item = {
    binding: port.binding(channel),
    from: { channel, address: from },
    id: `slow ${from}`,
    conversationId: 'thread',
    at,
    payload,
  }
  await inTransaction(db, (tx) => processInbound(tx, key, item, port.deps))
}

test('a repeat is dropped, at once and later', async () => {
  const { from, asid, texts } = await createKnownPerson()
  const inbound = inboundContent(from, 'Once')
  const binding = port.binding('sms')
  const received = (await Promise.all(Array.from({ length: 6 }, () => port.receive(binding, inbound)))).flat()
  received.push(...(await port.receive(binding, inbound)))
  assert.equal(received.filter(({ eventId }) => eventId !== undefined).length, 1)
  assert.ok(received.every((one) => one.asid === asid))
  assert.deepEqual(await texts(), ['Hello', 'Once'])
})

test('a repeat whose first item commits while it is received is dropped', async () => {
  const { from, asid, write, texts } = await createKnownPerson()
  const client = await pool.connect()
  await client.query('begin')
  await client.query(
    `insert into conversation_events (agent_key, id, asid, session_id, channel, provider, type, event, inbound_id, at)
     values ($1, 'evt_first', $2, 'ses', 'sms', 'lab', 'message', '{}', 'same', now())`,
    [key.key, asid],
  )
  const receiving = write('Twice', { id: 'same' })
  await sleep(50)
  await client.query('commit')
  client.release()
  assert.deepEqual(await receiving, [{ asid }])
  assert.deepEqual(await texts(), ['Hello'])
  assert.equal((await write('Next', { from }))[0]?.asid, asid)
})

test('messages of one person at once all arrive, and those of many people share statements', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => createKnownPerson()))
  const words = ['a', 'b', 'c']
  await Promise.all(people.flatMap(({ write }) => words.map((word) => write(word))))
  for (const { asid, texts } of people) {
    assert.deepEqual((await texts()).toSorted(), ['Hello', ...words].toSorted())
    const events = await port.publishedEvents(asid)
    assert.deepEqual(eventKindsOf(events), ['conversationStarted', 'message', 'message', 'message', 'message'])
    assert.equal(new Set(events.map(({ sessionId }) => sessionId)).size, 1)
  }
})

test('a STOP and a message of one call keep their order', async () => {
  const { from, asid } = await createKnownPerson()
  const items = ['before', 'STOP', 'after'].map((text) => inboundContent(from, text))
  await port.receive(port.binding('sms'), ...items)
  const { rows } = await pool.query(
    "select coalesce(event -> 'message' ->> 'text', event ->> 'kind') as said from conversation_events where agent_key = $1 and asid = $2 order by event_key",
    [key.key, asid],
  )
  assert.deepEqual(
    rows.map(({ said }) => said),
    ['conversationStarted', 'Hello', 'before', 'optOut', 'after'],
  )
})

test('the desk hears of a message in a conversation that a member holds', async () => {
  const { asid, write, texts } = await createKnownPerson()
  await setConversation(asid, "desk_state = 'human'")
  await write('To the member')
  assert.deepEqual([slow, told.at(-1)], [1, asid])
  assert.deepEqual(await texts(), ['Hello', 'To the member'])
})

const slowConditions: [string, string][] = [
  ['a session that is over', "last_content_at = last_content_at - interval '31 minutes'"],
  ['the first reply to a send', "initiated_by = 'snd_1'"],
  ['an open question', `intents = '[{"intent":"choose","messageId":"msg_1","options":[],"kind":"choice"}]'`],
  ['a person who has never written', 'last_inbound_at = null'],
]
for (const [what, columns] of slowConditions) {
  test(`the slow path decides about ${what}`, async () => {
    const { asid, write } = await createKnownPerson()
    await setConversation(asid, columns)
    await write('Again')
    assert.equal(slow, 1)
    assert.equal((await readTexts(asid)).at(-1), 'Again')
  })
}

test('a disclaimer that has not been sent takes the slow path', async () => {
  const { from, asid } = await createKnownPerson()
  const binding = port.binding('sms', { compliance: { enabled: true } })
  await port.receive(binding, inboundContent(from, 'one'))
  await setConversation(asid, 'disclaimer_sent_at = now()')
  await port.receive(binding, inboundContent(from, 'two'))
  assert.equal(slow, 1)
  assert.deepEqual(await readTexts(asid), ['Hello', 'one', 'two'])
})

test('a person who is erased while their message is received becomes a new person', async () => {
  const { asid, write } = await createKnownPerson()
  const client = await pool.connect()
  await client.query('begin')
  await client.query('delete from identities where agent_key = $1 and asid = $2', [key.key, asid])
  const receiving = write('Is anybody there?')
  await sleep(50)
  await client.query('commit')
  client.release()
  const [received] = await receiving
  assert.ok(received?.asid && received.asid !== asid)
  assert.deepEqual(await readTexts(asid), ['Hello'])
  assert.deepEqual(await readTexts(received.asid), ['Is anybody there?'])
})
