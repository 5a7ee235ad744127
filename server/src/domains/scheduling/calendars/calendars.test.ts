import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { pino } from 'pino'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { createOutbound } from '../../../platform/outbound/index.ts'
import { createWorker } from '../../../platform/work/index.ts'
import { realWorld } from '../../../platform/world.ts'
import { createTestApp, type TestOrg } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import type { GrantUseDeps } from '../../connections/index.ts'
import type { TimeInterval } from '../slots/time.ts'
import { createCalendars } from './calendars.ts'

import { findLinkingAgents } from './link.ts'
import { serverFaults } from './testing/calendar-server.ts'
import { startGoogleCalendar } from './testing/google-calendar.ts'
import { startMicrosoftCalendar } from './testing/microsoft-calendar.ts'
import { startProvider } from './testing/provider.ts'
import {
  type AppointmentSnapshot,
  calendarWork,
  enqueueCalendarEvent,
  requeueCalendarEvents,
  retryAbandonedCalendarEvents,
} from './worker.ts'

/** The calendars of representatives, through the API, against fake Google and Microsoft servers. */

const isToken = (token: string) => google.isToken(token) || microsoft.isToken(token)
const googleCalendar = await startGoogleCalendar((token) => isToken(token))
const microsoftCalendar = await startMicrosoftCalendar((token) => isToken(token))
const google = await startProvider('google', googleCalendar.base)
const microsoft = await startProvider('microsoft', microsoftCalendar.base)
const local = await startProvider('local')
const outbound = createOutbound({ allowPrivateNetwork: true })
after(() =>
  Promise.all([
    outbound.close(),
    ...[google, microsoft, local, googleCalendar, microsoftCalendar].map((one) => one.close()),
  ]),
)

const clock = { skipped: 0 }
const world = { ...realWorld, now: () => new Date(Date.now() + clock.skipped) }
const oauth = { providers: [google, microsoft, local], returnHosts: ['app.example.com'] }
const server = await createTestApp({ world, config: { oauth, allowPrivateNetwork: true } })
const { anyone, database } = server
const { db } = database
const warnings: object[] = []
const use: GrantUseDeps = {
  ...oauth,
  db,
  world,
  keyring: server.context.keyring,
  announce: async () => {},
  onConnected: (tx, org, connectionId) => retryAbandonedCalendarEvents(tx, org.id, connectionId, world.now()),
  log: { warn: (fields) => void warnings.push(fields) },
  fetch: outbound.fetch,
}

type Agent = { org: TestOrg; api: TestOrg['api']; path: string; key: AgentKey }

/** An agent with the representatives anna and bob, by default in its own organization. */
async function newAgent(given?: TestOrg): Promise<Agent> {
  const org = given ?? (await server.org())
  const { id } = assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Front desk' }), 201)
  const path = `${org.path}/agents/${id}`
  const representatives = ['anna', 'bob'].map((one) => ({ id: one, name: one }))
  assertStatus(await org.api.put(`${path}/scheduling`, { representatives }), 200)
  const { agent_key: key } = await db
    .selectFrom('agents')
    .select('agent_key')
    .where('org_id', '=', org.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { org, api: org.api, path, key: { key, id, orgId: org.id } }
}

/** Returns the id of an organization connection; connecting the same account again renews it. */
async function connect(org: TestOrg, provider: string): Promise<string> {
  const started = await org.api.post(`${org.path}/connections/${provider}/_start`, {
    returnTo: 'https://app.example.com/',
  })
  const { authorizationUrl } = assertStatus(started, 200)
  const location = (await fetch(authorizationUrl, { redirect: 'manual' })).headers.get('location') as string
  const back = await anyone.get(`/oauth/callback${new URL(location).search}`)
  const { searchParams } = new URL(back.headers.location as string)
  assert.equal(searchParams.get('oauthStatus'), 'success', back.headers.location)
  return searchParams.get('connectionId') as string
}

/** An organization that is connected once, for all tests that do not change its connections. */
const office = await server.org()
const connections = { google: await connect(office, 'google'), microsoft: await connect(office, 'microsoft') }
type Connected = keyof typeof connections

const calendarPath = (id: string) => `/scheduling/representatives/${encodeURIComponent(id)}/calendar`

async function link(agent: Agent, representativeId: string, body: object): Promise<void> {
  const { status, text } = await agent.api.put(agent.path + calendarPath(representativeId), body)
  assert.ok(status === 200 || status === 201, text)
}

beforeEach(() => {
  for (const calendar of [googleCalendar, microsoftCalendar]) {
    Object.assign(calendar, { fault: undefined, calls: [], meanwhile: undefined })
    calendar.clear()
  }
  for (const provider of [google, microsoft, local]) provider.broken = false
  clock.skipped = 0
  warnings.length = 0
})

// Links

test('a calendar can be linked, read, listed, replaced and unlinked', async () => {
  const agent = await newAgent()
  const [first, second] = [await connect(agent.org, 'google'), await connect(agent.org, 'microsoft')]
  const path = agent.path + calendarPath('anna')
  assertProblem(await agent.api.get(path), 404, 'resource.not_found')
  const made = assertStatus(await agent.api.put(path, { connectionId: first, calendarId: 'team@example.com' }), 201)
  const { createdAt, updatedAt, ...link } = made
  assert.deepEqual(link, {
    representativeId: 'anna',
    connectionId: first,
    calendarId: 'team@example.com',
    status: 'connected',
  })
  assert.equal(createdAt, updatedAt)
  assert.deepEqual(assertStatus(await agent.api.get(path), 200), made)
  assertStatus(await agent.api.put(agent.path + calendarPath('bob'), { connectionId: second }), 201)
  const list = assertStatus(await agent.api.get(`${agent.path}/scheduling/calendars`), 200)
  assert.deepEqual(
    list.data.map(({ representativeId }: ReplyBody) => representativeId),
    ['bob', 'anna'],
  )
  const replaced = assertStatus(await agent.api.put(path, { connectionId: second }), 200)
  assert.deepEqual([replaced.connectionId, replaced.calendarId, replaced.createdAt], [second, undefined, createdAt])
  assertStatus(await agent.api.del(path), 204)
  assertProblem(await agent.api.del(path), 404, 'resource.not_found')
  assert.equal(assertStatus(await agent.api.get(`${agent.path}/scheduling/calendars`), 200).data.length, 1)
})

test('the body of a read can be written back, and the scheduling config never shows the link', async () => {
  const agent = await newAgent(office)
  const path = agent.path + calendarPath('anna')
  const made = assertStatus(await agent.api.put(path, { connectionId: connections.google }), 201)
  const again = assertStatus(await agent.api.put(path, made), 200)
  assert.deepEqual({ ...again, updatedAt: made.updatedAt }, made)
  const { representatives } = assertStatus(await agent.api.get(`${agent.path}/scheduling`), 200)
  assert.deepEqual(representatives[0], { id: 'anna', name: 'anna' })
})

test('If-Match protects a link against an unseen change', async () => {
  const agent = await newAgent(office)
  const connectionId = connections.google
  const path = agent.path + calendarPath('anna')
  assertProblem(await agent.api.put(path, { connectionId }, { 'if-match': '"x"' }), 412, 'request.precondition_failed')
  assertStatus(await agent.api.put(path, { connectionId }), 201)
  const etag = (await agent.api.get(path)).headers.etag as string
  assertStatus(await agent.api.put(path, { connectionId, calendarId: 'b' }, { 'if-match': etag }), 200)
  assertProblem(await agent.api.put(path, { connectionId }, { 'if-match': etag }), 412, 'request.precondition_failed')
  assertProblem(await agent.api.del(path, { 'if-match': etag }), 412, 'request.precondition_failed')
  assert.equal(assertStatus(await agent.api.get(path), 200).calendarId, 'b')
})

test('an unknown representative has no calendar', async () => {
  const agent = await newAgent(office)
  const connectionId = connections.google
  for (const id of ['nobody', 'Anna', '__proto__', 'a/b', '😀']) {
    const path = agent.path + calendarPath(id)
    for (const reply of [
      await agent.api.put(path, { connectionId }),
      await agent.api.get(path),
      await agent.api.del(path),
    ]) {
      assertProblem(reply, 404, 'resource.not_found')
    }
  }
})

const faults: [title: string, body: unknown, field: string][] = [
  ['nothing', {}, 'connectionId'],
  ['an empty connection', { connectionId: '' }, 'connectionId'],
  ['null for a connection', { connectionId: null }, 'connectionId'],
  ['a connection that does not exist', { connectionId: 'con_nobody' }, 'connectionId'],
  ['an empty calendar', { connectionId: 'con_x', calendarId: '' }, 'calendarId'],
  ['a calendar that is a step up', { connectionId: 'con_x', calendarId: '..' }, 'calendarId'],
  ['a calendar that is a step on the spot', { connectionId: 'con_x', calendarId: '.' }, 'calendarId'],
  ['a calendar with a very long name', { connectionId: 'con_x', calendarId: 'x'.repeat(501) }, 'calendarId'],
  ['an unknown field', { connectionId: 'con_x', color: 'red' }, 'color'],
]
const faulty = await newAgent(office)
for (const [title, body, field] of faults) {
  test(`a link with ${title} is refused`, async () => {
    assertProblem(await faulty.api.put(faulty.path + calendarPath('anna'), body), 422, 'request.invalid', field)
    assertProblem(await faulty.api.get(faulty.path + calendarPath('anna')), 404, 'resource.not_found')
  })
}

test('a connection of another org, or to a provider without calendars, cannot be linked', async () => {
  const [agent, stranger] = [await newAgent(), await newAgent()]
  for (const connectionId of [await connect(stranger.org, 'google'), await connect(agent.org, 'local')]) {
    const reply = await agent.api.put(agent.path + calendarPath('anna'), { connectionId })
    assertProblem(reply, 422, 'request.invalid', 'connectionId')
  }
})

test('a viewer can read links, and only an editor can write them', async () => {
  const agent = await newAgent(office)
  const connectionId = connections.google
  const path = agent.path + calendarPath('anna')
  await link(agent, 'anna', { connectionId })
  const viewer = anyone.as((await server.member(agent.org, 'viewer')).token as string)
  assertStatus(await viewer.get(path), 200)
  assertStatus(await viewer.get(`${agent.path}/scheduling/calendars`), 200)
  assert.equal((await viewer.put(path, { connectionId })).status, 403)
  assert.equal((await viewer.del(path)).status, 403)
})

test('a connection lists the agents that use it, and a link remains when its connection is deleted', async () => {
  const agent = await newAgent()
  const connectionId = await connect(agent.org, 'google')
  const path = `${agent.org.path}/connections/${connectionId}`
  assert.deepEqual(assertStatus(await agent.api.get(path), 200).usedBy, [])
  for (const id of ['anna', 'bob']) await link(agent, id, { connectionId })
  const users = [{ agentId: agent.key.id, name: 'Front desk' }]
  assert.deepEqual(assertStatus(await agent.api.get(path), 200).usedBy, users)
  const stranger = await newAgent()
  assert.deepEqual(await findLinkingAgents(db, stranger.org, [connectionId]), new Map([[connectionId, []]]))
  assert.deepEqual(assertStatus(await agent.api.del(path), 200).usedBy, users)
  assert.equal(assertStatus(await agent.api.get(agent.path + calendarPath('anna')), 200).status, 'not-connected')
})

test('a link stays with its representative through any write, and is deleted with them', async () => {
  const agent = await newAgent(office)
  const connectionId = connections.google
  for (const id of ['anna', 'bob']) await link(agent, id, { connectionId })
  const put = async (...ids: string[]) => {
    const representatives = ids.map((id) => ({ id, name: `The ${id}`, calendar: { connectionId: 'x' } }))
    assertStatus(await agent.api.put(`${agent.path}/scheduling`, { representatives }), 200)
    const { data } = assertStatus(await agent.api.get(`${agent.path}/scheduling/calendars`), 200)
    return data.map(({ representativeId }: ReplyBody) => representativeId)
  }
  assert.deepEqual(await put('bob', 'anna'), ['bob', 'anna'])
  assert.deepEqual(await put('bob'), ['bob'])
  assert.deepEqual(await put('bob', 'anna'), ['bob'])
  assert.deepEqual(await put(), [])
})

// Busy times

const calendars = createCalendars(use)
const hour = 3_600_000
const start = Date.parse('2030-10-26T00:00:00Z')
const range = { start, end: start + 100 * 24 * hour }
const at = (hours: number, long = 1) => ({ start: start + hours * hour, end: start + (hours + long) * hour })

/** Anna has a Google calendar, Bob a Microsoft calendar. */
async function linkedAgent() {
  const agent = await newAgent(office)
  await link(agent, 'anna', { connectionId: connections.google })
  await link(agent, 'bob', { connectionId: connections.microsoft })
  return agent
}

/** Anna has a calendar in the office's account at that provider. */
async function annaLinked(provider: Connected) {
  const agent = await newAgent(office)
  await link(agent, 'anna', { connectionId: connections[provider] })
  return agent
}

test('each representative is busy by their own calendar, and one without a calendar is never busy', async () => {
  const agent = await linkedAgent()
  for (const hours of [1, 2, 10]) googleCalendar.add(at(hours))
  microsoftCalendar.add(at(5, 48))
  const { busy, unreachable } = await calendars.busyTimes(agent.key, ['bob', 'carol', 'anna'], range)
  assert.deepEqual([busy.get('anna'), busy.get('bob')], [[at(1, 2), at(10)], [at(5, 48)]])
  assert.deepEqual([busy.size, unreachable], [2, []])
  assert.deepEqual(await calendars.busyTimes(agent.key, [], range), { busy: new Map(), unreachable: [] })
})

test('a shared calendar is asked once, and calendars of another agent are not asked', async () => {
  const [agent, other] = [await newAgent(office), await newAgent(office)]
  for (const id of ['anna', 'bob']) await link(agent, id, { connectionId: connections.microsoft })
  microsoftCalendar.add(at(1))
  const { busy } = await calendars.busyTimes(agent.key, ['anna', 'bob'], range)
  assert.deepEqual([busy.get('anna'), busy.get('bob')], [[at(1)], [at(1)]])
  assert.equal(microsoftCalendar.calls.length, 1)
  assert.deepEqual((await calendars.busyTimes(other.key, ['anna'], range)).busy, new Map())
})

test('at most ten calendars are asked concurrently, and all of them within the time limit', async () => {
  const agent = await newAgent(office)
  const ids = Array.from({ length: 25 }, (_, n) => `r${n}`)
  const representatives = ids.map((id) => ({ id, name: id }))
  assertStatus(await agent.api.put(`${agent.path}/scheduling`, { representatives }), 200)
  const connectionId = connections.google
  for (const id of ids) {
    googleCalendar.calendars(id)
    await link(agent, id, { connectionId, calendarId: id })
  }
  let [asking, most] = [0, 0]
  const full = Promise.withResolvers<void>()
  googleCalendar.meanwhile = async () => {
    most = Math.max(most, ++asking)
    // Leaves time for an eleventh call, which must not happen.
    if (asking === 10) setTimeout(full.resolve, 50)
    await full.promise
    asking--
  }
  const { busy } = await calendars.busyTimes(agent.key, ids, at(1))
  assert.deepEqual([busy.size, most], [25, 10])
  googleCalendar.fault = 'hangs'
  const { unreachable } = await hurried.busyTimes(agent.key, ids, at(1))
  assert.equal(unreachable.length, 25)
  assert.ok(googleCalendar.calls.length <= 25 + 10)
})

test('reads may use calendar data of the last 15 seconds, and bookings never do', async () => {
  const agent = await linkedAgent()
  const calendars = createCalendars(use)
  googleCalendar.add(at(1))
  const looks = async (range: TimeInterval) =>
    (await calendars.recentBusyTimes(agent.key, ['anna'], range)).busy.get('anna')
  const books = async (range: TimeInterval) => (await calendars.busyTimes(agent.key, ['anna'], range)).busy.get('anna')
  assert.deepEqual(await looks(at(0, 5)), [at(1)])
  googleCalendar.add(at(3))
  assert.deepEqual([await looks(at(0, 5)), await looks(at(0.5, 6)), await looks(at(2))], [[at(1)], [at(1)], []])
  assert.equal(googleCalendar.calls.length, 1)
  assert.deepEqual(await books(at(0, 5)), [at(1), at(3)])
  assert.deepEqual(await looks(at(0, 30)), [at(1), at(3)], 'another day was not asked for')
  googleCalendar.clear()
  clock.skipped += 14_000
  assert.deepEqual(await looks(at(0, 5)), [at(1), at(3)])
  clock.skipped += 2000
  assert.deepEqual(await looks(at(0, 5)), [])
})

test('an unreachable result is not cached, and nothing of one org is shown to another', async () => {
  const agent = await linkedAgent()
  const calendars = createCalendars(use)
  googleCalendar.add(at(1))
  googleCalendar.fault = 'fails'
  assert.deepEqual((await calendars.recentBusyTimes(agent.key, ['anna'], range)).unreachable, ['anna'])
  googleCalendar.fault = undefined
  assert.equal((await calendars.recentBusyTimes(agent.key, ['anna'], range)).busy.size, 1)
  const other = await newAgent()
  await link(other, 'anna', { connectionId: await connect(other.org, 'google') })
  const callCount = googleCalendar.calls.length
  await calendars.recentBusyTimes(other.key, ['anna'], range)
  assert.ok(googleCalendar.calls.length > callCount)
})

const hurried = createCalendars(use, 1_500)
for (const trouble of serverFaults) {
  test(`a provider that ${trouble} makes only its own calendar unreachable`, async () => {
    const agent = await linkedAgent()
    microsoftCalendar.add(at(3))
    googleCalendar.fault = trouble
    const { busy, unreachable } = await hurried.busyTimes(agent.key, ['anna', 'bob'], range)
    assert.deepEqual([unreachable, busy], [['anna'], new Map([['bob', [at(3)]]])])
    assert.equal(warnings.length, 1)
    for (const token of google.tokens) assert.ok(!JSON.stringify(warnings).includes(token))
    googleCalendar.fault = undefined
    assert.deepEqual((await calendars.busyTimes(agent.key, ['anna'], range)).unreachable, [])
  })
}

test('a token that the provider no longer accepts is refreshed, and the calendar stays reachable', async () => {
  const agent = await linkedAgent()
  for (const provider of [google, microsoft]) provider.revoke()
  assert.deepEqual((await calendars.busyTimes(agent.key, ['anna', 'bob'], range)).unreachable, [])
})

test('a provider that is slow to refresh a token blocks no one', async () => {
  const agent = await linkedAgent()
  google.revoke()
  const waiting: (() => void)[] = []
  google.waiting = waiting
  const { busy, unreachable } = await hurried.busyTimes(agent.key, ['anna', 'bob'], range)
  assert.deepEqual([[...busy.keys()], unreachable, waiting.length], [['bob'], ['anna'], 1])
  google.waiting = undefined
  for (const resume of waiting) resume()
})

test('a calendar is unreachable while its connection is missing or cannot be refreshed, until it is reconnected', async () => {
  const agent = await newAgent()
  const [first, second] = [await connect(agent.org, 'google'), await connect(agent.org, 'microsoft')]
  await link(agent, 'anna', { connectionId: first })
  await link(agent, 'bob', { connectionId: second })
  const unreachable = async () => (await calendars.busyTimes(agent.key, ['anna', 'bob'], range)).unreachable.sort()
  assert.deepEqual(await unreachable(), [])
  assertStatus(await agent.api.del(`${agent.org.path}/connections/${second}`), 200)
  assert.deepEqual(await unreachable(), ['bob'])
  clock.skipped = 2 * hour
  google.broken = true
  assert.deepEqual(await unreachable(), ['anna', 'bob'])
  google.broken = false
  assert.equal(await connect(agent.org, 'google'), first)
  assert.deepEqual(await unreachable(), ['bob'])
})

// Events

const appointments = new Map<string, AppointmentSnapshot>()
/** Called after each read of an appointment. */
let afterReading = () => {}
const readAppointment = async (_db: unknown, agent: AgentKey, id: string) => {
  const found = appointments.get(`${agent.key} ${id}`)
  afterReading()
  return found
}
const log = pino({ level: 'silent' })
const workerOf = (fetch: typeof use.fetch) =>
  createWorker({ db, url: database.url, world, log, works: [calendarWork({ ...use, fetch, readAppointment })] })
const worker = workerOf(use.fetch)
/** A worker that never receives the response to creating an event, but all others. */
const deafWorker = workerOf(async (url, init) => {
  const response = await use.fetch(url, init)
  if (init?.method === 'POST' && response.ok) throw new Error('the line broke')
  return response
})
/** A worker that sends requests and never receives a response. */
const loser = workerOf(async (url, init) => {
  await use.fetch(url, init)
  throw new Error('the line broke')
})

const minute = 60_000
const day = 24 * 60 * minute
const content = { title: 'Appointment: Jo', description: 'Bring the keys' }
const nine = { start: '2030-04-01T09:00:00.000Z', end: '2030-04-01T09:30:00.000Z' }
const withoutId = ({ id: _, ...event }: { id: string }) => event

/** Changes the appointment as a booking does: the change and the calendar update are one transaction. */
function change(agent: Agent, id: string, changed: Partial<AppointmentSnapshot>): void {
  const key = `${agent.key.key} ${id}`
  const before = appointments.get(key) ?? {
    id,
    representativeId: 'anna',
    status: 'scheduled',
    startUtc: new Date(nine.start),
    endUtc: new Date(nine.end),
    sequence: -1,
    personName: 'Jo',
    notes: 'Bring the keys',
  }
  appointments.set(key, { ...before, sequence: before.sequence + 1, ...changed })
}

async function tell(agent: Agent, id: string): Promise<void> {
  const { representativeId } = appointments.get(`${agent.key.key} ${id}`) as AppointmentSnapshot
  await inTransaction(db, (tx) =>
    enqueueCalendarEvent(tx, agent.key, { appointmentId: id, representativeId, now: world.now() }),
  )
}

async function book(agent: Agent, id: string, changed: Partial<AppointmentSnapshot> = {}): Promise<void> {
  change(agent, id, changed)
  await tell(agent, id)
  await worker.drain()
}

const rowsOf = (agent: Agent) =>
  db
    .selectFrom('calendar_events')
    .select([
      'connection_id',
      'published_sequence',
      'published_start',
      'published_end',
      'attempts',
      'last_error',
      'due_at',
    ])
    .where('agent_key', '=', agent.key.key)
    .execute()

/** Runs due work until none is left, and returns how long that took. */
async function workUntilNothingWaits(agent: Agent): Promise<number> {
  const from = clock.skipped
  for (let [row] = await rowsOf(agent); row?.due_at; [row] = await rowsOf(agent)) {
    clock.skipped += Math.max(0, row.due_at.getTime() - world.now().getTime())
    await worker.drain()
  }
  return clock.skipped - from
}

for (const server of [googleCalendar, microsoftCalendar]) {
  const shownNow = () => server.events().map(withoutId)

  test(`a ${server.id} calendar shows an appointment, follows its changes and removes it`, async () => {
    const agent = await annaLinked(server.id)
    await book(agent, 'apt_1')
    assert.deepEqual(shownNow(), [{ ...content, ...nine }])
    const ten = { startUtc: new Date('2030-04-01T10:00:00Z'), endUtc: new Date('2030-04-01T10:30:00Z') }
    await book(agent, 'apt_1', { ...ten, personName: undefined, notes: undefined, status: 'rescheduled' })
    const at = { start: '2030-04-01T10:00:00.000Z', end: '2030-04-01T10:30:00.000Z' }
    assert.deepEqual(shownNow(), [{ title: 'Appointment: a person', description: '', ...at }])
    const rows = async () =>
      (await rowsOf(agent)).map((row) => [row.published_sequence, row.published_start, row.published_end, row.due_at])
    assert.deepEqual(await rows(), [[1, ten.startUtc, ten.endUtc, null]])
    await book(agent, 'apt_1', { status: 'cancelled' })
    assert.deepEqual([shownNow(), await rows()], [[], [[null, null, null, null]]])
  })

  test(`an erased appointment is removed from a ${server.id} calendar, and nothing of it is stored`, async () => {
    const agent = await annaLinked(server.id)
    await book(agent, 'apt_2')
    assert.equal(server.events().length, 1)
    appointments.delete(`${agent.key.key} apt_2`)
    await inTransaction(db, (tx) => requeueCalendarEvents(tx, agent.key, ['apt_2', 'apt_none'], world.now()))
    await worker.drain()
    assert.deepEqual([server.events(), await rowsOf(agent)], [[], []])
  })

  test(`an appointment that changes its representative moves between ${server.id} calendars, and may move back`, async () => {
    const agent = await annaLinked(server.id)
    const other = server === googleCalendar ? microsoftCalendar : googleCalendar
    await link(agent, 'bob', { connectionId: connections[other.id] })
    await book(agent, 'apt_3')
    for (let times = 0; times < 2; times++) {
      await book(agent, 'apt_3', { representativeId: 'bob' })
      assert.deepEqual([server.events().length, other.events().length], [0, 1])
      await book(agent, 'apt_3', { representativeId: 'anna' })
      assert.deepEqual([server.events().length, other.events().length], [1, 0])
    }
    assert.deepEqual(shownNow(), [{ ...content, ...nine }])
  })

  test(`an appointment moves between two calendars of one ${server.id} account, and back`, async () => {
    const agent = await annaLinked(server.id)
    server.calendars('team')
    await link(agent, 'bob', { connectionId: connections[server.id], calendarId: 'team' })
    await book(agent, 'apt_4')
    for (let times = 0; times < 2; times++) {
      await book(agent, 'apt_4', { representativeId: 'bob' })
      assert.deepEqual([server.events().length, server.events('team').length], [0, 1])
      await book(agent, 'apt_4', { representativeId: 'anna' })
      assert.deepEqual([server.events().length, server.events('team').length], [1, 0])
    }
  })

  test(`a write to a failing ${server.id} calendar is retried, and shows the current state`, async () => {
    const agent = await annaLinked(server.id)
    server.fault = 'fails'
    await book(agent, 'apt_5')
    const [row] = await rowsOf(agent)
    assert.deepEqual([row?.attempts, row?.last_error], [1, 'the calendar returned 503'])
    await book(agent, 'apt_5', { startUtc: new Date('2030-04-01T09:15:00Z') })
    server.fault = undefined
    clock.skipped = 2 * minute
    await worker.drain()
    assert.deepEqual(shownNow(), [{ ...content, ...nine, start: '2030-04-01T09:15:00.000Z' }])
  })

  test(`a lost answer of a ${server.id} calendar causes no second event`, async () => {
    const agent = await annaLinked(server.id)
    change(agent, 'apt_6', {})
    await tell(agent, 'apt_6')
    await loser.drain()
    assert.equal(server.events().length, 1)
    await book(agent, 'apt_6', { notes: 'Changed meanwhile', startUtc: new Date('2030-04-01T08:00:00Z') })
    const event = { title: 'Appointment: Jo', description: 'Changed meanwhile', start: '2030-04-01T08:00:00.000Z' }
    assert.deepEqual(shownNow(), [{ ...event, end: nine.end }])
  })

  test(`an event whose answer was lost is removed from a ${server.id} calendar like any other`, async () => {
    const agent = await annaLinked(server.id)
    change(agent, "apt_'_'_", {})
    await tell(agent, "apt_'_'_")
    await loser.drain()
    assert.equal(server.events().length, 1)
    await book(agent, "apt_'_'_", { status: 'cancelled' })
    assert.deepEqual(server.events(), [])
  })

  test(`an event that was created again and whose answer was lost is removed from a ${server.id} calendar too`, async () => {
    const agent = await annaLinked(server.id)
    await book(agent, 'apt_14')
    server.delete(server.events()[0]?.id ?? '')
    change(agent, 'apt_14', { notes: 'New' })
    await tell(agent, 'apt_14')
    await deafWorker.drain()
    assert.equal(server.events().length, 1)
    await book(agent, 'apt_14', { status: 'cancelled' })
    assert.deepEqual(server.events(), [])
  })

  test(`the events of a deleted agent are removed from a ${server.id} calendar, and nothing of them is stored`, async () => {
    const agent = await annaLinked(server.id)
    await book(agent, 'apt_15')
    await book(agent, 'apt_16')
    await book(agent, 'apt_16', { status: 'cancelled' })
    assert.equal(server.events().length, 1)
    assertStatus(await agent.api.del(agent.path), 204)
    await worker.drain()
    assert.deepEqual([server.events(), await rowsOf(agent)], [[], []])
  })

  test(`a change during a write to a ${server.id} calendar is shown too`, async () => {
    const agent = await annaLinked(server.id)
    let once = true
    server.meanwhile = async ({ method }) => {
      if (method !== 'POST' || !once) return
      once = false
      change(agent, 'apt_7', { notes: 'Later' })
    }
    await book(agent, 'apt_7')
    assert.deepEqual(shownNow(), [{ ...content, ...nine, description: 'Later' }])
    server.meanwhile = async ({ method }) => {
      if (method === 'PATCH') change(agent, 'apt_7', { status: 'cancelled' })
    }
    await book(agent, 'apt_7', { notes: 'Latest' })
    assert.deepEqual(shownNow(), [])
  })
}

test('an appointment that changes constantly blocks no other', async () => {
  const agent = await annaLinked('google')
  let changes = 0
  afterReading = () => {
    if (changes++ < 20) change(agent, 'apt_8', { notes: `Change ${changes}` })
  }
  await book(agent, 'apt_8')
  afterReading = () => {}
  assert.deepEqual(
    googleCalendar.events().map(({ description }) => description),
    ['Change 20'],
  )
})

test('an appointment of a representative without a calendar needs no work', async () => {
  const agent = await newAgent()
  await book(agent, 'apt_9')
  await book(agent, 'apt_9', { representativeId: '' })
  assert.deepEqual([await rowsOf(agent), googleCalendar.calls.length], [[], 0])
})

test('an unlinked calendar shows an appointment until it changes', async () => {
  const agent = await annaLinked('google')
  await book(agent, 'apt_10')
  assertStatus(await agent.api.del(agent.path + calendarPath('anna')), 204)
  assert.equal(googleCalendar.events().length, 1)
  await book(agent, 'apt_10', { notes: 'New' })
  assert.deepEqual(googleCalendar.events(), [])
})

test('a calendar that cannot be refreshed is retried for about a day, fails, and is retried after a refresh', async () => {
  const agent = await newAgent(office)
  const connectionId = connections.google
  await link(agent, 'anna', { connectionId })
  google.broken = true
  google.revoke()
  await book(agent, 'apt_11')
  const waited = await workUntilNothingWaits(agent)
  assert.ok(waited > 0.8 * day && waited < 1.5 * day, String(waited / day))
  const [row] = await rowsOf(agent)
  assert.deepEqual([row?.published_sequence, row?.attempts, googleCalendar.events()], [null, 10, []])
  assert.match(row?.last_error ?? '', /provider/)
  google.broken = false
  assert.equal(await connect(agent.org, 'google'), connectionId)
  await worker.drain()
  assert.deepEqual(googleCalendar.events().map(withoutId), [{ ...content, ...nine }])
  assert.equal((await rowsOf(agent))[0]?.last_error, null)
})

test('long notes and names are truncated to the limits of calendars', async () => {
  const agent = await annaLinked('microsoft')
  await book(agent, 'apt_12', { personName: '😀'.repeat(300), notes: '😀'.repeat(9000) })
  const [event] = microsoftCalendar.events()
  assert.ok(event && event.title.length <= 255 && event.description.length <= 8000)
  assert.ok(event.title.isWellFormed() && event.description.isWellFormed())
})

test('fifty concurrent changes leave one event, which shows the last', async () => {
  const agent = await annaLinked('google')
  const changes = Array.from({ length: 50 }, (_, index) => `Change ${index}`)
  await Promise.all(
    changes.map(async (notes) => {
      change(agent, 'apt_13', { notes })
      await tell(agent, 'apt_13')
      await worker.drain()
    }),
  )
  await worker.drain()
  assert.deepEqual(
    googleCalendar.events().map(({ description }) => description),
    ['Change 49'],
  )
})

test('removal of the events of a deleted agent is retried as long as their account is connected', async () => {
  const agent = await annaLinked('google')
  await book(agent, 'apt_17')
  assertStatus(await agent.api.del(agent.path), 204)
  googleCalendar.fault = 'fails'
  await worker.drain()
  for (let times = 0; times < 12; times++) {
    const [row] = await rowsOf(agent)
    clock.skipped += (row?.due_at?.getTime() ?? 0) - world.now().getTime()
    await worker.drain()
  }
  googleCalendar.fault = undefined
  await workUntilNothingWaits(agent)
  assert.deepEqual([googleCalendar.events(), await rowsOf(agent)], [[], []])
})

test('obsolete calendar events are dropped once their account is disconnected', async () => {
  const agent = await newAgent()
  const connectionId = await connect(agent.org, 'google')
  await link(agent, 'anna', { connectionId })
  await book(agent, 'apt_18')
  await book(agent, 'apt_19')
  assertStatus(await agent.api.del(`${agent.org.path}/connections/${connectionId}`), 200)
  await book(agent, 'apt_18', { status: 'cancelled' })
  assert.equal((await rowsOf(agent)).length, 1)
  assertStatus(await agent.api.del(agent.path), 204)
  await worker.drain()
  assert.deepEqual(await rowsOf(agent), [])
})

test('failed calendar writes are retried as soon as the connection works again', async () => {
  const agent = await annaLinked('google')
  googleCalendar.fault = 'fails'
  await book(agent, 'apt_20')
  await workUntilNothingWaits(agent)
  assert.equal((await rowsOf(agent))[0]?.attempts, 10)
  googleCalendar.fault = undefined
  assert.deepEqual((await calendars.busyTimes(agent.key, ['anna'], range)).unreachable, [])
  await worker.drain()
  assert.deepEqual(googleCalendar.events().map(withoutId), [{ ...content, ...nine }])
})

test('an event written while its agent is deleted is removed again', async () => {
  const agent = await annaLinked('google')
  googleCalendar.meanwhile = async ({ method }) => {
    if (method !== 'POST') return
    assertStatus(await agent.api.del(agent.path), 204)
    appointments.delete(`${agent.key.key} apt_21`)
  }
  await book(agent, 'apt_21')
  await worker.drain()
  assert.deepEqual([googleCalendar.events(), await rowsOf(agent)], [[], []])
})
