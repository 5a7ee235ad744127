import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/database.ts'
import type { World } from '../world.ts'
import { type Caller, decideAccess, isAgentAllowed } from './access.ts'
import { findTextProblem } from './body.ts'
import { notFound, type Problem, problem } from './problem.ts'
import { buckets, consumeToken, rateLimitedProblem, rateLimitHeaders } from './rate-limit.ts'
import type { AgentKey, Author, OrgKey, RequestFacts, Route, TokenProof } from './route.ts'

export type AuthorizeDeps = {
  db: Db
  world: World
  /**
   * Returns the caller of a token; undefined if it is unknown, expired or revoked. Tokens of connected applications are
   * for MCP only.
   */
  authenticate(token: string, isMcp?: boolean): Promise<Caller | undefined>
  /**
   * Returns the agent with this gateway access token. With `later`, a token seen before may come back as `unproven`.
   */
  authenticateAgent(token: string, later?: boolean): Promise<(AgentKey & { unproven?: UnverifiedToken }) | undefined>
  /** With `tx`, reads within that transaction. */
  findAgent(org: OrgKey, agentId: string, tx?: Db): Promise<AgentKey | undefined>
  /** Resolves a draft of the agent; throws `agent.draft.not_found`. */
  useDraft(db: Db, agent: AgentKey, draftId: string): Promise<AgentKey>
}

export type UnverifiedToken = { hash: string; isValid(): Promise<boolean> }

/** Everything known about a request before its body is read. */
export type RequestAuthorization = { caller: Caller; agent?: AgentKey; facts: RequestFacts }

const anonymousCaller: Caller = { kind: 'system', id: 'nobody' }

/** Checks in order: token, emulator grant, org, role and scope, rate limit, and then the agent in the path. */
export async function authorizeRequest(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AuthorizeDeps,
): Promise<RequestAuthorization> {
  const facts = readRequestFacts(request)
  if (route.access.kind === 'public') return { caller: anonymousCaller, facts }
  if (route.access.kind === 'agent') return authenticateAgentRequest(request, deps, route.provesToken)
  const params = request.params as TenantParams
  const storable = Object.values(params).every((value) => !findTextProblem(value))
  const finding = route.agent && storable ? prefetchAgent(params, request, deps) : undefined
  const caller = await authenticateCaller(request, deps)
  const refusal = decideAccess(caller, route.access, params)
  if (refusal) throw toAccessProblem(refusal, route)
  const limitedId = limitedIdOf(caller)
  if (route.limit && limitedId) await consumeRateLimit(route.limit, limitedId, reply, deps)
  const agent = hideUnlessAllowed(await finding, caller)
  if (!storable || (route.agent && !agent)) throw unknownAgentProblem(route)
  return { caller, agent: await selectConfiguration(route, request, { agent, caller }, deps), facts }
}

/** For a member who is limited to some agents, the others do not exist. */
function hideUnlessAllowed(agent: AgentKey | undefined, caller: Caller): AgentKey | undefined {
  return agent && caller.kind === 'user' && !isAgentAllowed(caller, agent.key) ? undefined : agent
}

/**
 * Whether the request would still be allowed: its token is valid, and its caller may call the route for this agent. For
 * responses that last.
 */
export async function isStillAllowed(
  route: Route,
  request: FastifyRequest,
  agent: AgentKey | undefined,
  deps: AuthorizeDeps,
): Promise<boolean> {
  const token = readBearerToken(request)
  const caller = token === undefined ? undefined : await deps.authenticate(token, mcpCalls.getStore())
  if (!caller || decideAccess(caller, route.access, request.params as TenantParams)) return false
  return agent === undefined || hideUnlessAllowed(agent, caller) !== undefined
}

export const draftHeader = 'x-svc-draft'

/** Selects what the route reads and writes: the draft of the header, or live, unless writes require a draft. */
async function selectConfiguration(
  route: Route,
  request: FastifyRequest,
  { agent, caller }: { agent: AgentKey | undefined; caller: Caller },
  deps: AuthorizeDeps,
): Promise<AgentKey | undefined> {
  const draftId = request.headers[draftHeader]
  if (draftId !== undefined && !route.configuration)
    throw problem('request.malformed', 400, { detail: 'X-Svc-Draft is only for routes of the configuration' })
  if (draftId !== undefined && caller.kind === 'user' && caller.role === 'frontDesk')
    throw problem('auth.forbidden', 403, { detail: 'The front desk works with what is live, not with drafts' })
  if (!agent) return undefined
  const authored = { ...agent, author: authorOf(caller) }
  if (draftId !== undefined) return deps.useDraft(deps.db, authored, String(draftId))
  if (route.configuration === 'write' && agent.requireDraft) throw problem('agent.draft.required', 409)
  return authored
}

export function authorOf({ kind, id }: Caller): Author {
  return kind === 'user' || kind === 'key' ? { type: kind, id } : { type: 'system', id }
}

/** Programs are limited: keys, and applications that act for a user. */
function limitedIdOf(caller: Caller): string | undefined {
  if (caller.kind === 'key') return caller.id
  return caller.kind === 'user' ? caller.applicationId : undefined
}

/** Some routes declare a code of their own for it. */
function unknownAgentProblem(route: Route): Problem {
  return route.problems.includes('agent.not_found') ? problem('agent.not_found', 404) : notFound()
}

/** The query parameter takes precedence, for clients that cannot set headers. */
export async function authenticateAgentRequest(
  request: FastifyRequest,
  deps: Pick<AuthorizeDeps, 'authenticateAgent'>,
  later = false,
): Promise<RequestAuthorization> {
  const { access_token: queryToken } = request.query as { access_token?: unknown }
  const token = queryToken === undefined ? readBearerToken(request) : queryToken
  const known = typeof token === 'string' && wellFormed(token) ? await deps.authenticateAgent(token, later) : undefined
  if (!known) throw unauthenticatedProblem()
  const { unproven, ...agent } = known
  const params = Object.values(request.params as Record<string, string>)
  if (params.some((value) => findTextProblem(value))) throw notFound()
  const caller = { kind: 'agent', id: agent.id, orgId: agent.orgId } as const
  return {
    caller,
    agent: unproven ? { ...agent, proof: createTokenProof(unproven) } : agent,
    facts: readRequestFacts(request),
  }
}

function createTokenProof({ hash, isValid }: UnverifiedToken): TokenProof {
  const prove = async () => {
    if (!(await isValid())) throw unauthenticatedProblem()
  }
  return { hash, verify: prove }
}

const wellFormed = (token: string): boolean => /^[\x21-\x7e]{1,500}$/.test(token)

type TenantParams = { org?: string; agent?: string }

/**
 * Looks up the agent in parallel with the token, so that both reads share a round trip; only an authorized caller
 * learns the result.
 */
function prefetchAgent(
  { org, agent }: TenantParams,
  request: FastifyRequest,
  deps: AuthorizeDeps,
): Promise<AgentKey | undefined> {
  if (!request.headers.authorization) return Promise.resolve(undefined)
  const finding = deps.findAgent({ id: org as string }, agent as string)
  // A caller rejected before this is awaited must not leave an unhandled rejection.
  finding.catch(() => {})
  return finding
}

const mcpCalls = new AsyncLocalStorage<true>()

/**
 * Runs `act` as MCP: in it, requests authenticate applications too. A request from the network never runs inside,
 * because nothing in it depends on what a client sends.
 */
export function runAsMcp<T>(act: () => T): T {
  return mcpCalls.run(true, act)
}

export async function authenticateCaller(request: FastifyRequest, deps: AuthorizeDeps): Promise<Caller> {
  const token = readBearerToken(request)
  const caller = token ? await deps.authenticate(token, mcpCalls.getStore()) : undefined
  if (!caller) throw unauthenticatedProblem()
  return caller
}

function readBearerToken(request: FastifyRequest): string | undefined {
  return /^bearer +([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

const unauthenticatedProblem = (): Problem => problem('auth.unauthenticated', 401, {}, { 'www-authenticate': 'Bearer' })

function toAccessProblem(refusal: NonNullable<ReturnType<typeof decideAccess>>, route: Route): Problem {
  if (refusal === 'resource.not_found') return notFound()
  if (refusal === 'auth.scope_missing') return problem(refusal, 403, { detail: describeScopes(route) })
  return problem(refusal, 403)
}

function describeScopes(route: Route): string {
  const scope = 'scope' in route.access ? route.access.scope : undefined
  if (scope === undefined) return 'A key with only the journey scope cannot do this'
  return `This requires the scope ${[scope].flat().join(' or ')}`
}

async function consumeRateLimit(
  name: keyof typeof buckets,
  id: string,
  reply: FastifyReply,
  deps: AuthorizeDeps,
): Promise<void> {
  const bucket = buckets[name]
  const level = await consumeToken(deps.db, `${name}:${id}`, bucket, deps.world.now())
  if (!level.allowed) throw rateLimitedProblem(level, bucket)
  reply.headers(rateLimitHeaders(level, bucket))
}

function readRequestFacts(request: FastifyRequest): RequestFacts {
  const named = request.headers['x-svc-agent']
  const svcAgent = typeof named === 'string' && /^[a-z0-9._-]{1,32}$/.test(named) ? named : undefined
  const { accept, host, 'user-agent': userAgent, 'last-event-id': lastEventId } = request.headers
  const optionalFacts = {
    ...(accept && { accept }),
    ...(svcAgent && { svcAgent }),
    ...(userAgent && { userAgent }),
    ...(typeof lastEventId === 'string' && { lastEventId }),
  }
  return { id: request.id, ip: request.ip, ...(host && { host }), ...optionalFacts }
}
