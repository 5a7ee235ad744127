import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stillWorld } from '../../../platform/world.ts'
import { createAnotherProcess, createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, type TestReply } from '../../../testing/client.ts'
import {
  type AppointmentBook,
  addPerson,
  anna,
  ben,
  createAppointmentBook,
  createAppointmentBookFor,
  officeHours,
} from './testing/appointment-book.ts'

/** However many people book concurrently, through any number of processes, no time is booked twice. */
const world = stillWorld('2030-01-07T08:00:00Z')
const server = await createTestApp({ world })
const elsewhere = createAnotherProcess(server)

const crowd = 50
const at = '2030-01-08T10:00:00Z'
const carla = { id: 'carla', name: 'Carla' }

/** One agent, and the appointment books of `count` people; half of them use each process. */
async function peopleOf(config: object, count = crowd): Promise<[AppointmentBook, ...AppointmentBook[]]> {
  const agent = await createTestAgent(server)
  const first = await createAppointmentBook(agent, config)
  const others = Array.from({ length: count - 1 }, async (_, n) =>
    createAppointmentBookFor(
      n % 2 === 0 ? elsewhere(agent) : agent,
      await addPerson(agent, { fullName: `Person ${n}` }),
    ),
  )
  return [first, ...(await Promise.all(others))]
}

type Kept = { startUtc: string; endUtc: string; representativeId?: string }

async function storedAppointments(people: AppointmentBook[]): Promise<Kept[]> {
  const lists = await Promise.all(people.map((diary) => diary.list()))
  return lists.flat().toSorted((one, other) => one.startUtc.localeCompare(other.startUtc))
}

const offices: [whose: string, config: object, places: number][] = [
  ['of the agent itself', officeHours, 1],
  ['of one representative', { ...officeHours, representatives: [anna] }, 1],
  ['of three representatives', { ...officeHours, representatives: [anna, ben, carla] }, 3],
]

for (const [whose, config, places] of offices) {
  test(`when ${crowd} people book one time ${whose} concurrently, ${places} get it and the others get 409`, async () => {
    const people = await peopleOf(config)
    const statuses = (await Promise.all(people.map((diary) => diary.book(at)))).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 201).length, places)
    assert.equal(statuses.filter((status) => status === 409).length, crowd - places)
    assert.equal(
      new Set((await storedAppointments(people)).map(({ representativeId }) => representativeId)).size,
      places,
    )
  })
}

test('concurrent bookings of one time succeed up to the number of representatives, each with a different one', async () => {
  const people = await peopleOf({ ...officeHours, representatives: [anna, ben, carla] }, 3)
  for (const time of ['10:00', '10:30', '11:00', '11:30', '12:00']) {
    const replies = await Promise.all(people.map((diary) => diary.book(`2030-01-08T${time}:00Z`)))
    const hosts = replies.map(({ body }) => body.representativeId)
    assert.deepEqual(hosts.toSorted(), ['anna', 'ben', 'carla'])
  }
})

test('only one of many concurrent bookings of one time by one person succeeds', async () => {
  const [diary] = await peopleOf(officeHours, 1)
  const replies = await Promise.all(Array.from({ length: crowd }, () => diary.book(at)))
  assert.equal(replies.filter(({ status }) => status === 201).length, 1)
  assert.equal((await diary.list()).length, 1)
})

test('many concurrent bookings of partly overlapping times never produce an overlap', async () => {
  const people = await peopleOf({ ...officeHours, representatives: [anna] })
  const replies = people.map((diary, n) => {
    const startUtc = new Date(Date.parse(at) + n * 7 * 60_000).toISOString()
    return diary.book(startUtc, { representativeId: 'anna', durationMinutes: 10 + (n % 5) * 10 })
  })
  assert.ok((await Promise.all(replies)).every(({ status }) => [201, 409, 422].includes(status)))
  const times = await storedAppointments(people)
  assert.ok(times.length > 1)
  for (const [n, { startUtc }] of times.entries()) assert.ok((times[n - 1]?.endUtc ?? '') <= startUtc)
})

test('only one of many concurrent moves to one time succeeds', async () => {
  const people = await peopleOf({ ...officeHours, representatives: [anna, ben] }, 8)
  const moves: (() => Promise<{ status: number }>)[] = []
  for (const [n, diary] of people.entries()) {
    const startUtc = new Date(Date.parse('2030-01-09T08:00:00Z') + n * 1_800_000).toISOString()
    const { id } = await diary.bookAndExpect(startUtc, { representativeId: n % 2 ? 'ben' : 'anna' })
    moves.push(() => diary.change(id, { startUtc: at, representativeId: 'anna' }))
  }
  const statuses = (await Promise.all(moves.map((move) => move()))).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [200, ...Array.from({ length: 7 }, () => 409)])
})

test('an appointment that is concurrently cancelled and moved ends in one state, and its history shows how', async () => {
  const agent = await createTestAgent(server)
  const one = await createAppointmentBook(agent, officeHours)
  const other = createAppointmentBookFor(elsewhere(agent), one.personId)
  const { id } = await one.bookAndExpect(at)
  const acts = Array.from({ length: 12 }, (_, n) =>
    n % 3 === 0
      ? one.change(id, { status: 'cancelled' })
      : other.change(id, { startUtc: `2030-01-09T${String(8 + (n % 6)).padStart(2, '0')}:00:00Z` }),
  )
  const replies = await Promise.all(acts)
  assert.ok(replies.every(({ status }) => status === 200 || status === 409))
  const { status, history } = await one.read(id)
  assert.equal(status, 'cancelled')
  assert.equal(history.filter(({ action }: { action: string }) => action === 'cancelled').length, 1)
  assert.equal(history.at(-1).action, 'cancelled')
})

test('the database refuses an occupied time even without the locks', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), officeHours)
  const { id } = await diary.bookAndExpect('2030-01-09T10:00:00Z')
  const client = await server.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `update appointments set start_at = $2, end_at = $2::timestamptz + interval '1 hour' where id = $1`,
      [id, at],
    )
    const reply = diary.book(at)
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into "appointments"%'`
    while ((await server.database.pool.query(waits)).rowCount === 0) await new Promise(setImmediate)
    await client.query('commit')
    assertProblem((await reply) as TestReply, 409, 'resource.conflict')
  } finally {
    client.release()
  }
  assert.equal((await diary.list()).length, 1)
})
