import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'
import {
  addPerson,
  anna,
  ben,
  createAppointmentBook,
  createAppointmentBookFor,
  officeHours,
} from './testing/appointment-book.ts'

/** It is 9 a.m. on a Monday in Berlin. */
const world = stillWorld('2030-01-07T08:00:00Z')
const server = await createTestApp({ world })

test('a booked appointment is returned as booked, in the list and by id', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, { ...officeHours, representatives: [anna] })
  const made = assertStatus(await diary.book('2030-01-08T11:00:00+01:00', { notes: 'Bring the plans.' }), 201)
  assert.deepEqual(made, {
    id: made.id,
    personId: diary.personId,
    startUtc: '2030-01-08T10:00:00.000Z',
    endUtc: '2030-01-08T10:30:00.000Z',
    durationMinutes: 30,
    prospectTimezone: 'Europe/Berlin',
    status: 'scheduled',
    representativeId: 'anna',
    representativeName: 'Anna',
    representativeTitle: 'Sales',
    notes: 'Bring the plans.',
    history: [{ at: '2030-01-07T08:00:00.000Z', action: 'booked', to: '2030-01-08T10:00:00.000Z' }],
    createdAt: '2030-01-07T08:00:00.000Z',
    updatedAt: '2030-01-07T08:00:00.000Z',
  })
  assert.deepEqual(await diary.read(made.id), made)
  assert.deepEqual(await diary.list(), [made])
})

test('the appointments of a person are listed newest first, including cancelled ones', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), officeHours)
  const first = await diary.bookAndExpect('2030-01-10T10:00:00Z')
  world.advance(1000)
  const second = await diary.bookAndExpect('2030-01-09T10:00:00Z')
  await diary.changeAndExpect(second.id, { status: 'cancelled' })
  assert.deepEqual(
    (await diary.list()).map(({ id, status }) => [id, status]),
    [
      [second.id, 'cancelled'],
      [first.id, 'scheduled'],
    ],
  )
})

test('the appointments of a person are paged, with a default page size of a thousand', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, officeHours)
  const { id } = await diary.bookAndExpect('2030-01-10T10:00:00Z')
  const old = `insert into appointments (agent_key, id, person_key, representative_id, start_at, end_at,
                 prospect_timezone, status, history, created_at, updated_at)
               select agent_key, 'old-' || n, person_key, representative_id, start_at, end_at, prospect_timezone,
                 'cancelled', history, created_at - n * interval '1 hour', updated_at
                 from appointments, generate_series(1, 1004) as n where id = $1`
  await server.database.pool.query(old, [id])
  const first = assertStatus(await agent.get(diary.path), 200)
  assert.deepEqual([first.data.length, first.data[0].id, first.data[999].id], [1000, id, 'old-999'])
  const rest = assertStatus(await agent.get(`${diary.path}?limit=3&pageToken=${first.nextPageToken}`), 200)
  const ids = rest.data.map((one: { id: string }) => one.id)
  assert.deepEqual(ids, ['old-1000', 'old-1001', 'old-1002'])
  const last = assertStatus(await agent.get(`${diary.path}?pageToken=${rest.nextPageToken}`), 200)
  assert.deepEqual([last.data.length, last.nextPageToken], [2, undefined])
  for (const [field, query] of [
    ['limit', 'limit=0'],
    ['limit', 'limit=1001'],
    ['pageToken', 'pageToken=x'],
    ['status', 'status=cancelled'],
  ] as const)
    assertProblem(await agent.get(`${diary.path}?${query}`), 422, 'request.invalid', field)
})

test('the defaults of a booking come from the config, the person and the agent', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, { ...officeHours, defaultDurationMinutes: 45 })
  const elsewhere = createAppointmentBookFor(
    agent,
    await addPerson(agent, { fullName: 'B Person', timezone: 'America/New_York' }),
  )
  const usual = await diary.bookAndExpect('2030-01-08T08:00:00Z')
  assert.deepEqual([usual.durationMinutes, usual.prospectTimezone], [45, 'Europe/Berlin'])
  const theirs = await elsewhere.bookAndExpect('2030-01-08T09:00:00Z', { durationMinutes: 15 })
  assert.deepEqual([theirs.durationMinutes, theirs.prospectTimezone], [15, 'America/New_York'])
  const booked = await elsewhere.bookAndExpect('2030-01-08T10:00:00Z', { prospectTimezone: 'Asia/Tokyo' })
  assert.equal(booked.prospectTimezone, 'Asia/Tokyo')
})

test('an agent without a time zone uses that of its org, or UTC', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, {})
  const inUtc = await diary.bookAndExpect('2030-01-08T08:00:00Z')
  assert.deepEqual([inUtc.durationMinutes, inUtc.prospectTimezone], [30, 'UTC'])
  assertStatus(await agent.client.patch(`/orgs/${agent.orgId}`, { timeZone: 'Asia/Kolkata' }), 200)
  assert.equal((await diary.bookAndExpect('2030-01-08T09:00:00Z')).prospectTimezone, 'Asia/Kolkata')
  assert.equal(assertStatus(await agent.get('/scheduling/slots'), 200).timezone, 'Asia/Kolkata')
})

test('without representatives the agent itself is booked, under the identity from the config', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, { ...officeHours, defaultRepresentativeIdentity: 'The front desk' })
  const made = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  assert.deepEqual([made.representativeId, made.representativeName], [undefined, 'The front desk'])
  assertProblem(await diary.book('2030-01-08T10:00:00Z'), 409, 'resource.conflict')
})

test('a booking uses the requested representative, otherwise the one assigned to the person, otherwise the first who is free', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, { ...officeHours, representatives: [anna, ben] })
  const assigned = createAppointmentBookFor(
    agent,
    await addPerson(agent, { fullName: 'B', assignedRepresentativeId: 'anna' }),
  )
  const stranger = createAppointmentBookFor(
    agent,
    await addPerson(agent, { fullName: 'C', assignedRepresentativeId: 'gone' }),
  )
  const hosts = async (at: string) => {
    const host = ({ representativeId }: { representativeId: string }) => representativeId
    return [
      host(await diary.bookAndExpect(at, { representativeId: 'ben' })),
      host(await assigned.bookAndExpect(at)),
      (await stranger.book(at)).status,
      (await assigned.book(at)).status,
    ]
  }
  assert.deepEqual(await hosts('2030-01-08T10:00:00Z'), ['ben', 'anna', 409, 409])
  const order = [
    await stranger.bookAndExpect('2030-01-09T10:00:00Z'),
    await stranger.bookAndExpect('2030-01-09T10:00:00Z'),
  ]
  assert.deepEqual(
    order.map((made) => made.representativeId),
    ['anna', 'ben'],
  )
  await diary.bookAndExpect('2030-01-10T10:00:00Z', { representativeId: 'anna' })
  assertProblem(await assigned.book('2030-01-10T10:00:00Z'), 409, 'resource.conflict')
})

test('name and title stay unchanged when the representative is renamed or leaves', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, { ...officeHours, representatives: [anna] })
  const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  assertStatus(await agent.put('/scheduling', { ...officeHours, representatives: [{ id: 'anna', name: 'Ann' }] }), 200)
  assert.deepEqual(pick(await diary.read(id)), ['anna', 'Anna', 'Sales'])
  assertStatus(await agent.put('/scheduling', { ...officeHours, representatives: [ben] }), 200)
  assert.deepEqual(pick(await diary.read(id)), ['anna', 'Anna', 'Sales'])
})

const pick = (made: Record<string, string>) => [
  made.representativeId,
  made.representativeName,
  made.representativeTitle,
]

test('if only the representative assigned to the person was considered, the refusal says so', async () => {
  const agent = await createTestAgent(server)
  const mornings = { workingHours: [{ dayOfWeek: 2, startTime: '09:00', endTime: '10:00' }] }
  await createAppointmentBook(agent, { ...officeHours, representatives: [anna, { ...ben, availability: mornings }] })
  const diary = createAppointmentBookFor(
    agent,
    await addPerson(agent, { fullName: 'B', assignedRepresentativeId: 'ben' }),
  )
  const outside = await diary.book('2030-01-08T12:00:00Z')
  assertProblem(outside, 422, 'request.invalid', 'startUtc')
  assert.match(outside.body.errors[0].message, /assigned to the person/)
  await diary.bookAndExpect('2030-01-08T08:00:00Z')
  const conflict = await diary.book('2030-01-08T08:00:00Z')
  assertProblem(conflict, 409, 'resource.conflict')
  assert.match(conflict.body.detail, /assigned to the person/)
  const withHost = await diary.book('2030-01-08T08:00:00Z', { representativeId: 'ben' })
  assert.doesNotMatch(withHost.body.detail, /assigned/)
})

const closed: [why: string, startUtc: string, more?: object][] = [
  ['before now', '2030-01-07T07:59:00Z'],
  ['on the day of the booking', '2030-01-07T10:00:00Z'],
  ['on a blackout date', '2030-01-09T10:00:00Z'],
  ['on a Saturday', '2030-01-12T10:00:00Z'],
  ['before the hours', '2030-01-08T07:30:00Z'],
  ['beyond the end of the hours', '2030-01-08T15:45:00Z'],
  ['in the hours of the agent, but not in their own', '2030-01-08T10:00:00Z', { representativeId: 'ben' }],
]

for (const [why, startUtc, more] of closed) {
  test(`a time ${why} returns 422 and names startUtc`, async () => {
    const mornings = { workingHours: [{ dayOfWeek: 2, startTime: '09:00', endTime: '10:00' }] }
    const agent = await createTestAgent(server)
    const diary = await createAppointmentBook(agent, {
      ...officeHours,
      blackoutDates: ['2030-01-09'],
      disallowSameDayBooking: true,
      representatives: [anna, { ...ben, availability: mornings }],
    })
    const reply = await diary.book(startUtc, more)
    assertProblem(reply, 422, 'request.invalid', 'startUtc')
    assert.match(reply.body.errors[0].message, /^must /)
    assert.deepEqual(await diary.list(), [])
  })
}

test('an agent without hours can be booked at any future time', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), {})
  await diary.bookAndExpect('2030-01-13T02:17:00Z')
  assertProblem(await diary.book('2030-01-07T07:00:00Z'), 422, 'request.invalid', 'startUtc')
})

test('an agent without hours still applies its blackout dates and the same-day rule', async () => {
  const rules = { timezone: 'UTC', blackoutDates: ['2030-01-09'], disallowSameDayBooking: true }
  const diary = await createAppointmentBook(await createTestAgent(server), rules)
  for (const closed of ['2030-01-09T10:00:00Z', '2030-01-08T23:45:00Z', '2030-01-07T20:00:00Z'])
    assertProblem(await diary.book(closed), 422, 'request.invalid', 'startUtc')
  await diary.bookAndExpect('2030-01-08T03:00:00Z')
})

test('adjacent times do not overlap, times that share a minute do', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), officeHours)
  await diary.bookAndExpect('2030-01-08T10:00:00Z')
  for (const startUtc of ['2030-01-08T09:31:00Z', '2030-01-08T10:00:00Z', '2030-01-08T10:29:00Z'])
    assertProblem(await diary.book(startUtc), 409, 'resource.conflict')
  assertProblem(await diary.book('2030-01-08T09:00:00Z', { durationMinutes: 120 }), 409, 'resource.conflict')
  await diary.bookAndExpect('2030-01-08T09:30:00Z')
  await diary.bookAndExpect('2030-01-08T10:30:00Z')
})

const wrong: [field: string, body: object][] = [
  ['startUtc', { startUtc: undefined }],
  ['startUtc', { startUtc: null }],
  ['startUtc', { startUtc: '' }],
  ['startUtc', { startUtc: '2030-01-08' }],
  ['startUtc', { startUtc: '2030-01-08T10:00:00' }],
  ['startUtc', { startUtc: '2030-02-30T10:00:00Z' }],
  ['startUtc', { startUtc: '0000-01-01T00:00:00Z' }],
  ['startUtc', { startUtc: '9999-12-31T23:59:59Z' }],
  ['startUtc', { startUtc: 1_893_405_600_000 }],
  ['durationMinutes', { durationMinutes: 0 }],
  ['durationMinutes', { durationMinutes: 1441 }],
  ['durationMinutes', { durationMinutes: 7.5 }],
  ['durationMinutes', { durationMinutes: '30' }],
  ['prospectTimezone', { prospectTimezone: 'Mars/Olympus' }],
  ['prospectTimezone', { prospectTimezone: '+01:00' }],
  ['representativeId', { representativeId: 'nobody' }],
  ['representativeId', { representativeId: '' }],
  ['notes', { notes: 'n'.repeat(5001) }],
  ['notes', { notes: 7 }],
  ['host', { host: 'anna' }],
]

test('an invalid body returns 422 with the name of the field, and nothing is booked', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), { ...officeHours, representatives: [anna] })
  for (const [field, body] of wrong)
    assertProblem(await diary.book('2030-01-08T10:00:00Z', body), 422, 'request.invalid', field)
  assert.deepEqual(await diary.list(), [])
})

test('read-only fields that are sent back are ignored', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), officeHours)
  const made = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  const again = await diary.bookAndExpect('2030-01-08T11:00:00Z', { ...made, startUtc: '2030-01-08T11:00:00Z' })
  assert.notEqual(again.id, made.id)
  assert.equal(again.endUtc, '2030-01-08T11:30:00.000Z')
})

test('texts of any script and shape are returned as sent', async () => {
  const diary = await createAppointmentBook(await createTestAgent(server), officeHours)
  const notes = `${'🕘'.repeat(4990)}\r\n;,\\"<x>`
  const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z', { notes })
  assert.equal((await diary.read(id)).notes, notes)
  assert.equal((await diary.bookAndExpect('2030-01-08T11:00:00Z', { notes: '  ' })).notes, undefined)
})

test('an unknown person or one of another agent can be neither booked, read nor changed', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, officeHours)
  const other = await createAppointmentBook(await createTestAgent(server), officeHours)
  const { id } = await other.bookAndExpect('2030-01-08T10:00:00Z')
  const second = createAppointmentBookFor(agent, await addPerson(agent, { fullName: 'B' }))
  const mine = await second.bookAndExpect('2030-01-08T10:00:00Z')
  for (const person of ['per_nobody', other.personId, '%00', 'x'.repeat(500)]) {
    const diary = createAppointmentBookFor(agent, person)
    assertProblem(await agent.get(diary.path), 404, 'resource.not_found')
    assertProblem(await diary.book('2030-01-08T12:00:00Z'), 404, 'resource.not_found')
    assertProblem(await agent.post(diary.path, { startUtc: 'soon' }), 404, 'resource.not_found')
    assertProblem(await diary.change(id, { status: 'cancelled' }), 404, 'resource.not_found')
  }
  for (const appointment of ['apt_nothing', id, mine.id]) {
    assertProblem(await agent.get(`${diary.path}/${appointment}`), 404, 'resource.not_found')
    assertProblem(await diary.change(appointment, { notes: 'x' }), 404, 'resource.not_found')
  }
  assert.equal((await other.read(id)).status, 'scheduled')
})

test('a booking repeated with its Idempotency-Key is made once', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, officeHours)
  const call = () => agent.post(diary.path, { startUtc: '2030-01-08T10:00:00Z' }, { 'idempotency-key': 'one' })
  const [first, second] = [assertStatus(await call(), 201), assertStatus(await call(), 201)]
  assert.deepEqual(second, first)
  assert.equal((await diary.list()).length, 1)
})

test('a repeat with its Idempotency-Key gets the first response, whatever has changed in the agent since', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, { ...officeHours, representatives: [anna] })
  const body = { startUtc: '2030-01-08T10:00:00Z', representativeId: 'anna' }
  const call = () => agent.post(diary.path, body, { 'idempotency-key': 'one' })
  const first = assertStatus(await call(), 201)
  assertStatus(await agent.put('/scheduling', { ...officeHours, representatives: [ben] }), 200)
  assert.deepEqual(assertStatus(await call(), 201), first)
})

test('the list of the agent contains every appointment, by page, time, representative and status', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, { ...officeHours, representatives: [anna, ben] })
  const second = createAppointmentBookFor(agent, await addPerson(agent, { fullName: 'B' }))
  const ids: string[] = []
  for (const [day, by] of [
    ['08', diary],
    ['09', second],
    ['10', diary],
    ['11', second],
  ] as const) {
    const representativeId = day < '10' ? 'anna' : 'ben'
    ids.unshift((await by.bookAndExpect(`2030-01-${day}T10:00:00Z`, { representativeId })).id)
    world.advance(1000)
  }
  await diary.changeAndExpect(ids[1] as string, { status: 'cancelled' })
  const found = async (query: string) => {
    const { data } = assertStatus(await agent.get(`/appointments${query}`), 200)
    return data.map(({ id }: { id: string }) => ids.indexOf(id))
  }
  assert.deepEqual(await found(''), [0, 1, 2, 3])
  assert.deepEqual(await found('?representativeId=anna'), [2, 3])
  assert.deepEqual(await found('?representativeId=nobody'), [])
  assert.deepEqual(await found('?status=cancelled'), [1])
  assert.deepEqual(await found('?from=2030-01-09&to=2030-01-10'), [1, 2])
  assert.deepEqual(await found('?from=2030-01-09T10:00:00Z&to=2030-01-10T10:00:00Z'), [2])
  const { data, nextPageToken } = assertStatus(await agent.get('/appointments?limit=3'), 200)
  assert.equal(data.length, 3)
  assert.deepEqual(await found(`?limit=3&pageToken=${nextPageToken}`), [3])
  for (const [field, query] of [
    ['status', 'status=over'],
    ['from', 'from=yesterday'],
    ['to', 'from=2030-01-09&to=2030-01-07'],
    ['limit', 'limit=0'],
    ['who', 'who=anna'],
    ['representativeId', 'representativeId='],
  ] as const)
    assertProblem(await agent.get(`/appointments?${query}`), 422, 'request.invalid', field)
})
