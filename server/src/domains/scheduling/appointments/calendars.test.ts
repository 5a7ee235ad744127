import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createOutbound } from '../../../platform/outbound/index.ts'
import { createAnnounce } from '../../../platform/outbox.ts'
import { createWorker } from '../../../platform/work/index.ts'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'
import { startGoogleCalendar } from '../calendars/testing/google-calendar.ts'
import { startProvider } from '../calendars/testing/provider.ts'
import { calendarWork, readAppointment } from '../index.ts'
import { type AppointmentBook, anna, ben, createAppointmentBook, officeHours } from './testing/appointment-book.ts'

/** Appointments combined with a linked calendar, on a fake Google server. */
const calendar = await startGoogleCalendar((token) => google.isToken(token))
const google = await startProvider('google', calendar.base)
const outbound = createOutbound({ allowPrivateNetwork: true })
after(() => Promise.all([outbound.close(), google.close(), calendar.close()]))

const world = stillWorld('2030-01-07T08:00:00Z')
const oauth = { providers: [google], returnHosts: ['app.example.com'] }
const server = await createTestApp({ world, config: { oauth, allowPrivateNetwork: true } })
const { db } = server.database
const { keyring, log } = server.context
const use = { ...oauth, keyring, log, fetch: outbound.fetch, announce: createAnnounce(world), db, world }
const worker = createWorker({ db, world, log, works: [calendarWork({ ...use, readAppointment })] })

/** An agent with anna, whose calendar is linked, and ben, who has none. */
async function linkedDiary(): Promise<{ agent: TestAgent; diary: AppointmentBook; connectionId: string }> {
  await worker.drain()
  calendar.clear()
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, { ...officeHours, representatives: [anna, ben] })
  const { client, orgId } = agent
  const start = { returnTo: 'https://app.example.com/' }
  const { authorizationUrl } = assertStatus(await client.post(`/orgs/${orgId}/connections/google/_start`, start), 200)
  const location = (await fetch(authorizationUrl, { redirect: 'manual' })).headers.get('location') as string
  const back = await client.get(`/oauth/callback${new URL(location).search}`)
  const connectionId = new URL(back.headers.location as string).searchParams.get('connectionId') as string
  assertStatus(await agent.put('/scheduling/representatives/anna/calendar', { connectionId }), 201)
  return { agent, diary, connectionId }
}

const interval = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end) })
const at = '2030-01-08T10:00:00.000Z'

async function freeAt(agent: TestAgent, start: string): Promise<string[] | undefined> {
  const { data } = assertStatus(await agent.get('/scheduling/slots'), 200)
  return data.find(({ startUtc }: { startUtc: string }) => startUtc === start)?.representativeIds
}

test('a time at which the calendar is busy is not open and cannot be booked', async () => {
  const { agent, diary } = await linkedDiary()
  calendar.add(interval('2030-01-08T10:15:00Z', '2030-01-08T10:45:00Z'))
  assert.deepEqual(await freeAt(agent, at), ['ben'])
  assertProblem(await diary.book(at, { representativeId: 'anna' }), 409, 'resource.conflict')
  assert.equal((await diary.bookAndExpect(at)).representativeId, 'ben')
  const { id } = await diary.bookAndExpect('2030-01-08T12:00:00Z', { representativeId: 'anna' })
  assertProblem(await diary.change(id, { startUtc: at }), 409, 'resource.conflict')
  await diary.changeAndExpect(id, { startUtc: '2030-01-08T10:45:00Z' })
})

test('an appointment is written to the calendar, and does not block its own move', async () => {
  const { agent, diary } = await linkedDiary()
  const { id } = await diary.bookAndExpect(at, { notes: 'Plans' })
  await worker.drain()
  const listEvents = () => calendar.events().map(({ title, description, start }) => ({ title, description, start }))
  assert.deepEqual(listEvents(), [{ title: 'Appointment: A Person', description: 'Plans', start: at }])
  const moved = await diary.changeAndExpect(id, { startUtc: '2030-01-08T10:15:00Z' })
  await diary.changeAndExpect(id, { notes: null })
  await worker.drain()
  assert.deepEqual(listEvents(), [{ title: 'Appointment: A Person', description: '', start: moved.startUtc }])
  await diary.changeAndExpect(id, { representativeId: 'ben' })
  await worker.drain()
  assert.deepEqual(listEvents(), [])
  await diary.changeAndExpect(id, { representativeId: 'anna' })
  await worker.drain()
  assert.equal(listEvents().length, 1)
  assertStatus(await agent.del(`/people/${diary.personId}`), 204)
  await worker.drain()
  assert.deepEqual(listEvents(), [])
})

test('an appointment cannot move to a representative whose calendar is busy then', async () => {
  const { diary } = await linkedDiary()
  calendar.add(interval('2030-01-08T10:00:00Z', '2030-01-08T10:30:00Z'))
  const made = await diary.bookAndExpect(at, { representativeId: 'ben' })
  assertProblem(await diary.change(made.id, { representativeId: 'anna' }), 409, 'resource.conflict')
  assert.deepEqual(await diary.read(made.id), made)
})

test('outdated calendar events of a moved or cancelled appointment block no one', async () => {
  const { agent, diary } = await linkedDiary()
  const { id } = await diary.bookAndExpect(at, { representativeId: 'anna' })
  await worker.drain()
  await diary.changeAndExpect(id, { startUtc: '2030-01-08T12:00:00Z' })
  assert.deepEqual(await freeAt(agent, at), ['anna', 'ben'])
  await diary.changeAndExpect(id, { startUtc: at })
  await diary.changeAndExpect(id, { status: 'cancelled' })
  assert.equal(calendar.events().length, 1, 'nothing was written there since')
  assert.deepEqual(await freeAt(agent, at), ['anna', 'ben'])
  await diary.bookAndExpect(at, { representativeId: 'anna' })
  assert.deepEqual(await freeAt(agent, at), ['ben'])
})

test('people who share a calendar are not busy when the other has an appointment', async () => {
  const { agent, diary, connectionId } = await linkedDiary()
  assertStatus(await agent.put('/scheduling/representatives/ben/calendar', { connectionId }), 201)
  calendar.add(interval('2030-01-08T11:00:00Z', '2030-01-08T11:30:00Z'))
  await diary.bookAndExpect(at, { representativeId: 'anna' })
  await worker.drain()
  assert.deepEqual(await freeAt(agent, at), ['ben'])
  assert.equal(await freeAt(agent, '2030-01-08T11:00:00.000Z'), undefined)
})

test('a change fails with 409 if the appointment was moved while the calendar was checked', async () => {
  const { diary } = await linkedDiary()
  const { id } = await diary.bookAndExpect('2030-01-08T12:00:00Z', { representativeId: 'ben' })
  calendar.add(interval('2030-01-08T10:00:00Z', '2030-01-08T10:30:00Z'))
  calendar.meanwhile = async () => {
    calendar.meanwhile = undefined
    await diary.changeAndExpect(id, { startUtc: at })
  }
  assertProblem(await diary.change(id, { representativeId: 'anna' }), 409, 'resource.conflict')
  const { representativeId, startUtc } = await diary.read(id)
  assert.deepEqual([representativeId, startUtc], ['ben', at])
})

test('an unreachable calendar counts as free, and is named', async () => {
  const { agent, diary } = await linkedDiary()
  calendar.add(interval('2030-01-08T10:00:00Z', '2030-01-08T11:00:00Z'))
  calendar.fault = 'fails'
  try {
    const { unreachableCalendars } = assertStatus(await agent.get('/scheduling/slots'), 200)
    assert.deepEqual(unreachableCalendars, ['anna'])
    assert.deepEqual(await freeAt(agent, at), ['anna', 'ben'])
    assert.equal((await diary.bookAndExpect(at)).representativeId, 'anna')
  } finally {
    calendar.fault = undefined
  }
})

test('the calendar is not asked about a time that is closed anyway', async () => {
  const { diary } = await linkedDiary()
  calendar.calls.length = 0
  assertProblem(await diary.book('2030-01-12T10:00:00Z'), 422, 'request.invalid', 'startUtc')
  const { id } = await diary.bookAndExpect(at, { representativeId: 'ben' })
  await diary.changeAndExpect(id, { notes: 'Plans' })
  await diary.changeAndExpect(id, { status: 'cancelled' })
  assert.deepEqual(calendar.calls, [])
})
