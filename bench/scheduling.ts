import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import type { Benchmark } from './benchmark.ts'
import { type BenchCall, callRepeatedly } from './calls.ts'
import { type BenchParley, startBenchParley } from './servers.ts'

const representatives = 20
const people = 50
const appointments = 400
const days = 60
const reads = 300
const warmUps = 20
/** Number of concurrent bookings of the same time. */
const crowd = 50
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
    const agent = await makeAgent(parley, database)
    await database.pool.query(statements.fill, [agent.key, appointments, representatives])
    await database.pool.query('vacuum analyze appointments, people')
    await database.pool.query(statements.bareTable)
    return [...(await slotTimes(agent, database)), await crowdRate(agent, database), await bookingRate(agent, database)]
  } finally {
    await database.close()
    await parley.stop()
  }
}

type Agent = {
  key: number
  personIds: string[]
  send(method: BenchCall['method'], path: string, body?: object): Promise<{ status: number; text: string }>
}

async function makeAgent({ origin, key }: BenchParley, { pool }: Database): Promise<Agent> {
  const sendTo =
    (base: string): Agent['send'] =>
    async (method, path, body) => {
      const answer = await callRepeatedly(origin, {
        method,
        path: base + path,
        token: key,
        body: body && JSON.stringify(body),
      })
      return { status: answer.status, text: await answer.text() }
    }
  const { id } = JSON.parse((await sendTo('/v1/orgs/demo')('POST', '/agents', { name: 'Bench' })).text)
  const send = sendTo(`/v1/orgs/demo/agents/${id}`)
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
  fill: `
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

async function slotTimes({ key, send }: Agent, { pool }: Database): Promise<Benchmark[]> {
  const ours: number[] = []
  const ceiling: number[] = []
  const [from, to] = [new Date(), new Date(Date.now() + days * dayMs)]
  const path = `/scheduling/slots?from=${from.toISOString()}&to=${to.toISOString()}`
  for (let n = -warmUps; n < reads; n++) {
    const startedAt = performance.now()
    const { status, text } = await send('GET', path)
    const between = performance.now()
    await pool.query(statements.read, [key, from, to])
    if (status !== 200 || text.length < 10_000) throw new Error(`slots: ${status} ${text.slice(0, 300)}`)
    if (n < 0) continue
    ours.push(between - startedAt)
    ceiling.push(performance.now() - between)
  }
  return Object.entries({ median: 0.5, p95: 0.95 }).map(([label, share]) => ({
    name: `open slots, ${days} days, ${representatives} representatives, ${label}`,
    ours: at(ours, share),
    ceiling: at(ceiling, share),
    unit: 'ms',
  }))
}

/** Everyone books the same time with the same representative. */
async function crowdRate(agent: Agent, database: Database): Promise<Benchmark> {
  const times = openTimes(400)
  const ours: number[] = []
  const ceiling: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startUtc = times[round] as Date
    const bookings = Array.from({ length: crowd }, (_, n) => ({ n, startUtc, representativeId: 'rep-0' }))
    const { statuses, perSecond } = await bookAll(agent, bookings)
    const booked = statuses.filter((status) => status === 201).length
    const refused = statuses.filter((status) => status === 409).length
    if (booked !== 1 || refused !== crowd - 1) throw new Error(`${booked} were booked, ${refused} refused`)
    ours.push(perSecond)
    ceiling.push(await insertAll(database, bookings))
  }
  return {
    name: `${crowd} concurrent requests for one slot, one gets it`,
    ours: at(ours, 0.5),
    ceiling: at(ceiling, 0.5),
    unit: 'calls/s',
  }
}

/** Everyone books a different time. */
async function bookingRate(agent: Agent, database: Database): Promise<Benchmark> {
  const times = openTimes(500)
  const ours: number[] = []
  const ceiling: number[] = []
  for (let round = 0; round < rounds; round++) {
    const bookings = Array.from({ length: crowd }, (_, n) => ({
      n,
      startUtc: times[round * crowd + n] as Date,
      representativeId: `rep-${zones.length * (n % 5)}`,
    }))
    const { statuses, perSecond } = await bookAll(agent, bookings)
    if (statuses.some((status) => status !== 201)) throw new Error(`not all were booked: ${statuses}`)
    ours.push(perSecond)
    ceiling.push(await insertAll(database, bookings))
  }
  return { name: `${crowd} concurrent bookings`, ours: at(ours, 0.5), ceiling: at(ceiling, 0.5), unit: 'calls/s' }
}

type Wanted = { n: number; startUtc: Date; representativeId: string }

async function bookAll({ personIds, send }: Agent, bookings: Wanted[]) {
  const startedAt = performance.now()
  const replies = await Promise.all(
    bookings.map(({ n, ...body }) => send('POST', `/people/${personIds[n]}/appointments`, body)),
  )
  return { statuses: replies.map(({ status }) => status), perSecond: rate(startedAt) }
}

async function insertAll({ pool }: Database, bookings: Wanted[]): Promise<number> {
  const startedAt = performance.now()
  await Promise.all(
    bookings.map(({ representativeId, startUtc }) =>
      pool.query(statements.book, [representativeId, startUtc, new Date(startUtc.getTime() + slotMs)]),
    ),
  )
  return rate(startedAt)
}

const rate = (startedAt: number): number => (crowd / (performance.now() - startedAt)) * 1000

/** Half-hour slots of office mornings in Berlin, starting the given number of days from now. */
function openTimes(fromDay: number): Date[] {
  const midnight = Math.floor(Date.now() / dayMs) * dayMs
  return Array.from({ length: 400 }, (_, day) => midnight + (fromDay + day) * dayMs)
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    .flatMap((day) => Array.from({ length: 8 }, (_, slot) => new Date(day + 9 * 3_600_000 + slot * slotMs)))
}

function at(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] as number
}
