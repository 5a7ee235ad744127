import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import { authenticated } from '../platform/http/admit.ts'
import { problem } from '../platform/http/problem.ts'
import type { Route } from '../platform/http/route.ts'
import type { ServerDeps } from '../platform/http/server.ts'
import { bindTools, isId, type Offer } from './bind.ts'
import type { Api, Ask, Session } from './call.ts'
import { confirmationsOf } from './confirm.ts'
import { tools } from './tools/index.ts'

const bodyLimit = 1024 * 1024

/** For assistants: the same API as tools, at `/mcp`, by the Model Context Protocol. Nothing is kept between messages. */
export function serveMcp(
  app: FastifyInstance,
  routes: readonly Route[],
  deps: ServerDeps & { publicUrl: string },
): void {
  // What most processes never need is made, and loaded, for the first who asks.
  let offers: Offer[] | undefined
  const confirmations = confirmationsOf(deps.keyring, () => deps.world.now())
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    bodyLimit,
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      refuseForeignPages(request, deps.publicUrl)
      await admitAssistant(request, deps)
    },
    handler: async (request, reply) => {
      const running = { api: apiFor(app, request), session: sessionOf(request), confirmations }
      const { answered } = await import('./message.ts')
      offers ??= bindTools(tools, routes)
      return sendOn(reply, await answered(asWebRequest(request, deps.publicUrl), { offers, running, bodyLimit }))
    },
  })
}

/** A page somewhere else must not make a browser talk to a Parley that only this machine can reach. */
function refuseForeignPages({ headers }: FastifyRequest, publicUrl: string): void {
  const { origin } = headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return
  throw problem('auth.forbidden', 403, { detail: 'Pages of other origins may not talk to assistants here' })
}

async function admitAssistant(request: FastifyRequest, deps: ServerDeps): Promise<void> {
  const caller = await authenticated(request, deps)
  if (caller.kind === 'emulator') throw problem('auth.emulator_grant.forbidden', 403)
  request.admitted = { caller, facts: { id: request.id, ip: request.ip, svcAgent } }
}

const svcAgent = 'mcp'

/** `?readOnly=true&org=…&agent=…`, or headers of these names, for assistants whose address is fixed. */
function sessionOf(request: FastifyRequest): Session {
  const caller = request.admitted?.caller as Session['caller']
  const said = (name: string, header: string) => {
    const value = (request.query as Record<string, unknown>)[name] ?? request.headers[header]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const org = said('org', 'x-parley-org') ?? ('orgId' in caller ? caller.orgId : '-')
  const agent = said('agent', 'x-parley-agent')
  if (!isId(org) || (agent !== undefined && !isId(agent))) throw problem('resource.not_found', 404)
  const readOnly = /^(true|1|)$/.test(String((request.query as { readOnly?: string }).readOnly ?? 'false'))
  return { caller, org, agent, readOnly: readOnly || said('', 'x-parley-read-only') === 'true' }
}

/** Every call goes through the very route that it is about, as whoever asks: with their token, and no more rights. */
function apiFor(app: FastifyInstance, { headers, ip }: FastifyRequest): Api {
  return async ({ method, path, query, body }: Ask) => {
    const reply = await app.inject({
      method,
      url: `/v1${path}`,
      query: textsOf(query ?? {}),
      remoteAddress: ip,
      headers: {
        authorization: headers.authorization,
        'x-svc-agent': svcAgent,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    } as InjectOptions)
    return { status: reply.statusCode, body: reply.body === '' ? undefined : JSON.parse(reply.body) }
  }
}

function textsOf(query: Readonly<Record<string, unknown>>): Record<string, string | string[]> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(
    given.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : textOf(value)]),
  )
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function asWebRequest({ method, url, headers, body }: FastifyRequest, publicUrl: string): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'authorization' ? [] : [[name, String(value)]],
  )
  const sent = method === 'POST' ? { body: (body as Buffer | undefined) ?? '' } : {}
  return new Request(new URL(url, publicUrl), { method, headers: given, ...sent } as RequestInit)
}

async function sendOn(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers))
  return reply.send(Buffer.from(await response.arrayBuffer()))
}
