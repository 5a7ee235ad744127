import type { FieldError } from '@parley/findings'
import { problems } from './problem-codes.ts'

export type ProblemCode = keyof typeof problems
export type StatusOf<C extends ProblemCode> = (typeof problems)[C]['statuses'][number]
export type Statuses = { readonly [C in ProblemCode]?: StatusOf<C> }
type ProblemDetails = { detail?: string; errors?: FieldError[] }

/** An expected error with a message for the caller. Any other thrown error becomes a 500 without details. */
export class Problem extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly details: ProblemDetails & Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(code: ProblemCode, status: number, more: Problem['details'], headers: Record<string, string>) {
    super(more.detail ?? problems[code].title)
    this.code = code
    this.status = status
    this.details = more
    this.headers = headers
  }
}

/** A body can be wrong in ten thousand places; the first hundred are enough. */
export const maxFieldErrors = 100

/** `problem('org.last_owner', 404)` does not compile: the table has no such status for that code. */
export function problem<C extends ProblemCode>(
  code: C,
  status: StatusOf<C>,
  more: Problem['details'] = {},
  headers: Record<string, string> = {},
): Problem {
  const errors = more.errors?.slice(0, maxFieldErrors)
  return new Problem(code, status, errors ? { ...more, errors } : more, headers)
}

export const notFound = (): Problem => problem('resource.not_found', 404)

/** The rest of the body is not read, so the connection cannot be reused. */
export const bodyTooLarge = (): Problem =>
  problem('request.too_large', 413, { detail: 'The body is larger than this route allows' }, { connection: 'close' })

export function invalidRequest(errors: FieldError[]): Problem {
  const detail = errors.slice(0, 3).map(formatFieldError).join('; ')
  return problem('request.invalid', 422, { detail, errors })
}

/** For routes where an invalid body is 400 instead of 422. */
export function toBadRequest(error: unknown, code: 'request.invalid' | 'request.malformed'): unknown {
  if (!(error instanceof Problem) || error.code !== 'request.invalid') return error
  return problem(code, 400, error.details, error.headers)
}

/** The error body: problem details plus the classic members. */
export function problemBody(refused: Problem, requestId: string): Record<string, unknown> {
  const { title } = problems[refused.code]
  return {
    type: `/docs/errors#${refused.code}`,
    status: refused.status,
    code: refused.code,
    title,
    ...refused.details,
    statusCode: refused.status,
    message: refused.details.detail ?? title,
    requestId,
  }
}

function formatFieldError(error: FieldError): string {
  return `${error.field} ${error.message}`
}
