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
import { allowSlowBody, closeSlowBodies } from './slow-body.ts'
import { type ClientLimits, clientLimits, closeSlowReaders, headCheckMilliseconds } from './slow-clients.ts'
import { withSpooledBody } from './spool.ts'

declare module 'fastify' {
  interface FastifyRequest {
    authorization?: RequestAuthorization
    /** The pattern of a declared route, prefix included. */
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
  /** Addresses of proxies whose X-Forwarded-For is believed; none by default. */
  trustProxy?: string[]
  /** How slow clients may be; in tests others than those that the guide promises. */
  clientLimits?: ClientLimits
}

const defaultBodyLimit = 2 * 1024 * 1024

/** A server with our errors, request ids and logs, and no routes yet. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const requestId = createRequestIdGenerator(deps.world)
  const limits = deps.clientLimits ?? clientLimits
  const app = fastify({
    loggerInstance: deps.log,
    logController: new ResponseStreamLog(deps),
    // One log for all: a child for each request would cost as much as the whole of authentication.
    childLoggerFactory: (log) => log,
    genReqId: requestId,
    bodyLimit: defaultBodyLimit,
    http: { headersTimeout: limits.headMilliseconds, connectionsCheckingInterval: headCheckMilliseconds(limits) },
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: deps.trustProxy ?? false,
    // Longer than any URL that is read: an id that nobody has is not found, however long it is.
    routerOptions: { maxParamLength: 20_000 },
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
    clientErrorHandler: (error, socket) =>
      rejectMalformedConnection(error as NodeJS.ErrnoException, socket, requestId()),
  })
  app.decorateRequest('authorization', undefined)
  app.decorateRequest('pattern', undefined)
  app.removeAllContentTypeParsers()
  // The body stays bytes until the route has been found: whatever its content type, one place reads and refuses it.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // Callbacks, not promises: these two run for every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    done()
  })
  // A declared route knows its org once its caller is admitted; of others the binding in the address says whose it is.
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

/** Fastify's own lines are off but for answers that break off on their way: they never come to `onResponse`. */
class ResponseStreamLog extends LogController {
  readonly #deps: ServerDeps

  constructor(deps: ServerDeps) {
    super({ disableRequestLogging: true })
    this.#deps = deps
  }

  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    const { socket, httpVersion } = request.raw
    const hungUp = socket.destroyed
    if (!hungUp) request.log.error({ requestId: request.id, err: error }, 'an answer broke off')
    // To HTTP/1.0 a plain end is the end of the file, so that only a reset says otherwise.
    if (!hungUp && httpVersion === '1.0') socket.resetAndDestroy()
    logRequest(request, reply, this.#deps)
  }
}

/** Unlike each other everywhere: a random start for the process, and a count behind it. */
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

/** Whoever has just connected may be about to ask. */
const firstRequestGraceMilliseconds = 1_000

/**
 * While it closes, a connection goes as soon as its last answer is out, and not only when its keep-alive ends. One on
 * which nothing was ever said counts as busy for Node.
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

/** Serves the declared routes under a prefix. */
export function serveRoutes(app: FastifyInstance, prefix: string, routes: readonly Route[], deps: ServerDeps): void {
  const { plain = [], spooled = [] } = Object.groupBy(pairWithReadRoutes(routes), ({ route }) =>
    route.reads?.spools ? 'spooled' : 'plain',
  )
  for (const served of plain) {
    app.route({
      ...buildRouteOptions(served, prefix, deps),
      handler: (request, reply) => handleRequest(served, request, reply, deps),
    })
  }
  app.register(async (child) => {
    child.removeAllContentTypeParsers()
    // The body stays on the wire until the handler takes it.
    child.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const served of spooled) {
      const handler = (request: FastifyRequest, reply: FastifyReply) =>
        withSpooledBody(request, served.route, () => handleRequest(served, request, reply, deps))
      child.route({ ...buildRouteOptions(served, prefix, deps), handler })
    }
  })
}

/** What no route serves is 404, but under these prefixes only for a caller with a token. */
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

/** Who knocks at the management API, where a grant is told that it reaches nothing else. */
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
      // What is read whatever its type says, or not read at all, may say anything, also what is no type.
      if (ignoresContentType(route)) delete request.raw.headers['content-type']
      reply.header('cache-control', 'no-store')
      authorizeRequest(route, request, reply, deps).then((authorization) => {
        request.authorization = authorization
        // Whoever is let in may send for long; whoever is not may not.
        if (route.reads?.spools) allowSlowBody(request.raw)
        done()
      }, done)
    },
  } satisfies Omit<RouteOptions, 'handler'>
}

const ignoresContentType = ({ body, reads }: Route): boolean =>
  !body || (!reads?.spools && !!reads?.types.includes('*/*'))

function isUnder(prefix: string, url: string): boolean {
  return url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}?`)
}

/** A path that can be read and written is an editable resource: its GET is what ETag and If-Match speak of. */
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
    request.log.warn({ requestId: request.id, err: error }, 'the database did not answer')
    return problem(
      'service.unavailable',
      503,
      { detail: 'The database does not answer just now' },
      { 'retry-after': '2' },
    )
  }
  request.log.error({ requestId: request.id, err: error }, 'unexpected error')
  return problem('internal', 500)
}

/** How long a client that we disconnect has to close its side. */
const closeGraceMilliseconds = 1_000

const malformedReasons: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The head of the request is too long',
  ERR_HTTP_REQUEST_TIMEOUT: 'The head of the request did not come in time',
}

/** What is no HTTP, or too long or slow a head, never becomes a request; the answer has the shape of all others. */
function rejectMalformedConnection(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const detail = malformedReasons[error.code ?? ''] ?? 'This is no HTTP request'
  const body = JSON.stringify(problemBody(problem('request.malformed', 400, { detail }), requestId))
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json; charset=utf-8\r\nx-request-id: ${requestId}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  setTimeout(() => socket.destroy(), closeGraceMilliseconds).unref()
}

/** They come every few seconds and say nothing worth a line. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/** One line a request, by its pattern: neither the path's ids nor a token in the query are written down. */
function logRequest(request: FastifyRequest, reply: FastifyReply, deps: ServerDeps): void {
  // Fastify makes `routeOptions` anew at every look, so a declared route is asked first.
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
