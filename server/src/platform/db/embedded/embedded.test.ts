import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { linkLibraries } from './binaries.ts'
import {
  findUnprivilegedUserProblem,
  isReachable,
  killServer,
  queryOnce,
  scratchDataDir,
  skipForMissing,
  spawnStarter,
} from './embedded.testing.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { nobodyUser } from './run-program.ts'

const asRoot = process.getuid?.() === 0
const onLinux = process.platform === 'linux'

async function errorOf(act: Promise<unknown>): Promise<string> {
  return act.then(
    () => assert.fail('should have failed'),
    (error: Error) => error.message,
  )
}

test('the first start creates the database, and the next one finds it running', async (t) => {
  const dataDir = await scratchDataDir(t, 'data')
  const sentences: string[] = []
  const first = await startEmbeddedPostgres({ dataDir, onProgress: (sentence) => sentences.push(sentence) })
  assert.deepEqual(sentences, ['Creating the database…', 'Starting the database…'])
  assert.equal(first.startedHere, true)
  const second = await startEmbeddedPostgres({ dataDir })
  assert.equal(second.startedHere, false)
  assert.equal(second.pid, first.pid)
  assert.equal(second.url, first.url)
  await first.stop()
  assert.equal(await isReachable(first.url), true, 'the second is still there')
  await second.stop()
  await second.stop()
  assert.equal(await isReachable(first.url), false)
})

test('the URL names the database parley, and another one when its path is replaced', async (t) => {
  const dataDir = await scratchDataDir(t)
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  const url = new URL(server.url)
  assert.equal(url.pathname, '/parley')
  url.pathname = '/postgres'
  const [other] = await queryOnce(url.href, 'select current_database() as name')
  assert.deepEqual(other, { name: 'postgres' })
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  assert.equal(await isReachable(url.href), true, 'it listens on the loopback port too')
  await server.stop()
})

test('the server uses UTF-8 and UTC, and disables fsync only on request', async (t) => {
  const settings = `select current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone,
    current_setting('max_connections') as connections, current_setting('jit') as jit, lower('ÄÖ') as lower,
    current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
    current_setting('full_page_writes') as pages`
  const always = { encoding: 'UTF8', zone: 'UTC', connections: '200', jit: 'off', lower: 'äö' }
  const dataDir = await scratchDataDir(t)
  const durable = await startEmbeddedPostgres({ dataDir })
  assert.deepEqual(await queryOnce(durable.url, settings), [{ ...always, fsync: 'on', commit: 'on', pages: 'on' }])
  await durable.stop()
  const fast = await startEmbeddedPostgres({ dataDir, durable: false })
  assert.deepEqual(await queryOnce(fast.url, settings), [{ ...always, fsync: 'off', commit: 'off', pages: 'off' }])
  await fast.stop()
})

test('only its owner can read the password, the cluster, the log and the socket folder', async (t) => {
  const dataDir = await scratchDataDir(t, 'data')
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  const socket = new URL(server.url).searchParams.get('host') ?? ''
  const modes: [string, number][] = [
    [join(dataDir, 'keys'), 0o700],
    [join(dataDir, 'keys', 'postgres'), 0o600],
    [join(dataDir, 'postgres'), 0o700],
    [join(dataDir, 'postgres.log'), 0o600],
    [socket, 0o700],
  ]
  for (const [path, mode] of modes) assert.equal((await stat(path)).mode & 0o777, mode, path)
  assert.ok(Buffer.byteLength(`${socket}/.s.PGSQL.65535`) < 100)
  const password = (await readFile(join(dataDir, 'keys', 'postgres'), 'utf8')).trim()
  assert.equal(Buffer.from(password, 'hex').length, 32)
  assert.equal((await readFile(join(dataDir, 'postgres.log'), 'utf8')).includes(password), false)
  assert.deepEqual((await readdir(dataDir)).sort(), ['keys', 'postgres', 'postgres.lock', 'postgres.log'])
  const wrong = new URL(server.url)
  wrong.password = 'wrong'
  assert.equal(await isReachable(wrong.href), false)
  await server.stop()
  assert.equal(existsSync(socket), false)
})

test('every acknowledged row survives repeated kills of the server', async (t) => {
  if (!onLinux) return skipForMissing(t, 'finding the children of the server needs /proc')
  const dataDir = await scratchDataDir(t)
  const acknowledged: number[] = []
  let next = 0
  let server = await startEmbeddedPostgres({ dataDir })
  await queryOnce(server.url, 'create table rows (n int primary key)')
  for (let round = 0; round < 5; round++) {
    const writers = Array.from({ length: 4 }, () => insertUntilBroken(server.url, () => ++next, acknowledged))
    const before = acknowledged.length
    for (let tries = 0; tries < 3000 && acknowledged.length < before + 20; tries++) await sleep(10)
    await killServer(server.pid, { children: round % 2 === 0 })
    await Promise.all(writers)
    server = await startEmbeddedPostgres({ dataDir })
    assert.equal(server.startedHere, true)
    const storedRows = new Set((await queryOnce<{ n: number }>(server.url, 'select n from rows')).map((row) => row.n))
    assert.deepEqual(
      acknowledged.filter((n) => !storedRows.has(n)),
      [],
    )
  }
  assert.ok(acknowledged.length > 50, `${acknowledged.length} rows`)
  await server.stop()
})

async function insertUntilBroken(url: string, take: () => number, acknowledged: number[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    for (;;) {
      const n = take()
      await client.query('insert into rows values ($1)', [n])
      acknowledged.push(n)
    }
  } catch {
    await client.end().catch(() => {})
  }
}

test('killing the process that started the server leaves it running for the next one', async (t) => {
  const dataDir = await scratchDataDir(t)
  const first = spawnStarter(t, dataDir)
  const { pid, startedHere } = await first.report
  assert.equal(startedHere, true)
  first.child.kill('SIGKILL')
  const next = await startEmbeddedPostgres({ dataDir, durable: false })
  assert.equal(next.pid, pid)
  assert.equal(next.startedHere, false)
  await next.stop()
  assert.equal(await isReachable(next.url), false, 'it can also be stopped by a process that did not start it')
})

test('the server runs in its own session, so that Ctrl-C in the terminal does not reach it', async (t) => {
  if (!onLinux) return skipForMissing(t, 'reading a session id needs /proc')
  const server = await startEmbeddedPostgres({ dataDir: await scratchDataDir(t), durable: false })
  const fields = (await readFile(`/proc/${server.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  assert.equal(Number(fields[3]), server.pid)
  await server.stop()
})

test('a start killed while it creates the cluster leaves nothing that breaks the next start', async (t) => {
  const dataDir = await scratchDataDir(t)
  const killed = spawnStarter(t, dataDir)
  while (!existsSync(join(dataDir, 'keys', 'postgres'))) await sleep(5)
  await sleep(150)
  killed.child.kill('SIGKILL')
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  assert.equal(await isReachable(server.url), true)
  assert.deepEqual(
    (await readdir(dataDir)).filter((name) => name.includes('new')),
    [],
  )
  await server.stop()
})

test('five processes starting at once on a new folder share one server, and the last one to leave stops it', async (t) => {
  const dataDir = await scratchDataDir(t, 'data')
  const starters = Array.from({ length: 5 }, () => spawnStarter(t, dataDir))
  const reports = await Promise.all(starters.map((one) => one.report))
  assert.deepEqual(reports.map((one) => one.error).filter(Boolean), [])
  assert.equal(new Set(reports.map((one) => one.url)).size, 1)
  assert.equal(reports.filter((one) => one.startedHere).length, 1)
  const url = reports[0]?.url ?? ''
  for (const one of starters.slice(1)) await one.stop()
  assert.equal(await isReachable(url), true)
  await starters[0]?.stop()
  assert.equal(await isReachable(url), false)
})

test('stop leaves the server running for a connection that is still open', async (t) => {
  const dataDir = await scratchDataDir(t)
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await server.stop()
  assert.equal((await client.query('select 1')).rowCount, 1)
  await client.end()
  const again = await startEmbeddedPostgres({ dataDir, durable: false })
  assert.equal(again.pid, server.pid)
  await again.stop()
  assert.equal(await isReachable(server.url), false)
})

test('a folder may have spaces, letters of any script and a very long path', async (t) => {
  const part = `Daten von 'Zoë' "und" Мария $HOME 数据`
  const dataDir = await scratchDataDir(t, ...Array.from({ length: 8 }, () => part))
  assert.ok(Buffer.byteLength(dataDir) > 400)
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  assert.equal(await isReachable(server.url), true)
  await server.stop()
  const again = await startEmbeddedPostgres({ dataDir, durable: false })
  assert.equal(again.startedHere, true)
  await again.stop()
  const longer = join(dataDir, 'x'.repeat(100))
  assert.match(await errorOf(startEmbeddedPostgres({ dataDir: longer })), /too long for a data folder\. Set DATA_DIR/)
})

test('a start waits for a server that is recovering from the crash of a connection', async (t) => {
  const dataDir = await scratchDataDir(t)
  const first = await startEmbeddedPostgres({ dataDir })
  const client = new pg.Client({ connectionString: first.url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  const second = await startEmbeddedPostgres({ dataDir })
  assert.equal(second.pid, first.pid)
  assert.equal(await isReachable(second.url), true)
  await first.stop()
  await second.stop()
  assert.equal(await isReachable(second.url), false)
})

test('a pid file of a dead server is ignored, even if another program has its pid now', async (t) => {
  const dataDir = await scratchDataDir(t)
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const first = await startEmbeddedPostgres({ dataDir, durable: false })
  const text = await readFile(pidFile, 'utf8')
  await first.stop()
  const bystander = spawn('sleep', ['60'], { stdio: 'ignore' })
  t.after(() => bystander.kill())
  for (const stale of [String(deadPid(bystander)), String(bystander.pid)]) {
    await writeFile(pidFile, text.replace(/^\d+/, stale))
    const server = await startEmbeddedPostgres({ dataDir, durable: false })
    assert.equal(server.startedHere, true)
    await server.stop()
  }
  await writeFile(pidFile, '')
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  assert.equal(server.startedHere, true)
  await server.stop()
  assert.equal(bystander.exitCode, null)
})

function deadPid(alive: ChildProcess): number {
  const { pid } = spawnSync('true')
  return pid === alive.pid ? pid + 1 : pid
}

test('the server is found through its port if the socket folder was deleted', async (t) => {
  const dataDir = await scratchDataDir(t)
  const first = await startEmbeddedPostgres({ dataDir, durable: false })
  const socket = new URL(first.url).searchParams.get('host') ?? ''
  await rm(socket, { recursive: true })
  const second = await startEmbeddedPostgres({ dataDir, durable: false })
  assert.equal(second.pid, first.pid)
  assert.equal(new URL(second.url).searchParams.get('host'), null)
  assert.equal(await isReachable(second.url), true)
  await first.stop()
  await second.stop()
})

test('a failed start explains the cause in a sentence, without the password', async (t) => {
  const dataDir = await scratchDataDir(t, 'data')
  const cluster = join(dataDir, 'postgres')
  const start = () => errorOf(startEmbeddedPostgres({ dataDir, durable: false }))
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  await server.stop()
  const password = await readFile(join(dataDir, 'keys', 'postgres'), 'utf8')
  const outputs: string[] = []

  await writeFile(join(dataDir, 'keys', 'postgres'), '0'.repeat(64))
  outputs.push(await start())
  assert.match(outputs.at(-1) ?? '', /^The password in keys\/postgres does not match the database/)
  await rm(join(dataDir, 'keys', 'postgres'))
  outputs.push(await start())
  assert.match(outputs.at(-1) ?? '', /^The password of the database in .* is missing\. Restore/)
  await writeFile(join(dataDir, 'keys', 'postgres'), password)

  await writeFile(join(cluster, 'PG_VERSION'), '17\n')
  outputs.push(await start())
  assert.match(outputs.at(-1) ?? '', /created by PostgreSQL 17, but this Parley includes PostgreSQL 18/)
  await writeFile(join(cluster, 'PG_VERSION'), '18\n')

  await writeFile(join(cluster, 'postgresql.conf'), 'nonsense = here\n')
  outputs.push(await start())
  assert.match(
    outputs.at(-1) ?? '',
    /^PostgreSQL did not start on .*\n.*unrecognized configuration parameter "nonsense"/s,
  )

  await rm(cluster, { recursive: true })
  await symlink('/nowhere/at/all', cluster)
  outputs.push(await start())
  assert.match(outputs.at(-1) ?? '', /postgres already exists, but it is not a PostgreSQL cluster/)
  for (const sentence of outputs) assert.equal(sentence.includes(password.trim()), false)
})

test('a data folder that is a file or not writable is refused with a sentence', async (t) => {
  const dataDir = await scratchDataDir(t, 'data')
  await writeFile(dataDir, '')
  const refusal = /^The data folder .* is not writable\. Make the user that runs Parley its owner, or set DATA_DIR/
  assert.match(await errorOf(startEmbeddedPostgres({ dataDir })), refusal)
  assert.match(await errorOf(startEmbeddedPostgres({ dataDir: join(dataDir, 'below') })), refusal)
  await rm(dataDir)
  await mkdir(dataDir, { mode: 0o555 })
  if (!asRoot) return assert.match(await errorOf(startEmbeddedPostgres({ dataDir })), refusal)
  const reason = findUnprivilegedUserProblem()
  if (reason) return skipForMissing(t, reason)
  await chmod(join(dataDir, '..'), 0o755)
  const { uid, gid } = nobodyUser()
  assert.match((await spawnStarter(t, dataDir, { uid, gid }).report).error ?? '', refusal)
})

test('a full disk is refused with a sentence', async (t) => {
  const dataDir = await scratchDataDir(t)
  const mount = ['unshare', '--mount', 'sh', '-c', 'mount -t tmpfs -o size=20m none "$0" && exec "$@"', dataDir]
  if (!asRoot || spawnSync(mount[0] ?? '', [...mount.slice(1), 'true']).status !== 0) {
    return skipForMissing(t, 'a small disk can be mounted by root only')
  }
  const { error } = await spawnStarter(t, dataDir, { prefix: mount }).report
  assert.match(error ?? '', /^The disk that holds .* is full\. Free some space/)
})

test('the embedded database works for an unprivileged user', async (t) => {
  const reason = findUnprivilegedUserProblem()
  if (reason) return skipForMissing(t, reason)
  const dataDir = await scratchDataDir(t, 'data')
  const { uid, gid } = nobodyUser()
  await chown(join(dataDir, '..'), uid, gid)
  const first = spawnStarter(t, dataDir, { uid, gid })
  const { url, error } = await first.report
  assert.equal(error, undefined)
  assert.equal((await stat(join(dataDir, 'postgres'))).uid, uid)
  await first.stop()
  assert.equal(await isReachable(url), false)

  const root = await startEmbeddedPostgres({ dataDir, durable: false })
  assert.equal(await isReachable(root.url), true, 'root runs the cluster of another user as that user')
  await root.stop()
  const again = spawnStarter(t, dataDir, { uid, gid })
  assert.equal((await again.report).error, undefined, 'and leaves it usable to them')
  await again.stop()
})

/** Without `unshare` on its path, the launcher behaves as if user namespaces were forbidden. */
async function rootWithoutNamespaces(t: TestContext, dataDir: string): Promise<void> {
  const env = { PATH: '/nonexistent' }
  for (const round of ['new', 'existing']) {
    const one = spawnStarter(t, dataDir, { env })
    const { url, error } = await one.report
    assert.equal(error, undefined, round)
    assert.equal(await isReachable(url), true)
    assert.equal((await stat(join(dataDir, 'postgres'))).uid, nobodyUser().uid)
    await one.stop()
    assert.equal(await isReachable(url), false)
  }
}

test('root without user namespaces gives the cluster to the user nobody, in place if nobody can reach the folder', async (t) => {
  const reason = findUnprivilegedUserProblem()
  if (reason) return skipForMissing(t, reason)
  const dataDir = await scratchDataDir(t, 'data')
  await chmod(join(dataDir, '..'), 0o755)
  const before = await startEmbeddedPostgres({ dataDir, durable: false })
  await queryOnce(before.url, 'create table kept ()')
  await before.stop()
  await rootWithoutNamespaces(t, dataDir)
  assert.equal((await stat(dataDir)).mode & 0o777, 0o710)
  const after = await startEmbeddedPostgres({ dataDir, durable: false })
  assert.deepEqual(await queryOnce(after.url, 'select * from kept'), [])
  await after.stop()
})

test('root without user namespaces puts the cluster under /var/lib/parley if nobody cannot reach the folder', async (t) => {
  const reason = findUnprivilegedUserProblem()
  if (reason) return skipForMissing(t, reason)
  const dataDir = await scratchDataDir(t, 'data')
  await rootWithoutNamespaces(t, dataDir)
  assert.match(await readlink(join(dataDir, 'postgres')), /^\/var\/lib\/parley\/[0-9a-f]{16}-/)
  assert.equal((await stat(dataDir)).mode & 0o777, 0o700, 'and does not open the folder for nothing')
})

test('the start links libraries that npm did not link', async (t) => {
  const root = await scratchDataDir(t)
  await mkdir(join(root, 'native', 'lib'), { recursive: true })
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  await writeFile(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links))
  await linkLibraries(root)
  await linkLibraries(root)
  assert.equal(await readlink(join(root, 'native', 'lib', 'libpq.so.5')), 'libpq.so.5.18')
})
