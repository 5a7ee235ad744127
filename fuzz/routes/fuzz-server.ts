import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import {
  createApi,
  createBackgroundWork,
  createGateway,
  createServices,
  listGatewayRoutesByPrefix,
  managementRoutes,
  type Services,
} from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { insertSystemKey, mintSystemKey } from '../../server/src/domains/orgs/index.ts'
import type { Database } from '../../server/src/platform/db/database.ts'
import { serializeError } from '../../server/src/platform/errors.ts'
import { buildOpenApiDocument } from '../../server/src/platform/http/openapi.ts'
import { createMetrics } from '../../server/src/platform/metrics.ts'
import { createKeyring, type Keyring } from '../../server/src/platform/secrets/keyring.ts'
import { realWorld } from '../../server/src/platform/world.ts'
import { listOperations, type OpenApi, type Operation } from './openapi.ts'

/** All of Parley in this process, with its workers, and no access to other hosts. */
export type FuzzServer = {
  hosts: { api: FastifyInstance; gateway: FastifyInstance }
  operations: Operation[]
  database: Database
  keyring: Keyring
  systemKey: string
  /** Errors logged since the last call. */
  takeErrors(): string[]
  close(): Promise<void>
}

/** OAuth flows can start but never complete. */
const oauthClients = {
  OAUTH_GOOGLE_CLIENT_ID: 'fuzz',
  OAUTH_GOOGLE_CLIENT_SECRET: 'fuzz',
  OAUTH_MICROSOFT_CLIENT_ID: 'fuzz',
  OAUTH_MICROSOFT_CLIENT_SECRET: 'fuzz',
}

export async function startFuzzServer(database: Database): Promise<FuzzServer> {
  blockHostNames()
  const loggedErrors: string[] = []
  const keyring = createKeyring(Buffer.alloc(32, 7))
  const services = createServices({
    config: readConfig({ MEANINGS: 'off', LAB: 'on', DEMO: 'off', ...oauthClients }),
    database,
    keyring,
    world: realWorld,
    log: pino(
      { level: 'error', base: null, serializers: { err: serializeError } },
      { write: (line) => void loggedErrors.push(line) },
    ),
    metrics: createMetrics(),
    validateResponses: true,
  })
  const sysop = mintSystemKey(realWorld)
  await insertSystemKey(database.db, { ...sysop, now: realWorld.now() })
  const hosts = { api: createApi(services), gateway: createGateway(services) }
  const work = createBackgroundWork(services)
  await work.prepare()
  await work.start()
  return {
    hosts,
    operations: listAllOperations(services),
    database,
    keyring,
    systemKey: sysop.key,
    takeErrors: () => loggedErrors.splice(0),
    async close() {
      await Promise.all([hosts.api.close(), hosts.gateway.close(), work.stop({ withinMilliseconds: 5_000 })])
    },
  }
}

function listAllOperations(services: Services): Operation[] {
  const routes = { '/v1': managementRoutes(services), ...listGatewayRoutesByPrefix(services) }
  const info = { title: 'Parley', version: '1', description: '', serverUrl: '/' }
  return Object.entries(routes).flatMap(([prefix, routesOfPrefix]) =>
    listOperations(prefix, JSON.parse(JSON.stringify(buildOpenApiDocument(routesOfPrefix, info))) as OpenApi),
  )
}

/**
 * Prevents outbound calls to any address that a request names: no host name resolves, and addresses of this host are
 * refused.
 */
function blockHostNames(): void {
  const notFoundError = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
  const lookup = (...args: unknown[]) => process.nextTick(args.at(-1) as (error: Error) => void, notFoundError)
  Object.assign(dns, { lookup })
  syncBuiltinESMExports()
}

export async function readConstraintNames({ pool }: Database): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select conname as name from pg_constraint where connamespace = 'public'::regnamespace
     union select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('i', 'S')`,
  )
  return new Set(rows.map(({ name }) => name))
}
