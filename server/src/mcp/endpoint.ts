import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import { mcpOAuth } from '../domains/orgs/index.ts'
import { authenticateCaller, runAsMcp } from '../platform/http/authorize.ts'
import { Problem, problem } from '../platform/http/problem.ts'
import type { Route } from '../platform/http/route.ts'
import type { ServerDeps } from '../platform/http/server.ts'
import { bindTools, isSafeId, type McpToolBinding } from './bind-tools.ts'
import { createConfirmations } from './run-tool.ts'
import type { CallApi, McpApiRequest, McpSession } from './tool.ts'
import { mcpTools } from './tools/index.ts'

const mcpBodyLimit = 1024 * 1024

/** Serves the API as tools for assistants at `/mcp`, over the Model Context Protocol. Stateless between messages. */
export function serveMcp(
  app: FastifyInstance,
  routes: readonly Route[],
  deps: ServerDeps & { publicUrl: string },
): void {
  // Loaded on first use: most processes never need it.
  let offers: McpToolBinding[] | undefined
  const confirmations = createConfirmations(deps.keyring, () => deps.world.now())
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    bodyLimit: mcpBodyLimit,
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      rejectForeignOrigin(request, deps.publicUrl)
      await authenticateAssistant(request, deps)
    },
    handler: async (request, reply) => {
      const runDeps = { api: createApiCaller(app, request), session: readMcpSession(request), confirmations }
      const { handleMcpMessage } = await import('./message.ts')
      offers ??= bindTools(mcpTools, routes)
      return sendWebResponse(
        reply,
        await handleMcpMessage(toWebRequest(request, deps.publicUrl), {
          offers,
          running: runDeps,
          bodyLimit: mcpBodyLimit,
        }),
      )
    },
  })
}

/** Stops a foreign website from using the visitor's browser to reach a Parley that only this machine can reach. */
function rejectForeignOrigin({ headers }: FastifyRequest, publicUrl: string): void {
  const { origin } = headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return
  throw problem('auth.forbidden', 403, { detail: 'Pages from other origins cannot use this endpoint' })
}

/** A 401 names where an assistant learns how to get a token (RFC 9728). */
async function authenticateAssistant(request: FastifyRequest, deps: ServerDeps & { publicUrl: string }): Promise<void> {
  const caller = await runAsMcp(() => authenticateCaller(request, deps)).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.status !== 401) throw error
    const { authorization, host } = request.headers
    const asked = { publicUrl: deps.publicUrl, host, hasToken: authorization !== undefined }
    const challenge = mcpOAuth.buildChallenge(asked)
    throw problem('auth.unauthenticated', 401, {}, { 'www-authenticate': challenge })
  })
  if (caller.kind === 'emulator') throw problem('auth.emulator_grant.forbidden', 403)
  request.authorization = { caller, facts: { id: request.id, ip: request.ip, svcAgent } }
}

const svcAgent = 'mcp'

/** Reads `?readOnly=true&org=…&agent=…`, or headers with these names for assistants that cannot change the URL. */
function readMcpSession(request: FastifyRequest): McpSession {
  const caller = request.authorization?.caller as McpSession['caller']
  const readParam = (name: string, header: string) => {
    const value = (request.query as Record<string, unknown>)[name] ?? request.headers[header]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const org = readParam('org', 'x-parley-org') ?? ('orgId' in caller ? caller.orgId : '-')
  const agent = readParam('agent', 'x-parley-agent')
  if (!isSafeId(org) || (agent !== undefined && !isSafeId(agent))) throw problem('resource.not_found', 404)
  const readOnly = /^(true|1|)$/.test(String((request.query as { readOnly?: string }).readOnly ?? 'false'))
  return { caller, org, agent, readOnly: readOnly || readParam('', 'x-parley-read-only') === 'true' }
}

/** Every tool call goes through the regular route with the caller's own token, and gains no extra rights. */
function createApiCaller(app: FastifyInstance, { headers, ip }: FastifyRequest): CallApi {
  return async ({ method, path, query, body }: McpApiRequest) => {
    const sent = {
      method,
      url: `/v1${path}`,
      query: toQueryStrings(query ?? {}),
      remoteAddress: ip,
      headers: {
        authorization: headers.authorization,
        'x-svc-agent': svcAgent,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    } as InjectOptions
    const reply = await runAsMcp(async () => app.inject(sent))
    return { status: reply.statusCode, body: reply.body === '' ? undefined : JSON.parse(reply.body) }
  }
}

function toQueryStrings(query: Readonly<Record<string, unknown>>): Record<string, string | string[]> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(
    given.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : toQueryString(value)]),
  )
}

const toQueryString = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function toWebRequest({ method, url, headers, body }: FastifyRequest, publicUrl: string): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'authorization' ? [] : [[name, String(value)]],
  )
  const sent = method === 'POST' ? { body: (body as Buffer | undefined) ?? '' } : {}
  return new Request(new URL(url, publicUrl), { method, headers: given, ...sent } as RequestInit)
}

async function sendWebResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers))
  return reply.send(Buffer.from(await response.arrayBuffer()))
}
