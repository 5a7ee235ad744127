import type { NonJsonBody } from './calls.ts'
import {
  createParleyError,
  ParleyError,
  ParleyUnreachable,
  type ProblemBody,
  type UnreachableReason,
} from './errors.ts'
import { buildBaseUrl } from './url.ts'

/** Decides whether to retry, from the failure and from what a repeat would do. */

const firstWaitMilliseconds = 500
const maxWaitMilliseconds = 8_000
/** Longer delays are not waited for: the caller gets the error and can decide. */
const maxRetrySeconds = 60

type RetryContext = {
  /** Number of attempts so far. */
  tries: number
  /** The request is idempotent. */
  repeatable: boolean
  /** An earlier attempt may have succeeded with its response lost. */
  mayHaveRun: boolean
  random: () => number
}

/**
 * Returns the delay until the next attempt in milliseconds; undefined if a retry would fail the same way, or might run
 * the request twice.
 */
function computeRetryDelay(error: unknown, tried: RetryContext): number | undefined {
  if (error instanceof ParleyUnreachable) {
    const passing = isBeforeSending(error) || (tried.repeatable && isLostResponse(error))
    return passing ? addJitter(tried) : undefined
  }
  if (!(error instanceof ParleyError) || !isTransient(error, tried)) return undefined
  const { retryAfterSeconds } = error
  if (retryAfterSeconds === undefined) return addJitter(tried)
  return retryAfterSeconds <= maxRetrySeconds ? retryAfterSeconds * 1000 : undefined
}

function isTransient(error: ParleyError, { repeatable, mayHaveRun }: RetryContext): boolean {
  // Rejected before processing, with a time to retry.
  if ((error.status === 429 || error.status === 503) && error.retryAfterSeconds !== undefined) return true
  if (!repeatable) return false
  // The first attempt is still being processed.
  if (error.status === 409 && mayHaveRun) return true
  return error.code === 'request.rate_limited' || (error.status >= 500 && error.status !== 501)
}

const isBeforeSending = ({ reason }: ParleyUnreachable): boolean => reason === 'refused' || reason === 'unknown_host'
const isLostResponse = (error: unknown): boolean =>
  error instanceof ParleyUnreachable && (error.reason === 'timeout' || error.reason === 'cut')

/** Full jitter: anything between zero and a bound that doubles. */
function addJitter({ tries, random }: RetryContext): number {
  return random() * Math.min(maxWaitMilliseconds, firstWaitMilliseconds * 2 ** (tries - 1))
}

export type TransportOptions = {
  /** Parley's base URL: `http://127.0.0.1:4000`. */
  url: string
  fetch?: typeof fetch
  userAgent?: string
  /** Identifies an automated caller in `X-Svc-Agent`: 1 to 32 of a-z 0-9 . _ - */
  svcAgent?: string
  /** Maximum retries of a call. Default: 2. */
  retries?: number
  /** Timeout of one attempt, and of silence in an event stream. Default: 60 seconds. */
  timeoutMs?: number
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>
  /** The only allowed value: the token must reach no address other than the configured one. */
  redirect?: 'error'
}

export type TransportRequest = {
  method: string
  /** Path after the version, including the query. */
  path: string
  headers: Record<string, string>
  body?: NonJsonBody
  signal?: AbortSignal
  timeoutMs: number
  repeatable: boolean
}

/** Reads a response within the timeout of its attempt. */
export type ResponseReader<T> = (response: Response) => Promise<T>

/** Sends requests with the token, retries where that is safe, and converts error responses to errors. */
export class Transport {
  readonly base: string
  readonly timeoutMs: number
  // A private field, so that neither inspection nor JSON exposes it.
  readonly #token: string
  readonly #options: TransportOptions

  constructor(options: TransportOptions, token: string, version: string) {
    // Checked here because the error for an invalid header would quote the token.
    if (!/^[\x21-\x7e]+$/.test(token)) throw new TypeError('The token is empty or contains invalid characters')
    this.base = buildBaseUrl(options.url, version)
    this.timeoutMs = options.timeoutMs ?? 60_000
    this.#token = token
    this.#options = options
  }

  async ask<T>(request: TransportRequest, read: ResponseReader<T>): Promise<T> {
    const { retries = 2, sleep = pause } = this.#options
    let mayHaveRun = false
    for (let tries = 1; ; tries++) {
      try {
        return await this.#once(request, read)
      } catch (error) {
        const { repeatable, signal } = request
        const wait = computeRetryDelay(error, { tries, repeatable, mayHaveRun, random: Math.random })
        if (wait === undefined || tries > retries) throw error
        mayHaveRun ||= isLostResponse(error)
        await sleep(wait, signal)
        signal?.throwIfAborted()
      }
    }
  }

  async #once<T>(
    { method, path, headers, body, signal, timeoutMs }: TransportRequest,
    read: ResponseReader<T>,
  ): Promise<T> {
    const { fetch: send = globalThis.fetch } = this.#options
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeoutMs)
    const either = signal ? AbortSignal.any([late.signal, signal]) : late.signal
    const init = { method, headers: this.#headers(headers), body, signal: either, redirect: 'error' as const }
    try {
      const response = await send(`${this.base}${path}`, init)
      if (!response.ok) throw await toRefusal(response)
      return await read(response)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw late.signal.aborted ? new ParleyUnreachable(this.base, 'timeout') : this.#troubleOf(error)
    } finally {
      clearTimeout(timer)
    }
  }

  #headers(given: Record<string, string>): Record<string, string> {
    const { userAgent, svcAgent } = this.#options
    return {
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
      ...(svcAgent !== undefined && { 'x-svc-agent': svcAgent }),
      ...given,
      authorization: `Bearer ${this.#token}`,
    }
  }

  /** `fetch` fails with a TypeError whose cause has the reason; other errors are passed through. */
  #troubleOf(error: unknown): unknown {
    if (error instanceof SyntaxError) return new ParleyUnreachable(this.base, 'not_parley')
    return error instanceof TypeError ? new ParleyUnreachable(this.base, reasonOf(error)) : error
  }
}

const reasons: Record<string, UnreachableReason> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
}

/** The cause's message may quote a header, so it is not passed on. */
function reasonOf({ cause }: TypeError): UnreachableReason {
  const { code, errors, message } = (cause ?? {}) as { code?: string; errors?: { code?: string }[]; message?: string }
  const known = reasons[code ?? errors?.[0]?.code ?? '']
  return known ?? (message === 'unexpected redirect' ? 'redirected' : 'cut')
}

async function toRefusal(response: Response): Promise<ParleyError> {
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return createParleyError({
    status: response.status,
    body: readProblem(await response.text().catch(() => '')),
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(wait) && wait >= 0 ? wait : undefined,
  })
}

function readProblem(text: string): ProblemBody {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as ProblemBody) : {}
  } catch {
    return {}
  }
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done)
    if (signal?.aborted) done()
  })
}
