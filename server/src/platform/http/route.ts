import type { z } from 'zod'
import type { Db } from '../db/database.ts'
import type { World } from '../world.ts'
import type { AccessRule, AgentLimit, Caller, FrontDeskScope, MinimumRole, Scope } from './access.ts'
import type { ProblemCode, Statuses } from './problem.ts'
import type { BucketName } from './rate-limit.ts'
import type { SpooledBody } from './spool.ts'

/** The agent in a path, resolved within its org. Its key comes first in every query on the agent's data. */
export type AgentKey = {
  key: number
  id: string
  orgId: string
  /** The version of the definition and of the knowledge when the agent was resolved. Caches compare it with theirs. */
  version?: number
  proof?: TokenProof
  /** The draft that is read and written instead of live, with its revision when it was resolved. */
  draft?: DraftRef
  /** The version of the configuration that is read instead of live. */
  pinnedVersion?: number
  /** Who writes, for the list of versions. Default: the system. */
  author?: Author
  /** The country of phone numbers without a country code: the agent's own, or that of its org. */
  defaultCountry?: string
  /** Configuration can only be written in a draft. */
  requireDraft?: boolean
}

/** `pinned`: as it was in that revision, also if the draft has changed or is gone. */
export type DraftRef = { id: string; revision: number; pinned?: true }

/** A member, an API key, or the system itself. */
export type Author = { type: 'user' | 'key' | 'system'; id: string }

/**
 * Attached to an agent whose token was valid before but has not been looked up for this request (`provesToken`).
 * Nothing may be done or returned for it except by a statement that itself compares `hash` with the stored one, or
 * after `verify`, which rejects a token that is no longer valid.
 */
export type TokenProof = { hash: string; verify(): Promise<void> }
/** An org. In a request of a member who is limited to some agents, these are all that lists of the org may contain. */
export type OrgKey = { id: string } & AgentLimit

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
export type Params<Path extends string> = { [Name in ParamNames<Path>]: string }

/** The input of a handler. `tx` is a transaction on writes and the pool on reads. */
export type RouteContext<Path extends string, Body, Query, Found> = {
  tx: Db
  world: World
  caller: Caller
  params: Params<Path>
  body: Body
  query: Query
  found: Found
  prepared: unknown
  request: RequestFacts
  /** Throws 412 if `If-Match` no longer matches. For routes that declare `checksIfMatch`; `tx` must hold the lock. */
  checkIfMatch(tx: Db): Promise<void>
}

export type RequestFacts = {
  id: string
  ip: string
  accept?: string
  /** The automated caller named by `X-Svc-Agent`, if well formed. */
  svcAgent?: string
  userAgent?: string
  /** The `Host` that the client addressed. */
  host?: string
  /** The position that a client of server-sent events resumes from. */
  lastEventId?: string
}

/** A response with its own status or headers, where the route's fixed ones do not fit. */
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

/** Bytes generated while they are sent. They are pulled after the handler has returned, as fast as the client reads. */
export type ByteStream = AsyncIterable<string | Buffer>

/** A response body other than JSON, with its content type. */
export class ResponseContent {
  readonly bytes: string | Buffer | ByteStream
  readonly type: string
  constructor(bytes: string | Buffer | ByteStream, type: string) {
    this.bytes = bytes
    this.type = type
  }
}

/** Turns the raw body into the value that the route's schema validates. */
export type BodyReader = (raw: Buffer | undefined, contentType: string | undefined) => unknown
/** Like `BodyReader`, for a body of any size, which is stored in a file until the request ends. */
export type SpoolReader = (spooled: SpooledBody) => unknown

/**
 * How a body is read, and the accepted media types. A spooled body is read before the transaction begins; its media
 * types have different contents, so each has a schema for the API reference.
 */
export type BodyFormat =
  | { as: BodyReader; types: readonly string[]; spools?: false }
  | { as: SpoolReader; types: Readonly<Record<string, z.ZodType>>; spools: true }

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type RouteDocs = {
  /** A line for the API reference: an imperative sentence without a period. */
  summary: string
  description?: string
  tag: string
  /** The last part of the operationId, where the one derived from method and path reads badly. */
  verb?: string
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
  /** Default: JSON. */
  bodyFormat?: BodyFormat
  query?: Q
  response?: A
  /** The media types of a response other than JSON. */
  responseTypes?: readonly string[]
  /** The status of success. Default: 200, or 204 without a response body. */
  status?: number
  /** Other successful responses: their status and meaning. */
  otherResponses?: Readonly<Record<number, string>>
  /** The prefix of field paths in the body, as in `scheduling.timezone`. */
  bodyName?: string
  /** Runs before the transaction, for work outside the database; `tx` is the pool. */
  prepare?: (
    context: Omit<RouteContext<Path, z.output<B>, z.output<Q>, unknown>, 'found' | 'prepared'> & Extra,
  ) => Promise<unknown>
  /**
   * Finds the resource in the path; undefined is 404. A write must lock the resource, because If-Match is checked after
   * this, or declare `checksIfMatch`.
   */
  find?: (
    context: Omit<RouteContext<Path, unknown, unknown, unknown>, 'body' | 'query' | 'found' | 'prepared'> & Extra,
  ) => Promise<Found | undefined>
  handle: (
    context: RouteContext<Path, z.output<B>, z.output<Q>, Found> & Extra,
  ) =>
    | Promise<z.input<A> | RouteResponse<z.input<A> | ResponseContent | undefined> | ResponseContent | undefined>
    | Promise<void>
  /** Codes beyond those that every route of this kind can return. */
  problems?: readonly ProblemCode[]
  /** The statuses of codes that can have several. Default: the first in the catalog. */
  statuses?: Statuses
  limit?: BucketName
  bodyLimit?: number
  /** False if the handler cannot run inside one transaction; `tx` is then the pool. */
  transaction?: boolean
  /** False for requests that change no configuration or are too frequent for the org's audit log. */
  audited?: boolean
  /**
   * The handler proves the token in everything it does for the agent: see `TokenProof`. The pipeline does so for
   * rejections.
   */
  provesToken?: boolean
  /** Fields that change by themselves, and so are excluded from the ETag. */
  volatile?: readonly string[]
  /** The last segment of another path, whose GET response `If-Match` of this POST refers to. */
  guardedBy?: string
  /** The handler acquires the lock itself, and calls `checkIfMatch` under it before it rejects anything else. */
  checksIfMatch?: boolean
  /** How a body or query that violates its schema is reported. Default: 422. */
  validationErrorStyle?: ValidationErrorStyle
  /** Reads or writes the agent's configuration: of the draft named by `X-Svc-Draft`, or live. */
  configuration?: ConfigurationAccess
}

export type ConfigurationAccess = 'read' | 'write'

/**
 * `request.invalid` with this status, or `request.malformed` with 400, for routes whose contract specifies the status
 * but no code.
 */
export type ValidationErrorStyle = 400 | 422 | 'malformed'

/** One route declaration with its types erased, as the server, the access matrix and the API reference read it. */
export type Route = RouteDocs & {
  method: HttpMethod
  path: string
  access: AccessRule
  agent: boolean
  body?: z.ZodType
  bodyFormat?: BodyFormat
  query?: z.ZodType
  response?: z.ZodType
  responseTypes?: readonly string[]
  status: number
  otherResponses?: Readonly<Record<number, string>>
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
  validationErrorStyle: ValidationErrorStyle
  configuration?: ConfigurationAccess
}

export type AnyRouteContext = RouteContext<string, unknown, unknown, unknown> & {
  org?: OrgKey
  agent?: AgentKey
  /** Whether there is an `If-Match` that has not been compared yet. */
  isIfMatchPending(): boolean
  /** Whether the caller may still call the route; for responses that last. */
  isStillAllowed(): Promise<boolean>
}

type NoSchema = z.ZodType<undefined>
type MinimumAccess = { role: MinimumRole; scope?: Scope | readonly Scope[]; frontDesk?: FrontDeskScope }

/**
 * Prefixes the path with `/orgs/:org/agents/:agent` and checks both; `grant` admits the emulator grant of that agent.
 */
export function agentRoute<
  P extends string,
  B extends z.ZodType = NoSchema,
  Q extends z.ZodType = NoSchema,
  A extends z.ZodType = NoSchema,
  Found = undefined,
>(spec: RouteSpec<P, B, Q, A, Found, { org: OrgKey; agent: AgentKey }> & MinimumAccess & { grant?: boolean }): Route {
  const { role, scope, frontDesk, grant, ...rest } = spec
  const access = { kind: 'org', role, scope, frontDesk, grant, limited: true } as const
  return toRoute({ ...rest, path: `/orgs/:org/agents/:agent${spec.path}` }, access, true)
}

/**
 * Prefixes the path with `/orgs/:org` and checks that it is the caller's org. `limited` admits members who are limited to
 * some agents: the handler must respect the limit in `org`.
 */
export function orgRoute<
  P extends string,
  B extends z.ZodType = NoSchema,
  Q extends z.ZodType = NoSchema,
  A extends z.ZodType = NoSchema,
  Found = undefined,
>(spec: RouteSpec<P, B, Q, A, Found, { org: OrgKey }> & MinimumAccess & { limited?: boolean }): Route {
  const { role, scope, frontDesk, limited, ...rest } = spec
  const access = { kind: 'org', role, scope, frontDesk, limited } as const
  return toRoute({ ...rest, path: `/orgs/:org${spec.path}` }, access, false)
}

/** A route outside any org; `access` defines who may call it. */
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

/** A route of the messaging gateway: the access token identifies the agent. Invalid input is 400 there. */
export function gatewayRoute<
  P extends string,
  B extends z.ZodType = NoSchema,
  Q extends z.ZodType = NoSchema,
  A extends z.ZodType = NoSchema,
  Found = undefined,
>(spec: RouteSpec<P, B, Q, A, Found, { agent: AgentKey }>): Route {
  return toRoute({ validationErrorStyle: 400, ...spec }, { kind: 'agent' }, true)
}

// The types above check the declaration; from here on it is plain data, and the pipeline supplies what it needs.
function toRoute(spec: object, access: AccessRule, agent: boolean): Route {
  const given = spec as Omit<Route, 'access' | 'agent'>
  return {
    ...given,
    access,
    agent,
    status: given.status ?? (given.response || given.responseTypes ? 200 : 204),
    problems: given.problems ?? [],
    transaction: given.transaction ?? given.method !== 'GET',
    audited: given.audited ?? given.method !== 'GET',
    volatile: given.volatile ?? [],
    validationErrorStyle: given.validationErrorStyle ?? 422,
  }
}
