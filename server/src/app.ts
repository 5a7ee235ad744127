import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { describeGatewayApi, describeManagementApi } from './api-descriptions.ts'
import { type AppContext, catalogOfContext } from './app-context.ts'
import { agentListing, configurationRoutes, mediaLibrary } from './domains/agents/index.ts'
import { catalogRoutes } from './domains/catalogs/index.ts'
import { channelRoutes, providerAdapters } from './domains/channels/index.ts'
import { type ConnectionDeps, connectionRoutes } from './domains/connections/index.ts'
import { createConversationPersonListener, inbound, traffic } from './domains/conversations/index.ts'
import { deskListener } from './domains/desk/index.ts'
import { emulatorRoutes, personaRoutes } from './domains/emulator/index.ts'
import { insightListener, insightRoutes, serveUnsubscribePage } from './domains/insights/index.ts'
import { createKnowledgeRoutes } from './domains/knowledge/index.ts'
import { handsetListener } from './domains/lab/index.ts'
import { type ModelRouteDeps, modelRoutes } from './domains/models/index.ts'
import {
  accountRoutes,
  apiKeyRoutes,
  auditRoutes,
  mcpOAuth,
  memberRoutes,
  orgRoutes,
  systemRoutes,
} from './domains/orgs/index.ts'
import { pauseLinksOfBinding, serveLinks } from './domains/outreach/index.ts'
import { type PersonListener, peopleRoutes } from './domains/people/index.ts'
import { systemTestRoutes } from './domains/regression/index.ts'
import { runtimeListener, serveContactMail, turns } from './domains/runtime/index.ts'
import {
  createAppointmentPersonListener,
  createCalendars,
  findLinkingAgents,
  schedulingRoutes,
} from './domains/scheduling/index.ts'
import { toolRoutes } from './domains/tools/index.ts'
import { usageRoutes } from './domains/usage/index.ts'
import { chatListener, serveWebchat } from './domains/webchat/index.ts'
import { findUnhealthyWebhooks, webhookRoutes } from './domains/webhooks/index.ts'
import { serveMcp } from './mcp/endpoint.ts'
import type { Db } from './platform/db/database.ts'
import { findReadinessProblem } from './platform/db/migrate.ts'
import { authenticateAgentRequest } from './platform/http/authorize.ts'
import { serveHealthEndpoints } from './platform/http/health.ts'
import { deleteResponsesAbout } from './platform/http/idempotency.ts'
import { buildOpenApiDocument } from './platform/http/openapi.ts'
import { rejectUnderPressure } from './platform/http/pressure.ts'
import type { AgentKey, Route } from './platform/http/route.ts'
import {
  authenticateUnknownPath,
  createServer,
  handleNotFound,
  type ServerDeps,
  serveRoutes,
} from './platform/http/server.ts'
import { consoleDistFolder, consolePaths, serveConsole } from './platform/pages/console.ts'
import { serveGuides } from './platform/pages/guides.ts'
import { serveHome, serveIcon } from './platform/pages/home.ts'
import { serveReference } from './platform/pages/reference.ts'
import { createServerDeps, type Services } from './services.ts'

export type { AppContext } from './app-context.ts'
export { type BackgroundWork, createBackgroundWork } from './background-work.ts'
export { createServices, type Services } from './services.ts'

/** Composition root, together with `services.ts` and `background-work.ts`: only these files import every domain. */

/** Every route of the management API; a route missing from this list is not served. */
export function managementRoutes(services: Services): Route[] {
  const { context, agents, outbound, grants, knowledge } = services
  const { remind, outreach, campaigns, regression } = services
  const { config, keyring, database } = context
  const { definitions, announce } = agents
  return [
    ...orgRoutes,
    ...accountRoutes({ keyring, oidc: services.oidc, publicUrl: config.publicUrl }),
    ...memberRoutes({
      onMemberChanged: services.desk.onMemberChanged,
      publicUrl: config.publicUrl,
      sendsMail: config.mail !== undefined,
    }),
    ...apiKeyRoutes({ announce }),
    ...auditRoutes,
    ...systemRoutes,
    ...systemTestRoutes,
    ...catalogRoutes(catalogOfContext(context)),
    ...configurationRoutes(agents),
    ...mediaLibrary.routes({
      gatewayPublicUrl: config.gatewayPublicUrl,
      fetch: outbound.fetch,
      findMediaReferences: mediaLibrary.createFindReferences(definitions),
    }),
    ...connectionRoutes({
      ...grants,
      returnHosts: config.oauth.returnHosts,
      publicUrl: config.publicUrl,
      findAgentsUsing: agentsUsing,
      findToolOAuth: (id) => catalogOfContext(context).find('tools', id)?.oauth,
    }),
    ...channelRoutes(channelDeps(services)),
    ...toolRoutes({ ...agents, tools: services.tools }),
    ...modelRoutes(modelDeps(services)),
    ...createKnowledgeRoutes(knowledge),
    ...peopleRoutes({
      db: database.db,
      definitions,
      keyring,
      announce,
      purgeCachedResponses: deleteResponsesAbout,
      findSegmentUsers: campaigns.findSegmentUsers,
      listeners: personListeners(services),
    }),
    ...schedulingRoutes({
      definitions,
      announce,
      providers: grants.providers,
      calendars: createCalendars(grants),
      remind,
    }),
    ...services.desk.routes(),
    ...insightRoutes({ db: database.db, world: context.world, definitions, knowledge, embedder: services.embedder }),
    ...outreach.routes(),
    ...campaigns.routes(),
    ...regression.routes(),
    ...turns.routes,
    ...traffic.routes,
    ...usageRoutes(alertDeps(services)),
    ...webhookRoutes({ keyring, allowPrivateNetwork: config.allowPrivateNetwork }),
    ...emulatorRoutes({ publicUrl: config.publicUrl, definitions: agents.definitions }),
    ...rehearsalRoutes(services),
  ]
}

function channelDeps({ context, agents, conversations, campaigns, outbound, channels }: Services) {
  const { config, world } = context
  return {
    ...agents,
    writeLog: conversations.writeLog,
    gatewayPublicUrl: config.gatewayPublicUrl,
    async onReleased(tx: Db, agent: AgentKey, binding: { id: string }) {
      await pauseLinksOfBinding(tx, agent, binding.id)
      await campaigns.wake(tx, agent)
    },
    templates: { ...outbound, channels, apis: config.channelApis, world },
  }
}

function modelDeps({ context: { keyring, config }, agentModels }: Services): ModelRouteDeps {
  const { models: choices, allowPrivateNetwork } = config
  return { keyring, choices, allowPrivateNetwork, testModel: agentModels.test }
}

function alertDeps({ channels, agents }: Services) {
  const { definitions } = agents
  return { channels, definitions, readDefinitionIssues: agentListing.createReadAlerts(agents), findUnhealthyWebhooks }
}

/** Listeners for merged and erased people, in the order they run. */
function personListeners({ context, agents, outreach, campaigns, regression }: Services): PersonListener[] {
  return [
    createAppointmentPersonListener({ announce: agents.announce, world: context.world }),
    campaigns.createPersonListener(deleteResponsesAbout),
    regression.personListener(deleteResponsesAbout),
    deskListener,
    insightListener,
    createConversationPersonListener(context),
    runtimeListener,
    outreach.personListener,
    providerListener,
    handsetListener,
    chatListener,
  ]
}

function rehearsalRoutes({ context, agents, conversations, sandboxes }: Services): Route[] {
  return personaRoutes({
    definitions: agents.definitions,
    sandbox: conversations.sandbox,
    sandboxes,
    turns: { ...turns, saveWebhookTurn: (db, agent, turn) => turns.saveWebhookTurn(db, agent, turn, context.world) },
    seedHistory: (tx, agent, asid, lines) =>
      turns.seedHistory(tx, agent, asid, { lines: lines.map(toHistoryLine), now: context.world.now() }),
  })
}

/** A preset uses the roles `user` and `assistant`, as test cases do. */
const toHistoryLine = ({ role, content: text }: { role: 'user' | 'assistant'; content: string }) =>
  ({ role: role === 'user' ? 'person' : 'agent', text }) as const

export function createApi(services: Services, routes: Route[] = managementRoutes(services)): FastifyInstance {
  const { context, agents, channels, campaigns, regression, desk } = services
  const deps = createServerDeps(services)
  const app = createBaseServer(context, deps)
  // Open progress streams must not delay the shutdown.
  app.addHook('preClose', async () => {
    campaigns.close()
    regression.close()
    desk.close()
  })
  serveRoutes(app, '/v1', routes, deps)
  handleNotFound(app, ['/v1'], (request) => authenticateUnknownPath(request, deps))
  const { publicUrl } = context.config
  serveMcp(app, routes, { ...deps, publicUrl })
  mcpOAuth.serve(app, { db: context.database.db, world: context.world, publicUrl })
  serveReference(app, () => buildOpenApiDocument(routes, describeManagementApi(context.config)))
  serveGuides(app)
  serveLinks(app, { ...agents, channels, publicUrl, db: context.database.db, world: context.world })
  serveUnsubscribePage(app, { db: context.database.db, world: context.world })
  serveConsole(app, context.consoleFiles ?? consoleDistFolder, consolePaths)
  return app
}

export function listGatewayRoutesByPrefix({ context, conversations, lab }: Services): Record<string, Route[]> {
  return { '/v4': conversations.routes, ...(context.config.lab && { '/lab/v1': lab.routes }) }
}

export function createGateway(services: Services): FastifyInstance {
  const { context, agents, channels, conversations, webchat } = services
  const { config, database, world, log } = context
  const deps = createServerDeps(services)
  const app = createBaseServer(context, deps)
  // Open agent event streams must not delay the shutdown either.
  app.addHook('preClose', () => conversations.close())
  const routes = listGatewayRoutesByPrefix(services)
  for (const [prefix, under] of Object.entries(routes)) serveRoutes(app, prefix, under, deps)
  handleNotFound(app, Object.keys(routes), (request) => authenticateAgentRequest(request, deps))
  serveGuides(app)
  serveReference(app, () => buildOpenApiDocument(routes['/v4'] ?? [], describeGatewayApi(config)))
  mediaLibrary.serve(app, deps)
  services.outreach.serveTaps(app)
  inbound.serveProviders(app, conversations.providers)
  const { definitions } = agents
  serveContactMail(app, { db: database.db, definitions })
  const chat = { db: database.db, world, log, channels, definitions, notifier: webchat }
  const people = {
    definitions,
    announce: agents.announce,
    purgeCachedResponses: deleteResponsesAbout,
    listeners: personListeners(services),
  }
  const { receive, storeFile } = conversations
  serveWebchat(app, { ...chat, receive, storeFile, people, databaseUrl: database.url })
  if (config.lab) serveConsole(app, context.consoleFiles ?? consoleDistFolder, ['/lab'])
  serveHome(app, '/', {
    title: 'Parley messaging gateway',
    lead: 'Conversations on every channel run here, under /v4.',
    links: [
      ...(config.lab ? [{ href: '/lab', label: 'Handset lab', description: 'a virtual phone for every channel' }] : []),
      { href: '/docs/api', label: 'API reference', description: 'every route of the gateway' },
      { href: config.publicUrl, label: 'Management API', description: 'agents, keys, people' },
    ],
  })
  return app
}

/** A worker-only process still serves health checks and metrics. */
export function createHealthServer(services: Services): FastifyInstance {
  return createBaseServer(services.context, createServerDeps(services))
}

/** An agent uses a connection through a tool binding or through a representative's calendar. */
const agentsUsing: ConnectionDeps['findAgentsUsing'] = async (tx, org, connectionIds) => {
  const [bound, linked] = [
    await agentListing.findUsingConnections(tx, org, connectionIds),
    await findLinkingAgents(tx, org, connectionIds),
  ]
  return new Map(
    connectionIds.map((id) => {
      const agents = [...(bound.get(id) ?? []), ...(linked.get(id) ?? [])]
      const distinct = new Map(agents.map((agent) => [agent.agentId, agent]))
      return [id, [...distinct.values()].sort((one, other) => one.name.localeCompare(other.name))]
    }),
  )
}

/** Channels store addresses only, so a merge of people changes nothing for them. */
const providerListener: PersonListener = {
  onMerge: async () => {},
  onErase: (tx, agent, _person, identities) => providerAdapters.deleteEntriesOfAddresses(tx, agent, identities),
}

const probePaths = new Set(['/healthz', '/readyz', '/metrics'])

function createBaseServer({ config, database, metrics }: AppContext, deps: ServerDeps): FastifyInstance {
  const app = createServer(deps)
  metrics.watchSlots(() => database.slots.state())
  rejectUnderPressure(app, (url) => probePaths.has(url))
  const folder = config.databaseUrl ? undefined : join(config.dataDir, 'postgres')
  serveHealthEndpoints(app, metrics, () => findReadinessProblem(database.pool, folder))
  serveIcon(app)
  return app
}
