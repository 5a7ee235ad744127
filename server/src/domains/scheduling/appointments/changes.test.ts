import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'
import { anna, ben, createAppointmentBook, officeHours } from './testing/appointment-book.ts'

/** The effects of PATCH on an appointment; its side effects are published through the outbox. */
const world = stillWorld('2030-01-07T08:00:00Z')
const server = await createTestApp({ world })
const both = { ...officeHours, representatives: [anna, ben] }

/** The published appointment events of this agent, oldest first. */
async function announcedEvents({ orgId }: TestAgent): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { rows } = await server.database.pool.query(
    `select type, data from outbox where org_id = $1 and type like 'appointment.%' order by created_at, length(id), id`,
    [orgId],
  )
  return rows
}

test('a new start moves an appointment and adds it to its history', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, both)
  const made = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  world.advance(60_000)
  const moved = await diary.changeAndExpect(made.id, { startUtc: '2030-01-09T12:00:00+01:00', reason: 'They are ill.' })
  const now = world.now().toISOString()
  const between = { from: '2030-01-08T10:00:00.000Z', to: '2030-01-09T11:00:00.000Z' }
  assert.deepEqual(moved, {
    ...made,
    startUtc: between.to,
    endUtc: '2030-01-09T11:30:00.000Z',
    status: 'rescheduled',
    history: [...made.history, { at: now, action: 'rescheduled', ...between, reason: 'They are ill.' }],
    updatedAt: now,
  })
  assert.deepEqual(await diary.read(made.id), moved)
  const named = { agentId: agent.id, personId: diary.personId, appointmentId: made.id, representativeId: 'anna' }
  assert.deepEqual(await announcedEvents(agent), [
    { type: 'appointment.booked', data: { ...named, startUtc: between.from } },
    { type: 'appointment.rescheduled', data: { ...named, startUtc: between.to, from: between.from } },
  ])
  await diary.bookAndExpect('2030-01-08T10:00:00Z', { representativeId: 'anna' })
})

test('a new duration or representative moves an appointment too', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), both)
  const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  const longer = await diary.changeAndExpect(id, { durationMinutes: 60 })
  assert.deepEqual([longer.status, longer.endUtc], ['rescheduled', '2030-01-08T11:00:00.000Z'])
  const reassigned = await diary.changeAndExpect(id, { representativeId: 'ben' })
  assert.deepEqual(
    [reassigned.representativeId, reassigned.representativeName, reassigned.durationMinutes],
    ['ben', 'Ben', 60],
  )
  assert.equal(reassigned.representativeTitle, undefined)
  assert.equal(reassigned.history.length, 3)
})

test('an appointment may move to a time that overlaps its own', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), officeHours)
  const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  const moved = await diary.changeAndExpect(id, { startUtc: '2030-01-08T10:15:00Z' })
  assert.equal(moved.endUtc, '2030-01-08T10:45:00.000Z')
})

test('sending unchanged values changes nothing and publishes no event', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, both)
  const made = await diary.bookAndExpect('2030-01-08T10:00:00Z', { notes: 'Plans' })
  world.advance(60_000)
  const { startUtc, durationMinutes, representativeId, notes, status } = made
  for (const patch of [{}, { startUtc }, { durationMinutes }, { representativeId, notes, status }, made])
    assert.deepEqual(await diary.changeAndExpect(made.id, patch), made)
  assert.equal((await announcedEvents(agent)).length, 1)
})

test('notes can be changed alone, and are cleared by null', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, both)
  const made = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  const withNotes = await diary.changeAndExpect(made.id, { notes: 'Bring the plans.' })
  assert.deepEqual(withNotes, { ...made, notes: 'Bring the plans.', updatedAt: withNotes.updatedAt })
  assert.equal((await diary.changeAndExpect(made.id, { notes: null })).notes, undefined)
  const named = { agentId: agent.id, personId: diary.personId, appointmentId: made.id, representativeId: 'anna' }
  const updated = { type: 'appointment.updated', data: { ...named, changed: ['notes'] } }
  assert.deepEqual((await announcedEvents(agent)).slice(1), [updated, updated])
})

test('a cancelled appointment states why and frees its time', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, officeHours)
  const made = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  world.advance(60_000)
  const cancelled = await diary.changeAndExpect(made.id, { status: 'cancelled', reason: 'No need any more.' })
  const now = world.now().toISOString()
  const entry = { at: now, action: 'cancelled', from: made.startUtc, reason: 'No need any more.' }
  const expected = { ...made, status: 'cancelled', history: [...made.history, entry], updatedAt: now }
  assert.deepEqual(cancelled, expected)
  world.advance(60_000)
  assert.deepEqual(await diary.changeAndExpect(made.id, { status: 'cancelled', reason: 'Again' }), expected)
  assert.deepEqual(await diary.changeAndExpect(made.id, expected), expected)
  assert.deepEqual(
    (await announcedEvents(agent)).map(({ type }) => type),
    ['appointment.booked', 'appointment.cancelled'],
  )
  await diary.bookAndExpect('2030-01-08T10:00:00Z')
})

test('a cancelled appointment cannot be changed', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), both)
  const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  const cancelled = await diary.changeAndExpect(id, { status: 'cancelled' })
  for (const patch of [
    { startUtc: '2030-01-09T10:00:00Z' },
    { durationMinutes: 60 },
    { representativeId: 'ben' },
    { notes: 'x' },
    { status: 'scheduled' },
  ])
    assertProblem(await diary.change(id, patch), 409, 'resource.conflict')
  assert.deepEqual(await diary.read(id), cancelled)
})

test('one request cannot both move and cancel, and no other status can be set', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), both)
  const made = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  for (const [field, patch] of [
    ['startUtc', { startUtc: '2030-01-09T10:00:00Z', status: 'cancelled' }],
    ['representativeId', { representativeId: 'ben', status: 'cancelled' }],
    ['status', { status: 'rescheduled' }],
    ['status', { status: 'over' }],
    ['status', { status: null }],
    ['startUtc', { startUtc: null }],
    ['startUtc', { startUtc: '2030-01-07T07:00:00Z' }],
    ['startUtc', { startUtc: '2030-01-12T10:00:00Z' }],
    ['durationMinutes', { durationMinutes: 0 }],
    ['representativeId', { representativeId: 'nobody' }],
    ['reason', { reason: 'r'.repeat(501), status: 'cancelled' }],
    ['notes', { notes: 'n'.repeat(5001) }],
    ['host', { host: 'ben' }],
  ] as const)
    assertProblem(await diary.change(made.id, patch), 422, 'request.invalid', field)
  assert.deepEqual(await diary.read(made.id), made)
})

test('an appointment cannot move to an occupied time', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), both)
  await diary.bookAndExpect('2030-01-08T10:00:00Z', { representativeId: 'ben' })
  const made = await diary.bookAndExpect('2030-01-08T10:00:00Z', { representativeId: 'anna' })
  assertProblem(await diary.change(made.id, { representativeId: 'ben' }), 409, 'resource.conflict')
  await diary.bookAndExpect('2030-01-08T11:00:00Z', { representativeId: 'anna' })
  assertProblem(await diary.change(made.id, { startUtc: '2030-01-08T11:00:00Z' }), 409, 'resource.conflict')
  assert.deepEqual(await diary.read(made.id), made)
})

test('an appointment of a representative who left moves to a present one', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, both)
  const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  assertStatus(await agent.put('/scheduling', { ...officeHours, representatives: [ben] }), 200)
  const same = await diary.changeAndExpect(id, { representativeId: 'anna', notes: 'Plans' })
  assert.deepEqual([same.status, same.representativeName], ['scheduled', 'Anna'])
  const moved = await diary.changeAndExpect(id, { startUtc: '2030-01-08T11:00:00Z' })
  assert.equal(moved.representativeId, 'ben')
})

test('an appointment in progress can be cancelled until its end, but not moved', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), {})
  const at = (minutes: number) => new Date(world.now().getTime() + minutes * 60_000).toISOString()
  const [first, second] = [await diary.bookAndExpect(at(10)), await diary.bookAndExpect(at(40))]
  world.advance(15 * 60_000)
  assertProblem(await diary.change(first.id, { startUtc: at(100) }), 409, 'resource.conflict')
  assert.equal((await diary.changeAndExpect(first.id, { status: 'cancelled' })).status, 'cancelled')
  world.advance(90 * 60_000)
  assertProblem(await diary.change(second.id, { status: 'cancelled' }), 409, 'resource.conflict')
  assert.equal((await diary.changeAndExpect(second.id, { notes: 'Went well.' })).notes, 'Went well.')
})

test('an appointment can be moved at most two hundred times; cancelling it stays possible', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), {})
  const { id, history } = await diary.bookAndExpect('2030-02-01T10:00:00Z')
  const times = ['2030-02-01T11:00:00Z', '2030-02-01T10:00:00Z']
  const long = JSON.stringify(Array.from({ length: 200 }, () => history[0]))
  await server.database.pool.query('update appointments set history = $2 where id = $1', [id, long])
  await diary.changeAndExpect(id, { startUtc: times[0] })
  assertProblem(await diary.change(id, { startUtc: times[1] }), 409, 'resource.conflict')
  assert.equal((await diary.changeAndExpect(id, { status: 'cancelled' })).history.length, 202)
})

test('If-Match refuses a change of an appointment that was changed since it was read', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, officeHours)
  const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  const path = `${diary.path}/${id}`
  const { headers } = await agent.get(path)
  await diary.changeAndExpect(id, { notes: 'Plans' })
  const late = await agent.patch(path, { status: 'cancelled' }, { 'if-match': headers.etag as string })
  assertProblem(late, 412, 'request.precondition_failed')
  const fresh = (await agent.get(path)).headers.etag as string
  assertStatus(await agent.patch(path, { status: 'cancelled' }, { 'if-match': fresh }), 200)
})
