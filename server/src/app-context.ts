import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { builtInCatalog, type Catalog } from './domains/catalogs/index.ts'
import type { Responder } from './domains/conversations/index.ts'
import type { Models } from './domains/runtime/index.ts'
import type { Database } from './platform/db/database.ts'
import type { ServerDeps } from './platform/http/server.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Keyring } from './platform/secrets/keyring.ts'
import type { World } from './platform/world.ts'

/** The parts of a process that exist before its services: settings, database, keys, clock and log. */
export type AppContext = {
  config: Config
  database: Database
  keyring: Keyring
  world: World
  log: FastifyBaseLogger
  metrics: Metrics
  /** The starter content. Default: the built-in catalog. */
  catalog?: Catalog
  /** For tests: replaces the runtime. */
  responder?: Responder
  /** For tests: scripted models. Default: the configured ones. */
  models?: Models
  /** For tests: another folder for the built console. */
  consoleFiles?: string
  /** For tests: validates every response against its schema. */
  validateResponses?: boolean
  /** For tests: shorter limits than the documented ones. */
  clientLimits?: ServerDeps['clientLimits']
  /** For tests: event streams of the desk that end soon. */
  deskStreamPace?: { pollMilliseconds: number; keepAliveMilliseconds: number; maxMilliseconds: number }
}

export const catalogOfContext = ({ catalog = builtInCatalog }: AppContext): Catalog => catalog
