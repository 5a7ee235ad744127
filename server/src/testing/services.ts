import { pino } from 'pino'
import { createServices, type Services } from '../app.ts'
import { readConfig } from '../config.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createKeyring } from '../platform/secrets/keyring.ts'
import { realWorld } from '../platform/world.ts'

/** The services of a process on a database, which may call private networks. The caller closes the database. */
export function openServices(url: string): { database: Database; services: Services } {
  const database = openDatabase(url, { connections: 4 })
  const services = createServices({
    config: readConfig({ MEANINGS: 'off', ALLOW_PRIVATE_NETWORK: 'on' }),
    database,
    keyring: createKeyring(Buffer.alloc(32, 7)),
    world: realWorld,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  })
  return { database, services }
}
