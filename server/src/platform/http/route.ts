import type { z } from 'zod'
import type { Db } from '../db/database.ts'
import type { World } from '../world.ts'
import type { AccessRule, Caller, MinimumRole, Scope } from './access.ts'
import type { ProblemCode, Statuses } from './problem.ts'
import type { BucketName } from './rate-limit.ts'
import type { SpooledBody } from './spool.ts'

/** The agent a path names, found in its org. Its key comes first in every query on what the agent owns. */
export type AgentKey = { key: number; id: string; orgId: string; proof?: TokenProof }

/**
 * Stands beside an agent whose token was good before and has not been looked up for this request (`provesToken`). Nothing
 * may be done or answered for it but by a statement that itself compares `hash` with what is kept, or after `prove`,
 * which refuses a token that is dead by now.
 */
export type TokenProof = { hash: string; verify(): Promise<void> }
export type OrgKey = { id: string }

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
export type Params<Path extends string> = { [Name in ParamNames<Path>]: string }

/** What a handler is given. `tx` is a transaction on writes and the pool on reads. */
export type RouteContext<Path extends string, Body, Query, Found> = {
  tx: Db
  world: World
  caller: Caller
  params: Params<Path>
  body: Body
  query: Query
  found: Found
  /** What `prepare` answered. */
  prepared: unknown
  request: RequestFacts
  /** Refuses with 412 what `If-Match` no longer names. For routes that declare `checksIfMatch`; `tx` holds the lock. */
  checkIfMatch(tx: Db): Promise<void>
}

export type RequestFacts = {
  id: string
  ip: string
  /** What the caller would like to get, as the header says it. */
  accept?: string
  /** The automated caller that `X-Svc-Agent` names, when it is well formed. */
  svcAgent?: string
  /** What the client says of itself. */
  userAgent?: string
}

/** An answer with a status or headers of its own, where the route's fixed one does not fit. */
export class RouteResponse<T> {
  readonly status: number
  readonly body: T
  readonly headers: Record<string, string>
  constructor(status: number, body: T, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** Bytes that are made while they go out. They are asked for after the handler is done, as fast as the client reads. */
export type ByteStream = AsyncIterable<string | Buffer>

/** A body that is no JSON: the bytes as they go out, and their content type. */
export class ResponseContent {
  readonly bytes: string | Buffer | ByteStream
  readonly type: string
  constructor(bytes: string | Buffer | ByteStream, type: string) {
    this.bytes = bytes
    this.type = type
  }
}

/** Makes of the bytes of a body what the route's schema is asked about. */
export type BodyReader = (raw: Buffer | undefined, contentType: string | undefined) => unknown
/** The same for a body of any size, which lies in a file until the request is over. */
export type SpoolReader = (spooled: SpooledBody) => unknown

/**
 * How a body is read, and the media types that this takes. What spools is read before the transaction begins; its media
 * types differ in what is sent, so that each has a schema for the API reference.
 */
export type BodyFormat =
  | { as: BodyReader; types: readonly string[]; spools?: false }
  | { as: SpoolReader; types: Readonly<Record<string, z.ZodType>>; spools: true }

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type RouteDocs = {
  /** A line for the API reference: an imperative sentence without a full stop. */
  summary: string
  description?: string
  tag: string
}

type RouteSpec<
  Path extends string,
  B extends z.ZodType,
  Q extends z.ZodType,
  A extends z.ZodType,
  Found,
  Extra,
> = RouteDocs & {
  method: HttpMethod
  path: Path
  body?: B
  /** JSON unless said. */
  reads?: BodyFormat
  query?: Q
  answer?: A
  /** The media types of an answer that is no JSON. */
  answerTypes?: readonly string[]
  /** The status of success; 200 unless said, 204 where there is no answer. */
  status?: number
  /** What else it may answer that is no refusal, by status, and what that means. */
  also?: Readonly<Record<number, string>>
  /** The word that paths of the body begin with: `scheduling.timezone`. */
  bodyName?: string
  /** What must be done before the transaction, since it reaches beyond the database; `tx` is the pool. */
  prepare?: (
    context: Omit<RouteContext<Path, z.output<B>, z.output<Q>, unknown>, 'found' | 'prepared'> & Extra,
  ) => Promise<unknown>
  /**
   * Finds what the path names; nothing found is 404. A write must lock what it finds, since If-Match is checked after
   * it, or declare `checksIfMatch`.
   */
  find?: (
    context: Omit<RouteContext<Path, unknown, unknown, unknown>, 'body' | 'query' | 'found' | 'prepared'> & Extra,
  ) => Promise<Found | undefined>
  handle: (
    context: RouteContext<Path, z.output<B>, z.output<Q>, Found> & Extra,
  ) =>
    | Promise<z.input<A> | RouteResponse<z.input<A> | ResponseContent | undefined> | ResponseContent | undefined>
    | Promise<void>
  /** Codes beyond those that every route of this kind can answer. */
  problems?: readonly ProblemCode[]
  /** Of a code that can have several; the first of the catalogue unless said. */
  statuses?: Statuses
  limit?: BucketName
  bodyLimit?: number
  /** False where the handler cannot run inside one transaction; `tx` is then the pool. */
  transaction?: boolean
  /** False for what changes no configuration, or comes too often: it leaves no entry in the audit log of the org. */
  audited?: boolean
  /** Whatever the handler does for the agent, it proves its token: see `TokenProof`. Refusals are proved for it. */
  provesToken?: boolean
  /** Fields that change by themselves and so do not belong to the ETag. */
  volatile?: readonly string[]
  /** The end of another path whose GET is what `If-Match` of this POST speaks of. */
  guardedBy?: string
  /** The handler locks by itself, and calls `checkIfMatch` under that lock and before it refuses anything else. */
  checksIfMatch?: boolean
  /** What a body or query that does not fit its schema is; 422 unless said. */
  validationErrorStyle?: ValidationErrorStyle
}

/** `request.invalid` with this status, or `request.malformed`: that is 400 where a document names the status and no code. */
export type ValidationErrorStyle = 400 | 422 | 'malformed'

/** What the server, the access matrix and the API reference read: one declaration of a route, types erased. */
export type Route = RouteDocs & {
  method: HttpMethod
  path: string
  access: AccessRule
  agent: boolean
  body?: z.ZodType
  reads?: BodyFormat
  query?: z.ZodType
  answer?: z.ZodType
  answerTypes?: readonly string[]
  status: number
  also?: Readonly<Record<number, string>>
  bodyName?: string
  prepare?: (context: AnyRouteContext) => Promise<unknown>
  find?: (context: AnyRouteContext) => Promise<unknown>
  handle: (context: AnyRouteContext) => Promise<unknown>
  problems: readonly ProblemCode[]
  statuses?: Statuses
  limit?: BucketName
  bodyLimit?: number
  transaction: boolean
  audited: boolean
  provesToken?: boolean
  volatile: readonly string[]
  guardedBy?: string
  checksIfMatch?: boolean
  /** What a body or query that does not fit its schema is. */
  validationErrorStyle: ValidationErrorStyle
}

export type AnyRouteContext = RouteContext<string, unknown, unknown, unknown> & {
  org?: OrgKey
  agent?: AgentKey
  /** Whether there is an `If-Match` that nobody has compared yet. */
  isIfMatchPending(): boolean
}

type NoSchema = z.ZodType<undefined>
type MinimumAccess = { role: MinimumRole; scope?: Scope | readonly Scope[] }

/** Puts `/orgs/:org/agents/:agent` in front and checks both; `grant` lets the emulator grant of that agent in. */
export function agentRoute<
  P extends string,
  B extends z.ZodType = NoSchema,
  Q extends z.ZodType = NoSchema,
  A extends z.ZodType = NoSchema,
  Found = undefined,
>(spec: RouteSpec<P, B, Q, A, Found, { org: OrgKey; agent: AgentKey }> & MinimumAccess & { grant?: boolean }): Route {
  const { role, scope, grant, ...rest } = spec
  return toRoute({ ...rest, path: `/orgs/:org/agents/:agent${spec.path}` }, { kind: 'org', role, scope, grant }, true)
}

/** Puts `/orgs/:org` in front and checks that it is the caller's. */
export function orgRoute<
  P extends string,
  B extends z.ZodType = NoSchema,
  Q extends z.ZodType = NoSchema,
  A extends z.ZodType = NoSchema,
  Found = undefined,
>(spec: RouteSpec<P, B, Q, A, Found, { org: OrgKey }> & MinimumAccess): Route {
  const { role, scope, ...rest } = spec
  return toRoute({ ...rest, path: `/orgs/:org${spec.path}` }, { kind: 'org', role, scope }, false)
}

/** A route outside any org; `access` says who is let in. */
export function openRoute<
  P extends string,
  B extends z.ZodType = NoSchema,
  Q extends z.ZodType = NoSchema,
  A extends z.ZodType = NoSchema,
  Found = undefined,
>(spec: RouteSpec<P, B, Q, A, Found, unknown> & { access: Exclude<AccessRule, { kind: 'org' | 'agent' }> }): Route {
  const { access, ...rest } = spec
  return toRoute(rest, access, false)
}

/** A route of the messaging gateway: the agent is the one whose access token was presented. What does not fit is 400 there. */
export function gatewayRoute<
  P extends string,
  B extends z.ZodType = NoSchema,
  Q extends z.ZodType = NoSchema,
  A extends z.ZodType = NoSchema,
  Found = undefined,
>(spec: RouteSpec<P, B, Q, A, Found, { agent: AgentKey }>): Route {
  return toRoute({ validationErrorStyle: 400, ...spec }, { kind: 'agent' }, true)
}

// The declaration is checked with its types above; from here on it is data, and the pipeline supplies what it asks for.
function toRoute(spec: object, access: AccessRule, agent: boolean): Route {
  const given = spec as Omit<Route, 'access' | 'agent'>
  return {
    ...given,
    access,
    agent,
    status: given.status ?? (given.answer || given.answerTypes ? 200 : 204),
    problems: given.problems ?? [],
    transaction: given.transaction ?? given.method !== 'GET',
    audited: given.audited ?? given.method !== 'GET',
    volatile: given.volatile ?? [],
    validationErrorStyle: given.validationErrorStyle ?? 422,
  }
}
