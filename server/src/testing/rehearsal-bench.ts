import { after } from 'node:test'
import type { Channel } from '@parley/amf'
import type { Preset } from '@parley/testcase'
import type { FastifyInstance } from 'fastify'
import { createApi, managementRoutes, type Parts } from '../app.ts'
import { agentFinder, media } from '../domains/agents/index.ts'
import {
  type Accepted,
  type Conversations,
  conversationsOf,
  type Envelope,
  type Responder,
  type TypedEvent,
} from '../domains/conversations/index.ts'
import { personaRoutes } from '../domains/emulator/index.ts'
import { keepBareTurn } from '../domains/runtime/rehearsals/bare-turn.ts'
import { type Rehearsals, rehearsalsOf } from '../domains/runtime/rehearsals/rehearsals.ts'
import { findTurnOfEvent, turnsOfUser } from '../domains/runtime/turns/queries.ts'
import { serverDeps, sharedBy } from '../parts.ts'
import type { AgentKey } from '../platform/http/route.ts'
import { createServer, serveRoutes } from '../platform/http/server.ts'
import { realWorld, type World } from '../platform/world.ts'
import { newAgent, type TestAgent } from './agent.ts'
import { type TestApp, testApp } from './app.ts'
import { assertStatus, clientOf } from './client.ts'

/** What the agent answers to an event, message by message. */
export type Script = (event: TypedEvent, envelope: Envelope) => unknown[] | Promise<unknown[]>

export type RehearsalBench = {
  server: TestApp
  world: World & { advance(milliseconds: number): void }
  conversations: Conversations
  rehearsals: Rehearsals
  agents: ReturnType<typeof sharedBy>['agents']
  /** All that the agents were told, and what became of what they answered. */
  told: Envelope[]
  answered: Accepted[]
  seeded: { asid: string; lines: NonNullable<Preset['historySeed']> }[]
  /** The script of all agents from now on. */
  play(script: Script): void
  agent(document?: object): Promise<RehearsedAgent>
  gateway: FastifyInstance
}

export type RehearsedAgent = TestAgent & {
  key: AgentKey
  /** Somebody to rehearse with. */
  begin(channel: Channel, preset?: Preset): Promise<{ asid: string; channel: Channel }>
}

/** Rehearsals and personas on a database of their own, with an agent that says what a script says. */
export async function rehearsalBench(): Promise<RehearsalBench> {
  const closing: (() => unknown)[] = []
  // Told of before the database is, and so done before the database goes.
  after(async () => {
    for (const close of closing.toReversed()) await close()
  })
  const world = movableWorld()
  const server = await testApp({ world, config: { allowPrivateNetwork: true } })
  const { parts, database } = server
  const { db } = database
  const rehearsals = rehearsalsOf({ db, world, patience: 300 })
  const scripted = scriptedResponder()
  const conversations = conversationsWith(parts, { responder: scripted.responder, rehearsals })
  const seeded: RehearsalBench['seeded'] = []
  const personas = personaRoutes({
    rehearser: conversations.rehearser,
    rehearsals,
    seedHistory: async (_tx, _agent, asid, lines) => void seeded.push({ asid, lines }),
    turns: {
      ofEvent: findTurnOfEvent,
      ofUser: turnsOfUser,
      keepBare: (db, agent, bare) => keepBareTurn(db, agent, bare, world),
    },
  })
  const others = managementRoutes(parts).filter(({ path }) => !path.includes('/personas'))
  const api = createApi(parts, [...others, ...personas])
  const gateway = createServer(serverDeps(parts))
  serveRoutes(gateway, '/v4', conversations.routes, serverDeps(parts))
  closing.push(
    () => sharedBy(parts).outbound.close(),
    () => conversations.flush(),
    () => api.close(),
    () => gateway.close(),
  )
  return {
    server,
    world,
    conversations,
    rehearsals,
    agents: sharedBy(parts).agents,
    told: scripted.told,
    answered: scripted.answered,
    play: scripted.play,
    seeded,
    gateway,
    async agent(document) {
      const made = await newAgent(server, document)
      const key = (await agentFinder(db)({ id: made.orgId }, made.id)) as AgentKey
      const begin = async (channel: Channel, preset: Preset = {}) => ({
        asid: await rehearsals.begin(db, key, { channel, preset }),
        channel,
      })
      return { ...made.by(clientOf(api, made.client.token)), key, begin }
    },
  }
}

function movableWorld(): RehearsalBench['world'] {
  let at = Date.parse('2030-01-31T12:00:00.000Z')
  const advance = (milliseconds: number) => {
    at += milliseconds
  }
  return { ...realWorld, now: () => new Date(at), advance }
}

function scriptedResponder() {
  const told: Envelope[] = []
  const answered: Accepted[] = []
  let script: Script = () => []
  const responder: Responder = {
    hears: () => true,
    async respond(_agent, envelope, reply) {
      told.push(envelope)
      for (const message of await script(envelope.event.event, envelope)) answered.push(await reply(message))
    },
  }
  const play = (next: Script) => {
    script = next
  }
  return { told, answered, responder, play }
}

function conversationsWith(parts: Parts, given: { responder: Responder; rehearsals: Rehearsals }): Conversations {
  const { config, database, world, log } = parts
  const { agents, channels, gateway, outbound } = sharedBy(parts)
  const { gatewayPublicUrl, allowPrivateNetwork } = config
  const { announce, definitions } = agents
  const { fetch, call, open } = outbound
  const outward = { channels, fetch, call, open, apis: {}, gatewayPublicUrl, allowPrivateNetwork }
  const mediaUrls = media.urlsOf(gatewayPublicUrl)
  return conversationsOf({
    db: database.db,
    world,
    log,
    ...outward,
    announce,
    definitions,
    gateway,
    mediaUrls,
    unknownOutcomeMinutes: config.unknownOutcomeMinutes,
    ...given,
  })
}

/** The access token of an agent, for the gateway. */
export async function accessTokenOf(agent: TestAgent): Promise<string> {
  return assertStatus(await agent.post('/gateway/_rotateAccessToken'), 200).accessToken
}

export const saying = (text: string, more: object = {}) => ({ spec: 'amf/1', parts: [{ type: 'text', text }], ...more })
