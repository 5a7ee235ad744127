import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import {
  type AgentDeps,
  agentFinder,
  agentsNaming,
  configurationRoutes,
  type DefinitionListener,
  definitionsOf,
  geocoderOf,
  mailerOf,
  mediaRoutes,
  outsideOf,
  secretsOf,
  serveMedia,
  usersOfMedia,
} from './domains/agents/index.ts'
import { builtInCatalog, type Catalog, catalogRoutes } from './domains/catalogs/index.ts'
import { type ConnectionDeps, connectionRoutes, forgetOldStates, type UseDeps } from './domains/connections/index.ts'
import { deleteExpiredGrants, emulatorRoutes, grantAuthenticator, isGrantToken } from './domains/emulator/index.ts'
import { indexDefinition, knowledgeRoutes, sourceWork } from './domains/knowledge/index.ts'
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
import { outreachRoutes } from './domains/outreach/index.ts'
import {
  failLostImports,
  forgetOldImports,
  forgetPeople,
  peopleRoutes,
  readPersonSlots,
} from './domains/people/index.ts'
import {
  agentsLinking,
  appointmentWork,
  calendarsOf,
  calendarWork,
  forgetLostCalendars,
  forgetOldMails,
  mailsAtOnce,
  mailWork,
  personListener,
  readAppointment,
  reviveCalendarEvents,
  schedulingRoutes,
} from './domains/scheduling/index.ts'
import type { Database } from './platform/db/database.ts'
import { isMigrated } from './platform/db/migrate.ts'
import { forgetAnswersAbout, forgetOldAnswers } from './platform/http/idempotency.ts'
import { openApiOf } from './platform/http/openapi.ts'
import { serveOperations } from './platform/http/operations.ts'
import { refuseUnderPressure } from './platform/http/pressure.ts'
import { forgetFullBuckets } from './platform/http/rate-limit.ts'
import type { Route } from './platform/http/route.ts'
import { createServer, type ServerDeps, serveRoutes } from './platform/http/server.ts'
import { smtpMailer } from './platform/mail/index.ts'
import type { Metrics } from './platform/metrics.ts'
import { createOutbound, type Outbound } from './platform/outbound/index.ts'
import { announcer, forgetOldEvents } from './platform/outbox.ts'
import { serveGuides } from './platform/pages/guides.ts'
import { serveHome, serveIcon } from './platform/pages/home.ts'
import { serveReference } from './platform/pages/reference.ts'
import type { Keyring } from './platform/secrets/keyring.ts'
import {
  type Chore,
  carryNudges,
  createWorker,
  defineChore,
  type Observation,
  type Work,
} from './platform/work/index.ts'
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
  /** The starter content; what comes with Parley unless given. */
  catalog?: Catalog
  /** In tests: every answer is held against its schema. */
  checkAnswers?: boolean
}

/** Every route of the management API; what is not in this list does not exist. */
export function managementRoutes(parts: Parts): Route[] {
  const { config, keyring, database } = parts
  const { agents, outbound, grants } = sharedBy(parts)
  const { definitions, announce } = agents
  return [
    ...orgRoutes,
    ...accountRoutes({ keyring, oidc: oidcOf(parts) }),
    ...memberRoutes,
    ...apiKeyRoutes,
    ...systemRoutes,
    ...catalogRoutes(catalogOfParts(parts)),
    ...configurationRoutes(agents),
    ...mediaRoutes({
      gatewayPublicUrl: config.gatewayPublicUrl,
      fetch: outbound.fetch,
      usersOfMedia: usersOfMedia(definitions),
    }),
    ...connectionRoutes({
      ...grants,
      returnHosts: config.oauth.returnHosts,
      publicUrl: config.publicUrl,
      agentsUsing,
      oauthOfTool: (id) => catalogOfParts(parts).find('tools', id)?.oauth,
    }),
    ...knowledgeRoutes,
    ...peopleRoutes({
      db: database.db,
      definitions,
      keyring,
      announce,
      forgetAnswers: forgetAnswersAbout,
      listeners: [personListener({ announce, world: parts.world })],
    }),
    ...schedulingRoutes({
      definitions,
      announce,
      providers: grants.providers,
      calendars: calendarsOf(grants),
    }),
    ...outreachRoutes(definitions),
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
  serveMedia(app, deps)
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
export function createWork(parts: Parts): BackgroundWork {
  const { config, database, world, log, metrics } = parts
  const { db, url } = database
  if (!config.roles.includes('worker')) {
    const carrying = carryNudges({ db, log })
    return { start: async () => {}, stop: () => carrying.close() }
  }
  const observe = ({ kind, outcome, milliseconds }: Observation) =>
    metrics.observeWork({ kind, outcome, seconds: milliseconds / 1000 })
  const { works, close } = worksOf(parts)
  const worker = createWorker({ db, url, world, log, works, chores, observe })
  metrics.watchQueues(() => worker.depth())
  return {
    start: () => worker.start(),
    stop: (options) => worker.stop(options).finally(close),
  }
}

/** Everything that is worked on without a request, and what must be let go of at the end. */
function worksOf(parts: Parts): { works: Work[]; close(): void } {
  const { config, database, world, log } = parts
  const { db } = database
  const { agents, outbound, grants } = sharedBy(parts)
  const { fetch } = outbound
  const smtp = config.mail && {
    mailer: smtpMailer({ url: config.mail.smtpUrl, connections: mailsAtOnce }),
    from: config.mail.from,
  }
  const works = [
    sourceWork({ db, world, fetch }),
    appointmentWork({ db, world, announce: agents.announce }),
    calendarWork({ ...grants, readAppointment }),
    mailWork({ db, world, log, mailerFor: mailerOf({ ...agents, fetch, apis: config.mailApis, smtp }) }),
  ]
  return { works, close: () => smtp?.mailer.close?.() }
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
  defineChore({
    name: 'forget-old-states',
    schedule: { everySeconds: 3600 },
    run: (db, world) => forgetOldStates(db, world.now()),
  }),
  defineChore({
    name: 'fail-lost-imports',
    schedule: { everySeconds: 60 },
    run: (db, world) => failLostImports(db, world.now()),
  }),
  defineChore({
    name: 'forget-old-imports',
    schedule: { everySeconds: 3600 },
    run: (db, world) => forgetOldImports(db, world.now()),
  }),
  defineChore({
    name: 'forget-old-mails',
    schedule: { everySeconds: 3600 },
    run: (db, world) => forgetOldMails(db, world.now()),
  }),
  defineChore({
    name: 'forget-old-events',
    schedule: { everySeconds: 3600 },
    run: (db, world) => forgetOldEvents(db, world.now()),
  }),
]

/** What several roles of one process use together: the remembered definitions, the way out to the network. */
type Shared = { agents: AgentDeps; outbound: Outbound; grants: UseDeps }
const shared = new WeakMap<Parts, Shared>()

function sharedBy(parts: Parts): Shared {
  let made = shared.get(parts)
  if (!made) {
    const outbound = createOutbound({ allowPrivateNetwork: parts.config.allowPrivateNetwork })
    const agents = agentDeps(parts)
    made = { agents, outbound, grants: grantDeps(parts, agents, outbound) }
    shared.set(parts, made)
  }
  return made
}

function grantDeps(parts: Parts, { announce }: AgentDeps, { fetch }: Outbound): UseDeps {
  const { config, database, keyring, world, log } = parts
  const connected: UseDeps['connected'] = (tx, { id }, connectionId) =>
    reviveCalendarEvents(tx, id, connectionId, world.now())
  return { db: database.db, world, providers: config.oauth.providers, keyring, fetch, announce, connected, log }
}

/** Agents use a connection by a tool binding, or by the calendar of a representative. */
const agentsUsing: ConnectionDeps['agentsUsing'] = async (tx, org, connectionIds) => {
  const [bound, linked] = [await agentsNaming(tx, org, connectionIds), await agentsLinking(tx, org, connectionIds)]
  return new Map(
    connectionIds.map((id) => {
      const agents = [...(bound.get(id) ?? []), ...(linked.get(id) ?? [])]
      const distinct = new Map(agents.map((agent) => [agent.agentId, agent]))
      return [id, [...distinct.values()].sort((one, other) => one.name.localeCompare(other.name))]
    }),
  )
}

function agentDeps(parts: Parts): AgentDeps {
  const { config, keyring, world } = parts
  const catalog = catalogOfParts(parts)
  const announce = announcer(world)
  const listeners = [indexKnowledge, forgetLostCalendars]
  return {
    definitions: definitionsOf({ outside: outsideOf(catalog), announce, listeners }),
    secrets: secretsOf(keyring),
    catalog,
    geocoder: geocoderOf(config.geocoder, world.fetch),
    keyring,
    announce,
    readPerson: readPersonSlots,
    forgetPeople,
  }
}

const indexKnowledge: DefinitionListener = (tx, agent, { before, definition, changed }) =>
  indexDefinition(tx, agent, {
    ...(changed.includes('facts') && { facts: { before: before.facts, after: definition.facts } }),
    ...(changed.includes('things') && { things: { before: before.things, after: definition.things } }),
  })

const catalogOfParts = ({ catalog = builtInCatalog }: Parts): Catalog => catalog

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
    description:
      'Orgs, who may act in them, agents and all of their configuration, catalogs, knowledge. Guides are at `/docs`.',
    serverUrl: `${config.publicUrl}/v1`,
  }
}
