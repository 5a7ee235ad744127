import type { FastifyInstance } from 'fastify'
import { providers } from './domains/channels/index.ts'
import { foundOrg } from './domains/orgs/index.ts'
import { modelsOf } from './domains/runtime/index.ts'
import { type Parts, sharedBy } from './parts.ts'
import { openUndone } from './platform/db/undone.ts'
import type { Metrics } from './platform/metrics.ts'

/** Beyond this a start would feel slow, and most code has been compiled. */
const mostMilliseconds = 1_500
const mostPeople = 200
/** Every fourth person writes in the web chat, the others by text message. */
const chatEvery = 4

type Servers = Record<'createApi' | 'createGateway', (parts: Parts) => FastifyInstance>

/**
 * Does once what a fresh process would otherwise do while people wait: opens its connections, and has code compiled by
 * running it. People whom nobody sees write to an agent that nobody sees, in a transaction that is rolled back; no model
 * of a provider is asked. A process that could not be warmed is slow at first, and serves all the same.
 */
export async function warmUp(parts: Parts, servers: Servers): Promise<void> {
  try {
    const [ran] = await Promise.all([rehearse(parts, servers), parts.database.warm()])
    await parts.database.plan(ran)
  } catch (error) {
    parts.log.warn({ err: error }, 'the process could not be warmed up: its first answers take longer')
  }
}

/** Returns the texts of the statements that the messages caused. */
async function rehearse(parts: Parts, { createApi, createGateway }: Servers): Promise<string[]> {
  const until = performance.now() + mostMilliseconds
  const { db, ran, undo } = await openUndone(parts.database.url())
  const quiet = quietly(parts, db)
  const [api, gateway] = [createApi(quiet), createGateway(quiet)]
  try {
    const stage = await prepare(api, quiet)
    const prepared = ran.length
    let person = 0
    do {
      if (person % chatEvery === 0) await writeInChat(gateway, stage, person)
      else await writeText(gateway, stage, person)
      await stage.call('POST', stage.turns, { turn: 'When are you open?' })
    } while (++person < mostPeople && performance.now() < until)
    return [...new Set(ran.slice(prepared))]
  } finally {
    await Promise.all([api.close(), gateway.close()])
    const { conversations, outbound } = sharedBy(quiet)
    // Writes the agent logs within the transaction: after it, the connection is closed.
    await conversations.flush()
    await Promise.all([conversations.close(), outbound.close()])
    await undo()
  }
}

/** The same parts, but that nothing is counted, learned from providers or kept. */
function quietly(parts: Parts, db: Parts['database']['db']): Parts {
  const embedded = { provider: 'embedded' } as const
  const config = { ...parts.config, meanings: false }
  const metrics: Metrics = {
    ...parts.metrics,
    ...{ observeRequest() {}, observeQuery() {}, observeWork() {}, meter() {}, watchQueues() {}, watchSlots() {} },
  }
  const models = modelsOf({ turn: embedded, judge: embedded, author: embedded }, parts.world)
  return { ...parts, config, metrics, models, database: { ...parts.database, db } }
}

type Call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Record<string, unknown>>
type Stage = { call: Call; turns: string; chat: string; sms: string; now(): Date }

/** Nothing is sent there: what the agent would answer is rolled back with the rest. */
const sms = { sendUrl: 'https://203.0.113.1/', secret: 'the secret of the warm-up' }

async function prepare(api: FastifyInstance, { database, world }: Parts): Promise<Stage> {
  const id = world.newId('warm').toLowerCase().replaceAll('_', '-')
  const { apiKey } = await foundOrg(database.db, { id, name: 'Warm-up' }, world)
  const call = callsTo(api, '/v1', apiKey)
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

/** A new person writes by text message. */
async function writeText(gateway: FastifyInstance, stage: Stage, person: number): Promise<void> {
  const from = `+1202${5_550_000 + person}`
  const payload = JSON.stringify({ type: 'message', id: `warm-${person}`, from, text: 'When are you open?' })
  const headers = providers.stampHttpSms(payload, sms.secret, stage.now())
  const answer = await gateway.inject({ method: 'POST', url: `/providers/${stage.sms}`, headers, payload })
  if (answer.statusCode !== 200) throw new Error(`a provider's call was answered ${answer.statusCode} ${answer.body}`)
}

/** A new person writes in the web chat. */
async function writeInChat(gateway: FastifyInstance, { chat }: Stage, person: number): Promise<void> {
  const { visitorToken } = await callsTo(gateway, '/webchat')('POST', `/${chat}/visitors`)
  const say = { id: `v-${10_000_000 + person}`, said: { type: 'text', text: 'When are you open?' } }
  await callsTo(gateway, '/webchat', String(visitorToken))('POST', `/${chat}/entries`, { say })
}

function callsTo(app: FastifyInstance, prefix: string, token?: string): Call {
  return async (method, path, payload) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await app.inject({ method, url: prefix + path, headers, ...(payload && { payload }) })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode} ${answer.body}`)
    return answer.body === '' ? {} : (JSON.parse(answer.body) as Record<string, unknown>)
  }
}
