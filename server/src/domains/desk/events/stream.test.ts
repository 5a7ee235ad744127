import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus } from '../../../testing/client.ts'
import { deskBench } from '../../../testing/desk-bench.ts'
import { createDeskStreams, type DeskStreams } from './stream.ts'

const bench = await deskBench()
const { db } = bench.server.database
const agent = await bench.desk()
const ada = await agent.worker()
const pace = { pollMilliseconds: 5, keepAliveMilliseconds: 60_000, maxMilliseconds: 60_000 }
/** Each is a process of its own. */
const openStreams = () => createDeskStreams({ db, world: bench.world, pace })

type SseEvent = { id: number; name?: string; data?: { userId: string; state: string; assignee?: string } }

/** Reads events until there are as many as wanted. */
async function readEvents(streams: DeskStreams, count: number, after?: number): Promise<SseEvent[]> {
  const events: SseEvent[] = []
  for await (const chunk of streams.open(agent.key, after)) {
    events.push(...chunk.split('\n\n').flatMap(parseEvent))
    if (events.length >= count) break
  }
  return events
}

function parseEvent(block: string): SseEvent[] {
  const read = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const [id, name, data] = [read('id'), read('event'), read('data')]
  return id === undefined ? [] : [{ id: Number(id), ...(name && data && { name, data: JSON.parse(data) }) }]
}

test('a client that resumes gets each event that it missed once, in order, from any process', async () => {
  const [start] = await readEvents(openStreams(), 1)
  const person = await bench.talk(agent)
  await ada.move(person.userId(), '_take')
  assertStatus(await ada.post(`/desk/conversations/${person.userId()}/messages`, { text: 'Hello' }), 201)
  assertStatus(await ada.post(`/desk/conversations/${person.userId()}/notes`, { text: 'A note' }), 201)
  await bench.work()
  await ada.move(person.userId(), '_close')
  // The first one only sets the position.
  const [, ...missed] = await readEvents(openStreams(), 7, start?.id)
  assert.ok(missed.every(({ data }) => data?.userId === person.userId()))
  const names = missed.map(({ name }) => name)
  assert.deepEqual(
    names.filter((name) => name !== 'message'),
    ['taken', 'note', 'closed'],
  )
  // What the person asked, what the agent answered, and what the member wrote.
  assert.equal(names.filter((name) => name === 'message').length, 3)
  assert.equal(missed.find(({ name }) => name === 'taken')?.data?.assignee, ada.userId)
  const ids = missed.map(({ id }) => id)
  assert.deepEqual(
    ids,
    [...new Set(ids)].sort((one, other) => one - other),
  )
  const [, ...rest] = await readEvents(openStreams(), 3, ids[3])
  assert.deepEqual(
    rest.map(({ id }) => id),
    ids.slice(4),
  )
})

test('an event whose transaction commits late is not skipped', async () => {
  const person = await bench.talk(agent)
  const { pool } = bench.server.database
  const slow = await pool.connect()
  const insert = `insert into desk_events (agent_key, asid, kind, state, at) values ($1, $2, $3, 'human', $4)`
  const values = (kind: string) => [agent.key.key, person.userId(), kind, bench.world.now()]
  await slow.query('begin')
  await slow.query(insert, values('taken'))
  await pool.query(insert, values('closed'))
  const [start] = await readEvents(openStreams(), 1)
  await slow.query('commit')
  slow.release()
  const [, late] = await readEvents(openStreams(), 2, start?.id)
  assert.equal(late?.name, 'taken')
})

test('a stream ends when the process shuts down', async () => {
  const streams = openStreams()
  const reading = (async () => {
    for await (const _ of streams.open(agent.key, undefined)) streams.close()
  })()
  await reading
})
