import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import type { Channel } from '@parley/amf'
import type { TestAgent } from './agent.ts'
import { assertProblem, assertStatus, type ReplyBody, type TestReply } from './client.ts'
import {
  type GatewayAgent,
  type GatewayBench,
  gatewayBench,
  type MovableWorld,
  openTestProvider,
  type TestPhone,
} from './gateway-bench.ts'

type Options = Parameters<typeof gatewayBench>[0]

export type OutreachBench = Omit<GatewayBench<MovableWorld>, 'agent'> & {
  agent(...channels: Channel[]): Promise<SendAgent>
}
/** A person with a number on RCS, and the phone behind it. */
export type OutreachPerson = { id: string; asid: string; address: string; phone: TestPhone }
export type SendAgent = Omit<GatewayAgent, 'send'> & ReturnType<typeof sendHelpers>

/** Agents with Outreaches, people, and their phones. It is noon on January 31, 2030, in UTC. */
export async function outreachBench(options?: Omit<NonNullable<Options>, 'world'>): Promise<OutreachBench> {
  const bench = await gatewayBench(options)
  return {
    ...bench,
    async agent(...channels) {
      const made = await bench.agent(...channels)
      return { ...made, ...sendHelpers(made, bench) }
    },
  }
}

let names = 0
const minute = 60_000

function sendHelpers({ api, phone }: GatewayAgent, { server, world, work }: GatewayBench<MovableWorld>) {
  const { pool } = server.database
  const sender = createSenderRotation(api, server)
  const send = async (outreachId: string, body: object): Promise<TestReply> =>
    (await sender()).post(`/outreach/${outreachId}/sends`, body)
  const read = async (sendId: string): Promise<ReplyBody> =>
    assertStatus(await api.get(`/outreach/sends/${sendId}`), 200)
  const brief = async (sendId: string) => {
    const { state, reason } = await read(sendId)
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
    read,
    /** Its state and reason, such as `failed no_route`. */
    readState: brief,
    /** Creates an Outreach with this opener; returns its id. */
    async outreach(body = 'Good news', { template = {}, ...more }: ReplyBody = {}): Promise<string> {
      const id = `o${++names}`
      assertStatus(await api.post('/message-templates', { id, name: id, body, ...template }), 201)
      return assertStatus(await api.post('/outreach', { id, name: id, openerTemplateId: id, ...more }), 201).id
    },
    /** A phone on RCS that sends receipts only on request. */
    async handset(settings: object = {}): Promise<TestPhone> {
      const handset = phone('rcs')
      await handset.set({ receipts: 'manual', ...settings })
      return handset
    },
    async somebody(profile: object = {}, settings: object = {}): Promise<OutreachPerson> {
      const handset = phone('rcs')
      await handset.set({ receipts: 'manual', ...settings })
      const { id } = assertStatus(await api.post('/people', profile), 201)
      const identity = { channel: 'rcs', address: handset.address }
      const { asid } = assertStatus(await api.post(`/people/${id}/identities`, identity), 201)
      return { id, asid, address: handset.address, phone: handset }
    },
    person: async (id: string): Promise<ReplyBody> => assertStatus(await api.get(`/people/${id}`), 200),
    /** The published states and reasons of a send, in order. */
    async publishedStates(sendId: string): Promise<string[]> {
      const { rows } = await pool.query(
        `select data from outbox where type = 'outreach.send.updated' and data->>'sendId' = $1 order by created_at, id`,
        [sendId],
      )
      return rows.map(({ data }) => [data.state, data.reason, data.responded && 'responded'].filter(Boolean).join(' '))
    },
    /** Advances the clock by so many minutes, and runs the due work. */
    async after(minutes: number): Promise<void> {
      world.advance(minutes * minute)
      await work()
    },
    /** Asserts a refusal that writes nothing: no people, no sends, no events. */
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
  const marks = tables.map(
    (name) => `select '${name}' as name, count(*), md5(string_agg(t::text, ',' order by t::text)) from ${name} as t`,
  )
  // Receipts of earlier messages may still arrive.
  const counts = [`select 'messages', count(*), null from messages`]
  // The test's own key rotation creates API keys.
  counts.push(`select 'outbox', count(*), null from outbox where org_id = $1 and type not like 'api_key.%'`)
  return (await pool.query([...marks, ...counts].join(' union all '), [orgId])).rows
}

type ProviderReply = Parameters<Awaited<ReturnType<typeof openTestProvider>>['answerNext']>[0]
type ReceivedMessage = { messageId: string; to: string; text: string }
type GoogleBehavior = {
  token?(): ProviderReply
  capable?(to: string): ProviderReply
  accept?(message: ReceivedMessage): ProviderReply
}

/** A fake RCS provider on loopback with Google's API; succeeds by default. */
export async function openGoogleRbm(manners: GoogleBehavior = {}) {
  const provider = await openTestProvider()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const capabilityChecks: string[] = []
  const received: ReceivedMessage[] = []
  provider.answerBy(({ path, body }) => {
    const { pathname, searchParams } = new URL(path, provider.url)
    const to = decodeURIComponent(pathname.split('/')[3] ?? '')
    if (pathname === '/token') return manners.token?.() ?? { body: { access_token: 'token', expires_in: 3599 } }
    if (pathname.endsWith('/capabilities')) {
      capabilityChecks.push(to)
      return manners.capable?.(to) ?? {}
    }
    const text = JSON.parse(body).contentMessage.text
    const one = { messageId: searchParams.get('messageId') ?? '', to, text }
    received.push(one)
    return manners.accept?.(one) ?? {}
  })
  const serviceAccountKey = JSON.stringify({ client_email: 'bot@example.com', private_key: pem, private_key_id: 'k1' })
  const auth = { agentId: 'agent', serviceAccountKey, clientToken: 'clientToken', region: 'us' }
  return {
    apis: { 'google-rbm': provider.url },
    binding: { channel: 'rcs', mode: 'unmanaged', provider: 'google-rbm', auth } as const,
    manners,
    /** How often the capabilities of this number were requested. */
    countCapabilityChecks: (number: string) => capabilityChecks.filter((one) => one === number).length,
    /** Every dispatch, including repeated and refused ones. */
    received,
    receivedBy: (number: string) => received.filter(({ to }) => to === number),
  }
}
