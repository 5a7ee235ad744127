import { APICallError, NoObjectGeneratedError } from 'ai'
import { OutboundBlockedError, ResponseTooLargeError } from '../../../platform/outbound/index.ts'
import { ModelError, type ModelName, type TokenUsage } from './model.ts'

/** No connection, or a broken one. Omits the message of fetch, which may contain the address or a header. */
export class ProviderUnreachableError extends Error {}

/** The stream ended before the model said that its answer is complete. */
export class AnswerInterruptedError extends Error {}

/**
 * A failure in our own words: errors of the providers' packages contain the whole request, and a provider's message may
 * quote the prompt. `retryAfterMilliseconds`: milliseconds to wait before a retry, if one is worthwhile.
 */
export type ModelFailure = {
  reason: ModelError['reason']
  says: string
  usage?: TokenUsage
  retryAfterMilliseconds?: number
}

const pauseMilliseconds = 100

/** The server has nothing at the address of the request. A model that it does not have is another matter. */
export const isUnknownAddress = (error: unknown): boolean =>
  APICallError.isInstance(error) &&
  [404, 405, 501].includes(error.statusCode ?? 0) &&
  !error.responseBody?.includes('model_not_found')

/** The package wraps an error that ends a stream in its own. */
function unwrap(error: unknown): unknown {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if ([ProviderUnreachableError, ResponseTooLargeError, OutboundBlockedError].some((kind) => at instanceof kind))
      return at
  return error
}

export function classifyFailure(thrown: unknown, now: Date): ModelFailure {
  const error = unwrap(thrown)
  if (error instanceof ProviderUnreachableError)
    return { reason: 'unreachable', says: 'could not be reached', retryAfterMilliseconds: pauseMilliseconds }
  if (error instanceof OutboundBlockedError)
    return { reason: 'unreachable', says: 'has an address that this installation does not call' }
  if (error instanceof AnswerInterruptedError)
    return { reason: 'unreachable', says: 'broke off its answer', retryAfterMilliseconds: pauseMilliseconds }
  if (APICallError.isInstance(error)) return classifyCallFailure(error, now)
  if (NoObjectGeneratedError.isInstance(error))
    return { reason: 'garbage', says: 'did not return the requested object' }
  if (error instanceof ResponseTooLargeError) return { reason: 'garbage', says: 'returned an answer that is too long' }
  return { reason: 'garbage', says: 'returned an answer that cannot be read' }
}

export function createModelError(
  { provider, model }: ModelName,
  { reason, says, usage }: ModelFailure,
  tries: number,
): ModelError {
  const times = tries > 1 ? ` (${tries} tries)` : ''
  return new ModelError(reason, `the model ${provider}:${model} ${says}${times}`, usage, tries)
}

function classifyCallFailure(error: APICallError, now: Date): ModelFailure {
  const { statusCode: status = 200 } = error
  // A package may report a response it cannot parse as a 500 that is not retryable.
  if (status < 300 || (status === 500 && !error.isRetryable))
    return { reason: 'garbage', says: 'returned an invalid answer' }
  const says = `answered ${[status, extractErrorCode(error.data)].filter(Boolean).join(' ')}`
  const retryAfterMilliseconds = parseRetryAfter(error.responseHeaders ?? {}, now)
  if (status >= 500) return { reason: 'unreachable', says, retryAfterMilliseconds }
  return { reason: 'refused', says, ...(status === 429 && { retryAfterMilliseconds }) }
}

/** `retry-after` is a number of seconds or a date; OpenAI also sends milliseconds. */
function parseRetryAfter(headers: Record<string, string>, now: Date): number {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds
  const after = headers['retry-after']
  if (!after) return pauseMilliseconds
  if (Number(after) >= 0) return Number(after) * 1000
  const until = Date.parse(after) - now.getTime()
  return Number.isNaN(until) ? pauseMilliseconds : Math.max(until, 0)
}

/** The provider's error code (`model_not_found`). Restricted to one word, so that it cannot be a key or a prompt. */
function extractErrorCode(data: unknown): string | undefined {
  const { error } = (data ?? {}) as { error?: Record<string, unknown> }
  return [error?.code, error?.type, error?.status].find(
    (word): word is string => typeof word === 'string' && /^[a-z_]{3,40}$/i.test(word),
  )
}
