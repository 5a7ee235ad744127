// Quick run too: the migrations, from the first schema on.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { SignJWT } from 'jose'
import pg from 'pg'
import { readMigrations } from './platform/db/migrate.ts'
import { createKeyring } from './platform/secrets/keyring.ts'
import { createFirstDatabase, firstDatabaseKey, firstDatabaseSecret } from './testing/first-database.ts'
import {
  callParley,
  createScratchFolder,
  isParleyReady,
  type ParleyProcess,
  spawnParleyProcess,
  startParleyProcess,
} from './testing/process.ts'

/**
 * A database of the first Parley upgrades to the current schema with every row. See Upgrades in docs/self-hosting.md.
 */

/** The hash of `quiet harbour lantern`. */
const hash = '$argon2id$v=19$m=19456,t=2,p=1$UR4HRwMypZQMLe2reNMYvQ$852mlibJittCM3Rai3lcdC13eInQ757LRU3A5/M/RF0'

async function on<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return act(client).finally(() => client.end())
}

type Rows = Record<string, string[]>

/** Every row of every table as text, with the given columns or all of its own. */
async function rowsOf(
  url: string,
  columns?: Map<string, string[]>,
): Promise<{ rows: Rows; columns: Map<string, string[]> }> {
  return on(url, async (client) => {
    const found = await client.query<{ table: string; columns: string[] }>(`
      select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
        from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migrations' group by 1`)
    const known = columns ?? new Map(found.rows.map((row) => [row.table, row.columns]))
    const now = new Map(found.rows.map((row) => [row.table, row.columns]))
    const rows: Rows = {}
    for (const [table, names] of known) {
      const unchanged = names.filter((name) => !changes.includes(`${table}.${name}`))
      const current = unchanged.map((name) => (now.get(table)?.includes(name) ? name : renamed[`${table}.${name}`]))
      const left = current.filter((name) => name !== undefined)
      const read = await client.query(
        `select row(${left.map((name) => `"${name}"::text`).join(', ')})::text as row from "${table}"`,
      )
      rows[table] = read.rows.map(({ row }) => row).sort()
    }
    return { rows, columns: known }
  })
}

/** Columns of the first schema that have another name today. */
const renamed: Record<string, string> = { 'rate_buckets.filled_at': 'refilled_at' }

/** Columns that a running Parley changes by itself. */
const changes = [
  'chores.due_at',
  'chores.lease_token',
  'chores.attempts',
  'chores.last_error',
  'api_keys.last_used_at',
  'rate_buckets.allowed',
  'rate_buckets.tokens',
  // Moved to members.
  'users.password_hash',
]

const settings = (url: string) => ({
  DATABASE_URL: url,
  DATA_DIR: join(createScratchFolder(), 'data'),
  DEMO: 'off',
  ROLES: 'api',
  SECRET_KEY: firstDatabaseSecret,
})

test('every row of the first Parley exists after the upgrade, and the API can read it', async () => {
  const url = await createFirstDatabase()
  const before = await rowsOf(url)
  const { origin } = await startParleyProcess(settings(url))
  const after = await rowsOf(url, before.columns)
  for (const [table, rows] of Object.entries(before.rows))
    for (const row of rows) assert.ok(after.rows[table]?.includes(row), `${table}: ${row}`)
  const call = (path: string) => callParley({ origin, token: firstDatabaseKey }, 'GET', path)
  assert.equal((await call('/orgs/harbour')).body.name, 'Harbour “Ltd”')
  const { data = [] } = (await call('/orgs/harbour/agents')).body
  assert.deepEqual(data.map(({ id }) => id).sort(), ['crane', 'desk'])
  const identity = (await call('/orgs/harbour/agents/desk/identity')).body
  assert.equal(identity.contactEmail, 'desk@example.com')
  assert.equal((await call('/orgs/harbour/agents/desk/people')).status, 200)
})

const parley = new URL('../../cli/bin/parley.mjs', import.meta.url).pathname

test('parley upgrade says what it would do, and then does it without starting Parley', async () => {
  const url = await createFirstDatabase()
  const upgrade = async (...options: string[]) => {
    const env = { PATH: process.env.PATH, HOME: createScratchFolder(), ...settings(url) }
    const { stdout, stderr } = await promisify(execFile)('node', [parley, 'upgrade', ...options, '--json'], { env })
    return { ...JSON.parse(stdout), stderr }
  }
  const count = () => on(url, async (client) => (await client.query('select from schema_migrations')).rowCount)
  const before = await count()
  const plan = await upgrade('--dry-run')
  const { name: newest } = readMigrations().at(-1) ?? assert.fail()
  assert.deepEqual([plan.target, plan.applied, plan.pending.at(-1).name], [newest, [], newest])
  assert.match(plan.stderr, new RegExp(`applies ${plan.pending.length}:[\\s\\S]*${newest}: \\w`))
  assert.equal(await count(), before)
  const done = await upgrade()
  assert.deepEqual(
    done.applied,
    plan.pending.map(({ name }: { name: string }) => name),
  )
  assert.equal(await count(), readMigrations().length)
  const again = await upgrade('--dry-run')
  assert.deepEqual([again.current, again.pending], [newest, []])
  assert.match(again.stderr, /The database is up to date/)
})

test('a member of two orgs can still enter both after signing in again', async () => {
  const url = await createFirstDatabase()
  await on(url, async (client) => {
    await client.query(`update users set password_hash = $1 where id = 'usr_1'`, [hash])
    await client.query(`insert into members values ('empty', 'usr_1', 'viewer', '2025-02-01', '2025-02-01')`)
  })
  const now = new Date()
  const { signing } = createKeyring(Buffer.from(firstDatabaseSecret, 'hex'))
  const session = new SignJWT({ org: 'harbour', epoch: 3 }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
  const registered = session.setIssuer('parley').setAudience('parley').setSubject('usr_1')
  const token = await registered.setIssuedAt(now).setExpirationTime('12h').sign(signing)
  const { origin } = await startParleyProcess(settings(url))
  // A session from before has no row, so it could not be revoked.
  assert.equal((await callParley({ origin, token }, 'GET', '/orgs/harbour')).status, 401)
  for (const org of ['harbour', 'empty']) {
    const account = { email: 'owner@example.com', password: 'quiet harbour lantern', org }
    assert.equal((await callParley({ origin, token: '' }, 'POST', '/auth/sign-in', account)).status, 200)
  }
})

test('the next start finishes an upgrade that was killed half-way', async () => {
  const url = await createFirstDatabase()
  // A lock on agents blocks the first migration that changes them.
  const parley = await on(url, async (holder) => {
    await holder.query('begin')
    await holder.query('lock table agents in access share mode')
    const upgrading = await spawnParleyProcess(settings(url))
    await untilWaiting(holder, upgrading)
    await upgrading.end('SIGKILL')
    assert.equal(await isParleyReady(upgrading.origin), false)
    const { rows } = await holder.query('select count(*)::int as done from schema_migrations')
    assert.ok(rows[0].done < readMigrations().length)
    await holder.query('rollback')
    return upgrading
  })
  const { origin } = await startParleyProcess(parley.env)
  assert.equal((await callParley({ origin, token: firstDatabaseKey }, 'GET', '/orgs/harbour')).status, 200)
})

async function untilWaiting(holder: pg.Client, { child, output }: ParleyProcess): Promise<void> {
  for (let left = 1200; left > 0; left--) {
    const { rows } = await holder.query(
      `select 1 from pg_locks join pg_database as here on here.oid = database
        where not granted and locktype = 'relation' and datname = current_database() limit 1`,
    )
    if (rows.length > 0) return
    assert.equal(child.exitCode, null, output())
    await wait(50)
  }
  assert.fail('nobody has come to the lock')
}
