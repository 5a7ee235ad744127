import { pino } from 'pino'
import { describeGatewayApi, describeManagementApi } from '../api-descriptions.ts'
import { createServices, listGatewayRoutesByPrefix, managementRoutes } from '../app.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../platform/db/database.ts'
import { buildOpenApiDocument } from '../platform/http/openapi.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createKeyring } from '../platform/secrets/keyring.ts'
import { realWorld } from '../platform/world.ts'

/** The documents of both hosts, independent of the environment; no request is made, so no database is needed. */
export async function buildOpenApiDocuments(): Promise<Record<'management' | 'gateway', object>> {
  const database = openDatabase('postgres://nobody@127.0.0.1:1/none', { connections: 1 })
  const services = createServices({
    config: readConfig({ MEANINGS: 'off' }),
    database,
    keyring: createKeyring(Buffer.alloc(32, 7)),
    world: realWorld,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  })
  const documents = {
    management: buildOpenApiDocument(managementRoutes(services), describeManagementApi(urls)),
    gateway: buildOpenApiDocument(listGatewayRoutesByPrefix(services)['/v4'] ?? [], describeGatewayApi(urls)),
  }
  await database.close()
  return documents
}

const urls = { publicUrl: 'http://127.0.0.1:4000', gatewayPublicUrl: 'http://127.0.0.1:4400' }
