import { OutboundBlockedError, OutboundFailedError } from '../../../platform/outbound/index.ts'
import { type AdapterTools, DispatchFailedError } from '../adapter.ts'

export type ProviderRequest = {
  /** Display name for operators. */
  provider: string
  url: string
  /** Default: POST with a body, GET without. */
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Non-2xx statuses that count as success. */
  expects?: readonly number[]
  /** Maps the provider's own error codes. If it returns undefined, the status decides. */
  refine?(answer: ProviderAnswer): DispatchFailedError | undefined
  withinMilliseconds?: number
}

export type ProviderAnswer = {
  status: number
  headers: { get(name: string): string | null }
  /** Empty if the body was cut off or too large. */
  text: string
  /** Undefined if the body is not JSON. */
  json: unknown
}

const timeLimitMilliseconds = 20_000
const answerMaxBytes = 256 * 1024

/** Calls a provider's API. Throws DispatchFailedError, whose message contains neither credentials nor addresses. */
export async function callProvider(request: ProviderRequest, tools: AdapterTools): Promise<ProviderAnswer> {
  refuseInvalidHeaders(request)
  const answer = await sendRequest(request, tools)
  const isFine = answer.status >= 200 && answer.status < 300
  if (isFine || request.expects?.includes(answer.status)) return answer
  const failure = request.refine?.(answer) ?? toStatusFailure(request.provider, answer, tools.world.now())
  // A read-only request sends nothing that the provider could have accepted.
  throw request.body === undefined ? toRetryableFailure(failure) : failure
}

async function sendRequest(
  request: ProviderRequest,
  { call, guardedCall = call, signal }: AdapterTools,
): Promise<ProviderAnswer> {
  const { url, headers = {}, body, method = body === undefined ? 'GET' : 'POST' } = request
  const limits = { timeoutMilliseconds: request.withinMilliseconds ?? timeLimitMilliseconds, maxBytes: answerMaxBytes }
  try {
    const { status, header, text } = await guardedCall(url, { method, headers, body, signal, ...limits })
    return { status, headers: { get: (name) => header(name) ?? null }, text, json: parseJson(text) }
  } catch (error) {
    throw error instanceof DispatchFailedError ? error : toCallFailure(request.provider, error)
  }
}

export function requireJsonAnswer(provider: string, { json }: ProviderAnswer): void {
  if (json !== undefined) return
  throw new DispatchFailedError('providerError', `${provider} returned a response that cannot be parsed`, {
    retry: 'unknown',
  })
}

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Only credentials can put invalid characters into a header. */
function refuseInvalidHeaders({ provider, headers = {} }: ProviderRequest): void {
  if (!Object.values(headers).some((value) => /[^\x20-\x7e]/.test(value))) return
  throw new DispatchFailedError('credentials', `${provider} does not recognize the credentials`)
}

/** Errors raised before the request was written: the provider cannot have accepted it. */
const notConnected =
  /^(ENOTFOUND|EAI_|ECONNREFUSED$|EHOST|ENET|EADDR|EPROTO$|UND_ERR_CONNECT_TIMEOUT$|CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/

function toCallFailure(provider: string, error: unknown): DispatchFailedError {
  if (error instanceof OutboundBlockedError)
    return new DispatchFailedError('rejected', `${provider} was not called: ${error.message}`)
  if (!(error instanceof OutboundFailedError)) {
    return new DispatchFailedError('timeout', `${provider} did not respond in time`, { retry: 'unknown' })
  }
  const unconnected = notConnected.test(error.code ?? '')
  if (unconnected) {
    return new DispatchFailedError('providerError', `${provider} could not be reached: ${error.message}`, {
      retry: 'later',
    })
  }
  return new DispatchFailedError('timeout', `${provider} did not respond: ${error.message}`, { retry: 'unknown' })
}

/** Maps an HTTP status that means the same at every provider. */
export function toStatusFailure(provider: string, { status, headers }: ProviderAnswer, now: Date): DispatchFailedError {
  const later = { retry: 'later', retryAfterSeconds: retryAfterSeconds(headers.get('retry-after'), now) } as const
  if (status === 429) return new DispatchFailedError('rateLimited', `${provider} is rate limiting (429)`, later)
  // The provider may have accepted the message before it failed.
  if (status >= 500) {
    return new DispatchFailedError('providerError', `${provider} failed (${status})`, { ...later, retry: 'unknown' })
  }
  if (status === 401 || status === 403) {
    return new DispatchFailedError('credentials', `${provider} rejected the credentials (${status})`)
  }
  return new DispatchFailedError('rejected', `${provider} rejected the request (${status})`)
}

const maxWaitSeconds = 3600

function retryAfterSeconds(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), maxWaitSeconds)
}

/**
 * Runs a preparatory step of a dispatch that the person never sees, so it is safe to repeat when its outcome is
 * unknown.
 */
export async function runRetryableStep<T>(step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    throw error instanceof DispatchFailedError ? toRetryableFailure(error) : error
  }
}

/** For calls that send nothing to the person. */
function toRetryableFailure(error: DispatchFailedError): DispatchFailedError {
  if (error.retry !== 'unknown') return error
  const { detail, retryAfterSeconds } = error
  return new DispatchFailedError('providerError', detail, { retry: 'later', retryAfterSeconds })
}
