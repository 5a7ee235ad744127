import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { parentOf } from '../server/src/testing/processor-time.ts'
import { reportOtherLoad } from './other-load.ts'

/** Calls `run` with a new embedded PostgreSQL with the schema migrated and production durability settings. */
export async function withScratchDatabase<T>(run: (url: string) => Promise<T>): Promise<T> {
  return withDataDir(async (dataDir) => {
    const server = await startEmbeddedPostgres({ dataDir })
    try {
      await migrateDatabase(server.url)
      return await reportOtherLoad(server.pid, () => run(server.url))
    } finally {
      await server.stop()
    }
  })
}

/** The same with `pg_stat_statements`, which PostgreSQL only loads when it starts. */
export async function withStatementStatistics<T>(run: (url: string) => Promise<T>): Promise<T> {
  return withDataDir(async (dataDir) => {
    const first = await startEmbeddedPostgres({ dataDir })
    await runStatement(first.url, 'alter system set shared_preload_libraries = pg_stat_statements')
    await first.stop()
    const server = await startEmbeddedPostgres({ dataDir })
    try {
      await migrateDatabase(server.url)
      return await reportOtherLoad(server.pid, () => run(server.url))
    } finally {
      await server.stop()
    }
  })
}

async function withDataDir<T>(run: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  try {
    return await run(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function migrateDatabase(url: string): Promise<void> {
  const database = openDatabase(url, { connections: 1 })
  await migrate(database.pool)
  await database.close()
}

/** Autovacuum does this within a minute of many writes; until then the planner has no statistics about them. */
export const vacuumAndAnalyze = (url: string): Promise<void> => runStatement(url, 'vacuum analyze')

/** Returns the process whose children serve the connections. */
export async function findPostmaster(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0].pid)
  await client.end()
  return postmaster
}

/** While it is off, tables keep the statistics that they have. */
export async function setAutovacuum(url: string, state: 'on' | 'off'): Promise<void> {
  await runStatement(url, `alter system set autovacuum = ${state}`)
  await runStatement(url, 'select pg_reload_conf()')
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}
