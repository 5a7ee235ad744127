import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnnounce } from '../../../platform/outbox.ts'
import { createWorker } from '../../../platform/work/index.ts'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertStatus } from '../../../testing/client.ts'
import { appointmentWork } from '../index.ts'
import { addPerson, createAppointmentBook, createAppointmentBookFor } from './testing/appointment-book.ts'

/** A Person's scheduledCallAt and lastCallAt are derived from their appointments. */
const world = stillWorld('2030-01-07T08:00:00Z')
const server = await createTestApp({ world })
const { db, pool } = server.database
const works = [appointmentWork({ db, world, announce: createAnnounce(world) })]
const worker = createWorker({ db, world, works, log: { warn() {}, error() {} } })

const hour = 3_600_000

/** The fields in each person.updated event. */
async function changes({ orgId }: TestAgent): Promise<string[][]> {
  const { rows } = await pool.query(
    `select data -> 'changed' as changed from outbox where org_id = $1 and type = 'person.updated'
      order by created_at, length(id), id`,
    [orgId],
  )
  return rows.map((row) => row.changed)
}

test('scheduledCallAt is the start of the next appointment that is not cancelled', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, {})
  const next = async () => (await diary.person()).scheduledCallAt
  const later = await diary.bookAndExpect('2030-01-09T10:00:00Z')
  assert.equal(await next(), later.startUtc)
  const sooner = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  assert.equal(await next(), sooner.startUtc)
  await diary.bookAndExpect('2030-01-10T10:00:00Z')
  assert.equal((await changes(agent)).length, 2, 'a third one that is later changes nothing')
  await diary.changeAndExpect(sooner.id, { startUtc: '2030-01-11T10:00:00Z' })
  assert.equal(await next(), later.startUtc)
  for (const { id } of await diary.list()) await diary.changeAndExpect(id, { status: 'cancelled' })
  assert.equal(await next(), undefined)
  assert.ok((await changes(agent)).every((fields) => fields.join() === 'scheduledCallAt'))
})

test('a past appointment becomes the last call, and the next one becomes the scheduled call', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, {})
  const at = (hours: number) => new Date(world.now().getTime() + hours * hour).toISOString()
  const first = await diary.bookAndExpect(at(1))
  const second = await diary.bookAndExpect(at(3))
  await worker.drain()
  assert.deepEqual(calls(await diary.person()), [first.startUtc, undefined])
  world.advance(1.2 * hour)
  await worker.drain()
  assert.deepEqual(calls(await diary.person()), [first.startUtc, undefined], 'while it lasts')
  world.advance(hour)
  await worker.drain()
  assert.deepEqual(calls(await diary.person()), [second.startUtc, first.startUtc])
  world.advance(2 * hour)
  await worker.drain()
  assert.deepEqual(calls(await diary.person()), [undefined, second.startUtc])
  assert.deepEqual((await changes(agent)).slice(-2), [
    ['scheduledCallAt', 'lastCallAt'],
    ['scheduledCallAt', 'lastCallAt'],
  ])
})

const calls = (person: Record<string, string>) => [person.scheduledCallAt, person.lastCallAt]

test('a cancelled or postponed appointment does not count as a call', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), {})
  const at = (hours: number) => new Date(world.now().getTime() + hours * hour).toISOString()
  const off = await diary.bookAndExpect(at(1))
  const moved = await diary.bookAndExpect(at(2))
  await diary.changeAndExpect(off.id, { status: 'cancelled' })
  const { startUtc } = await diary.changeAndExpect(moved.id, { startUtc: at(20) })
  world.advance(5 * hour)
  await worker.drain()
  assert.deepEqual(calls(await diary.person()), [startUtc, undefined])
  world.advance(20 * hour)
  await worker.drain()
  assert.deepEqual(calls(await diary.person()), [undefined, startUtc])
})

test('a note added after the end does not prevent the appointment from counting as a call', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), {})
  const made = await diary.bookAndExpect(new Date(world.now().getTime() + hour).toISOString())
  world.advance(2 * hour)
  await diary.changeAndExpect(made.id, { notes: 'Went well.' })
  await worker.drain()
  assert.deepEqual(calls(await diary.person()), [undefined, made.startUtc])
})

test('a call never moves the last call back in time', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), {})
  const made = await diary.bookAndExpect(new Date(world.now().getTime() + hour).toISOString())
  await pool.query('update people set last_call_at = $1 where id = $2', ['2031-01-01', diary.personId])
  world.advance(2 * hour)
  await worker.drain()
  assert.equal((await diary.person()).lastCallAt, '2031-01-01T00:00:00.000Z')
  assert.equal((await diary.read(made.id)).status, 'scheduled')
})

test('a merge transfers the appointments of a person, including the next call', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, {})
  const other = createAppointmentBookFor(agent, await addPerson(agent, { fullName: 'B' }))
  const made = await diary.bookAndExpect('2031-02-01T10:00:00Z')
  const keptAppointment = await other.bookAndExpect('2031-02-02T10:00:00Z')
  assertStatus(await agent.post(`/people/${other.personId}/_merge`, { fromPersonId: diary.personId }), 200)
  assert.deepEqual(new Set((await other.list()).map(({ id }) => id)), new Set([made.id, keptAppointment.id]))
  assert.equal((await other.person()).scheduledCallAt, made.startUtc)
  assert.equal((await other.read(made.id)).personId, other.personId)
})

test('a call set by an operator stays until it is past, unless an appointment is earlier', async () => {
  const agent = await createTestAgent(server)
  await createAppointmentBook(agent, {})
  const at = (hours: number) => new Date(world.now().getTime() + hours * hour).toISOString()
  const set = at(48)
  const diary = createAppointmentBookFor(agent, await addPerson(agent, { fullName: 'B', scheduledCallAt: set }))
  const next = async () => (await diary.person()).scheduledCallAt
  const later = await diary.bookAndExpect(at(72))
  assert.equal(await next(), set)
  await diary.changeAndExpect(later.id, { startUtc: at(96) })
  assert.equal(await next(), set)
  await diary.changeAndExpect(later.id, { status: 'cancelled' })
  assert.equal(await next(), set)
  const sooner = await diary.bookAndExpect(at(24))
  assert.equal(await next(), sooner.startUtc)
  assertStatus(await agent.patch(`/people/${diary.personId}`, { scheduledCallAt: set }), 200)
  world.advance(25 * hour)
  await worker.drain()
  assert.deepEqual(calls(await diary.person()), [set, sooner.startUtc])
  world.advance(24 * hour)
  const last = await diary.bookAndExpect(at(24))
  assert.equal(await next(), last.startUtc)
})

test('a call set by an operator survives a merge without appointments', async () => {
  const agent = await createTestAgent(server)
  await createAppointmentBook(agent, {})
  const set = '2031-06-01T10:00:00.000Z'
  const into = createAppointmentBookFor(agent, await addPerson(agent, { fullName: 'B' }))
  const from = await addPerson(agent, { fullName: 'C', scheduledCallAt: set })
  assertStatus(await agent.post(`/people/${into.personId}/_merge`, { fromPersonId: from }), 200)
  assert.equal((await into.person()).scheduledCallAt, set)
  const other = createAppointmentBookFor(agent, await addPerson(agent, { fullName: 'D' }))
  await other.bookAndExpect('2031-07-01T10:00:00Z')
  assertStatus(await agent.post(`/people/${into.personId}/_merge`, { fromPersonId: other.personId }), 200)
  assert.equal((await into.person()).scheduledCallAt, set, 'a later appointment came along')
})

test('a call is not lost when its person is merged at the moment it ends', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, {})
  const into = createAppointmentBookFor(agent, await addPerson(agent, { fullName: 'B' }))
  const made = await diary.bookAndExpect(new Date(world.now().getTime() + hour).toISOString())
  world.advance(2 * hour)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from people where id = $1 for update', [diary.personId])
    const drained = worker.drain()
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%from "people"%for update%'`
    while ((await pool.query(waits)).rowCount === 0) await new Promise(setImmediate)
    // Does what a merge does.
    await client.query(
      'update appointments set person_key = (select person_key from people where id = $1) where id = $2',
      [into.personId, made.id],
    )
    await client.query('delete from people where id = $1', [diary.personId])
    await client.query('commit')
    await drained
  } finally {
    client.release()
  }
  await worker.drain()
  assert.equal((await into.person()).lastCallAt, made.startUtc)
})

test('erasing a person deletes their appointments, the mails about them and the calendar events', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, { notificationRecipients: ['team@example.com'] })
  const made = await diary.bookAndExpect('2031-03-01T10:00:00Z')
  await pool.query(
    `insert into calendar_events (agent_key, org_id, appointment_id, connection_id, published_sequence)
     select agent_key, org_id, $2, 'con_1', 0 from agents where org_id = $1`,
    [agent.orgId, made.id],
  )
  assertStatus(await agent.del(`/people/${diary.personId}`), 204)
  const left = async (table: string) =>
    (await pool.query(`select * from ${table} join agents using (agent_key) where agents.org_id = $1`, [agent.orgId]))
      .rows
  assert.deepEqual([await left('appointments'), await left('appointment_mails')], [[], []])
  const [event] = await left('calendar_events')
  assert.deepEqual([event.appointment_id, event.due_at], [made.id, world.now()])
})
