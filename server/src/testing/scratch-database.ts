import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { testServerUrl } from './server-url.ts'

export async function withServerClient<T>(server: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

export function buildDatabaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export function createScratchName(): string {
  return `test_${process.pid}_${randomBytes(4).toString('hex')}`
}

/** Calls `run` with a new database with the schema in place, and drops it afterwards. */
export async function withMigratedDatabase(run: (url: string) => Promise<void>): Promise<void> {
  const server = await testServerUrl()
  const name = createScratchName()
  await withServerClient(server, (client) => client.query(`create database ${name}`))
  const url = buildDatabaseUrl(server, name)
  try {
    const database = openDatabase(url, { connections: 1 })
    await migrate(database.pool)
    await database.close()
    await run(url)
  } finally {
    await withServerClient(server, (client) => client.query(`drop database if exists ${name} with (force)`))
  }
}
