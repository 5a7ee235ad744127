import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { agentFinder, agentRoutes } from './domains/agents/index.ts'
import { deleteExpiredGrants, emulatorRoutes, grantAuthenticator, isGrantToken } from './domains/emulator/index.ts'
import {
  accountRoutes,
  apiKeyRoutes,
  authenticator,
  memberRoutes,
  type OidcVerifier,
  oidcVerifier,
  orgRoutes,
  systemRoutes,
} from './domains/orgs/index.ts'
import type { Database } from './platform/db/database.ts'
import { isMigrated } from './platform/db/migrate.ts'
import { forgetOldAnswers } from './platform/http/idempotency.ts'
import { openApiOf } from './platform/http/openapi.ts'
import { serveOperations } from './platform/http/operations.ts'
import { refuseUnderPressure } from './platform/http/pressure.ts'
import { forgetFullBuckets } from './platform/http/rate-limit.ts'
import type { Route } from './platform/http/route.ts'
import { createServer, type ServerDeps, serveRoutes } from './platform/http/server.ts'
import type { Metrics } from './platform/metrics.ts'
import { serveGuides } from './platform/pages/guides.ts'
import { serveHome, serveIcon } from './platform/pages/home.ts'
import { serveReference } from './platform/pages/reference.ts'
import type { Keyring } from './platform/secrets/keyring.ts'
import { type Chore, carryNudges, createWorker, defineChore, type Observation } from './platform/work/index.ts'
import type { World } from './platform/world.ts'
import { version } from './version.ts'

/** The composition root: the only file that names every domain. */

export type Parts = {
  config: Config
  database: Database
  keyring: Keyring
  world: World
  log: FastifyBaseLogger
  metrics: Metrics
  /** In tests: every answer is held against its schema. */
  checkAnswers?: boolean
}

/** Every route of the management API; what is not in this list does not exist. */
export function managementRoutes(parts: Parts): Route[] {
  const { config, keyring } = parts
  return [
    ...orgRoutes,
    ...accountRoutes({ keyring, oidc: oidcOf(parts) }),
    ...memberRoutes,
    ...apiKeyRoutes,
    ...systemRoutes,
    ...agentRoutes,
    ...emulatorRoutes({ publicUrl: config.publicUrl }),
  ]
}

export function createApi(parts: Parts, routes: Route[] = managementRoutes(parts)): FastifyInstance {
  const deps = serverDeps(parts)
  const app = plainServer(parts, deps)
  serveRoutes(app, '/v1', routes, deps)
  serveReference(app, () => openApiOf(routes, describedBy(parts.config)))
  serveGuides(app)
  serveHome(app, '/', {
    title: 'Parley',
    lead: 'A self-hosted platform for conversational agents. This is the management side.',
    links: [
      { href: '/docs', label: 'Guides', says: 'how to begin, how to run it' },
      { href: '/docs/api', label: 'API reference', says: 'every route, with its schemas and errors' },
      { href: '/openapi.json', label: 'OpenAPI', says: 'the same as a document' },
      { href: parts.config.gatewayPublicUrl, label: 'Messaging gateway', says: 'where conversations run' },
    ],
  })
  return app
}

export function createGateway(parts: Parts): FastifyInstance {
  const deps = serverDeps(parts)
  const app = plainServer(parts, deps)
  serveRoutes(app, '/v4', [], deps)
  for (const path of ['/', '/lab']) {
    serveHome(app, path, {
      title: 'Parley messaging gateway',
      lead: 'Conversations on every channel run here, under /v4; the handset lab stands at /lab. Neither carries a channel yet.',
      links: [{ href: parts.config.publicUrl, label: 'Management API', says: 'agents, keys, people' }],
    })
  }
  return app
}

/** A process that only works still answers the questions of whoever runs it. */
export function createWatch(parts: Parts): FastifyInstance {
  return plainServer(parts, serverDeps(parts))
}

export type BackgroundWork = { start(): Promise<void>; stop(options: { withinMilliseconds: number }): Promise<void> }

/** What runs without a request; a process that is no worker still tells the workers what it has put into the queues. */
export function createWork({ config, database, world, log, metrics }: Parts): BackgroundWork {
  const { db, url } = database
  if (!config.roles.includes('worker')) {
    const carrying = carryNudges({ db, log })
    return { start: async () => {}, stop: () => carrying.close() }
  }
  const observe = ({ kind, outcome, milliseconds }: Observation) =>
    metrics.observeWork({ kind, outcome, seconds: milliseconds / 1000 })
  const worker = createWorker({ db, url, world, log, chores, observe })
  metrics.watchQueues(() => worker.depth())
  return worker
}

const chores: Chore[] = [
  defineChore({
    name: 'forget-old-answers',
    schedule: { everySeconds: 3600 },
    run: (db, world) => forgetOldAnswers(db, world.now()),
  }),
  defineChore({
    name: 'forget-full-buckets',
    schedule: { everySeconds: 3600 },
    run: (db, world) => forgetFullBuckets(db, world.now()),
  }),
  defineChore({
    name: 'delete-expired-grants',
    schedule: { everySeconds: 3600 },
    run: (db, world) => deleteExpiredGrants(db, world.now()),
  }),
]

const verifiers = new WeakMap<Config, OidcVerifier>()

/** One for all who ask: it keeps the keys that the issuer has published. */
function oidcOf({ config, world }: Parts): OidcVerifier | undefined {
  if (config.oidc && !verifiers.has(config)) verifiers.set(config, oidcVerifier(config.oidc, world))
  return verifiers.get(config)
}

function serverDeps(parts: Parts): ServerDeps {
  const { config, database, keyring, world, log, metrics, checkAnswers } = parts
  const { db } = database
  const byGrant = grantAuthenticator(db, world)
  const byOthers = authenticator({ db, world, keyring, oidc: oidcOf(parts) })
  return {
    db,
    world,
    log,
    keyring,
    checkAnswers,
    trustProxy: config.trustProxy,
    observe: metrics.observeRequest,
    authenticate: (token) => (isGrantToken(token) ? byGrant(token) : byOthers(token)),
    findAgent: agentFinder(db),
  }
}

const operations = new Set(['/healthz', '/readyz', '/metrics'])

function plainServer({ database, metrics }: Parts, deps: ServerDeps): FastifyInstance {
  const app = createServer(deps)
  refuseUnderPressure(app, (url) => operations.has(url))
  serveOperations(app, metrics, () => readiness(database))
  serveIcon(app)
  return app
}

/** What stands in the way of serving, or undefined. */
async function readiness({ pool }: Database): Promise<string | undefined> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, 2_000, 'the database does not answer').unref())
  const asked = isMigrated(pool).then(
    (migrated) => (migrated ? undefined : 'the database has another schema than this Parley'),
    () => 'the database cannot be reached',
  )
  return Promise.race([asked, late])
}

function describedBy(config: Config) {
  return {
    title: 'Parley management API',
    version,
    description: 'Orgs, who may act in them, and their agents. Guides are at `/docs`.',
    serverUrl: `${config.publicUrl}/v1`,
  }
}
