import { APICallError, NoObjectGeneratedError } from 'ai'
import { ResponseTooLargeError } from '../../../platform/outbound/index.ts'
import { ModelError, type ModelName, type TokenUsage } from './model.ts'
import { ProviderUnreachableError } from './provider.ts'

/**
 * What went wrong, in our words only: errors of the providers' packages hold the whole request, and what a provider says
 * may quote the prompt. `againAfter`: a second try is worth it, after so many milliseconds.
 */
export type ModelFailure = { reason: ModelError['reason']; says: string; usage?: TokenUsage; againAfter?: number }

const pauseMilliseconds = 100

export function classifyFailure(error: unknown, now: Date): ModelFailure {
  if (error instanceof ProviderUnreachableError)
    return { reason: 'unreachable', says: 'could not be reached', againAfter: pauseMilliseconds }
  if (APICallError.isInstance(error)) return classifyCallFailure(error, now)
  if (NoObjectGeneratedError.isInstance(error)) return { reason: 'garbage', says: 'answered no such object' }
  if (error instanceof ResponseTooLargeError) return { reason: 'garbage', says: 'answered too much' }
  return { reason: 'refused', says: `could not be asked (${nameOf(error)})` }
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
  // A package that makes nothing of an answer may call that a 500, but one that is not worth another try.
  if (status < 300 || (status === 500 && !error.isRetryable))
    return { reason: 'garbage', says: 'answered what is no answer' }
  const says = `answered ${[status, extractErrorCode(error.data)].filter(Boolean).join(' ')}`
  const againAfter = parseRetryAfter(error.responseHeaders ?? {}, now)
  if (status >= 500) return { reason: 'unreachable', says, againAfter }
  return { reason: 'refused', says, ...(status === 429 && { againAfter }) }
}

/** `retry-after` counts seconds or names a time; OpenAI counts milliseconds besides. */
function parseRetryAfter(headers: Record<string, string>, now: Date): number {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds
  const after = headers['retry-after']
  if (!after) return pauseMilliseconds
  if (Number(after) >= 0) return Number(after) * 1000
  const until = Date.parse(after) - now.getTime()
  return Number.isNaN(until) ? pauseMilliseconds : Math.max(until, 0)
}

/** The provider's own word for it (`model_not_found`): a word, so that it can be no key and no prompt. */
function extractErrorCode(data: unknown): string | undefined {
  const { error } = (data ?? {}) as { error?: Record<string, unknown> }
  return [error?.code, error?.type, error?.status].find(
    (word): word is string => typeof word === 'string' && /^[a-z_]{3,40}$/i.test(word),
  )
}

function nameOf(error: unknown): string {
  return error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : 'unknown'
}
