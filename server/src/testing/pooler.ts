import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from './free-port.ts'
import { createScratchFolder } from './process.ts'

const program = process.env.PGBOUNCER_PATH ?? '/usr/sbin/pgbouncer'

/**
 * Starts PgBouncer in transaction mode in front of that database; skips the test and returns undefined if it is not
 * installed.
 */
export async function startPooler(
  t: TestContext,
  databaseUrl: string,
  connections: number,
): Promise<string | undefined> {
  if (!existsSync(program)) {
    if (process.env.REQUIRE_ALL) throw new Error(`There is no PgBouncer at ${program}`)
    t.skip(`there is no PgBouncer at ${program}; install it or set PGBOUNCER_PATH`)
    return undefined
  }
  const port = await findFreePort()
  const folder = createScratchFolder()
  // It refuses to run as root, and its user must be able to read the folder.
  chmodSync(folder, 0o755)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, poolerSettings(new URL(databaseUrl), port, connections))
  const unprivileged = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, ['-q', ...unprivileged, file], { stdio: 'ignore' })
  after(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  while (!(await isAnswering(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
    await sleep(50)
  }
  return `postgres://anybody@127.0.0.1:${port}/parley`
}

const poolerSettings = (
  { hostname, port: at, pathname, username, password }: URL,
  port: number,
  connections: number,
) => `
[databases]
parley = host=${hostname} port=${at} dbname=${pathname.slice(1)} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)} connect_query='set jit = off; set statement_timeout = 30000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
unix_socket_dir =
verbose = 0
`

async function isAnswering(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isConnected
}
