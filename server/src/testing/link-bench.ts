import { after } from 'node:test'
import type { InjectOptions } from 'fastify'
import type { Initiate, Initiation, InitiationResult } from '../domains/conversations/initiations/deps.ts'
import { serveLinks } from '../domains/outreach/links/page/routes.ts'
import { linkWork } from '../domains/outreach/links/worker.ts'
import { createServer } from '../platform/http/server.ts'
import { createWorker } from '../platform/work/index.ts'
import { createServerDeps, getServices } from '../services.ts'
import { assertStatus, type ReplyBody, type TestReply } from './client.ts'
import { type GatewayAgent, gatewayBench } from './gateway-bench.ts'

export type LinkAgent = GatewayAgent & { bindingId: string }

/** Outreach links and their page, with a worker whose openings go where a test says. */
export async function linkBench() {
  const bench = await gatewayBench()
  const { server, world } = bench
  const { context, database } = server
  const { db } = database
  const { agents, channels, conversations, runtime } = getServices(context)
  const { publicUrl } = context.config
  // A page of their own: that of the API lets everybody wait.
  const app = createServer(createServerDeps(context))
  after(() => app.close())
  const given = { ...agents, db, world, channels, publicUrl, opened: runtime.recordInitiation }
  serveLinks(app, { ...given, answerAfterMilliseconds: 0 })

  const openings: Initiation[] = []
  let answer: InitiationResult['kind'] | InitiationResult = 'handed'
  const open: Initiate = async (_agent, opening) => {
    openings.push(opening)
    return typeof answer === 'string' ? { kind: 'handed', messageId: 'msg', text: '', at: world.now() } : answer
  }
  const handed = new Set<string>()
  const handedOf = async (_agent: unknown, id: string) =>
    handed.has(id) ? ({ kind: 'handed', messageId: 'msg', text: '', at: world.now() } as const) : undefined
  const abandoned: string[] = []
  const abandon = async (_tx: unknown, _agent: unknown, id: string) => void abandoned.push(id)
  const work = linkWork({ ...given, open, handed: handedOf, abandon, writeLog: conversations.writeLog })
  const worker = createWorker({ db, world, log: context.log, works: [work] })

  return {
    ...bench,
    app,
    pool: database.pool,
    /** What the worker was to open, in order. */
    openings,
    /** The ids of openings that will not be tried again, in order. */
    abandoned,
    /** Ids that were handed over by a worker that died then. */
    handed,
    /** What becomes of openings from now on. */
    answer(next: InitiationResult | 'handed'): void {
      answer = next
    },
    drain: () => worker.drain(),
    async agent(): Promise<LinkAgent> {
      const made = await bench.agent('rcs')
      const { data } = assertStatus(await made.api.get('/channels'), 200)
      return { ...made, bindingId: data.find(({ channel }: ReplyBody) => channel === 'rcs').id }
    },
    /** A page of a link: read, or with a number entered, from an address of its own unless one is given. */
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
    const asked = { ...entry, url: `/o/${code}`, remoteAddress: ip, headers: { ...type, ...headers } }
    const response = await app.inject(asked as InjectOptions)
    const text = response.body
    return { status: response.statusCode, headers: response.headers as TestReply['headers'], body: text, text }
  }
}

type RequestOrigin = { ip: string; headers: Record<string, string> }

let addresses = 0
const nextAddress = (): string => `192.0.2.${++addresses % 250}`

/** A link of the agent. */
export async function createTestLink({ api, bindingId }: LinkAgent, body: object = {}): Promise<ReplyBody> {
  return assertStatus(await api.post('/outreach-links', { bindingId, ...body }), 201)
}

export async function readTestLink({ api }: LinkAgent, id: string): Promise<ReplyBody> {
  const { data } = assertStatus(await api.get('/outreach-links'), 200)
  return data.find((link: ReplyBody) => link.id === id)
}
