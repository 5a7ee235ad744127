import { after } from 'node:test'
import type { InjectOptions } from 'fastify'
import type { Initiate, Initiation, InitiationResult } from '../domains/conversations/initiations/deps.ts'
import { serveLinks } from '../domains/outreach/links/page/routes.ts'
import { linkWork } from '../domains/outreach/links/worker.ts'
import { createServer } from '../platform/http/server.ts'
import { createWorker } from '../platform/work/index.ts'
import { createServerDeps } from '../services.ts'
import { assertStatus, type ReplyBody, type TestReply } from './client.ts'
import { createGatewayBench, type GatewayAgent } from './gateway-bench.ts'

export type LinkAgent = GatewayAgent & { bindingId: string }

/** Outreach links and their page, with a worker whose initiations the test controls. */
export async function createLinkBench() {
  const bench = await createGatewayBench()
  const { server, world } = bench
  const { context, services, database } = server
  const { db } = database
  const { agents, channels, conversations, runtime } = services
  const { publicUrl } = context.config
  // A separate server, without the answer delay of the real page.
  const app = createServer(createServerDeps(services))
  after(() => app.close())
  const deps = { ...agents, db, world, channels, publicUrl, opened: runtime.recordInitiation }
  serveLinks(app, { ...deps, answerAfterMilliseconds: 0 })

  const dispatched = (asid: string) => ({ messageId: 'msg', text: '', at: world.now(), asid, channel: 'rcs' as const })
  const initiations: Initiation[] = []
  let answer: InitiationResult['kind'] | InitiationResult = 'dispatched'
  const open: Initiate = async (_agent, initiation) => {
    initiations.push(initiation)
    const { asid } = initiation
    return typeof answer === 'string' ? { kind: 'dispatched', ...dispatched(asid) } : answer
  }
  const dispatchedIds = new Set<string>()
  const findDispatched = async (_agent: unknown, id: string) =>
    dispatchedIds.has(id) ? ({ kind: 'dispatched', ...dispatched('usr') } as const) : undefined
  const abandoned: string[] = []
  const abandon = async (_tx: unknown, _agent: unknown, id: string) => void abandoned.push(id)
  const work = linkWork({ ...deps, open, findDispatched, abandon, writeLog: conversations.writeLog })
  const worker = createWorker({ db, world, log: context.log, works: [work] })

  return {
    ...bench,
    app,
    pool: database.pool,
    /** The initiations that the worker requested, in order. */
    initiations,
    /** The ids of initiations that will not be retried, in order. */
    abandoned,
    /** Ids dispatched by a worker that died right after. */
    dispatchedIds,
    /** Sets the result of initiations from now on. */
    answer(next: InitiationResult | 'dispatched'): void {
      answer = next
    },
    drain: () => worker.drain(),
    async agent(): Promise<LinkAgent> {
      const agent = await bench.agent('rcs')
      const { data } = assertStatus(await agent.api.get('/channels'), 200)
      return { ...agent, bindingId: data.find(({ channel }: ReplyBody) => channel === 'rcs').id }
    },
    /** Opens the page of a link, or enters a number; by default from a new address. */
    page: (code: string, number?: string, from: Partial<RequestOrigin> = {}) => visit(code, number, from),
    async redemptions(linkId: string): Promise<ReplyBody[]> {
      const sql = 'select * from link_redemptions where link_id = $1 order by redeemed_at, id'
      return (await database.pool.query(sql, [linkId])).rows
    },
  }

  async function visit(code: string, number: string | undefined, from: Partial<RequestOrigin>): Promise<TestReply> {
    const { ip = nextAddress(), headers = {} } = from
    const form = new URLSearchParams({ number: number ?? '' }).toString()
    const entry = number === undefined ? { method: 'GET' } : { method: 'POST', payload: form }
    const type = number === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const request = { ...entry, url: `/o/${code}`, remoteAddress: ip, headers: { ...type, ...headers } }
    const response = await app.inject(request as InjectOptions)
    const text = response.body
    return { status: response.statusCode, headers: response.headers as TestReply['headers'], body: text, text }
  }
}

type RequestOrigin = { ip: string; headers: Record<string, string> }

let addresses = 0
const nextAddress = (): string => `192.0.2.${++addresses % 250}`

export async function createTestLink({ api, bindingId }: LinkAgent, body: object = {}): Promise<ReplyBody> {
  return assertStatus(await api.post('/outreach-links', { bindingId, ...body }), 201)
}

export async function readTestLink({ api }: LinkAgent, id: string): Promise<ReplyBody> {
  const { data } = assertStatus(await api.get('/outreach-links'), 200)
  return data.find((link: ReplyBody) => link.id === id)
}
