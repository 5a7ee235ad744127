import { OutboundFailed, OutboundRefused } from '../../../platform/outbound/index.ts'
import { DispatchFailed, type Tools } from '../adapter.ts'
import { asRepeatable } from './repeatable.ts'

export type ProviderRequest = {
  /** As operators read it. */
  provider: string
  url: string
  /** POST where there is a body, GET otherwise. */
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Statuses beyond 2xx that are an answer and no failure. */
  expects?: readonly number[]
  /** What the provider's own error codes say; without a word from here the status decides. */
  refine?(answer: ProviderAnswer): DispatchFailed | undefined
  withinMilliseconds?: number
}

export type ProviderAnswer = {
  status: number
  headers: { get(name: string): string | null }
  /** Empty where the body broke off or is too large. */
  text: string
  /** Undefined where the body is no JSON. */
  json: unknown
}

const timeLimitMilliseconds = 20_000
const answerMaxBytes = 256 * 1024

/** One call of a provider's API. Throws DispatchFailed, whose words hold neither credentials nor addresses. */
export async function callProvider(request: ProviderRequest, tools: Tools): Promise<ProviderAnswer> {
  refuseUnwritable(request)
  const answer = await reach(request, tools)
  const isFine = answer.status >= 200 && answer.status < 300
  if (isFine || request.expects?.includes(answer.status)) return answer
  const failure = request.refine?.(answer) ?? failureOfStatus(request.provider, answer, tools.world.now())
  // What only reads has handed nothing over that a provider could have taken.
  throw request.body === undefined ? asRepeatable(failure) : failure
}

async function reach(request: ProviderRequest, { call, guardedCall = call, signal }: Tools): Promise<ProviderAnswer> {
  const { url, headers = {}, body, method = body === undefined ? 'GET' : 'POST' } = request
  const limits = { withinMilliseconds: request.withinMilliseconds ?? timeLimitMilliseconds, mostBytes: answerMaxBytes }
  try {
    const { status, header, text } = await guardedCall(url, { method, headers, body, signal, ...limits })
    return { status, headers: { get: (name) => header(name) ?? null }, text, json: jsonOf(text) }
  } catch (error) {
    throw error instanceof DispatchFailed ? error : failureOfCall(request.provider, error)
  }
}

/** For answers that say yes and must be JSON. */
export function refuseGarbage(provider: string, { json }: ProviderAnswer): void {
  if (json !== undefined) return
  throw new DispatchFailed('providerError', `${provider} gave an answer that cannot be read`, { retry: 'unknown' })
}

function jsonOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Only credentials can bring into a header what no header can hold. */
function refuseUnwritable({ provider, headers = {} }: ProviderRequest): void {
  if (!Object.values(headers).some((value) => /[^\x20-\x7e]/.test(value))) return
  throw new DispatchFailed('credentials', `${provider} has no such credentials`)
}

/** Before these the request was not written, so that the provider cannot have taken it. */
const notConnected =
  /^(ENOTFOUND|EAI_|ECONNREFUSED$|EHOST|ENET|EADDR|EPROTO$|UND_ERR_CONNECT_TIMEOUT$|CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/

function failureOfCall(provider: string, error: unknown): DispatchFailed {
  if (error instanceof OutboundRefused)
    return new DispatchFailed('rejected', `${provider} was not called: ${error.message}`)
  if (!(error instanceof OutboundFailed)) {
    return new DispatchFailed('timeout', `${provider} did not answer in time`, { retry: 'unknown' })
  }
  const unconnected = notConnected.test(error.code ?? '')
  if (unconnected) {
    return new DispatchFailed('providerError', `${provider} was not reached: ${error.message}`, { retry: 'later' })
  }
  return new DispatchFailed('timeout', `${provider} gave no answer: ${error.message}`, { retry: 'unknown' })
}

/** What a status says at every provider. */
export function failureOfStatus(provider: string, { status, headers }: ProviderAnswer, now: Date): DispatchFailed {
  const later = { retry: 'later', retryAfterSeconds: retryAfterSeconds(headers.get('retry-after'), now) } as const
  if (status === 429) return new DispatchFailed('rateLimited', `${provider} takes no more at the moment (429)`, later)
  // It may have taken the message before it failed.
  if (status >= 500) {
    return new DispatchFailed('providerError', `${provider} failed (${status})`, { ...later, retry: 'unknown' })
  }
  if (status === 401 || status === 403) {
    return new DispatchFailed('credentials', `${provider} does not accept the credentials (${status})`)
  }
  return new DispatchFailed('rejected', `${provider} refused it (${status})`)
}

const longestWaitSeconds = 3600

function retryAfterSeconds(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), longestWaitSeconds)
}
