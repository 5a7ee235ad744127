import assert from 'node:assert/strict'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Channel } from '@parley/amf'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { createGateway } from '../app.ts'
import { createChores, createWorks } from '../background-work.ts'
import type { Config } from '../config.ts'
import { createAgentFinder } from '../domains/agents/index.ts'
import type { Inbound } from '../domains/channels/adapter.ts'
import type { MessageStatus } from '../domains/conversations/event.ts'
import { openAgentEndpoint } from '../domains/conversations/events/testing/endpoint.ts'
import type { Models } from '../domains/runtime/index.ts'
import type { AgentKey } from '../platform/http/route.ts'
import { createWorker } from '../platform/work/index.ts'
import { realWorld, type World } from '../platform/world.ts'
import { createTestAgent, type TestAgent } from './agent.ts'
import { createTestApp, type TestApp } from './app.ts'
import { businessInputs } from './channel-bench.ts'
import { assertStatus, type ReplyBody, type TestReply } from './client.ts'

export { gif, png, webp } from '../domains/agents/media/content.testing.ts'
export { openTestProvider } from '../platform/outbound/testing/http-provider.ts'

/** A clock that stands still until advanced, constant jitter, and random ids. */
export type MovableWorld = World & { advance(milliseconds: number): void }

function createMovableWorld(): MovableWorld {
  let at = Date.parse('2030-01-31T12:00:00.000Z')
  const advance = (milliseconds: number) => {
    at += milliseconds
  }
  return { ...realWorld, random: () => 0.5, now: () => new Date(at), advance }
}

export type GatewayBenchOptions = {
  world?: World
  config?: Partial<Config>
  models?: Models
  log?: TestApp['context']['log']
}

export type GatewayBench<W extends World = World> = {
  server: TestApp
  app: FastifyInstance
  world: W
  /** Runs all due work, and the work that follows from it. */
  work(): Promise<void>
  /** Runs the work until a call is answered that waits for the work. */
  workUntilAnswered<T>(pending: Promise<T>): Promise<T>
  chore(name: string): Promise<void>
  /** A new agent on these managed channels; `endpoint` records everything its webhook receives. */
  agent(...channels: Channel[]): Promise<GatewayAgent>
}

type Endpoint = Awaited<ReturnType<typeof openAgentEndpoint>>

export type GatewayAgent = {
  api: TestAgent
  key: AgentKey
  token: string
  endpoint: Endpoint
  /** Calls the gateway; the path begins with `/v4` or `/lab/v1`. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestReply>
  /** Binds a channel and waits until it is Active; returns its id. */
  bind(binding: Channel | object): Promise<string>
  change(channel: Channel, change: object): Promise<void>
  verb(channel: Channel, verb: '_enable' | '_disable'): Promise<void>
  unbind(channel: Channel): Promise<void>
  /** Sends messages; returns `results` of POST /v4/messages, successful or not. */
  send(userId: string, ...messages: unknown[]): Promise<GatewaySendResult[]>
  bulk(userId: string, ...messages: unknown[]): Promise<GatewaySendResult[]>
  phone(channel: Channel, address?: string): TestPhone
  /** Delivers inbounds as a provider does. */
  receive(channel: Channel, ...inbounds: Inbound[]): Promise<unknown>
  /** The statuses of a message that the webhook received, in order: `sent sms`. */
  statuses(messageId: string): string[]
  statusesOf(messageId: string): MessageStatus[]
}
export type GatewaySendResult = { messageId: string; accepted: boolean; reason?: string; detail?: string }

export type TestPhone = {
  channel: Channel
  address: string
  set(settings: object): Promise<void>
  read(): Promise<ReplyBody>
  /** The agent's messages, as a person reads them. */
  readTexts(): Promise<string[]>
  act(event: object): Promise<ReplyBody>
  /** Writes to the agent, and returns the userId. */
  sendText(text: string): Promise<string>
  receipt(messageId: string, state: string): Promise<void>
}

/** Storing a receipt takes milliseconds, or seconds on a busy machine. */
const maxDrains = 500

/** Both hosts on their own database, called through `inject`; the work between them runs on request. */
export async function createGatewayBench(
  options?: Omit<GatewayBenchOptions, 'world'>,
): Promise<GatewayBench<MovableWorld>>
export async function createGatewayBench<W extends World>(
  options: GatewayBenchOptions & { world: W },
): Promise<GatewayBench<W>>
export async function createGatewayBench({
  world = createMovableWorld(),
  config = {},
  ...requestHeaders
}: GatewayBenchOptions = {}): Promise<GatewayBench> {
  const closers: (() => Promise<unknown> | unknown)[] = []
  // Registered before the database is, so it runs before the database is dropped.
  after(async () => {
    for (const close of closers.reverse()) await close()
  })
  const server = await createTestApp({
    world,
    ...requestHeaders,
    config: { allowPrivateNetwork: true, lab: true, ...config },
  })
  const { context, services, database } = server
  const app = createGateway(services)
  const { works, lanes, close } = createWorks(services)
  const worker = createWorker({ db: database.db, world, log: context.log, works, lanes })
  closers.push(
    () => services.outbound.close(),
    close,
    () => app.close(),
  )
  const hasReadyLanes = async () => {
    const ready = database.db.selectFrom('work_lanes').select('lane').where('ready_at', '<=', world.now()).limit(1)
    return (await ready.execute()).length > 0
  }
  const work = async () => {
    await worker.drain()
    // A drain passes over a conversation in which a receipt of the lab is being stored at this moment.
    for (let tries = 0; tries < maxDrains && (await hasReadyLanes()); tries++) {
      await sleep(2)
      await worker.drain()
    }
  }
  return {
    server,
    app,
    world,
    work,
    async workUntilAnswered(pending) {
      let isAnswered = false
      const markAnswered = () => {
        isAnswered = true
      }
      pending.then(markAnswered, markAnswered)
      while (!isAnswered) {
        await work()
        await sleep(2)
      }
      return pending
    },
    async chore(name) {
      const chore =
        createChores(services).find((candidate) => candidate.name === name) ?? assert.fail(`there is no chore ${name}`)
      await chore.run(database.db, world, new AbortController().signal)
    },
    async agent(...channels) {
      const agent = await createGatewayAgent({ server, app, work })
      for (const channel of channels) await agent.bind(channel)
      return agent
    },
  }
}

type GatewayHosts = Pick<GatewayBench, 'server' | 'app' | 'work'>

async function createGatewayAgent({ server, app, work }: GatewayHosts): Promise<GatewayAgent> {
  const api = await createTestAgent(server)
  const key = (await createAgentFinder(server.database.db)({ id: api.orgId }, api.id)) as AgentKey
  const { accessToken: token } = assertStatus(await api.post('/gateway/_rotateAccessToken'), 200)
  const call = createGatewayCaller(app, token)
  const listener = await openAgentEndpoint()
  if (server.context.config.allowPrivateNetwork) {
    assertStatus(await call('POST', '/v4/webhook', { webhookUrl: listener.url, instanceId: 'i' }), 200)
  }
  const bound = new Map<string, string>()
  const at = (channel: Channel) => `/channels/${bound.get(channel) ?? assert.fail(`${channel} is not bound`)}`
  const statusesOf = (messageId: string) =>
    listener.requests.flatMap(({ envelope }) => {
      const { event } = envelope.event
      return event.type === 'status' && event.status.messageId === messageId ? [event.status] : []
    })
  const createSend = (options: object) => async (userId: string, messages: unknown[]) =>
    (await call('POST', '/v4/messages', { userId, messages, ...options })).body.results
  return {
    api,
    key,
    token,
    endpoint: listener,
    call,
    async bind(binding) {
      const body = typeof binding === 'string' ? { channel: binding, mode: 'managed', inputs: businessInputs } : binding
      const { id, channel } = assertStatus(await api.post('/channels', body), 201)
      await work()
      assert.equal((await api.get(`/channels/${id}`)).body.status, 'Active')
      bound.set(channel, id)
      return id
    },
    change: async (channel, change) => void assertStatus(await api.patch(at(channel), change), 200),
    verb: async (channel, verb) => void assertStatus(await api.post(`${at(channel)}/${verb}`), 200),
    unbind: async (channel) => void (await api.del(at(channel))),
    send: (userId, ...messages) => createSend({})(userId, messages),
    bulk: (userId, ...messages) => createSend({ priority: 'batch' })(userId, messages),
    phone: (channel, address = newAddress(channel)) => createTestPhone(call, channel, address),
    async receive(channel, ...inbounds) {
      const { channels, conversations } = server.services
      const binding = (await channels.findByChannel(key, channel)) ?? assert.fail(`${channel} is not bound`)
      return conversations.receive(key, binding, inbounds)
    },
    statusesOf,
    statuses: (messageId) => statusesOf(messageId).map(({ state, attempt }) => `${state} ${attempt.channel}`),
  }
}

function createGatewayCaller(app: FastifyInstance, token: string): GatewayAgent['call'] {
  return async (method, url, body, headers = {}) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    const requestHeaders = { authorization: `Bearer ${token}`, ...type, ...headers }
    const response = await app.inject({ method, url, headers: requestHeaders, payload } as InjectOptions)
    const text = response.body
    const isJson = /json/.test(String(response.headers['content-type']))
    const read = { status: response.statusCode, headers: response.headers as TestReply['headers'], text }
    return { ...read, body: isJson && text !== '' ? JSON.parse(text) : text }
  }
}

let addresses = 0
function newAddress(channel: Channel): string {
  addresses++
  return channel === 'sms' || channel === 'rcs' ? `+1202${5_550_000 + addresses}` : `psid-${addresses}`
}

function createTestPhone(call: GatewayAgent['call'], channel: Channel, address: string): TestPhone {
  const path = `/lab/v1/handsets/${channel}/${encodeURIComponent(address)}`
  const read = async () => assertStatus(await call('GET', path), 200)
  const act = async (event: object) => assertStatus(await call('POST', `${path}/events`, event), 202)
  return {
    channel,
    address,
    read,
    act: act,
    set: async (settings) => void assertStatus(await call('PUT', path, settings), 200),
    async readTexts() {
      const { messages }: { messages: { direction: string; text: string }[] } = await read()
      return messages.flatMap(({ direction, text }) => (direction === 'out' ? [text] : []))
    },
    sendText: async (text) => (await act({ type: 'text', text })).userId,
    receipt: async (messageId, state) => void (await act({ type: 'receipt', messageId, state })),
  }
}

export const createTextMessage = (text: string, options: object = {}) => ({
  spec: 'amf/1',
  parts: [{ type: 'text', text: text }],
  ...options,
})
