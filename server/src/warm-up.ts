import type { FastifyInstance } from 'fastify'
import type { AppContext } from './app-context.ts'
import { providerAdapters } from './domains/channels/index.ts'
import { createOrg } from './domains/orgs/index.ts'
import { modelFactories } from './domains/runtime/index.ts'
import { openRollbackDatabase } from './platform/db/rollback-database.ts'
import type { Metrics } from './platform/metrics.ts'
import { createServices, type Services } from './services.ts'

/** A longer warm-up would make the start feel slow, and by then most code has been compiled. */
const maxMilliseconds = 1_500
const maxPeople = 200
/** Every fourth person uses the web chat, the others text messages. */
const chatEvery = 4

type Servers = Record<'createApi' | 'createGateway', (services: Services) => FastifyInstance>

/**
 * Does in advance what a new process would otherwise do while people wait: opens its connections, and runs code so that
 * it is compiled. Simulated people message a temporary agent in a transaction that is rolled back; no provider's model
 * is called. If the warm-up fails, the process still serves, but slowly at first.
 */
export async function warmUp(context: AppContext, servers: Servers): Promise<void> {
  try {
    const [ran] = await Promise.all([exerciseServers(context, servers), context.database.warm()])
    await context.database.plan(ran)
  } catch (error) {
    context.log.warn({ err: error }, 'the warm-up failed: the first responses of this process take longer')
  }
}

/** Returns the texts of the statements that the messages executed. */
async function exerciseServers(context: AppContext, { createApi, createGateway }: Servers): Promise<string[]> {
  const until = performance.now() + maxMilliseconds
  const { db, statements, rollback } = await openRollbackDatabase(context.database.url())
  const quiet = withoutSideEffects(context, db)
  const services = createServices(quiet)
  const [api, gateway] = [createApi(services), createGateway(services)]
  try {
    const agentFixture = await prepareWarmUpAgent(api, quiet)
    const prepared = statements.length
    let person = 0
    do {
      if (person % chatEvery === 0) await sendChatMessage(gateway, agentFixture, person)
      else await sendTextMessage(gateway, agentFixture, person)
      await agentFixture.call('POST', agentFixture.turns, { turn: 'When are you open?' })
    } while (++person < maxPeople && performance.now() < until)
    return [...new Set(statements.slice(prepared))]
  } finally {
    await Promise.all([api.close(), gateway.close()])
    const { conversations, knowledge, outbound } = services
    // Writes the agent logs while the transaction is open: after it, the connection is closed.
    await conversations.flush()
    await Promise.all([conversations.close(), knowledge.close(), outbound.close()])
    await rollback()
  }
}

/** A context without side effects: counts no metrics, calls no model provider, and stores nothing. */
function withoutSideEffects(context: AppContext, db: AppContext['database']['db']): AppContext {
  const embedded = { provider: 'embedded' } as const
  const config = { ...context.config, semanticSearch: false }
  const metrics: Metrics = {
    ...context.metrics,
    ...{ observeRequest() {}, observeQuery() {}, observeWork() {}, countUsage() {}, watchQueues() {}, watchSlots() {} },
  }
  const models = modelFactories.createModels({ turn: embedded, judge: embedded, author: embedded }, context.world)
  return { ...context, config, metrics, models, database: { ...context.database, db } }
}

type ApiCaller = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Record<string, unknown>>
type WarmUpTarget = { call: ApiCaller; turns: string; chat: string; sms: string; now(): Date }

/** Nothing is sent there: the agent's reply is rolled back with the rest. */
const sms = { sendUrl: 'https://203.0.113.1/', secret: 'the secret of the warm-up' }

async function prepareWarmUpAgent(api: FastifyInstance, { database, world }: AppContext): Promise<WarmUpTarget> {
  const id = world.newId('warm').toLowerCase().replaceAll('_', '-')
  const { apiKey } = await createOrg(database.db, { id, name: 'Warm-up' }, world)
  const call = createWarmUpCaller(api, '/v1', apiKey)
  const agent = await call('POST', `/orgs/${id}/agents`, { name: 'Warm-up' })
  const path = `/orgs/${id}/agents/${agent.id}`
  const fact = { id: 'open', question: 'When are you open?', answer: 'Between eight and eight.', exact: true }
  await call('PUT', `${path}/knowledge/facts`, { facts: [fact] })
  const { data } = await call('GET', `${path}/channels`)
  const chat = (data as { id: string; channel: string }[]).find(({ channel }) => channel === 'webchat')
  const binding = { channel: 'sms', mode: 'unmanaged', provider: 'http-sms', auth: sms }
  const { id: smsId } = await call('POST', `${path}/channels`, binding)
  const persona = await call('POST', `${path}/personas`, { name: 'Somebody' })
  const turns = `${path}/personas/${persona.id}/turns`
  return { call, turns, chat: chat?.id ?? '', sms: String(smsId), now: () => world.now() }
}

async function sendTextMessage(gateway: FastifyInstance, agentFixture: WarmUpTarget, person: number): Promise<void> {
  const from = `+1202${5_550_000 + person}`
  const payload = JSON.stringify({ type: 'message', id: `warm-${person}`, from, text: 'When are you open?' })
  const headers = providerAdapters.signHttpSmsHeaders(payload, sms.secret, agentFixture.now())
  const answer = await gateway.inject({ method: 'POST', url: `/providers/${agentFixture.sms}`, headers, payload })
  if (answer.statusCode !== 200) throw new Error(`a provider's call returned ${answer.statusCode} ${answer.body}`)
}

async function sendChatMessage(gateway: FastifyInstance, { chat }: WarmUpTarget, person: number): Promise<void> {
  const { visitorToken } = await createWarmUpCaller(gateway, '/webchat')('POST', `/${chat}/visitors`)
  const say = { id: `v-${10_000_000 + person}`, said: { type: 'text', text: 'When are you open?' } }
  await createWarmUpCaller(gateway, '/webchat', String(visitorToken))('POST', `/${chat}/entries`, { say })
}

function createWarmUpCaller(app: FastifyInstance, prefix: string, token?: string): ApiCaller {
  return async (method, path, payload) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await app.inject({ method, url: prefix + path, headers, ...(payload && { payload }) })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} returned ${answer.statusCode} ${answer.body}`)
    return answer.body === '' ? {} : (JSON.parse(answer.body) as Record<string, unknown>)
  }
}
