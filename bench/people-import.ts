import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import type { Benchmark } from './benchmark.ts'
import { callRepeatedly } from './calls.ts'
import { type BenchParley, startBenchParley } from './servers.ts'

const manyRows = 100_000
const fewRows = 10_000

/**
 * CSV import through the API, compared with the least time PostgreSQL needs to write the same rows; memory compared
 * with that of a small file.
 */
export async function benchPeopleImport(databaseUrl: string): Promise<Benchmark[]> {
  const database = openDatabase(databaseUrl)
  const parley = await startBenchParley(databaseUrl)
  try {
    const few = await importInto(parley, { rows: fewRows, file: rich })
    const list = await importInto(parley, { rows: manyRows, file: plain })
    const many = await importInto(parley, { rows: manyRows, file: rich })
    const ceilingOf = async ({ agent }: Imported) => manyRows / (await copySeconds(database, agent))
    return [
      {
        name: 'people imported from CSV: name, email, phone',
        ours: manyRows / list.seconds,
        ceiling: await ceilingOf(list),
        unit: 'rows/s',
      },
      {
        name: 'the same with tags, three custom fields and an identity',
        ours: manyRows / many.seconds,
        ceiling: await ceilingOf(many),
        unit: 'rows/s',
      },
      {
        name: `peak memory, ${manyRows} rows compared with ${fewRows}`,
        ours: many.mostMegabytes,
        ceiling: few.mostMegabytes,
        unit: 'MB',
      },
    ]
  } finally {
    await parley.stop()
    await database.close()
  }
}

type Imported = { agent: string; seconds: number; mostMegabytes: number }

type Asked = { rows: number; file: File }

async function importInto({ origin, key }: BenchParley, { rows, file }: Asked): Promise<Imported> {
  const all = '/v1/orgs/demo/agents'
  const made = await callRepeatedly(origin, {
    method: 'POST',
    path: all,
    token: key,
    body: JSON.stringify({ name: 'Bench' }),
  })
  const { id: agent } = (await made.json()) as { id: string }
  const memory = watchMemory(origin)
  const from = performance.now()
  const answer = await fetch(`${origin}${all}/${agent}/people/import${file.query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: csv(rows, file),
  })
  const report = (await answer.json()) as { created: number }
  if (report.created !== rows)
    throw new Error(`the import of ${rows} rows answered ${JSON.stringify(report).slice(0, 500)}`)
  return { agent, seconds: (performance.now() - from) / 1000, mostMegabytes: await memory.most() }
}

type File = { query: string; columns: Record<string, (n: number) => string> }

const plain: File = {
  query: '',
  columns: {
    fullName: (n) => `Person${n % 997} Family${n % 7919}`,
    email: (n) => `person${n}@example${n % 50}.com`,
    phone: (n) => `+1202${1_000_000 + n}`,
  },
}

const rich: File = {
  query: '?channel=rcs',
  columns: {
    ...plain.columns,
    tags: (n) => `fair;${n % 2 ? 'odd' : 'even'}`,
    plan: (n) => (n % 3 ? 'plus' : 'basic'),
    account: (n) => `A-${n}`,
    city: (n) => `"City, ${n % 200}"`,
  },
}

function csv(rows: number, { columns }: File): string {
  const cells = Object.values(columns)
  const lines = Array.from({ length: rows }, (_, n) => cells.map((cell) => cell(n)).join())
  return [Object.keys(columns).join(), ...lines].join('\n')
}

function watchMemory(origin: string) {
  let most = 0
  let watching = true
  const watched = (async () => {
    while (watching) {
      const text = await (await fetch(`${origin}/metrics`)).text()
      most = Math.max(most, Number(/^parley_process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]))
      await sleep(200)
    }
  })()
  return {
    async most() {
      watching = false
      await watched
      return most / 2 ** 20
    },
  }
}

/** Copies the imported rows into tables with the same indexes: no parsing, no matching, no client round trips. */
async function copySeconds({ pool }: Database, agent: string): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    for (const table of tables)
      await client.query(
        `drop table if exists bench_${table}; create table bench_${table} (like ${table} including all)`,
      )
    const from = performance.now()
    await client.query('begin')
    for (const table of tables) {
      const of =
        table === 'outbox' ? `data->>'agentId' = $1` : 'agent_key = (select agent_key from agents where id = $1)'
      const text = `insert into bench_${table} overriding system value select * from ${table} where ${of}`
      await client.query({ text, values: [agent], query_timeout: 600_000 } as { text: string; values: string[] })
    }
    await client.query('commit')
    return (performance.now() - from) / 1000
  } finally {
    client.release(true)
  }
}

const tables = ['people', 'people_search_keys', 'identities', 'outbox'] as const
