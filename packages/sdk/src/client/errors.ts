import type { FieldError, Finding } from '@parley/findings'

/** The body of an error response: problem details, plus any fields that a route adds. */
export type ProblemBody = {
  code?: string
  title?: string
  detail?: string
  errors?: FieldError[]
  findings?: Finding[]
  requestId?: string
  [more: string]: unknown
}

type Refusal = { status: number; body: ProblemBody; requestId?: string; retryAfterSeconds?: number }

/** Parley responded with an error. */
export class ParleyError extends Error {
  override readonly name: string = 'ParleyError'
  readonly status: number
  /** For programs to branch on: `request.invalid`, `agent.campaign.immutable`; docs/errors.md lists them all. */
  readonly code: string
  readonly requestId?: string
  readonly body: ProblemBody
  readonly retryAfterSeconds?: number
  /** What to do about it, if there is general advice. */
  readonly advice?: string

  constructor({ status, body, requestId, retryAfterSeconds }: Refusal) {
    super(describeProblem(status, body))
    this.status = status
    this.code = body.code ?? ''
    this.body = body
    this.requestId = requestId ?? body.requestId
    this.retryAfterSeconds = retryAfterSeconds
    this.advice = adviceFor(status, retryAfterSeconds)
  }
}

/** 400 and 422: the request is invalid. */
export class Invalid extends ParleyError {
  override readonly name = 'Invalid'
  /** The errors by field. */
  get errors(): FieldError[] {
    return this.body.errors ?? []
  }
  /** The lint findings, if the route runs a linter. */
  get findings(): Finding[] {
    return this.body.findings ?? []
  }
}

/** 401: no token, or an unknown one. */
export class Unauthorized extends ParleyError {
  override readonly name = 'Unauthorized'
}

/** 403: the token lacks permission. */
export class Forbidden extends ParleyError {
  override readonly name = 'Forbidden'
}

/** 404: the resource does not exist, or is not visible to this token. */
export class NotFound extends ParleyError {
  override readonly name = 'NotFound'
}

/** 409 and 412: the request conflicts with the current state. */
export class Conflict extends ParleyError {
  override readonly name = 'Conflict'
}

/** 429: retry later. */
export class RateLimited extends ParleyError {
  override readonly name = 'RateLimited'
}

/** 500 and above. */
export class ServerError extends ParleyError {
  override readonly name = 'ServerError'
}

const classes: Record<number, typeof ParleyError> = {
  400: Invalid,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  412: Conflict,
  422: Invalid,
  429: RateLimited,
}

export function createParleyError(refusal: Refusal): ParleyError {
  const Class = classes[refusal.status] ?? (refusal.status >= 500 ? ServerError : ParleyError)
  return new Class(refusal)
}

const maxListedFields = 5

function describeProblem(status: number, body: ProblemBody): string {
  const words = body.detail ?? body.title ?? `Parley returned ${status}`
  const errors = Array.isArray(body.errors) ? body.errors : []
  const fieldErrors = errors
    .map(({ field, message }) => `${field} ${message}`.trim())
    .filter((one) => !words.includes(one))
  const fields = fieldErrors.slice(0, maxListedFields)
  const more = fieldErrors.length > maxListedFields ? [`and ${fieldErrors.length - maxListedFields} more`] : []
  return fields.length > 0 ? `${words}: ${[...fields, ...more].join('; ')}` : words
}

function adviceFor(status: number, retryAfterSeconds?: number): string | undefined {
  if (status === 401) return 'Check the token: it may be mistyped, revoked, expired, or from another Parley server'
  if (status === 403) return 'Use a key that has the scope, or ask an admin of the org for one'
  if (status === 412) return 'Read it again, and apply the change to the current version'
  if (status === 429) return `Try again ${retryAfterSeconds ? `in ${retryAfterSeconds} s` : 'later'}`
  return status >= 500 ? 'Try again later; the server logs contain the request id' : undefined
}

export type UnreachableReason = 'refused' | 'unknown_host' | 'timeout' | 'redirected' | 'cut' | 'not_parley'

const reasonWords: Record<UnreachableReason, string> = {
  refused: 'the connection was refused; is Parley running, and is this its address?',
  unknown_host: 'the host does not exist',
  timeout: 'no response in time',
  redirected: 'it redirects to another address; use that address instead',
  cut: 'the connection was closed',
  not_parley: 'the response is not JSON, so this is not a Parley server',
}

/** No readable response arrived. */
export class ParleyUnreachable extends Error {
  override readonly name = 'ParleyUnreachable'
  readonly url: string
  readonly reason: UnreachableReason

  constructor(url: string, reason: UnreachableReason) {
    super(`${url} cannot be reached: ${reasonWords[reason]}`)
    this.url = url
    this.reason = reason
  }
}
