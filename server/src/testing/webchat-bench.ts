import { after } from 'node:test'
import { type AgentDefinition, createDefinition } from '@parley/definition'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { mediaLibrary } from '../domains/agents/index.ts'
import type { Inbound } from '../domains/channels/adapter.ts'
import type { BindingStatus, LiveBinding } from '../domains/channels/channels.ts'
import { createRehostMedia } from '../domains/conversations/media/rehost-media.ts'
import { createOrg } from '../domains/orgs/index.ts'
import {
  type ChatNotifier,
  chatListener,
  createChatNotifier,
  createWebchatAdapter,
  serveWebchat,
  type WebchatDeps,
} from '../domains/webchat/index.ts'
import type { Db } from '../platform/db/database.ts'
import type { AgentKey } from '../platform/http/route.ts'
import { createServer, type ServerDeps } from '../platform/http/server.ts'
import { createAnnounce } from '../platform/outbox.ts'
import { serveIcon } from '../platform/pages/home.ts'
import { realWorld, type World } from '../platform/world.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** Web chat on its own database, with a recorder in place of conversations. */
export type WebchatBench = {
  database: TestDatabase
  agent: AgentKey
  binding: LiveBinding
  /** The agent's configuration; a gateway caches what it has read of it. */
  definition: AgentDefinition
  received: Inbound[]
  /** Called before each inbound; may throw. */
  beforeReceive: { act?: () => void }
  /** Starts a gateway process; with `port` it listens there. */
  start(port?: number): Promise<WebchatGateway>
  /** Sends a payload to a visitor as dispatch does, from a process without browser connections. */
  send(to: string, id: string, native: unknown): Promise<unknown>
  signal(to: string, signal: 'typing' | 'read'): Promise<void>
  visitors(): Promise<string[]>
}
export type WebchatGateway = { app: FastifyInstance; origin: string; port: number; lines: ChatNotifier }

type Options = { world?: World; beatMs?: number; helloMs?: number; gatewayPublicUrl?: string }

export async function createWebchatBench({
  world = realWorld,
  beatMs,
  helloMs,
  gatewayPublicUrl = 'https://gateway.example.com',
}: Options = {}): Promise<WebchatBench> {
  const database = await createTestDatabase()
  const { db } = database
  const agent = await insertWebchatAgent(db, world)
  const binding = bindingOf(agent)
  const received: Inbound[] = []
  const beforeReceive: WebchatBench['beforeReceive'] = {}
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const elsewhere = createChatNotifier({ db, log })
  const adapter = createWebchatAdapter({ db, world, publish: elsewhere.publish })
  const started: FastifyInstance[] = []
  // Registered once for the file: inside a test it would run at the end of that test.
  after(() => Promise.all(started.map((app) => app.close())))
  const tools = { fetch, call: () => Promise.reject(new Error('web chat makes no calls')), apis: {}, world }
  const definition: AgentDefinition = { ...createDefinition('Harbour'), identity: { brandColor: '#0a5c46' } }
  const start = async (port?: number): Promise<WebchatGateway> => {
    const lines = createChatNotifier({ db, log })
    const app = createServer({ world, log, observe: () => {} } as unknown as ServerDeps)
    serveIcon(app)
    mediaLibrary.serve(app, { db })
    serveWebchat(app, {
      db,
      world,
      log,
      notifier: lines,
      beatMs,
      helloMs,
      databaseUrl: database.url,
      channels: { findById: async (id) => (id === binding.id ? { agent, binding } : undefined) },
      definitions: { read: async () => definition },
      storeFile: createRehostMedia({ db, world, gatewayPublicUrl, log }),
      people: {
        definitions: { read: async () => definition } as unknown as WebchatDeps['people']['definitions'],
        announce: createAnnounce(world),
        listeners: [chatListener],
        purgeCachedResponses: async () => {},
      },
      receive: async (_agent, _binding, inbounds) => {
        beforeReceive.act?.()
        received.push(...inbounds)
        return inbounds.map(() => ({}))
      },
    })
    started.push(app)
    const origin = port === undefined ? '' : await app.listen({ port, host: '127.0.0.1' })
    return { app, lines, origin, port: Number(origin && new URL(origin).port) }
  }
  return {
    database,
    agent,
    binding,
    definition,
    received,
    beforeReceive,
    start,
    send: (to, id, native) =>
      adapter.send({ messageId: id, bubble: 0, channelMessageId: id, to, native, text: '', chips: [] }, binding, tools),
    signal: async (to, signal) => adapter.signal?.({ signal, to, id: 's' }, binding, tools),
    visitors: async () =>
      (await db.selectFrom('webchat_visitors').select('visitor').orderBy('created_at').execute()).map(
        (row) => row.visitor,
      ),
  }
}

async function insertWebchatAgent(db: Db, world: World): Promise<AgentKey> {
  const { org } = await createOrg(db, { id: 'org-chat', name: 'Org' }, world)
  const now = world.now()
  const row = { org_id: org.id, id: 'agt_chat', name: 'Harbour', created_at: now, updated_at: now }
  const { key } = await db.insertInto('agents').values(row).returning('agent_key as key').executeTakeFirstOrThrow()
  return { key, id: row.id, orgId: org.id }
}

function bindingOf(agent: AgentKey): LiveBinding {
  const status: BindingStatus = 'Active'
  return {
    agentKey: agent.key,
    bindingKey: 1,
    id: 'bind_chat',
    channel: 'webchat',
    mode: 'managed',
    provider: 'webchat',
    auth: {},
    callbackUrl: '',
    status,
  }
}
