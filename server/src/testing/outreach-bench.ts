import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import type { Channel } from '@parley/amf'
import type { StubbedProviderAnswer } from '../platform/outbound/testing/http-provider.ts'
import type { TestAgent } from './agent.ts'
import { assertProblem, assertStatus, type ReplyBody, type TestReply } from './client.ts'
import {
  createGatewayBench,
  type GatewayAgent,
  type GatewayBench,
  type GatewayBenchOptions,
  type MovableWorld,
  openTestProvider,
  type TestPhone,
} from './gateway-bench.ts'

export type OutreachBench = Omit<GatewayBench<MovableWorld>, 'agent'> & {
  agent(...channels: Channel[]): Promise<SendAgent>
}
/** A person with a number on RCS, and the phone behind it. */
export type OutreachPerson = { id: string; asid: string; address: string; phone: TestPhone }
export type OutreachBenchOptions = Omit<GatewayBenchOptions, 'world'>
export type SendAgent = Omit<GatewayAgent, 'send'> & SendHelpers

export type SendHelpers = {
  send(outreachId: string, body: object): Promise<TestReply>
  /** Sends and asserts the status of the response. */
  accepted(outreachId: string, body: object, status?: string): Promise<ReplyBody>
  readSend(sendId: string): Promise<ReplyBody>
  /** Its state and reason, such as `failed no_route`. */
  readState(sendId: string): Promise<string>
  /** Creates an Outreach with this opener; returns its id. */
  outreach(body?: string, fields?: ReplyBody): Promise<string>
  /** A phone on RCS that sends receipts only on request. */
  handset(settings?: object): Promise<TestPhone>
  createPerson(profile?: object, settings?: object): Promise<OutreachPerson>
  person(id: string): Promise<ReplyBody>
  /** The published states and reasons of a send, in order. */
  publishedStates(sendId: string): Promise<string[]>
  /** Advances the clock by so many minutes, and runs the due work. */
  after(minutes: number): Promise<void>
  /** Asserts a refusal that writes nothing: no people, no sends, no events. */
  assertSendRefused(outreachId: string, body: object, problem: ExpectedProblem): Promise<ReplyBody>
}

/** Agents with Outreaches, people, and their phones. It is noon on January 31, 2030, in UTC. */
export async function createOutreachBench(options?: OutreachBenchOptions): Promise<OutreachBench> {
  const bench = await createGatewayBench(options)
  return {
    ...bench,
    async agent(...channels) {
      const agent = await bench.agent(...channels)
      return { ...agent, ...createSendHelpers(agent, bench) }
    },
  }
}

let names = 0
const minute = 60_000

function createSendHelpers(
  { api, phone }: GatewayAgent,
  { server, world, work }: GatewayBench<MovableWorld>,
): SendHelpers {
  const { pool } = server.database
  const sender = createSenderRotation(api, server)
  const send = async (outreachId: string, body: object): Promise<TestReply> =>
    (await sender()).post(`/outreach/${outreachId}/sends`, body)
  const readSend = async (sendId: string): Promise<ReplyBody> =>
    assertStatus(await api.get(`/outreach/sends/${sendId}`), 200)
  const summarizeSend = async (sendId: string) => {
    const { state, reason } = await readSend(sendId)
    return reason ? `${state} ${reason}` : state
  }
  const accepted = async (outreachId: string, body: object, status = 'queued'): Promise<ReplyBody> => {
    const result = assertStatus(await send(outreachId, body), 202)
    assert.equal(result.status, status, JSON.stringify(result))
    return result
  }
  return {
    send,
    accepted,
    readSend,
    readState: summarizeSend,
    async outreach(body = 'Good news', { template = {}, ...fields }: ReplyBody = {}): Promise<string> {
      const id = `o${++names}`
      assertStatus(await api.post('/message-templates', { id, name: id, body, ...template }), 201)
      return assertStatus(await api.post('/outreach', { id, name: id, openerTemplateId: id, ...fields }), 201).id
    },
    async handset(settings: object = {}): Promise<TestPhone> {
      const handset = phone('rcs')
      await handset.set({ receipts: 'manual', ...settings })
      return handset
    },
    async createPerson(profile: object = {}, settings: object = {}): Promise<OutreachPerson> {
      const handset = phone('rcs')
      await handset.set({ receipts: 'manual', ...settings })
      const { id } = assertStatus(await api.post('/people', profile), 201)
      const identity = { channel: 'rcs', address: handset.address }
      const { asid } = assertStatus(await api.post(`/people/${id}/identities`, identity), 201)
      return { id, asid, address: handset.address, phone: handset }
    },
    person: async (id: string): Promise<ReplyBody> => assertStatus(await api.get(`/people/${id}`), 200),
    async publishedStates(sendId: string): Promise<string[]> {
      const { rows } = await pool.query(
        `select data from outbox where type = 'outreach.send.updated' and data->>'sendId' = $1 order by created_at, id`,
        [sendId],
      )
      return rows.map(({ data }) => [data.state, data.reason, data.responded && 'responded'].filter(Boolean).join(' '))
    },
    async after(minutes: number): Promise<void> {
      world.advance(minutes * minute)
      await work()
    },
    async assertSendRefused(
      outreachId: string,
      body: object,
      [status, code, ...fields]: ExpectedProblem,
    ): Promise<ReplyBody> {
      const before = await digestTables(server, api)
      const reply = await send(outreachId, body)
      assertProblem(reply, status, code, ...fields)
      assert.deepEqual(
        await digestTables(server, api),
        before,
        `something was written: ${JSON.stringify(body).slice(0, 300)}`,
      )
      return reply.body
    },
  }
}

/** Named sends have a rate limit per key, and the clock stands still: switches to a new key in time. */
function createSenderRotation(api: TestAgent, { key }: GatewayBench['server']): () => Promise<TestAgent> {
  const org = { id: api.orgId, path: `/orgs/${api.orgId}`, api: api.client }
  let calls = 0
  let sender = Promise.resolve(api)
  return () => {
    if (++calls % 90 === 0) sender = key(org, ['people:write']).then((client) => api.by(client))
    return sender
  }
}

export type ExpectedProblem = readonly [status: number, code: string, ...fields: string[]]

const tables = [
  ...['people', 'people_search_keys', 'identities', 'consent_entries', 'journal_entries'],
  ...['sends', 'conversations', 'sessions', 'sandbox_people', 'capabilities'],
]

/** Everything that a send could write, as one digest per table. */
async function digestTables({ database: { pool } }: GatewayBench['server'], { orgId }: TestAgent): Promise<unknown> {
  const hashQueries = tables.map(
    (name) => `select '${name}' as name, count(*), md5(string_agg(t::text, ',' order by t::text)) from ${name} as t`,
  )
  // Receipts of earlier messages may still arrive.
  const counts = [`select 'messages', count(*), null from messages`]
  // The test's own key rotation creates API keys.
  counts.push(`select 'outbox', count(*), null from outbox where org_id = $1 and type not like 'api_key.%'`)
  return (await pool.query([...hashQueries, ...counts].join(' union all '), [orgId])).rows
}

type ReceivedMessage = { messageId: string; to: string; text: string }
type RevokedMessage = Omit<ReceivedMessage, 'text'>
type GoogleBehavior = {
  token?(): StubbedProviderAnswer
  checkCapability?(to: string): StubbedProviderAnswer
  acceptMessage?(message: ReceivedMessage): StubbedProviderAnswer
  revokeMessage?(message: RevokedMessage): StubbedProviderAnswer
}

/** A fake RCS provider on loopback with Google's API; succeeds by default. */
export async function openGoogleRbm(behavior: GoogleBehavior = {}) {
  const provider = await openTestProvider()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const capabilityChecks: string[] = []
  const received: ReceivedMessage[] = []
  const revoked: RevokedMessage[] = []
  provider.answerBy(({ method, path, body }) => {
    const { pathname, searchParams } = new URL(path, provider.url)
    const to = decodeURIComponent(pathname.split('/')[3] ?? '')
    if (pathname === '/token') return behavior.token?.() ?? { body: { access_token: 'token', expires_in: 3599 } }
    if (pathname.endsWith('/capabilities')) {
      capabilityChecks.push(to)
      return behavior.checkCapability?.(to) ?? {}
    }
    if (method === 'DELETE') {
      const message = { messageId: pathname.split('/').at(-1) ?? '', to }
      revoked.push(message)
      return behavior.revokeMessage?.(message) ?? {}
    }
    const text = JSON.parse(body).contentMessage.text
    const message = { messageId: searchParams.get('messageId') ?? '', to, text }
    received.push(message)
    return behavior.acceptMessage?.(message) ?? {}
  })
  const serviceAccountKey = JSON.stringify({ client_email: 'bot@example.com', private_key: pem, private_key_id: 'k1' })
  const auth = { agentId: 'agent', serviceAccountKey, clientToken: 'clientToken', region: 'us' }
  return {
    apis: { 'google-rbm': provider.url },
    binding: { channel: 'rcs', mode: 'unmanaged', provider: 'google-rbm', auth } as const,
    behavior,
    /** How often the capabilities of this number were requested. */
    countCapabilityChecks: (number: string) => capabilityChecks.filter((checked) => checked === number).length,
    /** Every dispatch, including repeated and refused ones. */
    received,
    /** Every call that takes a message back, including repeated and refused ones. */
    revoked,
    receivedBy: (number: string) => received.filter(({ to }) => to === number),
  }
}
