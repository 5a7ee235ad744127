import { listToolUsers } from '@parley/definition'
import { createAgentDeps } from './agent-services.ts'
import type { AppContext } from './app-context.ts'
import { createChannelServices } from './channel-services.ts'
import { createDeskService } from './desk-services.ts'
import {
  type AgentDeps,
  createAgentFinder,
  createGatewayAccess,
  type GatewayAccess,
  mediaLibrary,
  type PersonFields,
} from './domains/agents/index.ts'
import { type Campaigns, createCampaigns, findOutreachReferrers, readCampaignTerms } from './domains/campaigns/index.ts'
import type { Channels } from './domains/channels/index.ts'
import type { GrantUseDeps } from './domains/connections/index.ts'
import { type Conversations, createConversations, readAgentContent } from './domains/conversations/index.ts'
import type { Desk } from './domains/desk/index.ts'
import { createGrantAuthenticator, findPersona, isGrantToken } from './domains/emulator/index.ts'
import { nudgeQuestions } from './domains/insights/index.ts'
import { createEmbedder, createKnowledge, type Embedder, type Knowledge } from './domains/knowledge/index.ts'
import type { Lab } from './domains/lab/index.ts'
import { createAuditor, createAuthenticator, createOidcIssuer, type OidcIssuer } from './domains/orgs/index.ts'
import { createOutreach, type OutreachService } from './domains/outreach/index.ts'
import { createRegression, type Regression } from './domains/regression/index.ts'
import {
  type AgentModels,
  createCaseSandbox,
  createRuntime,
  createSandboxes,
  type Models,
  modelFactories,
  notices,
  type Runtime,
  reminders,
  reviews,
  type Sandboxes,
  turns,
} from './domains/runtime/index.ts'
import { createCalendars, retryAbandonedCalendarEvents, type ScheduleReminder } from './domains/scheduling/index.ts'
import { createTools, type Tools } from './domains/tools/index.ts'
import type { ChatNotifier } from './domains/webchat/index.ts'
import { type CampaignPort, createLatePorts, type LatePorts } from './late-ports.ts'
import type { AgentKey } from './platform/http/route.ts'
import type { ServerDeps } from './platform/http/server.ts'
import { createOutbound, type Outbound } from './platform/outbound/index.ts'
import { type ClockSource, withSandboxClock } from './platform/sandbox-clock.ts'
import { version } from './platform/version.ts'
import { createPersonaFinder, listClockSources } from './sandbox-services.ts'

/**
 * Services shared by the roles of one process, such as cached definitions, outbound calls and conversations. This file
 * is part of the composition root, with `app.ts` and `background-work.ts`.
 */
export type Services = {
  context: AppContext
  /** The sign-in of an identity provider; absent if none is configured. Caches the keys that the issuer published. */
  oidc: OidcIssuer | undefined
  agents: AgentDeps
  outbound: Outbound
  grants: GrantUseDeps
  gateway: GatewayAccess
  channels: Channels
  conversations: Conversations
  lab: Lab
  webchat: ChatNotifier
  models: Models
  /** The models that each agent uses. */
  agentModels: AgentModels
  /** Computes embeddings for semantic search; absent if it is off. */
  embedder: Embedder | undefined
  knowledge: Knowledge
  sandboxes: Sandboxes
  tools: Tools
  desk: Desk
  runtime: Runtime
  outreach: OutreachService
  campaigns: Campaigns
  regression: Regression
  remind: ScheduleReminder
}

/** Called once per process, and once per app in tests. Services that call each other do so through late-bound ports. */
export function createServices(context: AppContext): Services {
  const { config, database, keyring, world, log } = context
  const { db } = database
  const ports = createLatePorts()
  const outbound = createOutbound({ allowPrivateNetwork: config.allowPrivateNetwork })
  const models = context.models ?? modelFactories.createModels(config.models, world)
  const agentModels = modelFactories.createAgentModels(models, { db, keyring, world, fetch: outbound.fetch })
  const dependents = ports.definitionListeners.port
  const agents = createAgentDeps(context, { dependents, models: agentModels, outbound })
  const gateway = createGatewayAccess({ db, keyring, world })
  const { lab, webchat, channels } = createChannelServices(context, ports.lab.port)
  const embedder = config.semanticSearch ? createEmbedder({ log }) : undefined
  const readDefinition = agents.definitions.read
  const knowledge = createKnowledge({ db, log, meanings: embedder, readDefinition })
  const clockSources: ClockSource[] = []
  const sandboxes = createSandboxes({ db, world, clockSources })
  const clocked = { ...context, world: withSandboxClock(world) }
  const inner = { context: clocked, agents, outbound, gateway, channels, agentModels, knowledge, sandboxes }
  const conversations = createConversationService(inner, ports)
  ports.lab.bind({ receive: conversations.receive, readAffordances: conversations.readAffordances, channels })
  const grants = createGrantDeps(context, agents, outbound)
  const remind: ScheduleReminder = (tx, agent, appointment) =>
    reminders.queue(tx, agent, appointment, { definitions: agents.definitions, world })
  const tools = createToolService(inner, grants)
  const desk = createDeskService(inner, conversations)
  ports.desk.bind(desk)
  const runtime = createRuntimeService(inner, { conversations, grants, remind, tools, desk })
  ports.responder.bind(runtime.responder)
  const outreach = createOutreachService(inner, { conversations, runtime }, ports.campaigns.port)
  ports.sendListeners.bind(outreach)
  clockSources.push(...listClockSources(inner, { conversations, desk, runtime, outreach }))
  const campaigns = createCampaignService(inner, { conversations, outreach })
  ports.campaigns.bind({ wakeCampaigns: campaigns.wake })
  const regression = createRegressionService(inner, { conversations, runtime, outreach, desk })
  ports.definitionListeners.bind({
    outreach: outreach.definitionListener,
    campaigns: campaigns.definitionListener,
    regression: regression.definitionListener,
  })
  return {
    context,
    oidc: createOidc(context),
    agents,
    outbound,
    grants,
    gateway,
    lab,
    webchat,
    channels,
    conversations,
    models,
    agentModels,
    embedder,
    knowledge,
    sandboxes,
    tools,
    desk,
    runtime,
    remind,
    outreach,
    campaigns,
    regression,
  }
}

/** The services that need no later one; all other factories get them. */
type InnerServices = Pick<
  Services,
  'context' | 'agents' | 'outbound' | 'gateway' | 'channels' | 'agentModels' | 'knowledge' | 'sandboxes'
>

const createMediaUrls = ({ config }: AppContext) => mediaLibrary.createUrls(config.gatewayPublicUrl)

function createContentReader(context: AppContext, { definitions }: AgentDeps) {
  const contents = { definitions, mediaUrls: createMediaUrls(context) }
  return (agent: AgentKey, person: PersonFields) =>
    readAgentContent(agent, { db: context.database.db, contents, person })
}

function createConversationService(services: InnerServices, ports: LatePorts): Conversations {
  const { context, agents, outbound, gateway, channels, sandboxes } = services
  const { config, database, world, log } = context
  return createConversations({
    db: database.db,
    databaseUrl: database.url,
    world,
    log,
    channels,
    fetch: outbound.fetch,
    call: outbound.call,
    open: outbound.open,
    apis: config.channelApis,
    gatewayPublicUrl: config.gatewayPublicUrl,
    allowPrivateNetwork: config.allowPrivateNetwork,
    unknownOutcomeMinutes: config.unknownOutcomeMinutes,
    announce: agents.announce,
    definitions: agents.definitions,
    gateway,
    mediaUrls: createMediaUrls(context),
    sandboxPeople: sandboxes,
    responder: context.responder ?? ports.responder.port,
    onDeskContent: ports.desk.port.onDeskContent,
    onSessionsEnded: reviews.enqueue,
    onFirstReply: ports.sendListeners.port.onAnswered,
    onOutcomeResolved: ports.sendListeners.port.onOutcomeKnown,
    onInitiationMoved: ports.sendListeners.port.onMoved,
  })
}

function createToolService({ context, agents, outbound }: InnerServices, grants: GrantUseDeps): Tools {
  const { config, database, world, log } = context
  const { definitions, secrets, catalog, readToolGrants } = agents
  const { db } = database
  return createTools({
    db,
    world,
    log,
    definitions,
    secrets,
    catalog,
    readToolGrants,
    call: outbound.call,
    fetch: outbound.fetch,
    grants,
    apis: config.toolApis,
  })
}

function createRuntimeService(
  { context, agents, outbound, agentModels, knowledge }: InnerServices,
  {
    conversations,
    grants,
    remind,
    tools,
    desk,
  }: Pick<Services, 'conversations' | 'grants' | 'remind' | 'tools' | 'desk'>,
): Runtime {
  const { config, database, world, log } = context
  const { gatewayPublicUrl } = config
  return createRuntime({
    db: database.db,
    world,
    log,
    definitions: agents.definitions,
    announce: agents.announce,
    secrets: agents.secrets,
    models: agentModels,
    fetch: outbound.fetch,
    catalogTools: tools,
    desk,
    remind,
    calendars: createCalendars(grants),
    optOut: conversations.optOut,
    optBackIn: conversations.optIn,
    onQuestion: nudgeQuestions,
    writeLog: conversations.writeLog,
    search: (agent, query) => knowledge.search(agent, query),
    content: createContentReader(context, agents),
    mediaBase: `${gatewayPublicUrl}/media/`,
    mailPage: ({ orgId, id }) => `${gatewayPublicUrl}/mail/${orgId}/${id}`,
  })
}

/** How far back a sequence of a persona looks for a Goal. */
const maxSandboxTurns = 200

/** Creates the service that starts conversations for the business: single sends and rules. */
function createOutreachService(
  { context, agents, channels, sandboxes }: InnerServices,
  { conversations, runtime }: Pick<Services, 'conversations' | 'runtime'>,
  campaigns: CampaignPort,
): OutreachService {
  const { config, database, world, log } = context
  return createOutreach({
    db: database.db,
    world,
    log,
    definitions: agents.definitions,
    announce: agents.announce,
    channels,
    realSends: config.realSends,
    publicUrl: config.publicUrl,
    gatewayPublicUrl: config.gatewayPublicUrl,
    reachLinkGoal: runtime.reachLinkGoal,
    writeLog: conversations.writeLog,
    rates: conversations.rates,
    open: conversations.initiateBatched,
    openMany: conversations.initiateMany,
    findDispatched: conversations.findDispatched,
    abandon: conversations.abandon,
    sandboxConversations: conversations.sandbox,
    sandboxes,
    async readSandboxGoals(agent, asid, since) {
      const records = await turns.listByUser(database.db, agent, asid, maxSandboxTurns)
      return records.filter(({ at }) => Date.parse(at) >= since.getTime()).flatMap(({ goalsReached }) => goalsReached)
    },
    opened: runtime.recordInitiation,
    openedMany: runtime.recordInitiations,
    personas: { find: findPersona },
    readCampaignTerms,
    wakeCampaigns: campaigns.wakeCampaigns,
    findReferrers: findOutreachReferrers,
  })
}

function createCampaignService(
  { context, agents, channels, sandboxes }: InnerServices,
  { conversations, outreach }: Pick<Services, 'conversations' | 'outreach'>,
): Campaigns {
  const { config, database, world, log } = context
  return createCampaigns({
    db: database.db,
    world,
    log,
    definitions: agents.definitions,
    announce: agents.announce,
    channels,
    realSends: config.realSends,
    writeLog: conversations.writeLog,
    rates: conversations.rates,
    sends: outreach.campaignSends,
    acceptSend: outreach.accept,
    mediaUrls: createMediaUrls(context),
    personas: { find: createPersonaFinder(sandboxes) },
  })
}

/** Test cases run in the sandbox, on the same runtime that answers people. */
function createRegressionService(
  { context, agents, sandboxes, agentModels }: InnerServices,
  { conversations, runtime, outreach, desk }: Pick<Services, 'conversations' | 'runtime' | 'outreach' | 'desk'>,
): Regression {
  const { database, world, log, metrics } = context
  const { db } = database
  const { definitions, announce, secrets } = agents
  const { sandbox, transcripts } = conversations
  const caseSandbox = createCaseSandbox({
    db,
    world,
    definitions,
    desk,
    sandboxes,
    content: createContentReader(context, agents),
    initiations: outreach.openings,
    sandboxConversations: sandbox,
    recordInitiation: runtime.recordInitiation,
  })
  return createRegression({
    db,
    world,
    log,
    definitions,
    announce,
    models: agentModels,
    transcripts,
    build: version,
    historyDays: context.config.historyDays,
    sandbox: caseSandbox,
    sandboxConversations: sandbox,
    meter: metrics.countUsage,
    personas: { find: findPersona },
    turns: {
      findByEvent: turns.findByEvent,
      listByIds: turns.listByIds,
      saveWebhookTurn: (on, agent, bare) => turns.saveWebhookTurn(on, agent, bare, world),
    },
    notifyTeam: (tx, agent, notice) => notices.send(tx, agent, notice, { definitions, secrets, world }),
  })
}

function createGrantDeps(context: AppContext, { announce, definitions }: AgentDeps, { fetch }: Outbound): GrantUseDeps {
  const { config, database, keyring, world, log } = context
  const onConnected: GrantUseDeps['onConnected'] = (tx, { id }, connectionId) =>
    retryAbandonedCalendarEvents(tx, id, connectionId, world.now())
  const { providers } = config.oauth
  const findToolUsers: NonNullable<GrantUseDeps['findToolUsers']> = async (tx, agent, toolId) =>
    listToolUsers(await definitions.read(tx, agent), toolId).map(({ playbookId: id, name }) => ({ id, name }))
  return { db: database.db, world, log, keyring, fetch, announce, providers, onConnected, findToolUsers }
}

function createOidc({ config, world, log }: AppContext): OidcIssuer | undefined {
  const { oidc, publicUrl } = config
  return oidc && createOidcIssuer({ ...oidc, redirectUri: `${publicUrl}/sign-in` }, world, log)
}

export function createServerDeps({ context, oidc, gateway, agents }: Services): ServerDeps {
  const { config, database, keyring, world, log, metrics, validateResponses, clientLimits } = context
  const { db } = database
  const byGrant = createGrantAuthenticator(db, world)
  const byOthers = createAuthenticator({ db, world, keyring, oidc })
  return {
    db,
    world,
    log,
    keyring,
    audit: createAuditor(world),
    validateResponses,
    clientLimits,
    trustProxy: config.trustProxy,
    observe: metrics.observeRequest,
    authenticate: (token, isMcp) => (isGrantToken(token) ? byGrant(token) : byOthers(token, isMcp)),
    authenticateAgent: gateway.authenticate,
    findAgent: createAgentFinder(db),
    useDraft: agents.definitions.useDraft,
  }
}
