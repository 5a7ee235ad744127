import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { openDatabase } from '../platform/db/database.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import { createKeyring } from '../platform/secrets/keyring.ts'
import { createEmptyDatabase } from './database.ts'

const fixture = readFileSync(new URL('../platform/db/testing/first-schema.sql', import.meta.url), 'utf8')

/** A key of the org `harbour`. */
export const firstDatabaseKey = `sk-svc-${randomBytes(20).toString('hex')}`
export const firstDatabaseSecret = '0f'.repeat(32)

/** A database as the first Parley left it, with rows in every table. */
export async function createFirstDatabase(): Promise<string> {
  const url = await createEmptyDatabase()
  const database = openDatabase(url, { connections: 1 })
  await migrate(database.pool, readMigrations().slice(0, 1))
  await database.pool.query(fixture)
  await database.pool.query('update api_keys set hash = $1', [createHash('sha256').update(firstDatabaseKey).digest()])
  await database.pool.query('update installation set value = $1', [
    createKeyring(Buffer.from(firstDatabaseSecret, 'hex')).fingerprint,
  ])
  await database.close()
  return url
}
