import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import {
  type AgentDeps,
  createAgentFinder,
  createDefinitionEnvironment,
  createDefinitions,
  createGatewayAccess,
  createGeocoder,
  createSecrets,
  type DefinitionListener,
  mediaLibrary,
} from './domains/agents/index.ts'
import {
  type CampaignPersonas,
  createCampaigns,
  findOutreachReferrers,
  readCampaignTerms,
} from './domains/campaigns/index.ts'
import { builtInCatalog, type Catalog } from './domains/catalogs/index.ts'
import { bindWebchat, type Channels, createChannels, providerAdapters } from './domains/channels/index.ts'
import type { GrantUseDeps } from './domains/connections/index.ts'
import {
  type Conversations,
  createConversations,
  deleteAgentConversations,
  type Responder,
  readAgentContent,
} from './domains/conversations/index.ts'
import { createGrantAuthenticator, findPersona, findPersonas, isGrantToken } from './domains/emulator/index.ts'
import {
  createEmbedder,
  createKnowledge,
  type Embedder,
  indexDefinition,
  type Knowledge,
} from './domains/knowledge/index.ts'
import { createLab } from './domains/lab/index.ts'
import { createAuditor, createAuthenticator, createOidcIssuer, type OidcIssuer } from './domains/orgs/index.ts'
import { createOutreach, createRecheckListener, createRuleListener, purgeOutreach } from './domains/outreach/index.ts'
import { purgePeople, readPersonSlots } from './domains/people/index.ts'
import { createRegression } from './domains/regression/index.ts'
import {
  createCaseSandbox,
  createFlowAuthor,
  createModels,
  createRuntime,
  createSandboxes,
  deleteAgentRuntime,
  enqueueReviews,
  type Models,
  notices,
  type Runtime,
  reminders,
  turns,
} from './domains/runtime/index.ts'
import {
  createCalendars,
  deleteOrphanedLinks,
  retryAbandonedCalendarEvents,
  type ScheduleReminder,
} from './domains/scheduling/index.ts'
import { type ChatNotifier, createChatNotifier, createWebchatAdapter } from './domains/webchat/index.ts'
import { addressing } from './domains/webhooks/index.ts'
import type { Database } from './platform/db/database.ts'
import type { AgentKey } from './platform/http/route.ts'
import type { ServerDeps } from './platform/http/server.ts'
import type { Metrics } from './platform/metrics.ts'
import { createOutbound, type Outbound } from './platform/outbound/index.ts'
import { createAnnounce, type OutboxListener } from './platform/outbox.ts'
import type { Keyring } from './platform/secrets/keyring.ts'
import type { World } from './platform/world.ts'
import { version } from './version.ts'

/**
 * The context of a process and the services its roles share. Part of the composition root, with `app.ts` and
 * `background-work.ts`.
 */

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
  checkAnswers?: boolean
  /** For tests: shorter limits than the documented ones. */
  clientLimits?: ServerDeps['clientLimits']
}

/** Services shared by the roles of one process, such as cached definitions, outbound calls and conversations. */
export type Services = {
  agents: AgentDeps
  outbound: Outbound
  grants: GrantUseDeps
  gateway: ReturnType<typeof createGatewayAccess>
  channels: Channels
  conversations: Conversations
  lab: ReturnType<typeof createLab>
  webchat: ChatNotifier
  models: Models
  /** Computes embeddings for semantic search; absent if it is off. */
  embedder?: Embedder
  knowledge: Knowledge
  rehearsals: ReturnType<typeof createSandboxes>
  runtime: Runtime
  outreach: ReturnType<typeof createOutreach>
  campaigns: ReturnType<typeof createCampaigns>
  regression: ReturnType<typeof createRegression>
  remind: ScheduleReminder
}
const servicesByContext = new WeakMap<AppContext, Services>()

export function getServices(context: AppContext): Services {
  let made = servicesByContext.get(context)
  if (!made) {
    made = createServices(context)
    servicesByContext.set(context, made)
  }
  return made
}

function createServices(context: AppContext): Services {
  const { config, database, keyring, world, log } = context
  const { db } = database
  const { gatewayPublicUrl, allowPrivateNetwork, unknownOutcomeMinutes } = config
  const outbound = createOutbound({ allowPrivateNetwork })
  const agents = createAgentDeps(context)
  const gateway = createGatewayAccess({ db, keyring, world })
  const { lab, webchat, channels } = createChannelServices(context, () => made)
  const { definitions, announce } = agents
  const { fetch, call, open } = outbound
  const outward = { fetch, call, open, apis: config.channelApis, gatewayPublicUrl, allowPrivateNetwork }
  const mediaUrls = mediaLibrary.createUrls(gatewayPublicUrl)
  const models = context.models ?? createModels(config.models, world)
  const embedder = config.semanticSearch ? createEmbedder({ log }) : undefined
  const knowledge = createKnowledge({ db, meanings: embedder })
  const rehearsals = createSandboxes({ db, world })
  // The runtime and conversations depend on each other: the runtime responds to messages, and conversations deliver the
  // responses.
  const responder: Responder = {
    handles: (type) => made.runtime.responder.handles(type),
    respond: (...given) => made.runtime.responder.respond(...given),
  }
  const conversations = createConversations({
    ...{ db, world, log, channels, ...outward, announce, definitions, gateway, mediaUrls, sandboxPeople: rehearsals },
    ...{ unknownOutcomeMinutes, databaseUrl: database.url },
    responder: context.responder ?? responder,
    onSessionsEnded: enqueueReviews,
    ...outreachListeners(() => made.outreach),
  })
  const grants = createGrantDeps(context, agents, outbound)
  const remind: ScheduleReminder = (tx, agent, appointment) =>
    reminders.queue(tx, agent, appointment, { definitions, world })
  const content: RuntimeContent = (agent, person) =>
    readAgentContent(agent, { db, contents: { definitions, mediaUrls }, person })
  const runtime = createRuntime({
    ...{ db, world, log, definitions, announce, models, fetch, remind },
    secrets: agents.secrets,
    calendars: createCalendars(grants),
    optOut: conversations.optOut,
    optBackIn: conversations.optIn,
    writeLog: conversations.writeLog,
    search: (agent, query) => knowledge.search(agent, query),
    content,
    ...gatewayPageUrls(gatewayPublicUrl),
  })
  const sides = createOutreachServices(context, { agents, channels, conversations, runtime, rehearsals })
  const tested = { agents, conversations, runtime, rehearsals, models, content, outreach: sides.outreach }
  const made: Services = {
    agents: { ...agents, generateFlow: createFlowAuthor(models, world) },
    outbound,
    grants,
    gateway,
    lab,
    webchat,
    channels,
    conversations,
    models,
    embedder,
    knowledge,
    rehearsals,
    runtime,
    remind,
    regression: createRegressionService(context, tested),
    ...sides,
  }
  return made
}

type OutreachListenerPorts = Pick<Parameters<typeof createConversations>[0], 'onFirstReply' | 'onOutcomeResolved'>

const outreachListeners = (outreach: () => Services['outreach']): OutreachListenerPorts => ({
  onFirstReply: (...given) => outreach().onAnswered(...given),
  onOutcomeResolved: (...given) => outreach().onOutcomeKnown(...given),
})

const gatewayPageUrls = (gatewayUrl: string) => ({
  mediaBase: `${gatewayUrl}/media/`,
  mailPage: ({ orgId, id }: AgentKey) => `${gatewayUrl}/mail/${orgId}/${id}`,
})

type OutreachPorts = Pick<Services, 'agents' | 'channels' | 'conversations' | 'runtime' | 'rehearsals'>

/** Creates the services that start conversations for the business: single sends, rules, and campaigns. */
function createOutreachServices(context: AppContext, ports: OutreachPorts): Pick<Services, 'outreach' | 'campaigns'> {
  const { config, world, log } = context
  const { agents, channels, conversations, runtime, rehearsals } = ports
  const { definitions, announce } = agents
  const given = {
    ...{ db: context.database.db, world, log, definitions, announce, channels, realSends: config.realSends },
    ...{ writeLog: conversations.writeLog, rates: conversations.rates },
  }
  const outreach = createOutreach({
    ...given,
    ...{ rehearsals, publicUrl: config.publicUrl },
    ...initiationPortsOf(conversations),
    ...{ opened: runtime.recordInitiation, openedMany: runtime.recordInitiations },
    personas: { find: findPersona },
    readCampaignTerms,
    wakeCampaigns: (...given) => campaigns.wake(...given),
    findReferrers: findOutreachReferrers,
  })
  const campaigns = createCampaigns({
    ...given,
    sends: outreach.campaignSends,
    mediaUrls: mediaLibrary.createUrls(config.gatewayPublicUrl),
    personas: { find: createPersonaFinder(rehearsals) },
  })
  return { outreach, campaigns }
}

type RuntimeContent = Parameters<typeof createRuntime>[0]['content']
type RegressionPorts = Pick<Services, 'agents' | 'conversations' | 'runtime' | 'rehearsals' | 'models' | 'outreach'> & {
  content: RuntimeContent
}

/** Test cases run in the sandbox, on the same runtime that answers people. */
function createRegressionService(
  { database, world, log, metrics }: AppContext,
  tested: RegressionPorts,
): Services['regression'] {
  const { agents, conversations, runtime, rehearsals, models, outreach, content } = tested
  const { db } = database
  const { definitions, announce, secrets } = agents
  const { sandbox, transcripts } = conversations
  const caseSandbox = createCaseSandbox({
    ...{ db, world, definitions, rehearsals, content, initiations: outreach.openings },
    sandboxConversations: sandbox,
    recordInitiation: runtime.recordInitiation,
  })
  return createRegression({
    ...{ db, world, log, definitions, announce, models, transcripts, build: version },
    sandbox: caseSandbox,
    sandboxConversations: sandbox,
    meter: metrics.countUsage,
    personas: { find: findPersona },
    turns: { ...turns, saveWebhookTurn: (on, agent, bare) => turns.saveWebhookTurn(on, agent, bare, world) },
    notifyTeam: (tx, agent, notice) => notices.send(tx, agent, notice, { definitions, secrets, world }),
  })
}

/**
 * Creates the channel adapters and the bindings. Our own carriers pass inbound events to conversations, which in turn
 * dispatches messages to them.
 */
function createChannelServices({ config, database, keyring, world, log }: AppContext, made: () => Services) {
  const { db } = database
  const lab = createLab({
    ...{ db, world, log },
    receive: (...given) => made().conversations.receive(...given),
    readAffordances: (...given) => made().conversations.readAffordances(...given),
    channels: {
      findById: (id) => made().channels.findById(id),
      findByChannel: (...given) => made().channels.findByChannel(...given),
    },
  })
  const webchat = createChatNotifier({ db, log })
  const chat = createWebchatAdapter({ db, world, publish: webchat.publish })
  const carriers = config.lab ? [...lab.adapters, lab.routeHandsets(chat)] : [chat]
  const adapters = [...carriers, ...providerAdapters.adapters({ db, world })]
  const channels = createChannels({
    ...{ db, keyring, adapters, gatewayPublicUrl: config.gatewayPublicUrl },
    batchRates: config.batchRates,
  })
  return { lab, webchat, channels }
}

const initiationPortsOf = ({ initiate, initiateMany, findDispatched, abandon, sandbox }: Conversations) => ({
  ...{ open: initiate, openMany: initiateMany, handed: findDispatched, abandon },
  rehearser: sandbox,
})

function createGrantDeps(context: AppContext, { announce }: AgentDeps, { fetch }: Outbound): GrantUseDeps {
  const { config, database, keyring, world, log } = context
  const onConnected: GrantUseDeps['onConnected'] = (tx, { id }, connectionId) =>
    retryAbandonedCalendarEvents(tx, id, connectionId, world.now())
  const { providers } = config.oauth
  return { db: database.db, world, log, keyring, fetch, announce, providers, onConnected }
}

function createAgentDeps(context: AppContext): AgentDeps {
  const { config, keyring, world } = context
  const catalog = catalogOfContext(context)
  // Rules listen to announced events, and such an event may be a change of the rules, or of what their rows wait for.
  const hear: OutboxListener = async (tx, events) => {
    await createRuleListener({ definitions, world })(tx, events)
    await createRecheckListener({ world })(tx, events)
  }
  const announce = createAnnounce(world, hear, addressing)
  const outreachGone: DefinitionListener = (...given) => getServices(context).outreach.definitionListener(...given)
  const campaigning: DefinitionListener = (...given) => getServices(context).campaigns.definitionListener(...given)
  const testing: DefinitionListener = (...given) => getServices(context).regression.definitionListener(...given)
  const reminding = reminders.leadListener(world)
  const listeners = [indexKnowledge, deleteOrphanedLinks, reminding, campaigning, outreachGone, testing]
  const definitions = createDefinitions({ environment: createDefinitionEnvironment(catalog), announce, listeners })
  return {
    definitions,
    secrets: createSecrets(keyring),
    catalog,
    geocoder: createGeocoder(config.geocoder, world.fetch),
    keyring,
    announce,
    readPerson: readPersonSlots,
    onCreated: (tx, agent) => bindWebchat(tx, agent, { world, catalog }),
    async purgeAgentData(tx, agent) {
      await purgePeople(tx, agent)
      await deleteAgentConversations(tx, agent)
      await deleteAgentRuntime(tx, agent)
      await purgeOutreach(tx, agent)
    },
  }
}

const createPersonaFinder =
  (rehearsals: ReturnType<typeof createSandboxes>): CampaignPersonas['find'] =>
  async (db, agent, personaIds) => {
    const personas = await findPersonas(db, agent, personaIds)
    const asids = personas.map(({ asid }) => asid)
    const played = await rehearsals.findMany(db, agent, asids)
    return personas.flatMap(({ id: personaId, asid }) => {
      const rehearsal = played.get(asid)
      if (!rehearsal) return []
      const { optedOut, partner } = rehearsal
      return [{ personaId, asid, optedOut, consent: partner.consent.status, person: partner }]
    })
  }

const indexKnowledge: DefinitionListener = (tx, agent, { before, definition, changed }) =>
  indexDefinition(tx, agent, {
    ...(changed.includes('facts') && { facts: { before: before.facts, after: definition.facts } }),
    ...(changed.includes('things') && { things: { before: before.things, after: definition.things } }),
  })

export const catalogOfContext = ({ catalog = builtInCatalog }: AppContext): Catalog => catalog

const issuers = new WeakMap<Config, OidcIssuer>()

/** One shared instance, because it caches the keys that the issuer has published. */
export function getOidcIssuer({ config, world, log }: AppContext): OidcIssuer | undefined {
  const settings = config.oidc && { ...config.oidc, redirectUri: `${config.publicUrl}/sign-in` }
  if (settings && !issuers.has(config)) issuers.set(config, createOidcIssuer(settings, world, log))
  return issuers.get(config)
}

export function createServerDeps(context: AppContext): ServerDeps {
  const { config, database, keyring, world, log, metrics, checkAnswers, clientLimits } = context
  const { db } = database
  const byGrant = createGrantAuthenticator(db, world)
  const byOthers = createAuthenticator({ db, world, keyring, oidc: getOidcIssuer(context) })
  return {
    db,
    world,
    log,
    keyring,
    audit: createAuditor(world),
    checkAnswers,
    clientLimits,
    trustProxy: config.trustProxy,
    observe: metrics.observeRequest,
    authenticate: (token) => (isGrantToken(token) ? byGrant(token) : byOthers(token)),
    authenticateAgent: getServices(context).gateway.authenticate,
    findAgent: createAgentFinder(db),
  }
}
