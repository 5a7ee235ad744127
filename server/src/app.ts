import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { configurationRoutes, listing, media } from './domains/agents/index.ts'
import { catalogRoutes } from './domains/catalogs/index.ts'
import { channelRoutes, providers } from './domains/channels/index.ts'
import { type ConnectionDeps, connectionRoutes } from './domains/connections/index.ts'
import { conversationListener, inbound, traffic } from './domains/conversations/index.ts'
import { emulatorRoutes, personaRoutes, serveEmulator } from './domains/emulator/index.ts'
import { knowledgeRoutesOf } from './domains/knowledge/index.ts'
import { handsetListener, serveLab } from './domains/lab/index.ts'
import {
  accountRoutes,
  apiKeyRoutes,
  auditRoutes,
  memberRoutes,
  orgRoutes,
  systemRoutes,
} from './domains/orgs/index.ts'
import { pauseLinksOfBinding, serveLinks } from './domains/outreach/index.ts'
import { type PersonListener, peopleRoutes } from './domains/people/index.ts'
import { systemTestRoutes } from './domains/regression/index.ts'
import { runtimeListener, seedHistory, serveContactMail, turns } from './domains/runtime/index.ts'
import { agentsLinking, calendarsOf, personListener, schedulingRoutes } from './domains/scheduling/index.ts'
import { usageRoutes } from './domains/usage/index.ts'
import { chatListener, serveWebchat } from './domains/webchat/index.ts'
import { webhookRoutes, webhooksInTrouble } from './domains/webhooks/index.ts'
import { serveMcp } from './mcp/serve.ts'
import { catalogOfParts, oidcOf, type Parts, serverDeps, sharedBy } from './parts.ts'
import { hindranceOf } from './platform/db/readiness.ts'
import { admitAgent } from './platform/http/admit.ts'
import { forgetAnswersAbout } from './platform/http/idempotency.ts'
import { openApiOf } from './platform/http/openapi.ts'
import { serveOperations } from './platform/http/operations.ts'
import { refuseUnderPressure } from './platform/http/pressure.ts'
import type { Route } from './platform/http/route.ts'
import { createServer, knockWithToken, refuseOthers, type ServerDeps, serveRoutes } from './platform/http/server.ts'
import { builtConsole, serveConsole } from './platform/pages/console.ts'
import { serveGuides } from './platform/pages/guides.ts'
import { serveHome, serveIcon } from './platform/pages/home.ts'
import { serveReference } from './platform/pages/reference.ts'
import { version } from './version.ts'

export type { Parts } from './parts.ts'
export { type BackgroundWork, createWork } from './work.ts'

/** The composition root, with `parts.ts` and `work.ts`: the only files that name every domain. */

/** Every route of the management API; what is not in this list does not exist. */
export function managementRoutes(parts: Parts): Route[] {
  const { config, keyring, database } = parts
  const { agents, outbound, grants, channels, conversations, knowledge, remind, outreach, campaigns, regression } =
    sharedBy(parts)
  const { definitions, announce } = agents
  return [
    ...orgRoutes,
    ...accountRoutes({ keyring, oidc: oidcOf(parts) }),
    ...memberRoutes,
    ...apiKeyRoutes({ announce }),
    ...auditRoutes,
    ...systemRoutes,
    ...systemTestRoutes,
    ...catalogRoutes(catalogOfParts(parts)),
    ...configurationRoutes(agents),
    ...media.routes({
      gatewayPublicUrl: config.gatewayPublicUrl,
      fetch: outbound.fetch,
      usersOfMedia: media.usersOf(definitions),
    }),
    ...connectionRoutes({
      ...grants,
      returnHosts: config.oauth.returnHosts,
      publicUrl: config.publicUrl,
      agentsUsing,
      oauthOfTool: (id) => catalogOfParts(parts).find('tools', id)?.oauth,
    }),
    ...channelRoutes({
      ...agents,
      writeLog: conversations.writeLog,
      gatewayPublicUrl: config.gatewayPublicUrl,
      async released(tx, agent, binding) {
        await pauseLinksOfBinding(tx, agent, binding.id)
        await campaigns.wake(tx, agent)
      },
    }),
    ...knowledgeRoutesOf(knowledge),
    ...peopleRoutes({
      db: database.db,
      definitions,
      keyring,
      announce,
      forgetAnswers: forgetAnswersAbout,
      usersOfSegment: campaigns.segmentUsers,
      listeners: personListeners(parts),
    }),
    ...schedulingRoutes({
      definitions,
      announce,
      providers: grants.providers,
      calendars: calendarsOf(grants),
      remind,
    }),
    ...outreach.routes(),
    ...campaigns.routes(),
    ...regression.routes(),
    ...turns.routes,
    ...traffic.routes,
    ...usageRoutes({ channels, news: listing.newsOf(agents), webhooksInTrouble }),
    ...webhookRoutes({ keyring, allowPrivateNetwork: config.allowPrivateNetwork }),
    ...emulatorRoutes({ publicUrl: config.publicUrl }),
    ...rehearsalRoutes(parts),
  ]
}

/** Who hears of people that are merged or erased, in this order. */
function personListeners(parts: Parts): PersonListener[] {
  const { agents, outreach, campaigns, regression } = sharedBy(parts)
  return [
    personListener({ announce: agents.announce, world: parts.world }),
    campaigns.personListener(forgetAnswersAbout),
    regression.personListener(forgetAnswersAbout),
    conversationListener(parts),
    runtimeListener,
    outreach.personListener,
    providerListener,
    handsetListener,
    chatListener,
  ]
}

function rehearsalRoutes(parts: Parts): Route[] {
  const { conversations, rehearsals } = sharedBy(parts)
  return personaRoutes({
    rehearser: conversations.rehearser,
    rehearsals,
    turns: { ...turns, keepBare: (db, agent, bare) => turns.keepBare(db, agent, bare, parts.world) },
    seedHistory: (tx, agent, asid, lines) =>
      seedHistory(tx, agent, asid, { lines: lines.map(asLine), now: parts.world.now() }),
  })
}

/** A preset speaks of users and assistants, as test cases do. */
const asLine = ({ role, content: text }: { role: 'user' | 'assistant'; content: string }) =>
  ({ role: role === 'user' ? 'person' : 'agent', text }) as const

export function createApi(parts: Parts, routes: Route[] = managementRoutes(parts)): FastifyInstance {
  const deps = serverDeps(parts)
  const app = plainServer(parts, deps)
  // Whoever watches something does not hold the end up.
  app.addHook('preClose', async () => {
    sharedBy(parts).campaigns.close()
    sharedBy(parts).regression.close()
  })
  serveRoutes(app, '/v1', routes, deps)
  refuseOthers(app, ['/v1'], (request) => knockWithToken(request, deps))
  const { agents, channels } = sharedBy(parts)
  const { publicUrl } = parts.config
  serveMcp(app, routes, { ...deps, publicUrl })
  serveReference(app, () => openApiOf(routes, describedBy(parts.config)))
  serveGuides(app)
  serveEmulator(app)
  serveLinks(app, { ...agents, channels, publicUrl, db: parts.database.db, world: parts.world })
  serveConsole(app, parts.consoleFiles ?? builtConsole)
  return app
}

/** Every route of the messaging gateway, by the prefix that it stands under. */
export function gatewayRoutes(parts: Parts): Record<string, Route[]> {
  const { conversations, lab } = sharedBy(parts)
  return { '/v4': conversations.routes, ...(parts.config.lab && { '/lab/v1': lab.routes }) }
}

export function createGateway(parts: Parts): FastifyInstance {
  const { config, database, world, log } = parts
  const deps = serverDeps(parts)
  const app = plainServer(parts, deps)
  const { agents, channels, conversations, webchat } = sharedBy(parts)
  // Whoever listens to an agent does not hold the end up either.
  app.addHook('preClose', () => conversations.close())
  const routes = gatewayRoutes(parts)
  for (const [prefix, under] of Object.entries(routes)) serveRoutes(app, prefix, under, deps)
  refuseOthers(app, Object.keys(routes), (request) => admitAgent(request, deps))
  serveGuides(app)
  serveReference(app, () => openApiOf(routes['/v4'] ?? [], describedGateway(config)))
  media.serve(app, deps)
  inbound.serveProviders(app, conversations.providers)
  const { definitions } = agents
  serveContactMail(app, { db: database.db, definitions })
  const chat = { db: database.db, world, log, channels, receive: conversations.receive, definitions, lines: webchat }
  serveWebchat(app, { ...chat, databaseUrl: database.url })
  if (config.lab) serveLab(app)
  serveHome(app, '/', {
    title: 'Parley messaging gateway',
    lead: 'Conversations on every channel run here, under /v4.',
    links: [
      ...(config.lab ? [{ href: '/lab', label: 'Handset lab', says: 'a virtual phone for every channel' }] : []),
      { href: '/docs/api', label: 'API reference', says: 'every route of the gateway' },
      { href: config.publicUrl, label: 'Management API', says: 'agents, keys, people' },
    ],
  })
  return app
}

/** A process that only works still answers the questions of whoever runs it. */
export function createWatch(parts: Parts): FastifyInstance {
  return plainServer(parts, serverDeps(parts))
}

/** Agents use a connection by a tool binding, or by the calendar of a representative. */
const agentsUsing: ConnectionDeps['agentsUsing'] = async (tx, org, connectionIds) => {
  const [bound, linked] = [await listing.naming(tx, org, connectionIds), await agentsLinking(tx, org, connectionIds)]
  return new Map(
    connectionIds.map((id) => {
      const agents = [...(bound.get(id) ?? []), ...(linked.get(id) ?? [])]
      const distinct = new Map(agents.map((agent) => [agent.agentId, agent]))
      return [id, [...distinct.values()].sort((one, other) => one.name.localeCompare(other.name))]
    }),
  )
}

/** Channels know addresses, and nothing of people. */
const providerListener: PersonListener = {
  merged: async () => {},
  erased: (tx, agent, _person, identities) => providers.forgetAddresses(tx, agent, identities),
}

const operations = new Set(['/healthz', '/readyz', '/metrics'])

function plainServer({ config, database, metrics }: Parts, deps: ServerDeps): FastifyInstance {
  const app = createServer(deps)
  metrics.watchSlots(() => database.slots.state())
  refuseUnderPressure(app, (url) => operations.has(url))
  const folder = config.databaseUrl ? undefined : join(config.dataDir, 'postgres')
  serveOperations(app, metrics, () => hindranceOf(database.pool, folder))
  serveIcon(app)
  return app
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

function describedGateway(config: Config) {
  return {
    title: 'Parley messaging gateway',
    version,
    description: 'Messages to people on every channel, events of theirs, and where those go.',
    serverUrl: `${config.gatewayPublicUrl}/v4`,
  }
}
