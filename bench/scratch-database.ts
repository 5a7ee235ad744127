import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'

/** Calls `run` with a new embedded PostgreSQL with the schema migrated and production durability settings. */
export async function withScratchDatabase<T>(run: (url: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const server = await startEmbeddedPostgres({ dataDir })
  try {
    const database = openDatabase(server.url, { connections: 1 })
    await migrate(database.pool)
    await database.close()
    return await run(server.url)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Autovacuum does this within a minute of many writes; until then the planner has no statistics about them. */
export async function vacuumAndAnalyze(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}
