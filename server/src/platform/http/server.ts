import type { Socket } from 'node:net'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify'
import { isRetryable, isUnavailable } from '../db/errors.ts'
import { runAsTenant, tenantWithoutOrg } from '../fairness/tenant.ts'
import type { World } from '../world.ts'
import { authenticateCaller, authorizeRequest, type RequestAuthorization } from './authorize.ts'
import { handleRequest, type PipelineDeps, type ServedRoute } from './pipeline.ts'
import { bodyTooLarge, notFound, Problem, problem, problemBody } from './problem.ts'
import type { Route } from './route.ts'

import {
  allowSlowBody,
  type ClientLimits,
  clientLimits,
  closeSlowBodies,
  closeSlowReaders,
  headCheckMilliseconds,
} from './slow-clients.ts'
import { withSpooledBody } from './spool.ts'

declare module 'fastify' {
  interface FastifyRequest {
    authorization?: RequestAuthorization
    /** The pattern of a declared route, including the prefix. */
    pattern?: string
  }
  interface FastifyBaseLogger {
    isLevelEnabled?(level: string): boolean
  }
}

export type ObserveRequest = (seen: { method: string; route: string; status: number; seconds: number }) => void

export type ServerDeps = PipelineDeps & {
  log: FastifyBaseLogger
  observe: ObserveRequest
  /** Addresses of proxies whose X-Forwarded-For is trusted. Default: none. */
  trustProxy?: string[]
  /** Limits for slow clients; tests override the documented ones. */
  clientLimits?: ClientLimits
}

const defaultBodyLimit = 2 * 1024 * 1024

/** Creates a server with our errors, request ids and logs, but no routes. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const requestId = createRequestIdGenerator(deps.world)
  const limits = deps.clientLimits ?? clientLimits
  const app = fastify({
    loggerInstance: deps.log,
    logController: new ResponseStreamLog(deps),
    // One logger for all: a child per request would cost as much as the whole authentication.
    childLoggerFactory: (log) => log,
    genReqId: requestId,
    bodyLimit: defaultBodyLimit,
    http: { headersTimeout: limits.headMilliseconds, connectionsCheckingInterval: headCheckMilliseconds(limits) },
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: deps.trustProxy ?? false,
    // Longer than any URL the server reads: an unknown id is 404, however long it is.
    routerOptions: { maxParamLength: 20_000 },
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
    clientErrorHandler: (error, socket) =>
      rejectMalformedConnection(error as NodeJS.ErrnoException, socket, requestId()),
  })
  app.decorateRequest('authorization', undefined)
  app.decorateRequest('pattern', undefined)
  app.removeAllContentTypeParsers()
  // The body stays raw until the route is known, so that one place parses and rejects it, whatever its content type.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // Callbacks instead of promises: these two run for every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    done()
  })
  // A declared route sets its tenant after authorization; for other routes the binding in the URL identifies it.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.pattern !== undefined) return done()
    const { bindingId } = request.params as { bindingId?: string }
    runAsTenant(bindingId === undefined ? tenantWithoutOrg('public') : `public ${bindingId}`, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply, deps)
    done()
  })
  app.setErrorHandler(sendProblem)
  const open = trackOpenSockets(app)
  closeConnectionsOnShutdown(app, open)
  closeSlowBodies(app.server, limits.bodyMilliseconds)
  closeSlowReaders(app.server, open, limits.pace)
  return app
}

/** Turns off Fastify's own log lines, except for responses that break off: these never reach `onResponse`. */
class ResponseStreamLog extends LogController {
  readonly #deps: ServerDeps

  constructor(deps: ServerDeps) {
    super({ disableRequestLogging: true })
    this.#deps = deps
  }

  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    const { socket, httpVersion } = request.raw
    const hungUp = socket.destroyed
    if (!hungUp) request.log.error({ requestId: request.id, err: error }, 'a response was interrupted')
    // For HTTP/1.0 a plain close means the end of the body, so only a reset signals an error.
    if (!hungUp && httpVersion === '1.0') socket.resetAndDestroy()
    logRequest(request, reply, this.#deps)
  }
}

/** Globally unique: a random prefix per process, followed by a counter. */
function createRequestIdGenerator(world: World): () => string {
  const start = world.newId('req')
  let count = 0
  return () => start + (++count).toString(36).padStart(4, '0')
}

function trackOpenSockets(app: FastifyInstance): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

/** A client that has just connected may be about to send a request. */
const firstRequestGraceMilliseconds = 1_000

/**
 * During shutdown, closes a connection as soon as its last response is sent, instead of when its keep-alive ends. Node
 * counts a connection without any request as busy.
 */
function closeConnectionsOnShutdown(app: FastifyInstance, open: ReadonlySet<Socket>): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    const patienceEnds = performance.now() + firstRequestGraceMilliseconds
    timer = setInterval(() => {
      app.server.closeIdleConnections()
      if (performance.now() < patienceEnds) return
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, 50)
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

export function serveRoutes(app: FastifyInstance, prefix: string, routes: readonly Route[], deps: ServerDeps): void {
  const { plain = [], spooled = [] } = Object.groupBy(pairWithReadRoutes(routes), ({ route }) =>
    route.bodyFormat?.spools ? 'spooled' : 'plain',
  )
  for (const served of plain) {
    app.route({
      ...buildRouteOptions(served, prefix, deps),
      handler: (request, reply) => handleRequest(served, request, reply, deps),
    })
  }
  app.register(async (child) => {
    child.removeAllContentTypeParsers()
    // The body stays unread until the handler consumes it.
    child.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const served of spooled) {
      const handler = (request: FastifyRequest, reply: FastifyReply) =>
        withSpooledBody(request, served.route, () => handleRequest(served, request, reply, deps))
      child.route({ ...buildRouteOptions(served, prefix, deps), handler })
    }
  })
}

/** An unknown path is 404, but under these prefixes only for an authenticated caller. */
export function handleNotFound(
  app: FastifyInstance,
  prefixes: readonly string[],
  knock: (request: FastifyRequest) => Promise<unknown>,
): void {
  app.setNotFoundHandler(async (request) => {
    if (prefixes.some((prefix) => isUnder(prefix, request.url))) await knock(request)
    throw notFound()
  })
}

/**
 * Authenticates a caller of an unknown path of the management API; an emulator grant gets a 403, because it can reach
 * nothing else.
 */
export async function authenticateUnknownPath(request: FastifyRequest, deps: ServerDeps): Promise<void> {
  const caller = await authenticateCaller(request, deps)
  if (caller.kind === 'emulator') throw problem('auth.emulator_grant.forbidden', 403)
}

function buildRouteOptions({ route }: ServedRoute, prefix: string, deps: ServerDeps) {
  const pattern = prefix + route.path
  return {
    method: route.method,
    url: pattern.replace(/(?<=[a-z]):/g, '::'),
    bodyLimit: route.bodyLimit ?? defaultBodyLimit,
    onRequest: (request, reply, done) => {
      request.pattern = pattern
      // A body that is read regardless of its type, or not read at all, may have any content type, even a malformed
      // one.
      if (ignoresContentType(route)) delete request.raw.headers['content-type']
      reply.header('cache-control', 'no-store')
      authorizeRequest(route, request, reply, deps).then((authorization) => {
        request.authorization = authorization
        // Only an authorized caller may send a slow body.
        if (route.bodyFormat?.spools) allowSlowBody(request.raw)
        done()
      }, done)
    },
  } satisfies Omit<RouteOptions, 'handler'>
}

const ignoresContentType = ({ body, bodyFormat }: Route): boolean =>
  !body || (!bodyFormat?.spools && !!bodyFormat?.types.includes('*/*'))

function isUnder(prefix: string, url: string): boolean {
  return url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}?`)
}

/** A path that can be read and written is an editable resource: ETag and If-Match refer to its GET response. */
function pairWithReadRoutes(routes: readonly Route[]): ServedRoute[] {
  const reads = new Map(routes.filter((route) => route.method === 'GET').map((route) => [route.path, route]))
  const written = new Set(
    routes
      .filter(({ method }) => method === 'PUT' || method === 'PATCH' || method === 'DELETE')
      .map(({ path }) => path),
  )
  const readOf = ({ path, guardedBy }: Route) => {
    if (guardedBy !== undefined) return reads.get(path.replace(/\/[^/]*$/, guardedBy))
    return written.has(path) ? reads.get(path) : undefined
  }
  return routes.map((route) => ({ route, read: readOf(route) }))
}

function sendProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refused = toProblem(error, request)
  void reply
    .code(refused.status)
    .headers({ 'x-request-id': request.id, ...refused.headers })
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemBody(refused, request.id)))
}

function toProblem(error: FastifyError | Error, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return bodyTooLarge()
  if (status !== undefined && status >= 400 && status < 500) {
    return problem('request.malformed', 400, { detail: error.message })
  }
  if (isUnavailable(error) || isRetryable(error)) {
    request.log.warn({ requestId: request.id, err: error }, 'the database did not respond')
    return problem(
      'service.unavailable',
      503,
      { detail: 'The database is not responding right now' },
      { 'retry-after': '2' },
    )
  }
  request.log.error({ requestId: request.id, err: error }, 'unexpected error')
  return problem('internal', 500)
}

/** How long a disconnected client has to close its side. */
const closeGraceMilliseconds = 1_000

const malformedReasons: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The request header is too long',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request header did not arrive in time',
}

/**
 * Input that is not HTTP, or whose head is too long or too slow, never becomes a request; the error response has the
 * same shape as all others.
 */
function rejectMalformedConnection(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  // Browsers open connections ahead of need. The request that is sent at the moment of an unasked response would get it.
  const isSilent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0
  if (!socket.writable || isSilent || error.code === 'ECONNRESET') return void socket.destroy()
  const detail = malformedReasons[error.code ?? ''] ?? 'This is not an HTTP request'
  const body = JSON.stringify(problemBody(problem('request.malformed', 400, { detail }), requestId))
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json; charset=utf-8\r\nx-request-id: ${requestId}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  setTimeout(() => socket.destroy(), closeGraceMilliseconds).unref()
}

/** Probes arrive every few seconds and are not worth a log line. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Logs one line per request, by its pattern: neither the ids in the path nor a token in the query appear in the log.
 */
function logRequest(request: FastifyRequest, reply: FastifyReply, deps: ServerDeps): void {
  // Fastify rebuilds `routeOptions` on every access, so check the declared pattern first.
  const route = request.pattern ?? request.routeOptions.url ?? 'none'
  const { method } = request
  const status = reply.statusCode
  deps.observe({ method, route, status, seconds: reply.elapsedTime / 1000 })
  const level = probes.has(route) ? 'debug' : 'info'
  if (!request.log.isLevelEnabled?.(level)) return
  const { caller, facts } = request.authorization ?? {}
  const who = caller && {
    caller: caller.id,
    org: 'orgId' in caller ? caller.orgId : undefined,
    svcAgent: facts?.svcAgent,
  }
  request.log[level](
    { requestId: request.id, method, route, status, ms: Math.round(reply.elapsedTime), ...who },
    'request',
  )
}
