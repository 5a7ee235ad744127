import { pino } from 'pino'
import { gatewayRoutes, managementRoutes, type Parts } from '../app.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../platform/db/database.ts'
import { openApiOf } from '../platform/http/openapi.ts'
import type { Route } from '../platform/http/route.ts'
import { createMetrics } from '../platform/metrics.ts'
import { keyringOf } from '../platform/secrets/keyring.ts'
import { realWorld } from '../platform/world.ts'

/** The documents of both hosts, whatever the environment says; nobody is asked, so that no database is needed. */
export async function openApiDocuments(): Promise<Record<'management' | 'gateway', object>> {
  const database = openDatabase('postgres://nobody@127.0.0.1:1/none', { connections: 1 })
  const parts: Parts = {
    config: readConfig({ MEANINGS: 'off' }),
    database,
    keyring: keyringOf(Buffer.alloc(32, 7)),
    world: realWorld,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  }
  const documents = {
    management: documentOf(managementRoutes(parts)),
    gateway: documentOf(gatewayRoutes(parts)['/v4']),
  }
  await database.close()
  return documents
}

const documentOf = (routes: Route[] = []): object =>
  openApiOf(routes, { title: 'Parley', version: '1', description: '', serverUrl: '/' })
