import { after } from 'node:test'
import type { Channel } from '@parley/amf'
import type { Preset } from '@parley/testcase'
import type { FastifyInstance } from 'fastify'
import { createApi, managementRoutes, type Services } from '../app.ts'
import { createAgentFinder, mediaLibrary } from '../domains/agents/index.ts'
import {
  type AcceptResult,
  type Conversations,
  createConversations,
  type EventEnvelope,
  type GatewayEvent,
  type Responder,
} from '../domains/conversations/index.ts'
import { personaRoutes } from '../domains/emulator/index.ts'
import { createSandboxes, type Sandboxes } from '../domains/runtime/sandbox/sandboxes.ts'
import { saveWebhookTurn } from '../domains/runtime/sandbox/webhook-turn.ts'
import { findTurnByEvent, listUserTurns } from '../domains/runtime/turns/queries.ts'
import type { AgentKey } from '../platform/http/route.ts'
import { createServer, serveRoutes } from '../platform/http/server.ts'
import { realWorld, type World } from '../platform/world.ts'
import { createServerDeps } from '../services.ts'
import { createTestAgent, type TestAgent } from './agent.ts'
import { createTestApp, type TestApp } from './app.ts'
import { assertStatus, createTestClient } from './client.ts'

/** The agent's answer to an event, message by message. */
export type ResponderScript = (event: GatewayEvent, envelope: EventEnvelope) => unknown[] | Promise<unknown[]>

export type RehearsalBench = {
  server: TestApp
  world: World & { advance(milliseconds: number): void }
  conversations: Conversations
  sandboxes: Sandboxes
  agents: Services['agents']
  /** All events that the agents received, and the results of accepting their answers. */
  envelopes: EventEnvelope[]
  acceptResults: AcceptResult[]
  seeded: { asid: string; lines: NonNullable<Preset['historySeed']> }[]
  /** Sets the script of all agents from now on. */
  play(script: ResponderScript): void
  agent(document?: object): Promise<RehearsalAgent>
  gateway: FastifyInstance
}

export type RehearsalAgent = TestAgent & {
  key: AgentKey
  /** Creates a sandbox person. */
  createPersonInSandbox(channel: Channel, preset?: Preset): Promise<{ asid: string; channel: Channel }>
}

/** Sandbox conversations and personas on their own database, with an agent that follows a script. */
export async function createRehearsalBench(): Promise<RehearsalBench> {
  const closers: (() => unknown)[] = []
  // Registered before the database is, so it runs before the database is dropped.
  after(async () => {
    for (const close of closers.toReversed()) await close()
  })
  const world = createRehearsalWorld()
  const server = await createTestApp({ world, config: { allowPrivateNetwork: true } })
  const { services, database } = server
  const { db } = database
  const sandboxes = createSandboxes({ db, world, leaseAttempts: 300 })
  const scriptedResponder = createScriptedResponder()
  const conversations = createScriptedConversations(services, {
    responder: scriptedResponder.responder,
    sandboxPeople: sandboxes,
  })
  const seeded: RehearsalBench['seeded'] = []
  const personas = personaRoutes({
    definitions: services.agents.definitions,
    sandbox: conversations.sandbox,
    sandboxes,
    seedHistory: async (_tx, _agent, asid, lines) => void seeded.push({ asid, lines }),
    turns: {
      findByEvent: findTurnByEvent,
      listByUser: listUserTurns,
      saveWebhookTurn: (db, agent, turn) => saveWebhookTurn(db, agent, turn, world),
    },
  })
  const otherRoutes = managementRoutes(services).filter(({ path }) => !path.includes('/personas'))
  const api = createApi(services, [...otherRoutes, ...personas])
  const gateway = createServer(createServerDeps(services))
  serveRoutes(gateway, '/v4', conversations.routes, createServerDeps(services))
  closers.push(
    () => services.outbound.close(),
    () => conversations.flush(),
    () => api.close(),
    () => gateway.close(),
  )
  return {
    server,
    world,
    conversations,
    sandboxes,
    agents: services.agents,
    envelopes: scriptedResponder.envelopes,
    acceptResults: scriptedResponder.acceptResults,
    play: scriptedResponder.play,
    seeded,
    gateway,
    async agent(document) {
      const agent = await createTestAgent(server, document)
      const key = (await createAgentFinder(db)({ id: agent.orgId }, agent.id)) as AgentKey
      const createPersonInSandbox = async (channel: Channel, preset: Preset = {}) => ({
        asid: await sandboxes.create(db, key, { channel, preset }),
        channel,
      })
      return { ...agent.by(createTestClient(api, agent.client.token)), key, createPersonInSandbox }
    },
  }
}

function createRehearsalWorld(): RehearsalBench['world'] {
  let at = Date.parse('2030-01-31T12:00:00.000Z')
  const advance = (milliseconds: number) => {
    at += milliseconds
  }
  return { ...realWorld, now: () => new Date(at), advance }
}

function createScriptedResponder() {
  const envelopes: EventEnvelope[] = []
  const acceptResults: AcceptResult[] = []
  let script: ResponderScript = () => []
  const responder: Responder = {
    handles: () => true,
    async respond(_agent, envelope, reply) {
      envelopes.push(envelope)
      for (const message of await script(envelope.event.event, envelope)) acceptResults.push(await reply(message))
    },
  }
  const play = (next: ResponderScript) => {
    script = next
  }
  return { envelopes, acceptResults, responder, play }
}

function createScriptedConversations(
  services: Services,
  ports: { responder: Responder; sandboxPeople: Sandboxes },
): Conversations {
  const { context, agents, channels, gateway, outbound } = services
  const { config, database, world, log } = context
  const { gatewayPublicUrl, allowPrivateNetwork } = config
  const { announce, definitions } = agents
  const { fetch, call, open } = outbound
  const outward = { channels, fetch, call, open, apis: {}, gatewayPublicUrl, allowPrivateNetwork }
  const mediaUrls = mediaLibrary.createUrls(gatewayPublicUrl)
  return createConversations({
    db: database.db,
    world,
    log,
    ...outward,
    announce,
    definitions,
    gateway,
    mediaUrls,
    unknownOutcomeMinutes: config.unknownOutcomeMinutes,
    ...ports,
  })
}

export async function fetchAccessToken(agent: TestAgent): Promise<string> {
  return assertStatus(await agent.post('/gateway/_rotateAccessToken'), 200).accessToken
}

export const createAmfTextMessage = (text: string, fields: object = {}) => ({
  spec: 'amf/1',
  parts: [{ type: 'text', text }],
  ...fields,
})
