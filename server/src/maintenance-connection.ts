import pg from 'pg'
import { type Config, readConfig } from './config.ts'
import { prepareDataFolder } from './data-folder.ts'
import { startEmbeddedPostgres } from './platform/db/embedded/embedded.ts'

/** A connection for backup and restore: runs no migrations and has no statement timeout. */
export type MaintenanceConnection = { config: Config; client: pg.Client; close(): Promise<void> }

export async function connectForMaintenance(
  env: NodeJS.ProcessEnv,
  note: (sentence: string) => void,
): Promise<MaintenanceConnection> {
  const config = readConfig(env)
  prepareDataFolder(config.dataDir)
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, onProgress: note })
  const client = new pg.Client({
    connectionString: config.databaseDirectUrl ?? config.databaseUrl ?? embedded?.url,
    keepAlive: true,
  })
  // A broken connection already fails the query in progress; ignore the duplicate event.
  client.on('error', () => {})
  const close = async () => {
    await client.end().catch(() => {})
    await embedded?.stop()
  }
  try {
    await client.connect()
  } catch (error) {
    await close()
    throw error
  }
  return { config, client, close }
}
