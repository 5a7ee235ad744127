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
import { campaignsOf, outreachUsers, type Personas, readTerms } from './domains/campaigns/index.ts'
import { builtInCatalog, type Catalog } from './domains/catalogs/index.ts'
import { bindWebchat, type Channels, channelsOf, providers } from './domains/channels/index.ts'
import type { UseDeps } from './domains/connections/index.ts'
import {
  type Conversations,
  contentOf,
  conversationsOf,
  forgetConversations,
  type Responder,
} from './domains/conversations/index.ts'
import { findPersona, findPersonas, grantAuthenticator, isGrantToken } from './domains/emulator/index.ts'
import {
  createEmbedder,
  type Embedder,
  indexDefinition,
  type Knowledge,
  knowledgeOf,
} from './domains/knowledge/index.ts'
import { labOf } from './domains/lab/index.ts'
import { auditor, authenticator, type OidcIssuer, oidcIssuer } from './domains/orgs/index.ts'
import { forgetOutreach, outreachOf, recheckHearing, ruleHearing } from './domains/outreach/index.ts'
import { forgetPeople, readPersonSlots } from './domains/people/index.ts'
import { regressionOf } from './domains/regression/index.ts'
import {
  authorFlowWith,
  forgetRuntime,
  type Models,
  modelsOf,
  notices,
  queueReviews,
  type Runtime,
  rehearsalsOf,
  reminders,
  runtimeOf,
  stageOf,
  turns,
} from './domains/runtime/index.ts'
import { calendarsOf, forgetLostCalendars, type Remind, reviveCalendarEvents } from './domains/scheduling/index.ts'
import { type Lines, webchatAdapter, webchatLines } from './domains/webchat/index.ts'
import { addressing } from './domains/webhooks/index.ts'
import type { Database } from './platform/db/database.ts'
import type { AgentKey } from './platform/http/route.ts'
import type { ServerDeps } from './platform/http/server.ts'
import type { Metrics } from './platform/metrics.ts'
import { createOutbound, type Outbound } from './platform/outbound/index.ts'
import { announcer, type Hear } from './platform/outbox.ts'
import type { Keyring } from './platform/secrets/keyring.ts'
import type { World } from './platform/world.ts'
import { version } from './version.ts'

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
  /** In tests: answers in place of the runtime. */
  responder?: Responder
  /** In tests: a model that says what a test makes it say; those of the configuration unless given. */
  models?: Models
  /** In tests: where the console was built, when elsewhere. */
  consoleFiles?: string
  /** In tests: every answer is held against its schema. */
  checkAnswers?: boolean
  /** In tests: shorter than what the guide promises. */
  clientLimits?: ServerDeps['clientLimits']
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
  models: Models
  /** Understands what is meant beyond the words; absent where it is off. */
  meanings?: Embedder
  knowledge: Knowledge
  rehearsals: ReturnType<typeof rehearsalsOf>
  runtime: Runtime
  outreach: ReturnType<typeof outreachOf>
  campaigns: ReturnType<typeof campaignsOf>
  regression: ReturnType<typeof regressionOf>
  /** What a booked appointment reminds its person by. */
  remind: Remind
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
  const { gatewayPublicUrl, allowPrivateNetwork, unknownOutcomeMinutes } = config
  const outbound = createOutbound({ allowPrivateNetwork })
  const agents = agentDeps(parts)
  const gateway = gatewayAccess({ db, keyring, world })
  const { lab, webchat, channels } = carriersOf(parts, () => made)
  const { definitions, announce } = agents
  const { fetch, call, open } = outbound
  const outward = { fetch, call, open, apis: config.channelApis, gatewayPublicUrl, allowPrivateNetwork }
  const mediaUrls = media.urlsOf(gatewayPublicUrl)
  const models = parts.models ?? modelsOf(config.models, world)
  const meanings = config.meanings ? createEmbedder({ log }) : undefined
  const knowledge = knowledgeOf({ db, meanings })
  const rehearsals = rehearsalsOf({ db, world })
  // The runtime answers what conversations bring, and conversations carry what it answers.
  const responder: Responder = {
    hears: (type) => made.runtime.responder.hears(type),
    respond: (...given) => made.runtime.responder.respond(...given),
  }
  const conversations = conversationsOf({
    ...{ db, world, log, channels, ...outward, announce, definitions, gateway, mediaUrls, rehearsals },
    ...{ unknownOutcomeMinutes, databaseUrl: database.url },
    responder: parts.responder ?? responder,
    ended: queueReviews,
    ...outreachListeners(() => made.outreach),
  })
  const grants = grantDeps(parts, agents, outbound)
  const remind: Remind = (tx, agent, appointment) => reminders.queue(tx, agent, appointment, { definitions, world })
  const content: RuntimeContent = (agent, person) =>
    contentOf(agent, { db, contents: { definitions, mediaUrls }, person })
  const runtime = runtimeOf({
    ...{ db, world, log, definitions, announce, models, fetch, remind },
    secrets: agents.secrets,
    calendars: calendarsOf(grants),
    optOut: conversations.optOut,
    back: conversations.optIn,
    writeLog: conversations.writeLog,
    search: (agent, query) => knowledge.search(agent, query),
    content,
    ...gatewayPagesOf(gatewayPublicUrl),
  })
  const sides = businessSideOf(parts, { agents, channels, conversations, runtime, rehearsals })
  const regression = regressionFor(parts, { agents, conversations, runtime, rehearsals, models, content, ...sides })
  const ours = {
    lab,
    webchat,
    channels,
    conversations,
    models,
    meanings,
    knowledge,
    rehearsals,
    runtime,
    remind,
    regression,
    ...sides,
  }
  const made: Shared = {
    agents: { ...agents, authorFlow: authorFlowWith(models, world) },
    outbound,
    grants,
    gateway,
    ...ours,
  }
  return made
}

type Listeners = Pick<Parameters<typeof conversationsOf>[0], 'answered' | 'outcomeKnown'>

/** What becomes of the conversations that outreach begins. */
const outreachListeners = (outreach: () => Shared['outreach']): Listeners => ({
  answered: (...given) => outreach().answered(...given),
  outcomeKnown: (...given) => outreach().outcomeKnown(...given),
})

/** What the runtime leads people to. */
const gatewayPagesOf = (gatewayUrl: string) => ({
  mediaBase: `${gatewayUrl}/media/`,
  mailPage: ({ orgId, id }: AgentKey) => `${gatewayUrl}/mail/${orgId}/${id}`,
})

type Beside = Pick<Shared, 'agents' | 'channels' | 'conversations' | 'runtime' | 'rehearsals'>

/** Who begins conversations for the business: one at a time, by rules, or many together. */
function businessSideOf(parts: Parts, beside: Beside): Pick<Shared, 'outreach' | 'campaigns'> {
  const { config, world, log } = parts
  const { agents, channels, conversations, runtime, rehearsals } = beside
  const { definitions, announce } = agents
  const given = {
    ...{ db: parts.database.db, world, log, definitions, announce, channels, realSends: config.realSends },
    ...{ writeLog: conversations.writeLog, rates: conversations.rates },
  }
  const outreach = outreachOf({
    ...given,
    ...{ rehearsals, publicUrl: config.publicUrl },
    ...doorsOf(conversations),
    ...{ opened: runtime.opened, openedMany: runtime.openedMany },
    personas: { find: findPersona },
    termsOfCampaign: readTerms,
    wakeCampaigns: (...given) => campaigns.wake(...given),
    users: outreachUsers,
  })
  const campaigns = campaignsOf({
    ...given,
    sends: outreach.campaignSends,
    mediaUrls: media.urlsOf(config.gatewayPublicUrl),
    personas: { find: personasOf(rehearsals) },
  })
  return { outreach, campaigns }
}

type RuntimeContent = Parameters<typeof runtimeOf>[0]['content']
type Tested = Pick<Shared, 'agents' | 'conversations' | 'runtime' | 'rehearsals' | 'models' | 'outreach'> & {
  content: RuntimeContent
}

/** Cases are played in the sandbox, by the same runtime that answers people. */
function regressionFor({ database, world, log, metrics }: Parts, tested: Tested): Shared['regression'] {
  const { agents, conversations, runtime, rehearsals, models, outreach, content } = tested
  const { db } = database
  const { definitions, announce, secrets } = agents
  const { rehearser, spoken } = conversations
  const stage = stageOf({
    ...{ db, world, definitions, rehearsals, rehearser, opened: runtime.opened },
    ...{ openings: outreach.openings, content },
  })
  return regressionOf({
    ...{ db, world, log, definitions, announce, models, stage, rehearser, spoken, build: version },
    meter: metrics.meter,
    personas: { find: findPersona },
    turns: { ...turns, keepBare: (on, agent, bare) => turns.keepBare(on, agent, bare, world) },
    notifyTeam: (tx, agent, notice) => notices.tell(tx, agent, notice, { definitions, secrets, world }),
  })
}

/**
 * Who carries messages, and the bindings that lead to them. Carriers of our own hand in what people do, and that is taken in
 * by what hands over to them.
 */
function carriersOf({ config, database, keyring, world, log }: Parts, made: () => Shared) {
  const { db } = database
  const lab = labOf({
    ...{ db, world, log },
    receive: (...given) => made().conversations.receive(...given),
    rendered: (...given) => made().conversations.rendered(...given),
    channels: { find: (id) => made().channels.find(id), on: (...given) => made().channels.on(...given) },
  })
  const webchat = webchatLines({ db, log })
  const chat = webchatAdapter({ db, world, publish: webchat.publish })
  const carriers = config.lab ? [...lab.adapters, lab.beside(chat)] : [chat]
  const adapters = [...carriers, ...providers.adapters({ db, world })]
  const channels = channelsOf({
    ...{ db, keyring, adapters, gatewayPublicUrl: config.gatewayPublicUrl },
    batchRates: config.batchRates,
  })
  return { lab, webchat, channels }
}

/** What the business side begins conversations by. */
const doorsOf = ({ open, openMany, handed, abandon, rehearser }: Conversations) => ({
  ...{ open, openMany, handed, abandon },
  rehearser,
})

function grantDeps(parts: Parts, { announce }: AgentDeps, { fetch }: Outbound): UseDeps {
  const { config, database, keyring, world, log } = parts
  const connected: UseDeps['connected'] = (tx, { id }, connectionId) =>
    reviveCalendarEvents(tx, id, connectionId, world.now())
  return { db: database.db, world, providers: config.oauth.providers, keyring, fetch, announce, connected, log }
}

function agentDeps(parts: Parts): AgentDeps {
  const { config, keyring, world } = parts
  const catalog = catalogOfParts(parts)
  // Rules hear what is announced, and what is announced may be a change of the rules, or of what their rows wait for.
  const hear: Hear = async (tx, events) => {
    await ruleHearing({ definitions, world })(tx, events)
    await recheckHearing({ world })(tx, events)
  }
  const announce = announcer(world, hear, addressing)
  const outreachGone: DefinitionListener = (...given) => sharedBy(parts).outreach.definitionListener(...given)
  const campaigning: DefinitionListener = (...given) => sharedBy(parts).campaigns.definitionListener(...given)
  const testing: DefinitionListener = (...given) => sharedBy(parts).regression.definitionListener(...given)
  const reminding = reminders.moveWithLead(world)
  const listeners = [indexKnowledge, forgetLostCalendars, reminding, campaigning, outreachGone, testing]
  const definitions = definitionsOf({ outside: outsideOf(catalog), announce, listeners })
  return {
    definitions,
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
      await forgetRuntime(tx, agent)
      await forgetOutreach(tx, agent)
    },
  }
}

/** Whom a persona plays, and where. */
const personasOf =
  (rehearsals: ReturnType<typeof rehearsalsOf>): Personas['find'] =>
  async (db, agent, personaIds) => {
    const personas = await findPersonas(db, agent, personaIds)
    const played = await rehearsals.findMany(
      db,
      agent,
      personas.map(({ asid }) => asid),
    )
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

export const catalogOfParts = ({ catalog = builtInCatalog }: Parts): Catalog => catalog

const issuers = new WeakMap<Config, OidcIssuer>()

/** One for all who ask: it keeps the keys that the issuer has published. */
export function oidcOf({ config, world, log }: Parts): OidcIssuer | undefined {
  const settings = config.oidc && { ...config.oidc, redirectUri: `${config.publicUrl}/sign-in` }
  if (settings && !issuers.has(config)) issuers.set(config, oidcIssuer(settings, world, log))
  return issuers.get(config)
}

export function serverDeps(parts: Parts): ServerDeps {
  const { config, database, keyring, world, log, metrics, checkAnswers, clientLimits } = parts
  const { db } = database
  const byGrant = grantAuthenticator(db, world)
  const byOthers = authenticator({ db, world, keyring, oidc: oidcOf(parts) })
  return {
    db,
    world,
    log,
    keyring,
    audit: auditor(world),
    checkAnswers,
    clientLimits,
    trustProxy: config.trustProxy,
    observe: metrics.observeRequest,
    authenticate: (token) => (isGrantToken(token) ? byGrant(token) : byOthers(token)),
    authenticateAgent: sharedBy(parts).gateway.authenticate,
    findAgent: agentFinder(db),
  }
}
