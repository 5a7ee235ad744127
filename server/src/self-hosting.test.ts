import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { type Config, readConfig, settings } from './config.ts'
import { createOrg } from './domains/orgs/index.ts'
import { openDatabase, reservedConnectionsFor } from './platform/db/database.ts'

import { migrate } from './platform/db/migrate.ts'
import { createFairSlots } from './platform/fairness/slots.ts'
import { createMetrics } from './platform/metrics.ts'
import { realWorld } from './platform/world.ts'
import { createEmptyDatabase, createTestDatabase } from './testing/database.ts'
import { openGuide } from './testing/guide.ts'
import { callParley, createScratchFolder, startParleyProcess } from './testing/process.ts'

/** Checks docs/self-hosting.md and docs/operations.md: settings and ports exist, and backups can be restored. */

const guide = openGuide('self-hosting')
const operations = openGuide('operations')
const run = promisify(execFile)
const root = new URL('../../', import.meta.url)

/** Variables in the guides that do not belong to Parley. */
const foreign = ['NODE_ENV', 'TMPDIR', 'CREATE']

test('every setting that the guides name exists', () => {
  const named = [guide, operations].flatMap(({ text }) => [...text.matchAll(/`([A-Z][A-Z_]{3,})(?:=.*?)?`/g)])
  const unknown = named.map(([, name = '']) => name).filter((name) => !(name in settings) && !foreign.includes(name))
  assert.deepEqual(unknown, [])
  assert.ok(named.length > 30)
})

const envs = guide.blocks('env').map(({ text }) => {
  const filled = text.replaceAll('<64 hex digits>', '0f'.repeat(32))
  const lines = filled
    .trim()
    .split('\n')
    .map((line) => line.split(/=(.*)/, 2) as [string, string])
  for (const [name] of lines) assert.ok(name in settings || foreign.includes(name), name)
  return readConfig(Object.fromEntries(lines))
})

test('Parley can parse the settings of the guide', () => {
  const [one, many] = envs as [Config, Config]
  assert.deepEqual([one.lab, one.demo, one.host, one.databaseUrl], [false, false, '127.0.0.1', undefined])
  assert.deepEqual([many.roles, many.host], [['api', 'gateway'], '0.0.0.0'])
  assert.deepEqual([one.publicUrl, one.gatewayPublicUrl], [many.publicUrl, many.gatewayPublicUrl])
})

test('the proxies of the guide route each name to its port and allow the sizes that Parley accepts', () => {
  const [{ publicUrl, gatewayPublicUrl, port, gatewayPort } = assert.fail()] = envs
  const expected = [
    [new URL(publicUrl).host, `127.0.0.1:${port}`],
    [new URL(gatewayPublicUrl).host, `127.0.0.1:${gatewayPort}`],
  ]
  const [{ text: nginx } = assert.fail()] = guide.blocks('nginx')
  const [{ text: caddy } = assert.fail()] = guide.blocks('caddy')
  const servers = nginx.split('\nserver {').slice(1)
  const word = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? assert.fail(String(pattern))
  assert.deepEqual(
    servers.map((text) => [word(text, /server_name (\S+);/), word(text, /proxy_pass http:\/\/(\S+);/)]),
    expected,
  )
  assert.deepEqual(
    [...caddy.matchAll(/^(\S+) \{\n[\s\S]*?reverse_proxy (\S+)\n\}/gm)].map(([, host, to]) => [host, to]),
    expected,
  )
  assert.equal(nginx.split('{').length, nginx.split('}').length)
  for (const text of servers) assert.match(text, /location = \/metrics \{ return 404; \}/)
  assert.match(servers[1] as string, /Upgrade \$http_upgrade/)
})

test('the service unit of the guide starts existing files', () => {
  const [{ text: unit } = assert.fail()] = guide.blocks('ini')
  const [, program = '', script = ''] = /^ExecStart=\/opt\/parley\/(\S+) (\S+)$/m.exec(unit) ?? []
  for (const path of [program, script, 'tools/ensure-installed.mjs']) assert.ok(existsSync(new URL(path, root)), path)
  assert.match(unit, /^ReadWritePaths=\/var\/lib\/parley$/m)
  assert.ok(guide.text.includes('DATA_DIR=/var/lib/parley'))
})

test('the guide gives the right number of connections for each process', () => {
  const { databaseConnections } = readConfig({})
  const sizing = guide.section('Sizing')
  assert.ok(sizing.includes(`\`DATABASE_CONNECTIONS\` (${databaseConnections})`))
  const ownConnections = 8
  const forProbes = 1
  const all = databaseConnections + reservedConnectionsFor(databaseConnections) + forProbes + ownConnections
  assert.ok(sizing.includes(`must hold ${all} for each process`))
  assert.ok(guide.section('Retention').includes(`\`HISTORY_DAYS\` (${readConfig({}).historyDays} by default)`))
})

test('the metrics that the guides name exist', async () => {
  const metrics = createMetrics()
  metrics.watchQueues(async () => [])
  metrics.watchSlots(() => createFairSlots({ slots: 1, reserve: 0 }).state())
  const exposed = await metrics.registry.metrics()
  const named = [guide, operations].flatMap(({ text }) => [...text.matchAll(/`(parley_\w+)`/g)])
  assert.ok(named.length > 5)
  for (const [, name = ''] of named) assert.ok(exposed.includes(`# TYPE ${name} `), name)
})

/** The commands of the guide that contain this word, with the test's own folders and files. */
function commands(word: string, places: Record<string, string>): string {
  const [found = assert.fail(word)] = guide.blocks('sh').filter(({ text }) => text.includes(word))
  return Object.entries(places).reduce((text, [from, to]) => text.replaceAll(from, to), found.text)
}

const cli = new URL('cli/bin/parley.mjs', root).pathname

test('a backup of a running Parley restores to a working Parley in another folder', async () => {
  const [from, to] = [join(createScratchFolder(), 'data'), join(createScratchFolder(), 'data')]
  const archive = join(createScratchFolder(), 'parley.tar.gz')
  const before = await startParleyProcess({ DATA_DIR: from, DEMO: 'off' })
  const { apiKey } = before.credentials()
  const places = { '/var/backups/parley.tar.gz': archive, 'parley ': `node ${cli} ` }
  const at = (folder: string) => ({ env: { PATH: process.env.PATH, DATA_DIR: folder, HOME: folder } })
  const made = await run('sh', ['-ec', commands('parley backup', places)], at(from))
  assert.match(made.stderr, /rows in \d+ tables.*\n.*The archive does not contain the secret key/)
  await run('node', [cli, 'backup', '--with-keys', '--out', `${archive}.keys`], at(from))
  assert.equal((await callParley({ origin: before.origin, token: apiKey }, 'GET', '/me')).status, 200)
  const over = await run('node', [cli, 'restore', archive], at(from)).catch((error) => error)
  assert.deepEqual([over.code, /The database is not empty/.test(over.stderr)], [3, true])
  await before.end()
  const done = await run('sh', ['-ec', commands('parley restore', places)], at(to))
  assert.match(done.stderr, /^ {2}The archive is complete.* Nothing was written[\s\S]*Restored: \d+ rows/)
  await run('tar', ['-xzf', `${archive}.keys`, '-C', to, '--strip-components=1', 'files/keys/secret'])
  const { origin } = await startParleyProcess({ DATA_DIR: to, DEMO: 'off', REAL_SENDS: 'off' })
  assert.equal((await callParley({ origin, token: apiKey }, 'GET', '/me')).status, 200)
})

test('a pg_dump of the database restores to the same database', async () => {
  const database = await createTestDatabase()
  const { rows } = await database.pool.query('select current_database() as name, current_setting($1) as version', [
    'server_version',
  ])
  // A pg_dump older than the server refuses it; the tests may use a newer server.
  if (Number.parseInt(rows[0].version, 10) > (await dumpVersion())) return
  await createOrg(database.db, { id: 'harbour', name: 'Harbour' }, realWorld)
  const target = await createEmptyDatabase()
  const source = new URL(target)
  source.pathname = `/${rows[0].name}`
  const places = { 'parley.dump': join(createScratchFolder(), 'parley.dump') }
  const env = (url: string) => ({ env: { ...process.env, DATABASE_URL: url } })
  await run('sh', ['-ec', commands('pg_dump', places)], env(source.href))
  await run('sh', ['-ec', commands('pg_restore', places)], env(target))
  const restored = openDatabase(target, { connections: 1 })
  try {
    await migrate(restored.pool)
    assert.deepEqual((await restored.pool.query('select id, name from orgs')).rows, [
      { id: 'harbour', name: 'Harbour' },
    ])
  } finally {
    await restored.close()
  }
})

/** 0 if it is not installed. */
async function dumpVersion(): Promise<number> {
  const { stdout } = await run('pg_dump', ['--version']).catch(() => ({ stdout: '' }))
  return Number(/ (\d+)/.exec(stdout)?.[1] ?? 0)
}
