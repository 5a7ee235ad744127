import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import {
  createInboundHarness,
  createInboundWorld,
  eventKindsOf,
  inboundContent,
} from '../inbound/testing/inbound-harness.ts'
import { closeWindows } from './window.ts'

const world = createInboundWorld()
const server = await createTestApp({ world })
const agent = await createTestAgent(server)
const port = await createInboundHarness({ server, agent, world })
const binding = port.binding('messengerB')
port.deps.channels.findByChannel = async () => binding
const close = () => closeWindows(server.database.db, port.deps)

let people = 0
const newPerson = () => `psid-${++people}`
const say = async (from: string, more = {}) => {
  const [received] = await port.receive(binding, inboundContent(from, 'Hello', more))
  return received?.asid as string
}
const eventKinds = async (asid: string) => eventKindsOf(await port.publishedEvents(asid))
const hours = (count: number) => world.advance(count * 60)

test('the first contact publishes no window event', async () => {
  const asid = await say(newPerson())
  const events = await port.publishedEvents(asid)
  assert.deepEqual(eventKindsOf(events), ['conversationStarted', 'message'])
  assert.deepEqual(
    events.map(({ windowState }) => windowState),
    ['open', 'open'],
  )
})

test('the first message of a known person opens the window and releases the waiting messages', async () => {
  const from = newPerson()
  const [typing] = await port.receive(binding, { kind: 'typing', from })
  assert.equal((await port.publishedEvents(typing?.asid as string))[0]?.windowState, 'closed')
  const asid = await say(from)
  assert.deepEqual(await eventKinds(asid), ['typing', 'conversationStarted', 'windowChanged open', 'message'])
  assert.deepEqual(
    port.released.filter((each) => each === asid),
    [asid],
  )
})

test('a window closes 24 hours after the person last wrote, and one event is published', async () => {
  const from = newPerson()
  const asid = await say(from)
  hours(23)
  await say(from)
  hours(23)
  await close()
  assert.ok(!(await eventKinds(asid)).includes('windowChanged closed'))
  hours(1)
  await close()
  await close()
  const events = (await port.publishedEvents(asid)).slice(-1)
  assert.deepEqual(eventKindsOf(events), ['windowChanged closed'])
  assert.equal(events[0]?.windowState, 'closed')
  assert.equal((await eventKinds(asid)).filter((kind) => kind === 'windowChanged closed').length, 1)
})

test('the window event precedes the message, and waiting messages may be sent', async () => {
  const from = newPerson()
  const asid = await say(from)
  hours(24)
  await close()
  await say(from)
  assert.deepEqual((await eventKinds(asid)).slice(2), ['windowChanged closed', 'windowChanged open', 'message'])
  assert.deepEqual(
    port.released.filter((each) => each === asid),
    [asid],
  )
})

test('a closing that was not published yet is published before the opening', async () => {
  const from = newPerson()
  const asid = await say(from)
  hours(25)
  await say(from)
  await close()
  assert.deepEqual((await eventKinds(asid)).slice(2), ['windowChanged closed', 'windowChanged open', 'message'])
})

test('a late message opens the window for the remaining time', async () => {
  const from = newPerson()
  const at = new Date(world.now().getTime() - 23 * 3_600_000)
  const asid = await say(from, { at })
  hours(1)
  await close()
  assert.equal((await eventKinds(asid)).at(-1), 'windowChanged closed')
  await say(from, { at })
  const events = await port.publishedEvents(asid)
  assert.deepEqual([eventKindsOf(events).at(-1), events.at(-1)?.windowState], ['message', 'closed'])
})

test('all windows close even if there are more than fit into one batch', async () => {
  const { pool } = server.database
  await pool.query(
    `insert into conversations (agent_key, asid, channel, session_id, session_started_at, last_content_at, last_inbound_at,
                                window_closes_at, created_at)
     select $1, 'many-' || n, 'messengerB', 'ses', $2, $2, $2, $2, $2 from generate_series(1, 450) as n`,
    [port.key.key, world.now()],
  )
  await close()
  const { rows } = await pool.query(
    "select count(*)::int as count from conversation_events where asid like 'many-%' and event->>'kind' = 'windowChanged'",
  )
  assert.equal(rows[0].count, 450)
})
