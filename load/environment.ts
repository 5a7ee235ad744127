import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { type Query, readKeys } from '../faults/environment/environment.ts'
import { createManagedParley, type ManagedParley } from '../faults/environment/managed-parley.ts'
import { createFaultPostgres, type Postgres } from '../faults/environment/postgres.ts'
import { type ExternalSystems, startExternalSystems } from './external-systems.ts'

/** A production-like Parley: one process per role, its own PostgreSQL, and the external systems. */
export type LoadEnvironment = {
  api: ManagedParley
  gateway: ManagedParley
  worker: ManagedParley
  postgres: Postgres
  externalSystems: ExternalSystems
  query: Query
  apiKey: string
  close(): Promise<void>
}

/** A low bulk rate, so that a campaign is a part of the traffic and not most of it. */
const batchesPerSecond = 20

export async function createLoadEnvironment(folder: string): Promise<LoadEnvironment> {
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const item of closers.reverse()) await item()
  }
  try {
    const postgres = await createFaultPostgres(join(folder, 'postgres'))
    closers.push(() => postgres.stop('fast'))
    const externalSystems = await startExternalSystems()
    closers.push(externalSystems.close)
    const env = buildParleyEnv(postgres.url, externalSystems)
    const createProcess = (roles: 'api' | 'gateway' | 'worker') =>
      createManagedParley({ name: roles, folder, roles, env, realClock: true })
    const [api, gateway, worker] = [
      await createProcess('api'),
      await createProcess('gateway'),
      await createProcess('worker'),
    ]
    // The first process creates the schema and the keys.
    for (const processes of [[api], [gateway, worker]]) {
      for (const item of processes) item.start()
      closers.push(() => Promise.all(processes.map((item) => item.stop('SIGTERM'))))
      await Promise.all(processes.map((item) => item.ready()))
    }
    const client = await openConnection(postgres.url)
    closers.push(() => client.end())
    const query: Query = async (sql, values) => (await client.query(sql, values)).rows
    return { api, gateway, worker, postgres, externalSystems, query, apiKey: readKeys(api).api, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openConnection(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, query_timeout: 60_000, application_name: 'load' })
  client.on('error', () => {})
  await client.connect()
  return client
}

function buildParleyEnv(url: string, { provider }: ExternalSystems): Record<string, string> {
  return {
    DATABASE_URL: url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    CHANNEL_APIS: `google-rbm=http://127.0.0.1:${provider.port}`,
    BATCH_RATES: `google-rbm=${batchesPerSecond}`,
  }
}
