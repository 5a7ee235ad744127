import { once as onceEmitted } from 'node:events'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FieldError } from '@parley/findings'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { runWithDefaultCountry } from '../default-country.ts'
import { runAsTenant, tenantWithoutOrg } from '../fairness/tenant.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { endWithAccess } from './access-check.ts'
import { createAuditRecord, type WriteAuditRecord } from './audit.ts'
import { type AuthorizeDeps, draftHeader, isStillAllowed, type RequestAuthorization } from './authorize.ts'
import { findTextProblem, maxValuesFor, readJsonYielding } from './body.ts'
import { etagOf, matchesEtag } from './etag.ts'
import { readIdempotencyKey, supportsIdempotencyKey } from './idempotency.ts'
import { invalidRequest, notFound, Problem, problem, toBadRequest } from './problem.ts'
import {
  type AgentKey,
  type AnyRouteContext,
  type ByteStream,
  type OrgKey,
  ResponseContent,
  type Route,
  RouteResponse,
} from './route.ts'
import type { SpooledBody } from './spool.ts'
import { validate, validateYielding } from './validate.ts'
import { type HandlerResult, withIdempotency } from './with-idempotency.ts'

export type PipelineDeps = AuthorizeDeps & {
  keyring: Keyring
  /** Writes the audit log; absent if there is none. */
  audit?: WriteAuditRecord
  /** In tests every response is validated against its schema; in production the handler's types are trusted. */
  validateResponses?: boolean
}

/** A route and, if its path can be both read and written, the read route, whose response ETag and If-Match refer to. */
export type ServedRoute = { route: Route; read?: Route }

/** Handles an authorized request as its org's tenant, so that its waits do not block other orgs. */
export function handleRequest(
  served: ServedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: PipelineDeps,
): Promise<void> {
  const { agent } = request.authorization as RequestAuthorization
  return runAsTenant(tenantOf(request), () =>
    runWithDefaultCountry(agent?.defaultCountry, () => handleAuthorizedRequest(served, request, reply, deps)),
  )
}

function tenantOf({ authorization, params }: FastifyRequest): string {
  const { caller, agent } = authorization as RequestAuthorization
  const org = 'orgId' in caller ? caller.orgId : agent?.orgId
  return org ?? (params as { org?: string }).org ?? tenantWithoutOrg(caller.kind)
}

/** Finds the resource, reads the body, checks preconditions and runs the handler; writes run in one transaction. */
async function handleAuthorizedRequest(
  served: ServedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: PipelineDeps,
): Promise<void> {
  const { method, transaction, prepare } = served.route
  const context = createRouteContext(served, request, deps)
  if (readsBodyEarly(served.route)) await readBodyEarly(served.route, request, context)
  if (prepare) context.prepared = await prepare(context)
  const outcome = transaction
    ? await inTransaction(deps.db, (tx) => execute(served, request, { ...context, tx }, deps))
    : await execute(served, request, context, deps).catch((error) => rethrowAfterTokenCheck(context, error))
  reply.headers(outcome.headers)
  if (outcome.headers.etag && method === 'GET' && matchesIfNoneMatch(request, outcome.headers.etag)) {
    return reply.code(304).send()
  }
  if (outcome.body === '') return reply.code(outcome.status).send()
  const json = outcome.status < 400 ? 'application/json; charset=utf-8' : 'application/problem+json; charset=utf-8'
  return reply
    .code(outcome.status)
    .type(outcome.type ?? json)
    .send(encodeLongText(outcome.body))
}

const longTextLength = 65_536

/** Sends a long text as one buffer; a string would be encoded in small pieces. */
function encodeLongText(body: HandlerResult['body']): HandlerResult['body'] {
  return typeof body === 'string' && body.length > longTextLength ? Buffer.from(body) : body
}

/** A caller whose token is no longer valid learns only that. */
async function rethrowAfterTokenCheck({ agent }: AnyRouteContext, error: unknown): Promise<never> {
  await agent?.proof?.verify()
  throw error
}

async function execute(
  served: ServedRoute,
  request: FastifyRequest,
  context: AnyRouteContext,
  deps: PipelineDeps,
): Promise<HandlerResult> {
  const { route } = served
  if (route.find) {
    context.found = await route.find(context)
    if (context.found === undefined) throw notFound()
  }
  if (!readsBodyEarly(route)) await readValidRequest(route, request, context)
  if (!route.checksIfMatch) await context.checkIfMatch(context.tx)
  const key = readRequestKey(route, request)
  if (key === undefined) return handleWithAudit(served, context, deps)
  // The same request to another draft is another request.
  const draft = request.headers[draftHeader]
  const path = draft === undefined ? request.url : `${request.url} ${draft}`
  const keyed = { key, path, body: sentBodyByRequest.get(request) }
  return withIdempotency(route, context, { ...keyed, act: () => handleWithAudit(served, context, deps) }, deps)
}

/** Slow work, and work outside the database, must not keep a transaction open. */
const readsBodyEarly = ({ prepare, bodyFormat }: Route): boolean => prepare !== undefined || bodyFormat?.spools === true

/** The resource in the path must exist before the body is read, even though the transaction looks it up again. */
async function readBodyEarly(route: Route, request: FastifyRequest, context: AnyRouteContext): Promise<void> {
  if (route.find && (await route.find(context)) === undefined) throw notFound()
  await readValidRequest(route, request, context)
}

async function readValidRequest(route: Route, request: FastifyRequest, context: AnyRouteContext): Promise<void> {
  try {
    await readRequest(route, request, context)
  } catch (error) {
    throw applyValidationErrorStyle(route, error)
  }
}

function readRequestKey(route: Route, request: FastifyRequest): string | undefined {
  if (!supportsIdempotencyKey(route)) return undefined
  try {
    return readIdempotencyKey(request.headers['idempotency-key'])
  } catch (error) {
    throw applyValidationErrorStyle(route, error)
  }
}

function applyValidationErrorStyle({ validationErrorStyle }: Route, error: unknown): unknown {
  if (validationErrorStyle === 422) return error
  return toBadRequest(error, validationErrorStyle === 400 ? 'request.invalid' : 'request.malformed')
}

/** The bodies as sent, before a schema dropped or changed anything; repeats are compared by these. */
const sentBodyByRequest = new WeakMap<FastifyRequest, unknown>()

async function readRequest(route: Route, request: FastifyRequest, context: AnyRouteContext): Promise<void> {
  if (route.query) context.query = validate(route.query, readQuery(request, route))
  if (!route.body) return
  const body = await parseSentBody(route, request)
  sentBodyByRequest.set(request, body)
  context.body = await validateYielding(route.body, body, route.bodyName)
}

function parseSentBody({ bodyFormat, bodyLimit }: Route, request: FastifyRequest): unknown {
  if (bodyFormat?.spools) return bodyFormat.as(request.body as SpooledBody)
  const raw = request.body as Buffer | undefined
  const type = request.headers['content-type']
  return bodyFormat ? bodyFormat.as(raw, type) : readJsonYielding(raw, type, maxValuesFor(bodyLimit))
}

/**
 * Writes the audit entry in the transaction of the write, if there is one: there is an entry if and only if there is a
 * change.
 */
async function handleWithAudit(
  served: ServedRoute,
  context: AnyRouteContext,
  deps: PipelineDeps,
): Promise<HandlerResult> {
  const outcome = await runHandler(served, context, deps)
  const entry = createAuditRecord(served.route, context, outcome.status)
  if (entry) await deps.audit?.(context.tx, entry)
  return outcome
}

async function runHandler(served: ServedRoute, context: AnyRouteContext, deps: PipelineDeps): Promise<HandlerResult> {
  const { route, read } = served
  const returned = await route.handle(context)
  if (context.isIfMatchPending()) throw new Error(`${route.path} declares checksIfMatch but does not check it`)
  const { status, body, headers } =
    returned instanceof RouteResponse ? returned : { status: route.status, body: returned, headers: {} }
  if (body === undefined) return { status, body: '', headers }
  if (body instanceof ResponseContent) return toContentResult(route, body, { status, headers, context })
  if (deps.validateResponses) validateResponse(route, body)
  const lasts = body instanceof Object && route.method !== 'POST' && route.method !== 'DELETE'
  if (!lasts) return { status, body: JSON.stringify(body), headers }
  const made = serializeBody(body)
  if (!read && route.method !== 'GET') return { status, body: made.text, headers }
  if (made.text.length > textPerTurn) await nextTurn()
  made.etag ??= etagOf(body, (read ?? route).volatile, made.text)
  return { status, body: made.text, headers: { etag: made.etag, ...headers } }
}

async function toContentResult(
  route: Route,
  { bytes, type }: ResponseContent,
  { status, headers, context }: Pick<HandlerResult, 'status' | 'headers'> & { context: AnyRouteContext },
): Promise<HandlerResult> {
  if (typeof bytes !== 'string' && !Buffer.isBuffer(bytes)) {
    if (route.transaction) throw new Error(`${route.path} streams its response, but its transaction ends before that`)
    const lasts = route.access.kind === 'org' && type.startsWith('text/event-stream')
    const stream = lasts ? endWithAccess(bytes, context.isStillAllowed) : bytes
    return { status, body: await waitForFirstBytes(stream), type, headers }
  }
  const marked = route.method === 'GET' && status === 200
  const etag = marked ? { etag: etagOf(bytes, [], bytes.toString()) } : undefined
  return { status, body: bytes, type, headers: { ...etag, ...headers } }
}

/** Waits for the first bytes: a failure before them gets a regular error response. */
async function waitForFirstBytes(bytes: ByteStream): Promise<Readable> {
  const stream = Readable.from(bytes)
  await onceEmitted(stream, 'readable')
  return stream
}

/** A longer text is hashed in the next turn of the event loop. */
const textPerTurn = 1_000_000

const serializedBodies = new WeakMap<object, { text: string; etag?: string }>()

/** Requests that share one read share its object, and so its serialized text. */
function serializeBody(body: object): { text: string; etag?: string } {
  let made = serializedBodies.get(body)
  if (!made) {
    made = { text: JSON.stringify(body) }
    serializedBodies.set(body, made)
  }
  return made
}

/**
 * Compares the ETag in `If-Match` in the transaction that has locked the resource, so that it cannot change before the
 * write.
 */
function createIfMatchCheck(
  served: ServedRoute,
  request: FastifyRequest,
  context: AnyRouteContext,
  deps: PipelineDeps,
) {
  const { route, read } = served
  const wanted = request.headers['if-match']
  const isGuarded = route.guardedBy !== undefined || (route.method !== 'GET' && route.method !== 'POST')
  const isAsked = wanted !== undefined && read !== undefined && isGuarded
  let isChecked = false
  return {
    isIfMatchPending: () => isAsked && !isChecked,
    async checkIfMatch(tx: Db): Promise<void> {
      isChecked = true
      if (!isAsked) return
      if (deps.validateResponses) await assertRowLocked(tx, route)
      // Parameters that a write shares with its read choose what both mean.
      const { query: schema } = route
      const query = schema !== undefined && schema === read.query ? validate(schema, readQuery(request, route)) : {}
      await assertEtagMatches(wanted, read, { ...context, tx, query }, deps)
    },
  }
}

/** A transaction that has neither written nor locked a row has no id yet, so nothing protects the comparison. */
async function assertRowLocked(tx: Db, { method, path }: Route): Promise<void> {
  const { rows } = await sql<{ id: string | null }>`select pg_current_xact_id_if_assigned()::text as id`.execute(tx)
  if (rows[0]?.id == null) throw new Error(`${method} ${path} compares If-Match without a lock`)
}

async function assertEtagMatches(
  wanted: string,
  read: Route,
  context: AnyRouteContext,
  deps: PipelineDeps,
): Promise<void> {
  // Each representation of a document has an ETag of its own.
  for (const accept of read.responseTypes ?? [undefined]) {
    const readContext = { ...context, request: { ...context.request, accept } }
    if (matchesEtag(wanted, await readCurrentEtag(read, readContext, deps))) return
  }
  throw problem('request.precondition_failed', 412)
}

async function readCurrentEtag(read: Route, context: AnyRouteContext, deps: PipelineDeps): Promise<string | undefined> {
  const { org, agent, tx } = context
  const now = {
    ...context,
    // At the gateway the token identifies the agent, not the path.
    agent: org && agent ? await findAgentAgain(org, agent, tx, deps) : agent,
    body: undefined,
  }
  try {
    const found = await read.find?.(now)
    if (read.find && found === undefined) return undefined
    const current = await read.handle({ ...now, found })
    return current instanceof ResponseContent
      ? etagOf(current, [], current.bytes.toString())
      : etagOf(current, read.volatile)
  } catch (error) {
    // A missing resource has no ETag and matches none.
    if (error instanceof Problem && error.status === 404) return undefined
    throw error
  }
}

/** Looks the agent up in the transaction, with the draft that the request is for. */
async function findAgentAgain(org: OrgKey, agent: AgentKey, tx: Db, deps: PipelineDeps): Promise<AgentKey | undefined> {
  const found = await deps.findAgent(org, agent.id, tx)
  return found && agent.draft ? deps.useDraft(tx, found, agent.draft.id) : found
}

function matchesIfNoneMatch(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']
  return known !== undefined && matchesEtag(known.replaceAll('W/', ''), etag)
}

function createRouteContext(served: ServedRoute, request: FastifyRequest, deps: PipelineDeps): AnyRouteContext {
  const { caller, agent, facts } = request.authorization as RequestAuthorization
  const params = request.params as Record<string, string>
  const agentKeys = caller.kind === 'user' ? caller.agentKeys : undefined
  const org = params.org === undefined ? undefined : { id: params.org, ...(agentKeys && { agentKeys }) }
  const context = {
    tx: deps.db,
    world: deps.world,
    caller,
    agent,
    org,
    params,
    request: facts,
    body: undefined,
    query: undefined,
    found: undefined,
    prepared: undefined,
    checkIfMatch: async () => {},
    isIfMatchPending: () => false,
    isStillAllowed: () => isStillAllowed(served.route, request, agent, deps),
  }
  return { ...context, ...createIfMatchCheck(served, request, context, deps) }
}

/** A query is flat text; a name given twice becomes a list, which no plain field accepts. */
function readQuery(request: FastifyRequest, { access }: Route): unknown {
  const query = { ...(request.query as Record<string, string | string[]>) }
  if (access.kind === 'agent') delete query.access_token
  const errors = Object.entries(query).flatMap(([field, value]): FieldError[] => {
    const message = findTextProblem(`${field}${value}`)
    return message ? [{ field: field.replaceAll('\u0000', ''), message }] : []
  })
  if (errors.length > 0) throw invalidRequest(errors)
  return query
}

function validateResponse(route: Route, body: unknown): void {
  if (!route.response) throw new Error(`${route.method} ${route.path} responds with a body that it does not declare`)
  const parsed = route.response.safeParse(JSON.parse(JSON.stringify(body)))
  if (!parsed.success)
    throw new Error(`${route.method} ${route.path} violates its response schema: ${parsed.error.message}`)
}
