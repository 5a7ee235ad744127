import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import {
  type AgentDeps,
  agentFinder,
  type DefinitionListener,
  definitionsOf,
  gatewayAccess,
  geocoderOf,
  media,
  outsideOf,
  secretsOf,
} from './domains/agents/index.ts'
import { builtInCatalog, type Catalog } from './domains/catalogs/index.ts'
import { bindWebchat, type Channels, channelsOf, providers } from './domains/channels/index.ts'
import type { UseDeps } from './domains/connections/index.ts'
import { type Conversations, conversationsOf, echo, forgetConversations } from './domains/conversations/index.ts'
import { grantAuthenticator, isGrantToken } from './domains/emulator/index.ts'
import { indexDefinition } from './domains/knowledge/index.ts'
import { labOf } from './domains/lab/index.ts'
import { authenticator, type OidcVerifier, oidcVerifier } from './domains/orgs/index.ts'
import { forgetPeople, readPersonSlots } from './domains/people/index.ts'
import { forgetLostCalendars, reviveCalendarEvents } from './domains/scheduling/index.ts'
import { type Lines, webchatAdapter, webchatLines } from './domains/webchat/index.ts'
import type { Database } from './platform/db/database.ts'
import type { ServerDeps } from './platform/http/server.ts'
import type { Metrics } from './platform/metrics.ts'
import { createOutbound, type Outbound } from './platform/outbound/index.ts'
import { announcer } from './platform/outbox.ts'
import type { Keyring } from './platform/secrets/keyring.ts'
import type { World } from './platform/world.ts'

/** What a process is made of, and what its roles share. With `app.ts` and `work.ts` the composition root. */

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

/** What several roles of one process use together: the remembered definitions, the way out to the network, conversations. */
export type Shared = {
  agents: AgentDeps
  outbound: Outbound
  grants: UseDeps
  gateway: ReturnType<typeof gatewayAccess>
  channels: Channels
  conversations: Conversations
  lab: ReturnType<typeof labOf>
  webchat: Lines
}
const shared = new WeakMap<Parts, Shared>()

export function sharedBy(parts: Parts): Shared {
  let made = shared.get(parts)
  if (!made) {
    made = makeShared(parts)
    shared.set(parts, made)
  }
  return made
}

function makeShared(parts: Parts): Shared {
  const { config, database, keyring, world, log } = parts
  const { db } = database
  const { gatewayPublicUrl, allowPrivateNetwork } = config
  const outbound = createOutbound({ allowPrivateNetwork })
  const agents = agentDeps(parts)
  const gateway = gatewayAccess({ db, keyring, world })
  // Carriers of our own hand in what people do, and that is taken in by what hands over to them.
  const later = {
    receive: (...given: Parameters<Conversations['receive']>) => made.conversations.receive(...given),
    rendered: (...given: Parameters<Conversations['rendered']>) => made.conversations.rendered(...given),
    channels: {
      find: (id: string) => made.channels.find(id),
      on: (...given: Parameters<Channels['on']>) => made.channels.on(...given),
    },
  }
  const lab = labOf({ db, world, log, ...later })
  const webchat = webchatLines({ db, log })
  const chat = webchatAdapter({ db, world, publish: webchat.publish })
  const ours = config.lab ? [...lab.adapters, lab.beside(chat)] : [chat]
  const adapters = [...ours, ...providers.adapters({ db, world })]
  const channels = channelsOf({ db, keyring, adapters, gatewayPublicUrl })
  const { definitions, announce } = agents
  const { fetch, call } = outbound
  const outward = { fetch, call, apis: config.channelApis, gatewayPublicUrl, allowPrivateNetwork }
  const mediaUrls = media.urlsOf(gatewayPublicUrl)
  const given = { db, world, log, channels, ...outward, announce, definitions, gateway, responder: echo, mediaUrls }
  const conversations = conversationsOf(given)
  const grants = grantDeps(parts, agents, outbound)
  const made = { agents, outbound, grants, gateway, channels, conversations, lab, webchat }
  return made
}

function grantDeps(parts: Parts, { announce }: AgentDeps, { fetch }: Outbound): UseDeps {
  const { config, database, keyring, world, log } = parts
  const connected: UseDeps['connected'] = (tx, { id }, connectionId) =>
    reviveCalendarEvents(tx, id, connectionId, world.now())
  return { db: database.db, world, providers: config.oauth.providers, keyring, fetch, announce, connected, log }
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
    created: (tx, agent) => bindWebchat(tx, agent, { world, catalog }),
    async forgetPeople(tx, agent) {
      await forgetPeople(tx, agent)
      await forgetConversations(tx, agent)
    },
  }
}

const indexKnowledge: DefinitionListener = (tx, agent, { before, definition, changed }) =>
  indexDefinition(tx, agent, {
    ...(changed.includes('facts') && { facts: { before: before.facts, after: definition.facts } }),
    ...(changed.includes('things') && { things: { before: before.things, after: definition.things } }),
  })

export const catalogOfParts = ({ catalog = builtInCatalog }: Parts): Catalog => catalog

const verifiers = new WeakMap<Config, OidcVerifier>()

/** One for all who ask: it keeps the keys that the issuer has published. */
export function oidcOf({ config, world }: Parts): OidcVerifier | undefined {
  if (config.oidc && !verifiers.has(config)) verifiers.set(config, oidcVerifier(config.oidc, world))
  return verifiers.get(config)
}

export function serverDeps(parts: Parts): ServerDeps {
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
    authenticateAgent: sharedBy(parts).gateway.authenticate,
    findAgent: agentFinder(db),
  }
}
