import { after } from 'node:test'
import { type Affordance, type Channel, ContentMessage, channels, render } from '@parley/amf'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type Adapter, channelMessageIdOf, type Inbound, type LiveBinding } from '../domains/channels/index.ts'
import { createLab } from '../domains/lab/index.ts'
import type { AgentKey } from '../platform/http/route.ts'
import { createServer, type ServerDeps, serveRoutes } from '../platform/http/server.ts'
import { consoleDistFolder, serveConsole } from '../platform/pages/console.ts'
import { createKeyring } from '../platform/secrets/keyring.ts'
import { realWorld } from '../platform/world.ts'
import type { ReplyBody, TestReply } from './client.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** Only the lab: phones on a real database, and a gateway that records what it receives. */
export type LabBench = {
  app: FastifyInstance
  token: string
  received: Inbound[]
  /** The status of every binding, and whether the gateway fails to accept inbounds. */
  status: { now: LiveBinding['status']; provider: string; broken: boolean }
  call(method: string, path: string, body?: unknown, token?: string): Promise<TestReply>
  phone(channel: Channel, address: string): Phone
  adapter(channel: Channel): Adapter
  /** Renders a message and dispatches its bubbles; returns its id. */
  send(channel: Channel, to: string, message: object): Promise<string>
  bindingOn(channel: Channel): LiveBinding
}
type Phone = {
  path: string
  set(settings: object): Promise<TestReply>
  read(): Promise<ReplyBody>
  do(event: object): Promise<TestReply>
}

export const benchToken = 'at-lab-bench'
/** The token of an agent with its own phones. */
export const otherToken = 'at-lab-bench-other'

export async function createLabBench(): Promise<LabBench> {
  const database = await createTestDatabase()
  const [agent, other] = [await insertLabAgent(database, 'bench'), await insertLabAgent(database, 'other')]
  const gateway = createRecordingGateway(agent)
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const lab = createLab({ db: database.db, world: realWorld, log, ...gateway.deps })
  const app = createServer(labServerDeps(database, { [benchToken]: agent, [otherToken]: other }))
  serveRoutes(app, '/lab/v1', lab.routes, labServerDeps(database, { [benchToken]: agent, [otherToken]: other }))
  serveConsole(app, process.env.CONSOLE_DIST ?? consoleDistFolder, ['/lab'])
  after(() => app.close())
  const call = callerOf(app)
  const adapter = (channel: Channel) => lab.adapters.find((one) => one.channel === channel) as Adapter
  let sent = 0
  return {
    app,
    token: benchToken,
    ...gateway.seen,
    call,
    adapter,
    phone: (channel, address) => phoneOf(call, `/handsets/${channel}/${encodeURIComponent(address)}`),
    async send(channel, to, message) {
      const messageId = `msg-${++sent}`
      const { messages, affordances } = render(ContentMessage.parse(message), { channel, messageId })
      gateway.rendered.set(messageId, affordances)
      for (const [bubble, { native, text, chips, view }] of messages.entries()) {
        const channelMessageId = channelMessageIdOf(messageId, bubble)
        const outgoing = { messageId, bubble, channelMessageId, to, native, text, chips, view }
        await adapter(channel).send(outgoing, gateway.seen.bindingOn(channel), tools)
      }
      return messageId
    },
  }
}

const never = () => {
  throw new Error('our own carrier makes no calls')
}
const tools = { fetch: never, call: never, apis: {}, world: realWorld }

function createRecordingGateway(agent: AgentKey) {
  const received: Inbound[] = []
  const rendered = new Map<string, readonly Affordance[]>()
  const status: LabBench['status'] = { now: 'Active', provider: 'lab', broken: false }
  const bindingOn = (channel: Channel): LiveBinding => ({
    agentKey: agent.key,
    bindingKey: channels.indexOf(channel),
    id: `binding-${channel}`,
    channel,
    mode: 'managed',
    provider: status.provider,
    status: status.now,
    auth: {},
    callbackUrl: 'https://gateway.example.com/hooks',
  })
  const bound = (id: string) => {
    const channel = channels.find((one) => id === `binding-${one}`)
    return channel && { agent, binding: bindingOn(channel) }
  }
  return {
    rendered,
    seen: { received, status, bindingOn },
    deps: {
      channels: {
        findById: async (id: string) => bound(id),
        // workchatD stands for a channel that the agent does not use.
        findByChannel: async (_agent: Pick<AgentKey, 'key'>, channel: Channel) =>
          channel === 'workchatD' ? undefined : bindingOn(channel),
      },
      readAffordances: async (_agent: AgentKey, messageId: string) => {
        const affordances = rendered.get(messageId)
        return affordances && { affordances }
      },
      receive: async (_agent: AgentKey, _binding: LiveBinding, inbounds: readonly Inbound[]) => {
        if (status.broken) throw new Error('the gateway broke')
        received.push(...inbounds)
        return inbounds.map((inbound) =>
          inbound.kind === 'receipt' ? {} : { asid: `usr-${inbound.kind}`, eventId: `evt-${received.length}` },
        )
      },
    },
  }
}

function labServerDeps({ db }: TestDatabase, tokens: Record<string, AgentKey>): ServerDeps {
  return {
    db,
    world: realWorld,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    keyring: createKeyring(Buffer.alloc(32, 7)),
    validateResponses: true,
    observe: () => {},
    authenticate: async () => undefined,
    authenticateAgent: async (token) => tokens[token],
    useDraft: async (_db, agent) => agent,
    findAgent: async () => undefined,
  }
}

function callerOf(app: FastifyInstance): LabBench['call'] {
  return async (method, path, body, token = benchToken) => {
    const response = await app.inject({
      method: method as 'GET',
      url: `/lab/v1${path}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const text = response.body
    const headers = response.headers as TestReply['headers']
    return { status: response.statusCode, headers, body: text === '' ? undefined : JSON.parse(text), text }
  }
}

function phoneOf(call: LabBench['call'], path: string): Phone {
  return {
    path,
    set: (settings) => call('PUT', path, settings),
    read: async () => (await call('GET', path)).body,
    do: (event) => call('POST', `${path}/events`, event),
  }
}

async function insertLabAgent({ pool }: TestDatabase, id: string): Promise<AgentKey> {
  const now = new Date()
  await pool.query('insert into orgs (id, name, created_at, updated_at) values ($1, $1, $2, $2)', [`org-${id}`, now])
  const { rows } = await pool.query(
    'insert into agents (org_id, id, name, created_at, updated_at) values ($1, $2, $2, $3, $3) returning agent_key',
    [`org-${id}`, id, now],
  )
  return { key: rows[0].agent_key, id, orgId: `org-${id}` }
}
