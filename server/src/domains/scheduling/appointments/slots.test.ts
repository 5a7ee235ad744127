import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'
import { anna, ben, createAppointmentBook, officeHours } from './testing/appointment-book.ts'

/** GET A/scheduling/slots; the tests in `slots/` cover the computation. */
const world = stillWorld('2030-01-07T08:00:00Z')
const server = await createTestApp({ world })
const both = { ...officeHours, representatives: [anna, ben] }

type Slot = { startUtc: string; endUtc: string; durationMinutes: number; representativeIds: string[] }

async function slots(agent: TestAgent, query = ''): Promise<Slot[]> {
  return assertStatus(await agent.get(`/scheduling/slots${query}`), 200).data
}

test('open times cover the next two weeks, with every representative who is free', async () => {
  const agent = await createTestAgent(server)
  await createAppointmentBook(agent, both)
  const { data, timezone, unreachableCalendars } = assertStatus(await agent.get('/scheduling/slots'), 200)
  assert.deepEqual([timezone, unreachableCalendars], ['Europe/Berlin', []])
  assert.equal(data.length, 10 * 16 - 1, 'all but the one that begins now')
  assert.deepEqual(data[0], {
    startUtc: '2030-01-07T08:30:00.000Z',
    endUtc: '2030-01-07T09:00:00.000Z',
    durationMinutes: 30,
    representativeIds: ['anna', 'ben'],
  })
})

test('a booked time is closed for its representative until it is cancelled', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, both)
  const at = '2030-01-08T10:00:00.000Z'
  const free = async () => (await slots(agent)).find(({ startUtc }) => startUtc === at)?.representativeIds
  const { id } = await diary.bookAndExpect(at)
  assert.deepEqual(await free(), ['ben'])
  await diary.bookAndExpect(at)
  assert.equal(await free(), undefined)
  await diary.changeAndExpect(id, { status: 'cancelled' })
  assert.deepEqual(await free(), ['anna'])
})

test('every open time can be booked with each of the representatives listed as free', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, both)
  await diary.bookAndExpect('2030-01-08T09:20:00Z', { representativeId: 'ben', durationMinutes: 50 })
  for (const { startUtc, durationMinutes, representativeIds } of await slots(agent, '?from=2030-01-08&to=2030-01-08'))
    for (const representativeId of representativeIds)
      await diary.bookAndExpect(startUtc, { durationMinutes, representativeId })
  assert.deepEqual(await slots(agent, '?from=2030-01-08&to=2030-01-08'), [])
})

const ranges: [query: string, count: number][] = [
  ['?from=2030-01-08&to=2030-01-08', 16],
  ['?from=2030-01-08T00:00:00%2B01:00&to=2030-01-09T00:00:00%2B01:00', 16],
  ['?from=2030-01-08T10:00:00Z&to=2030-01-08T11:00:00Z', 2],
  ['?from=2030-01-08T10:00:00Z&to=2030-01-08T10:00:00Z', 0],
  ['?from=2030-01-12&to=2030-01-13', 0],
  ['?from=2030-01-08&to=2030-01-08&durationMinutes=60', 8],
  ['?from=2030-01-08&to=2030-01-08&durationMinutes=1440', 0],
  ['?from=2029-01-01&to=2029-01-31', 0],
]

for (const [query, count] of ranges) {
  test(`${query} finds ${count} times`, async () => {
    const agent = await createTestAgent(server)
    await createAppointmentBook(agent, both)
    assert.equal((await slots(agent, query)).length, count)
  })
}

test('a day with a clock change has its real length', async () => {
  const agent = await createTestAgent(server)
  const all = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '00:00', endTime: '23:59' }))
  await createAppointmentBook(agent, { timezone: 'Europe/Berlin', availableHours: all, defaultDurationMinutes: 60 })
  assert.equal((await slots(agent, '?from=2030-03-30&to=2030-03-30')).length, 24)
  assert.equal((await slots(agent, '?from=2030-03-31&to=2030-03-31')).length, 23)
  assert.equal((await slots(agent, '?from=2030-10-27&to=2030-10-27')).length, 25)
})

test('a query can ask for a single representative', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, both)
  await diary.bookAndExpect('2030-01-08T10:00:00Z', { representativeId: 'ben' })
  const open = await slots(agent, '?from=2030-01-08&to=2030-01-08&representativeId=ben')
  assert.equal(open.length, 15)
  assert.ok(open.every(({ representativeIds }) => representativeIds.join() === 'ben'))
})

const wrong: [field: string, query: string][] = [
  ['from', 'from=tomorrow'],
  ['from', 'from=2030-02-30'],
  ['from', 'from=2030-01-08T10:00:00'],
  ['from', 'from=0000-01-01'],
  ['to', 'to=9999-12-31'],
  ['to', 'from=2030-01-09&to=2030-01-07'],
  ['to', 'to=2030-01-06'],
  ['to', 'from=2030-01-08&to=2030-04-10'],
  ['to', 'to=2030-03-08&durationMinutes=1'],
  ['from', 'from=2030-01-08&from=2030-01-09'],
  ['durationMinutes', 'durationMinutes=0'],
  ['durationMinutes', 'durationMinutes=1441'],
  ['durationMinutes', 'durationMinutes=half'],
  ['durationMinutes', 'durationMinutes='],
  ['durationMinutes', 'durationMinutes=1e1'],
  ['durationMinutes', 'durationMinutes=0x1e'],
  ['durationMinutes', 'durationMinutes=%2030'],
  ['durationMinutes', 'durationMinutes=-30'],
  ['representativeId', 'representativeId=nobody'],
  ['representativeId', 'representativeId='],
  ['days', 'days=3'],
]

test('an invalid query returns 422 with the name of its field', async () => {
  const agent = await createTestAgent(server)
  const representatives = Array.from({ length: 20 }, (_, at) => ({ id: `rep-${at}`, name: `Rep ${at}` }))
  await createAppointmentBook(agent, { ...officeHours, representatives })
  for (const [field, query] of wrong)
    assertProblem(await agent.get(`/scheduling/slots?${query}`), 422, 'request.invalid', field)
  assertStatus(await agent.get('/scheduling/slots?from=2030-01-08&to=2030-04-08'), 200)
})

test('an end in the past without a start returns an error at to', async () => {
  const agent = await createTestAgent(server)
  await createAppointmentBook(agent, both)
  const { body } = await agent.get('/scheduling/slots?to=2030-01-05')
  assert.deepEqual(body.errors, [{ field: 'to', message: 'must be in the future' }])
})

test('windows that start at many different minutes give too many times, which is reported immediately', async () => {
  const agent = await createTestAgent(server)
  const availableHours = Array.from({ length: 200 }, (_, at) => ({
    dayOfWeek: at % 7,
    startTime: `00:${String(Math.floor(at / 7)).padStart(2, '0')}`,
    endTime: '23:59',
  }))
  const representatives = Array.from({ length: 450 }, (_, at) => ({ id: `rep-${at}`, name: `Rep ${at}` }))
  await createAppointmentBook(agent, { availableHours, representatives, defaultDurationMinutes: 60 })
  assertProblem(await agent.get('/scheduling/slots?to=2030-04-01'), 422, 'request.invalid', 'to')
  assertProblem(await agent.get('/scheduling/slots'), 422, 'request.invalid', 'to')
  const one = assertStatus(await agent.get('/scheduling/slots?representativeId=rep-449'), 200)
  assert.ok(one.data.length > 9000)
})
