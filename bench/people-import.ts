import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import type { Benchmark } from './benchmark.ts'
import { callOnce } from './calls.ts'
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
    const smallImport = await measureImport(parley, { rows: fewRows, file: richFile })
    const plainImport = await measureImport(parley, { rows: manyRows, file: plainFile })
    const richImport = await measureImport(parley, { rows: manyRows, file: richFile })
    const measureCeiling = async ({ agent }: ImportMeasurement) => manyRows / (await measureCopy(database, agent))
    return [
      {
        name: 'people imported from CSV: name, email, phone',
        ours: manyRows / plainImport.seconds,
        ceiling: await measureCeiling(plainImport),
        unit: 'rows/s',
      },
      {
        name: 'the same with tags, three custom fields and an identity',
        ours: manyRows / richImport.seconds,
        ceiling: await measureCeiling(richImport),
        unit: 'rows/s',
      },
      {
        name: `peak memory, ${manyRows} rows compared with ${fewRows}`,
        ours: richImport.peakMegabytes,
        ceiling: smallImport.peakMegabytes,
        unit: 'MB',
      },
    ]
  } finally {
    await parley.stop()
    await database.close()
  }
}

type ImportMeasurement = { agent: string; seconds: number; peakMegabytes: number }

type ImportCase = { rows: number; file: ImportFile }

async function measureImport({ origin, key }: BenchParley, { rows, file }: ImportCase): Promise<ImportMeasurement> {
  const agentsPath = '/v1/orgs/demo/agents'
  const created = await callOnce(origin, {
    method: 'POST',
    path: agentsPath,
    token: key,
    body: JSON.stringify({ name: 'Bench' }),
  })
  const { id: agent } = (await created.json()) as { id: string }
  const memory = watchMemory(origin)
  const startedAt = performance.now()
  const response = await fetch(`${origin}${agentsPath}/${agent}/people/import${file.query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: buildCsv(rows, file),
  })
  const report = (await response.json()) as { created: number }
  if (report.created !== rows)
    throw new Error(`the import of ${rows} rows returned ${JSON.stringify(report).slice(0, 500)}`)
  return { agent, seconds: (performance.now() - startedAt) / 1000, peakMegabytes: await memory.peak() }
}

type ImportFile = { query: string; columns: Record<string, (n: number) => string> }

const plainFile: ImportFile = {
  query: '',
  columns: {
    fullName: (n) => `Person${n % 997} Family${n % 7919}`,
    email: (n) => `person${n}@example${n % 50}.com`,
    phone: (n) => `+1202${1_000_000 + n}`,
  },
}

const richFile: ImportFile = {
  query: '?channel=rcs',
  columns: {
    ...plainFile.columns,
    tags: (n) => `fair;${n % 2 ? 'odd' : 'even'}`,
    plan: (n) => (n % 3 ? 'plus' : 'basic'),
    account: (n) => `A-${n}`,
    city: (n) => `"City, ${n % 200}"`,
  },
}

function buildCsv(rows: number, { columns }: ImportFile): string {
  const cells = Object.values(columns)
  const lines = Array.from({ length: rows }, (_, n) => cells.map((cell) => cell(n)).join())
  return [Object.keys(columns).join(), ...lines].join('\n')
}

function watchMemory(origin: string) {
  let peak = 0
  let isWatching = true
  const watcher = (async () => {
    while (isWatching) {
      const text = await (await fetch(`${origin}/metrics`)).text()
      peak = Math.max(peak, Number(/^parley_process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]))
      await sleep(200)
    }
  })()
  return {
    async peak() {
      isWatching = false
      await watcher
      return peak / 2 ** 20
    },
  }
}

/** Copies the imported rows into tables with the same indexes: no parsing, no matching, no client round trips. */
async function measureCopy({ pool }: Database, agent: string): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    for (const table of tables)
      await client.query(
        `drop table if exists bench_${table}; create table bench_${table} (like ${table} including all)`,
      )
    const startedAt = performance.now()
    await client.query('begin')
    for (const table of tables) {
      const condition =
        table === 'outbox' ? `data->>'agentId' = $1` : 'agent_key = (select agent_key from agents where id = $1)'
      const text = `insert into bench_${table} overriding system value select * from ${table} where ${condition}`
      await client.query({ text, values: [agent], query_timeout: 600_000 } as { text: string; values: string[] })
    }
    await client.query('commit')
    return (performance.now() - startedAt) / 1000
  } finally {
    client.release(true)
  }
}

const tables = ['people', 'people_search_keys', 'identities', 'outbox'] as const
