import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type TestPostgres = { url: string; stop(): Promise<void> }

/** Starts an embedded server in a temporary folder, or uses the one that TEST_SERVER_URL names. */
export async function startPostgresForTests(): Promise<TestPostgres> {
  const configuredUrl = process.env.TEST_SERVER_URL
  if (configuredUrl) return { url: configuredUrl, stop: async () => {} }
  // Imported here, so that the other stages still run while the server does not compile.
  const { startEmbeddedPostgres } = await import('../../server/src/platform/db/embedded/embedded.ts')
  const dataDir = await mkdtemp(join(await findScratchFolder(), 'parley-test-'))
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    const server = await startEmbeddedPostgres({ dataDir, durable: false })
    const stop = async () => {
      await server.stop().catch(() => {})
      await end(server.pid)
      await remove()
    }
    return { url: server.url, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

/** A killed test may have left a connection open, for which stop() would keep the server running. */
async function end(pid: number): Promise<void> {
  for (let attempts = 0; attempts < 50 && isAlive(pid); attempts++) {
    if (attempts % 10 === 0) process.kill(pid, 'SIGQUIT')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export async function readServerVersion(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  return rows[0]?.server_version.split(' ')[0] ?? ''
}

/** The databases and files of a complete run need less than 3 GB at a time. */
const needed = 8 * 1024 ** 3

/**
 * Returns the folder for temporary files: in memory if there is plenty, otherwise on the disk. A test database has about
 * a thousand files, and creating them in memory takes a quarter less of PostgreSQL's CPU time.
 */
export async function findScratchFolder(): Promise<string> {
  if (process.env.TMPDIR) return tmpdir()
  const memory = '/dev/shm'
  const freeBytes = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return freeBytes >= needed && freemem() >= needed ? memory : tmpdir()
}
