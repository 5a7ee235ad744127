import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { type Query, readKeys } from '../faults/environment/environment.ts'
import { createManagedParley, type ManagedParley } from '../faults/environment/managed-parley.ts'
import { createFaultPostgres, type Postgres } from '../faults/environment/postgres.ts'
import { type Partners, startPartners } from './partners.ts'

/** A production-like Parley: one process per role, its own PostgreSQL, and the external systems. */
export type LoadEnvironment = {
  api: ManagedParley
  gateway: ManagedParley
  worker: ManagedParley
  postgres: Postgres
  partners: Partners
  query: Query
  apiKey: string
  close(): Promise<void>
}

/** A low bulk rate, so that a campaign is a part of the traffic and not most of it. */
const batchPerSecond = 20

export async function createLoadEnvironment(folder: string): Promise<LoadEnvironment> {
  const closings: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const one of closings.reverse()) await one()
  }
  try {
    const postgres = await createFaultPostgres(join(folder, 'postgres'))
    closings.push(() => postgres.stop('fast'))
    const partners = await startPartners()
    closings.push(partners.close)
    const env = environmentOf(postgres.url, partners)
    const place = (roles: 'api' | 'gateway' | 'worker') =>
      createManagedParley({ name: roles, folder, roles, env, trueClock: true })
    const [api, gateway, worker] = [await place('api'), await place('gateway'), await place('worker')]
    // The first process creates the schema and the keys.
    for (const some of [[api], [gateway, worker]]) {
      for (const one of some) one.start()
      closings.push(() => Promise.all(some.map((one) => one.end('SIGTERM'))))
      await Promise.all(some.map((one) => one.ready()))
    }
    const client = await connected(postgres.url)
    closings.push(() => client.end())
    const query: Query = async (sql, values) => (await client.query(sql, values)).rows
    return { api, gateway, worker, postgres, partners, query, apiKey: readKeys(api).api, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, query_timeout: 60_000, application_name: 'load' })
  client.on('error', () => {})
  await client.connect()
  return client
}

function environmentOf(url: string, { provider }: Partners): Record<string, string> {
  return {
    DATABASE_URL: url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    CHANNEL_APIS: `google-rbm=http://127.0.0.1:${provider.port}`,
    BATCH_RATES: `google-rbm=${batchPerSecond}`,
  }
}
