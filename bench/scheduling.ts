import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import type { Benchmark } from './benchmark.ts'
import { type BenchCall, callOnce } from './calls.ts'
import { type BenchParley, startBenchParley } from './servers.ts'

const representatives = 20
const people = 50
const appointments = 400
const days = 60
const reads = 300
const warmUps = 20
/** Number of concurrent bookings of the same time. */
const concurrentBookings = 50
const rounds = 15

const dayMs = 86_400_000
const slotMs = 1_800_000

/**
 * Open times compared with the bare query for the appointments in them, and bookings compared with bare inserts of the
 * same rows.
 */
export async function benchScheduling(databaseUrl: string): Promise<Benchmark[]> {
  const parley = await startBenchParley(databaseUrl)
  const database = openDatabase(databaseUrl)
  try {
    const agent = await createAgent(parley, database)
    await database.pool.query(statements.insertAppointments, [agent.key, appointments, representatives])
    await database.pool.query('vacuum analyze appointments, people')
    await database.pool.query(statements.bareTable)
    return [
      ...(await measureSlots(agent, database)),
      await measureContendedBookings(agent, database),
      await measureBookings(agent, database),
    ]
  } finally {
    await database.close()
    await parley.stop()
  }
}

type BenchAgent = {
  key: number
  personIds: string[]
  send(method: BenchCall['method'], path: string, body?: object): Promise<{ status: number; text: string }>
}

async function createAgent({ origin, key }: BenchParley, { pool }: Database): Promise<BenchAgent> {
  const createSend =
    (base: string): BenchAgent['send'] =>
    async (method, path, body) => {
      const response = await callOnce(origin, {
        method,
        path: base + path,
        token: key,
        body: body && JSON.stringify(body),
      })
      return { status: response.status, text: await response.text() }
    }
  const { id } = JSON.parse((await createSend('/v1/orgs/demo')('POST', '/agents', { name: 'Bench' })).text)
  const send = createSend(`/v1/orgs/demo/agents/${id}`)
  await send('PUT', '/scheduling', office)
  const personIds: string[] = []
  for (let n = 0; n < people; n++)
    personIds.push(JSON.parse((await send('POST', '/people', { fullName: `Person ${n}` })).text).id)
  const { rows } = await pool.query('select agent_key from agents where id = $1', [id])
  return { key: rows[0].agent_key, personIds, send }
}

/** Representatives get these time zones in rotation. */
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Australia/Sydney']
const office = {
  timezone: 'Europe/Berlin',
  defaultDurationMinutes: 30,
  availableHours: [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, startTime: '09:00', endTime: '17:00' })),
  representatives: Array.from({ length: representatives }, (_, n) => ({
    id: `rep-${n}`,
    name: `Representative ${n}`,
    availability: { timezone: zones[n % zones.length] },
  })),
}

const statements = {
  /** Appointments an hour apart, alternating between the representatives. */
  insertAppointments: `
    insert into appointments (agent_key, id, person_key, representative_id, start_at, end_at, prospect_timezone, status,
                              history, created_at, updated_at)
    select $1, 'apt-' || n, (select min(person_key) from people where agent_key = $1), 'rep-' || (n % $3),
           date_trunc('hour', now()) + n * interval '3 hours', date_trunc('hour', now()) + n * interval '3 hours' + interval '30 minutes',
           'UTC', 'scheduled', '[]', now(), now()
      from generate_series(1, $2::int) as n`,
  read: `
    select representative_id, start_at, end_at from appointments
     where agent_key = $1 and status <> 'cancelled'
       and start_at < $3 and start_at > $2::timestamptz - interval '1 day' and end_at > $2`,
  bareTable: `
    create table bench_bookings (host text, start_at timestamptz, end_at timestamptz,
      exclude using gist (host with =, tstzrange(start_at, end_at) with &&))`,
  book: 'insert into bench_bookings values ($1, $2, $3) on conflict do nothing',
}

async function measureSlots({ key, send }: BenchAgent, { pool }: Database): Promise<Benchmark[]> {
  const ours: number[] = []
  const ceiling: number[] = []
  const [from, to] = [new Date(), new Date(Date.now() + days * dayMs)]
  const path = `/scheduling/slots?from=${from.toISOString()}&to=${to.toISOString()}`
  for (let n = -warmUps; n < reads; n++) {
    const startedAt = performance.now()
    const { status, text } = await send('GET', path)
    const readAt = performance.now()
    await pool.query(statements.read, [key, from, to])
    if (status !== 200 || text.length < 10_000) throw new Error(`slots: ${status} ${text.slice(0, 300)}`)
    if (n < 0) continue
    ours.push(readAt - startedAt)
    ceiling.push(performance.now() - readAt)
  }
  return Object.entries({ median: 0.5, p95: 0.95 }).map(([label, share]) => ({
    name: `open slots, ${days} days, ${representatives} representatives, ${label}`,
    ours: quantile(ours, share),
    ceiling: quantile(ceiling, share),
    unit: 'ms',
  }))
}

/** Everyone books the same time with the same representative. */
async function measureContendedBookings(agent: BenchAgent, database: Database): Promise<Benchmark> {
  const times = listOpenTimes(400)
  const ours: number[] = []
  const ceiling: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startUtc = times[round] as Date
    const bookings = Array.from({ length: concurrentBookings }, (_, n) => ({ n, startUtc, representativeId: 'rep-0' }))
    const { statuses, perSecond } = await bookAll(agent, bookings)
    const booked = statuses.filter((status) => status === 201).length
    const refused = statuses.filter((status) => status === 409).length
    if (booked !== 1 || refused !== concurrentBookings - 1) throw new Error(`${booked} were booked, ${refused} refused`)
    ours.push(perSecond)
    ceiling.push(await insertAll(database, bookings))
  }
  return {
    name: `${concurrentBookings} concurrent requests for one slot, one gets it`,
    ours: quantile(ours, 0.5),
    ceiling: quantile(ceiling, 0.5),
    unit: 'calls/s',
  }
}

/** Everyone books a different time. */
async function measureBookings(agent: BenchAgent, database: Database): Promise<Benchmark> {
  const times = listOpenTimes(500)
  const ours: number[] = []
  const ceiling: number[] = []
  for (let round = 0; round < rounds; round++) {
    const bookings = Array.from({ length: concurrentBookings }, (_, n) => ({
      n,
      startUtc: times[round * concurrentBookings + n] as Date,
      representativeId: `rep-${zones.length * (n % 5)}`,
    }))
    const { statuses, perSecond } = await bookAll(agent, bookings)
    if (statuses.some((status) => status !== 201)) throw new Error(`not all were booked: ${statuses}`)
    ours.push(perSecond)
    ceiling.push(await insertAll(database, bookings))
  }
  return {
    name: `${concurrentBookings} concurrent bookings`,
    ours: quantile(ours, 0.5),
    ceiling: quantile(ceiling, 0.5),
    unit: 'calls/s',
  }
}

type BookingRequest = { n: number; startUtc: Date; representativeId: string }

async function bookAll({ personIds, send }: BenchAgent, bookings: BookingRequest[]) {
  const startedAt = performance.now()
  const responses = await Promise.all(
    bookings.map(({ n, ...body }) => send('POST', `/people/${personIds[n]}/appointments`, body)),
  )
  return { statuses: responses.map(({ status }) => status), perSecond: computeRate(startedAt) }
}

async function insertAll({ pool }: Database, bookings: BookingRequest[]): Promise<number> {
  const startedAt = performance.now()
  await Promise.all(
    bookings.map(({ representativeId, startUtc }) =>
      pool.query(statements.book, [representativeId, startUtc, new Date(startUtc.getTime() + slotMs)]),
    ),
  )
  return computeRate(startedAt)
}

const computeRate = (startedAt: number): number => (concurrentBookings / (performance.now() - startedAt)) * 1000

/** Half-hour slots of office mornings in Berlin, starting the given number of days from now. */
function listOpenTimes(fromDay: number): Date[] {
  const midnight = Math.floor(Date.now() / dayMs) * dayMs
  return Array.from({ length: 400 }, (_, day) => midnight + (fromDay + day) * dayMs)
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    .flatMap((day) => Array.from({ length: 8 }, (_, slot) => new Date(day + 9 * 3_600_000 + slot * slotMs)))
}

function quantile(values: number[], share: number): number {
  return values.toSorted((first, second) => first - second)[Math.floor(values.length * share)] as number
}
