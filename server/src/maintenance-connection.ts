import pg from 'pg'
import { type Config, readConfig } from './config.ts'
import { prepareDataFolder } from './data-folder.ts'
import { startEmbeddedPostgres } from './platform/db/embedded/embedded.ts'

/** The database as it is, for those who copy it: without migrations, and with one connection that may take its time. */
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
  // A connection that breaks fails the query that uses it, which tells enough.
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
