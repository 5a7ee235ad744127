import { sql } from 'kysely'
import pg from 'pg'
import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import { inTransaction } from '../server/src/platform/db/transaction.ts'
import { createWorker, defineLane, defineWork, enterLanes, finish, nudge } from '../server/src/platform/work/index.ts'
import { realWorld } from '../server/src/platform/world.ts'
import type { Benchmark } from './benchmark.ts'

const rowCount = 20_000
const laneRowCount = 10_000
const laneCount = 500
const batch = 100
const latencyRounds = 60
/** Parley and the bare loop alternate, so that other load on the machine affects both. */
const rounds = 5

const log = { warn: console.error, error: console.error }

/** Each measurement and the least that PostgreSQL itself needs, in the same run, on separate tables. */
export async function benchWork(url: string): Promise<Benchmark[]> {
  const database = openDatabase(url)
  try {
    await createTables(database.pool)
    return [await measureRows(database), await measureLanes(database), await measureIdleLatency(database)]
  } finally {
    await database.pool.query(`drop table if exists bench_rows, bench_lane_rows;
      delete from work_lanes where kind like 'bench.%'`)
    await database.close()
  }
}

async function createTables(pool: pg.Pool): Promise<void> {
  const columns = `payload jsonb not null default '{"text":"hello"}', state text not null default 'queued',
    due_at timestamptz, lease_token text, attempts int not null default 0, crashes int not null default 0, last_error text`
  await pool.query(`
    drop table if exists bench_rows, bench_lane_rows;
    create table bench_rows (id bigint generated always as identity primary key, ${columns});
    create index on bench_rows (due_at) where due_at is not null;
    create table bench_lane_rows (lane text not null, seq bigint generated always as identity primary key, ${columns});
    create index on bench_lane_rows (lane, seq) where due_at is not null;
    delete from work_lanes where kind like 'bench.%'`)
}

async function measureRows({ db, pool }: Database): Promise<Benchmark> {
  const ours: number[] = []
  const ceiling: number[] = []
  for (let round = 0; round < rounds; round++) {
    await fillRows(pool)
    ceiling.push(rowCount / (await measureSeconds(() => runBareLoop(pool))))
    await fillRows(pool)
    let remaining = rowCount
    const finished = Promise.withResolvers<void>()
    const work = defineWork({
      kind: 'bench.rows',
      table: 'bench_rows',
      key: ['id'] as never[],
      concurrency: batch,
      perform: async () => finish({ set: { state: 'done' } }),
    })
    const worker = createWorker({
      db,
      world: realWorld,
      log,
      works: [work],
      observe: () => --remaining === 0 && finished.resolve(),
    })
    ours.push(rowCount / (await measureSeconds(() => worker.start().then(() => finished.promise))))
    await worker.stop({ withinMilliseconds: 5_000 })
  }
  return { name: 'rows processed', ours: computeMedian(ours), ceiling: computeMedian(ceiling), unit: 'rows/s' }
}

async function fillRows(pool: pg.Pool): Promise<void> {
  await pool.query('truncate bench_rows')
  await pool.query(`insert into bench_rows (due_at) select now() from generate_series(1, ${rowCount})`)
  await pool.query('vacuum analyze bench_rows')
}

/** Claims and completes rows in batches, without leases to extend, work to perform, or metrics. */
async function runBareLoop(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      `update bench_rows set lease_token = 'x', due_at = $1 where id = any(array(
         select id from bench_rows where due_at <= $2 order by due_at limit ${batch} for update skip locked)) returning *`,
      [new Date(Date.now() + 30_000), new Date()],
    )
    if (rows.length === 0) return
    await pool.query(
      `update bench_rows set due_at = null, lease_token = null, state = 'done' where id = any($1) and lease_token = 'x'`,
      [rows.map((row) => row.id)],
    )
  }
}

async function measureLanes({ db, pool }: Database): Promise<Benchmark> {
  const last = new Map<string, number>()
  let remaining = laneRowCount
  const finished = Promise.withResolvers<void>()
  const lane = defineLane<'bench_lane_rows', LaneRow, 'lane'>({
    kind: 'bench.lanes',
    table: 'bench_lane_rows',
    key: ['seq'],
    lane: ['lane'],
    order: 'seq',
    concurrency: batch,
    async perform(row) {
      if (row.seq <= (last.get(row.lane) ?? 0)) throw new Error(`lane ${row.lane} was processed out of order`)
      last.set(row.lane, row.seq)
      return finish({ set: { state: 'done' } })
    },
  })
  const keys = Array.from({ length: laneCount }, (_, index) => ({ lane: `lane ${index}` }))
  await inTransaction(db, (tx) => enterLanes(tx, lane, keys, new Date()))
  await pool.query(`insert into bench_lane_rows (lane, due_at)
    select 'lane ' || n % ${laneCount}, now() from generate_series(1, ${laneRowCount}) as n`)
  await pool.query('vacuum analyze bench_lane_rows, work_lanes')
  await fillRows(pool)
  const ceiling = rowCount / (await measureSeconds(() => runBareLoop(pool)))
  const observe = () => --remaining === 0 && finished.resolve()
  const worker = createWorker({ db, world: realWorld, log, lanes: [lane], observe })
  const ours = laneRowCount / (await measureSeconds(() => worker.start().then(() => finished.promise)))
  await worker.stop({ withinMilliseconds: 5_000 })
  return { name: `rows processed in order, ${laneCount} lanes`, ours, ceiling, unit: 'rows/s' }
}

type LaneRow = {
  lane: string
  seq: number
  due_at: Date | null
  attempts: number
  crashes: number
  last_error: string | null
}

async function measureIdleLatency({ db, pool, url }: Database): Promise<Benchmark> {
  let onStart = (_at: number) => {}
  const work = defineWork({
    kind: 'bench.rows',
    table: 'bench_rows',
    key: ['id'] as never[],
    async perform() {
      onStart(performance.now())
      return finish()
    },
  })
  await pool.query('truncate bench_rows')
  const worker = createWorker({ db, url, world: realWorld, log, works: [work], pollSeconds: 3600 })
  await worker.start()
  await pause(300)
  const ours: number[] = []
  for (let round = 0; round < latencyRounds; round++) {
    const nextStart = new Promise<number>((resolve) => {
      onStart = resolve
    })
    await inTransaction(db, async (tx) => {
      await sql`insert into bench_rows (due_at) values (${new Date()})`.execute(tx)
      nudge(tx, 'bench.rows')
    })
    const committedAt = performance.now()
    ours.push((await nextStart) - committedAt)
    await pause(20)
  }
  await worker.stop({ withinMilliseconds: 1_000 })
  const ceiling = await measureNotifyRoundTrip(pool, url())
  return { name: 'commit to start when idle, p50', ours: computeMedian(ours), ceiling, unit: 'ms' }
}

async function measureNotifyRoundTrip(pool: pg.Pool, url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('listen bench_nudge')
  const roundTrips: number[] = []
  for (let round = 0; round < latencyRounds; round++) {
    const notified = new Promise((resolve) => client.once('notification', resolve))
    const startedAt = performance.now()
    await pool.query(`select pg_notify('bench_nudge', '')`)
    await notified
    roundTrips.push(performance.now() - startedAt)
    await pause(20)
  }
  await client.end()
  return computeMedian(roundTrips)
}

async function measureSeconds(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return (performance.now() - startedAt) / 1000
}

function computeMedian(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

if (import.meta.main) {
  const url = process.argv[2]
  if (!url) throw new Error('Usage: node bench/work.ts <URL of a migrated database>')
  for (const { name, ours, ceiling, unit } of await benchWork(url)) {
    const ratio = (ours / ceiling).toFixed(2)
    console.log(`${name}: ${ours.toFixed(1)} ${unit}, bare ${ceiling.toFixed(1)} ${unit}, ratio ${ratio}`)
  }
}
