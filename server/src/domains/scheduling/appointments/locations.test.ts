import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { readAnnouncedEvents } from '../../../testing/events.ts'
import {
  type AppointmentBook,
  addPerson,
  anna,
  ben,
  createAppointmentBook,
  createAppointmentBookFor,
  officeHours,
} from './testing/appointment-book.ts'

/** Open times and appointments at the locations of an agent. It is 9 a.m. on a Monday in Berlin. */

const world = stillWorld('2030-01-07T08:00:00Z')
const server = await createTestApp({ world })

const hours = (dayOfWeek: number, startTime: string, endTime: string) => [{ dayOfWeek, startTime, endTime }]
/** Open on Tuesday mornings in Berlin, with Anna. */
const pier = {
  id: 'pier',
  name: 'Pier',
  address: 'Pier 4, Hamburg',
  hours: hours(2, '09:00', '11:00'),
  representativeIds: ['anna'],
}
/** Open on Tuesdays in New York, with everyone. */
const york = { id: 'york', name: 'York', timeZone: 'America/New_York', hours: hours(2, '09:00', '10:00') }
const tuesday = '&from=2030-01-08&to=2030-01-08'

async function createPlaces(
  locations: object[],
  config: object = { ...officeHours, representatives: [anna, ben] },
): Promise<{ agent: TestAgent; diary: AppointmentBook }> {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, config)
  assertStatus(await agent.put('/locations', { locations }), 200)
  return { agent, diary }
}

async function slots(agent: TestAgent, query: string): Promise<{ times: string[]; who: string[]; timezone: string }> {
  const { data, timezone } = assertStatus(await agent.get(`/scheduling/slots?${query}`), 200)
  const who = data.flatMap(({ representativeIds }: ReplyBody) => representativeIds)
  return {
    times: data.map(({ startUtc }: ReplyBody) => startUtc.slice(11, 16)),
    who: [...new Set<string>(who)],
    timezone,
  }
}

test('open times of a location are those of its hours, in its zone, of the people who work there', async () => {
  const { agent } = await createPlaces([pier, york])
  assert.deepEqual(await slots(agent, `locationId=pier${tuesday}`), {
    times: ['08:00', '08:30', '09:00', '09:30'],
    who: ['anna'],
    timezone: 'Europe/Berlin',
  })
  assert.deepEqual(await slots(agent, `locationId=york${tuesday}`), {
    times: ['14:00', '14:30'],
    who: ['anna', 'ben'],
    timezone: 'America/New_York',
  })
  assert.equal((await slots(agent, tuesday.slice(1))).times.length, 16, 'the hours of the agent itself')
})

test('a representative with hours of their own is there only while the location is open', async () => {
  const own = { ...anna, availability: { timezone: 'Europe/London', workingHours: hours(2, '08:30', '12:00') } }
  const { agent, diary } = await createPlaces([pier], { ...officeHours, representatives: [own] })
  assert.deepEqual((await slots(agent, `locationId=pier${tuesday}`)).times, ['08:30', '09:00', '09:30'])
  assert.equal((await diary.book('2030-01-08T08:00:00Z')).status, 422)
  assert.equal((await diary.book('2030-01-08T10:00:00Z')).status, 422)
  assert.equal((await diary.bookAndExpect('2030-01-08T09:00:00Z')).locationId, 'pier')
})

test('an appointment has its location and its zone, and keeps the name when the location is gone', async () => {
  const { agent, diary } = await createPlaces([pier, york])
  const made = await diary.bookAndExpect('2030-01-08T14:00:00Z', { locationId: 'york' })
  assert.deepEqual(
    [made.locationId, made.locationName, made.prospectTimezone, made.representativeId],
    ['york', 'York', 'America/New_York', 'anna'],
  )
  assertStatus(await agent.put('/locations', { locations: [pier] }), 200)
  assert.equal((await diary.read(made.id)).locationName, 'York')
  const moved = await diary.changeAndExpect(made.id, { startUtc: '2030-01-08T15:00:00Z' })
  assert.deepEqual([moved.locationId, moved.status], ['york', 'rescheduled'])
  const booked = (await readAnnouncedEvents(server, agent)).find(({ type }) => type === 'appointment.booked')
  assert.equal((booked?.data as ReplyBody | undefined)?.locationId, 'york')
})

test('without a location, a booking is at the one that the person prefers, else at the only one', async () => {
  const { agent, diary } = await createPlaces([pier, york])
  assert.equal((await diary.bookAndExpect('2030-01-08T12:00:00Z')).locationId, undefined)
  const person = await addPerson(agent, { fullName: 'B', preferredLocationId: 'york' })
  const theirs = createAppointmentBookFor(agent, person)
  assert.equal((await theirs.bookAndExpect('2030-01-08T14:00:00Z')).locationId, 'york')
  assertStatus(await agent.put('/locations', { locations: [pier, { ...york, enabled: false }] }), 200)
  const only = createAppointmentBookFor(agent, await addPerson(agent, { fullName: 'C', preferredLocationId: 'york' }))
  assert.equal((await only.bookAndExpect('2030-01-08T08:00:00Z')).locationId, 'pier')
})

test('a move can change the location: its people and hours apply, and its zone is told', async () => {
  const { diary } = await createPlaces([pier, york])
  const { id } = await diary.bookAndExpect('2030-01-08T14:00:00Z', { locationId: 'york', representativeId: 'ben' })
  assertProblem(await diary.change(id, { locationId: 'pier' }), 422, 'request.invalid', 'startUtc')
  const moved = await diary.changeAndExpect(id, { locationId: 'pier', startUtc: '2030-01-08T08:00:00Z' })
  assert.deepEqual(
    [moved.locationId, moved.representativeId, moved.prospectTimezone],
    ['pier', 'anna', 'Europe/Berlin'],
  )
  const same = await diary.changeAndExpect(id, { locationId: 'pier' })
  assert.equal(same.history.length, moved.history.length)
})

test('a representative is at one location at a time', async () => {
  const { agent, diary } = await createPlaces([
    { ...pier, hours: [] },
    { ...york, timeZone: undefined, hours: [] },
  ])
  await diary.bookAndExpect('2030-01-08T10:00:00Z', { locationId: 'pier' })
  const again = { locationId: 'york', representativeId: 'anna' }
  assertProblem(await diary.book('2030-01-08T10:00:00Z', again), 409, 'resource.conflict')
  assert.deepEqual((await slots(agent, 'locationId=york&from=2030-01-08T10:00:00Z&to=2030-01-08T10:10:00Z')).who, [
    'ben',
  ])
})

test('without representatives, each location is booked itself, once at a time, however many ask at once', async () => {
  const { agent, diary } = await createPlaces(
    [
      { id: 'pier', name: 'Pier' },
      { id: 'hill', name: 'Hill' },
    ],
    officeHours,
  )
  const at = '2030-01-08T10:00:00Z'
  const asked = ['pier', 'hill', 'pier', 'hill', 'pier', undefined, undefined]
  const replies = await Promise.all(asked.map((locationId) => diary.book(at, locationId ? { locationId } : {})))
  const booked = replies.flatMap(({ status, body }) => (status === 201 ? [body.locationId] : []))
  assert.deepEqual(booked.toSorted(), ['hill', 'pier', undefined])
  for (const { status } of replies) assert.ok(status === 201 || status === 409, String(status))
  const free = await slots(agent, 'locationId=hill&from=2030-01-08T10:00:00Z&to=2030-01-08T10:40:00Z')
  assert.deepEqual(free.times, ['10:30'])
})

const refused: [title: string, fields: object, field: string][] = [
  ['an unknown location', { locationId: 'ghost' }, 'locationId'],
  ['a disabled location', { locationId: 'off' }, 'locationId'],
  ['a location that is null', { locationId: null }, 'locationId'],
  ['a location of 65 characters', { locationId: 'x'.repeat(65) }, 'locationId'],
  ['somebody who works elsewhere', { locationId: 'pier', representativeId: 'ben' }, 'representativeId'],
  ['a time at which the location is closed', { locationId: 'pier', startUtc: '2030-01-08T12:00:00Z' }, 'startUtc'],
]
for (const [title, fields, field] of refused) {
  test(`a booking with ${title} returns 422 at ${field}`, async () => {
    const { agent, diary } = await createPlaces([pier, { ...york, id: 'off', enabled: false }])
    const body = { startUtc: '2030-01-08T08:00:00Z', ...fields }
    assertProblem(await agent.post(diary.path, body), 422, 'request.invalid', field)
    assert.deepEqual(await diary.list(), [])
  })
}

test('appointments are listed by location, and slots of an unknown one return 422', async () => {
  const { agent, diary } = await createPlaces([pier, york])
  await diary.bookAndExpect('2030-01-08T08:00:00Z', { locationId: 'pier' })
  await diary.bookAndExpect('2030-01-08T14:00:00Z', { locationId: 'york' })
  const listed = async (query: string) =>
    assertStatus(await agent.get(`/appointments?${query}`), 200).data.map((one: ReplyBody) => one.locationId)
  assert.deepEqual(await listed('locationId=pier'), ['pier'])
  assert.deepEqual(await listed('locationId=ghost'), [])
  assert.deepEqual((await listed('')).toSorted(), ['pier', 'york'])
  assertProblem(await agent.get('/scheduling/slots?locationId=ghost'), 422, 'request.invalid', 'locationId')
})
