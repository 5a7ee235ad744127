import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import { createOutbound } from '../server/src/platform/outbound/index.ts'
import { createWorker, defineWork, finish } from '../server/src/platform/work/index.ts'
import { realWorld } from '../server/src/platform/world.ts'
import type { Benchmark } from './benchmark.ts'
import { type BenchParley, type Server, startBareServer, startBenchParley } from './servers.ts'

const events = Number(process.env.BENCH_AMOUNT) || 10_000
const rounds = 3
/** As many concurrent deliveries as Parley makes to one endpoint. */
const concurrency = 64
const log = { warn: console.error, error: console.error }

/** Events to one webhook, compared with the same queue whose tasks only send a request to the same sink. */
export async function benchWebhooks(url: string): Promise<Benchmark[]> {
  const parley = await startBenchParley(url)
  const sink = await startBareServer('{}')
  const database = openDatabase(url)
  try {
    const webhook = await subscribe(parley, sink)
    await database.pool.query(`
      create table bench_calls (id bigint generated always as identity primary key, body text not null,
        due_at timestamptz, lease_token text, attempts int not null default 0, crashes int not null default 0, last_error text);
      create index on bench_calls (due_at) where due_at is not null`)
    const ours: number[] = []
    const ceilings: number[] = []
    for (let round = 0; round < rounds; round++) {
      ceilings.push(await measureBareCalls(database, sink))
      ours.push(await measureDeliveries(database, webhook))
    }
    return [
      { name: 'webhook deliveries', ours: computeMedian(ours), ceiling: computeMedian(ceilings), unit: 'events/s' },
    ]
  } finally {
    await database.close()
    await sink.stop()
    await parley.stop()
  }
}

async function subscribe(parley: BenchParley, sink: Server): Promise<string> {
  const response = await fetch(`${parley.origin}/v1/orgs/demo/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${parley.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${sink.origin}/hook`, events: ['person.created'] }),
  })
  if (!response.ok) throw new Error(`the webhook was refused with ${response.status}`)
  return ((await response.json()) as { id: string }).id
}

const buildBody = (number: number) => JSON.stringify({ agentId: 'bench', personId: `per_${number}` })

/** All events exist at once, as after an import; the process that serves the API delivers them. */
async function measureDeliveries({ pool }: Database, webhook: string): Promise<number> {
  const batchId = crypto.randomUUID()
  await pool.query(
    `with published as (
       insert into outbox (id, org_id, type, data, created_at)
       select 'evt_' || $1 || n, 'demo', 'person.created', $2::jsonb, now() from generate_series(1, $3::int) as n
       returning id, type, created_at)
     insert into webhook_deliveries (webhook_id, event_id, type, created_at, due_at)
     select $4, id, type, created_at, created_at from published`,
    [batchId, buildBody(1), events, webhook],
  )
  // The worker got no notification about them: the clock starts at the first event that it found.
  for (;;) {
    const { rows } = await pool.query(
      `select count(*) filter (where due_at is not null)::int as left,
              extract(epoch from max(last_attempt_at) - min(last_attempt_at))::float8 as seconds
         from webhook_deliveries where event_id like 'evt_' || $1 || '%'`,
      [batchId],
    )
    if (rows[0].left === 0) return events / rows[0].seconds
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function measureBareCalls({ db, pool, url }: Database, sink: Server): Promise<number> {
  const outbound = createOutbound({ allowPrivateNetwork: true })
  const finished = Promise.withResolvers<void>()
  let remaining = events
  const headers = { 'content-type': 'application/json' }
  const work = defineWork({
    kind: 'bench.calls',
    table: 'bench_calls',
    key: ['id'] as never[],
    concurrency,
    async perform(row: { body: string }, { signal }: { signal: AbortSignal }) {
      const init = { method: 'POST', headers, body: row.body, signal, timeoutMilliseconds: 15_000, maxBytes: 65_536 }
      await outbound.call(`${sink.origin}/hook`, init)
      return finish()
    },
  } as never)
  const observe = () => --remaining === 0 && finished.resolve()
  const worker = createWorker({ db, url, world: realWorld, log, works: [work], observe })
  await pool.query('truncate bench_calls')
  const startedAt = performance.now()
  await pool.query(`insert into bench_calls (body, due_at) select $1, now() from generate_series(1, $2::int)`, [
    buildBody(1),
    events,
  ])
  await worker.start()
  await finished.promise
  const rate = events / ((performance.now() - startedAt) / 1000)
  await worker.stop({ withinMilliseconds: 5_000 })
  await outbound.close()
  return rate
}

function computeMedian(values: number[]): number {
  return values.toSorted((first, second) => first - second)[Math.floor(values.length / 2)] as number
}
