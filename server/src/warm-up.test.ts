import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { createApi, createGateway } from './app.ts'
import { createTestApp } from './testing/app.ts'
import { warmUp } from './warm-up.ts'

const lines: string[] = []
const server = await createTestApp({ log: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }) })
const { pool } = server.database

async function rowsByTable(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; count: number }>(`
    select relname as name, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname), false, true, '')))[1]::text::int as count
      from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

test('a new process opens its connections and warms up its code before it serves, and leaves no data behind', async () => {
  const before = await rowsByTable()
  await warmUp(server.context, { createApi, createGateway })
  // Long enough for any late writes.
  await sleep(2_000)
  assert.deepEqual(lines, [])
  assert.ok(pool.totalCount >= 8, `${pool.totalCount} connections are open`)
  assert.equal(pool.idleCount, pool.totalCount)
  assert.deepEqual(await rowsByTable(), before)
})

test('a process whose database is away during the warm-up still starts, and logs it', async () => {
  const nowhere = { ...server.database, url: () => 'postgres://nobody@127.0.0.1:1/none' }
  await warmUp({ ...server.context, database: nowhere }, { createApi, createGateway })
  assert.match(lines.join(), /the warm-up failed/)
})
