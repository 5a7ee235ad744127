import { OutboundBlockedError, type OutboundCall, OutboundFailedError } from '../../platform/outbound/index.ts'
import { ToolError, type ToolRequest, type ToolResponse } from './adapter.ts'
import { createMask, maskBody } from './mask.ts'

/** Sends the requests of one tool call: everything that is the same for every provider. */

const maxResponseBytes = 1024 * 1024
const maxRetryAfterSeconds = 5
const maxRedirects = 3

/** The last request of a call, and its response, with secrets masked. */
export type ToolExchange = {
  request: { method: string; url: string; body?: string }
  response?: { status: number; body: string }
}

/** What is known about the requests of a call. */
export type CallProgress = {
  /** A request was written and no response has arrived: the provider may or may not have acted. */
  isPending: boolean
  exchange?: ToolExchange
}

/** Calls the provider with an access token, and again with a new one after a 401. */
export type AuthorizedCall = (send: (accessToken: string) => Promise<Response>) => Promise<Response>

export type RequestContext = {
  call: OutboundCall
  baseUrl: string
  /** Values that must not be visible in anything that a call returns. */
  secrets: readonly string[]
  timeoutMilliseconds: number
  signal?: AbortSignal
  withGrant?: AuthorizedCall
  now(): Date
}

type PreparedRequest = { method: string; url: URL; headers: Record<string, string>; body?: string }

export function createToolRequest(
  context: RequestContext,
  progress: CallProgress,
): (request: ToolRequest) => Promise<ToolResponse> {
  return async (request) => {
    const prepared = prepareRequest(request, context.baseUrl)
    if (!context.withGrant) return toToolResponse(await sendWithRetry(prepared, context, progress))
    const response = await context.withGrant((accessToken) => {
      const headers = { ...prepared.headers, authorization: `Bearer ${accessToken}` }
      return sendWithRetry({ ...prepared, headers }, context, progress)
    })
    return toToolResponse(response)
  }
}

function prepareRequest(
  { method, path, query = {}, headers = {}, json, form, text, contentType = 'text/plain' }: ToolRequest,
  baseUrl: string,
): PreparedRequest {
  const url = resolveUrl(path, baseUrl)
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const common = { accept: 'application/json, text/plain;q=0.9, */*;q=0.1', 'user-agent': 'Parley' }
  if (json !== undefined)
    return {
      method,
      url,
      headers: { ...common, 'content-type': 'application/json', ...given },
      body: JSON.stringify(json),
    }
  if (text !== undefined)
    return { method, url, headers: { ...common, 'content-type': contentType, ...given }, body: text }
  if (form === undefined) return { method, url, headers: { ...common, ...given } }
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return { method, url, headers: { ...common, ...type, ...given }, body: new URLSearchParams(form).toString() }
}

function resolveUrl(path: string, baseUrl: string): URL {
  const written = path === '' || path.startsWith('/') ? `${baseUrl}${path}` : path
  if (!URL.canParse(written))
    throw new ToolError('invalid', 'The address of the tool is not a valid URL. Correct it in its configuration.')
  const url = new URL(written)
  if (url.origin !== new URL(baseUrl).origin)
    throw new ToolError('invalid', 'The request leaves the address of the tool.')
  return url
}

/** Repeats a request once that the provider answered with 429 or 503 and a short Retry-After. */
async function sendWithRetry(
  request: PreparedRequest,
  context: RequestContext,
  progress: CallProgress,
): Promise<Response> {
  const first = await sendFollowing(request, context, progress)
  const seconds = first.status === 429 || first.status === 503 ? readRetryAfter(first, context.now()) : undefined
  if (seconds === undefined) return first
  await wait(seconds * 1000, context.signal)
  return sendFollowing(request, context, progress)
}

function readRetryAfter(response: Response, now: Date): number | undefined {
  const value = response.headers.get('retry-after')?.trim() ?? ''
  const at = Date.parse(value)
  const seconds = /^\d+$/.test(value) ? Number(value) : Number.isNaN(at) ? undefined : (at - now.getTime()) / 1000
  return seconds !== undefined && seconds <= maxRetryAfterSeconds ? Math.max(0, seconds) : undefined
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new ToolError('timeout', 'There was no time left to repeat the call.'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Follows redirects within the same host and port, and only where the method stays the same. */
async function sendFollowing(
  request: PreparedRequest,
  context: RequestContext,
  progress: CallProgress,
): Promise<Response> {
  let next = request
  for (let left = maxRedirects; ; left--) {
    const response = await sendOnce(next, context, progress)
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (location === null) return response
    const url = URL.canParse(location, next.url.href) ? new URL(location, next.url) : undefined
    const keepsMethod = response.status === 307 || response.status === 308 || next.method === 'GET'
    if (!url || url.origin !== next.url.origin || !keepsMethod || left === 0)
      throw new ToolError(
        'failed',
        'The service redirects to another address. Configure that address instead.',
        response.status,
      )
    next = { ...next, url }
  }
}

async function sendOnce(request: PreparedRequest, context: RequestContext, progress: CallProgress): Promise<Response> {
  const { method, url, headers, body } = request
  const limit = AbortSignal.timeout(context.timeoutMilliseconds)
  const signal = context.signal ? AbortSignal.any([context.signal, limit]) : limit
  const mask = createMask([...context.secrets, ...listSecretHeaders(headers)])
  const shown = { method, url: mask(url.href), ...(body !== undefined && { body: limitText(mask(body)) }) }
  progress.exchange = { request: shown }
  const beforeWrite = () => {
    progress.isPending = true
  }
  const limits = { timeoutMilliseconds: context.timeoutMilliseconds, maxBytes: maxResponseBytes }
  try {
    const answer = await context.call(url.href, { method, headers, body, signal, beforeWrite, ...limits })
    progress.isPending = false
    const text = maskBody(answer.text, mask)
    progress.exchange = { request: shown, response: { status: answer.status, body: limitText(text) } }
    if (answer.isIncomplete && answer.status < 400) throw createIncompleteError(answer.status)
    return toResponse(answer.status, text, answer.header)
  } catch (error) {
    throw toToolError(error, { isTimeout: signal.aborted, isWritten: progress.isPending })
  }
}

function createIncompleteError(status: number): ToolError {
  const reason = `The answer of the service (${status}) is larger than 1 MB or broke off, so it cannot be read.`
  return new ToolError('failed', `${reason} The call may have taken effect: check before you repeat it.`, status)
}

/** Headers that authenticate a request; a provider may echo them in an error. */
function listSecretHeaders(headers: Record<string, string>): string[] {
  const secret = Object.entries(headers).filter(([name]) => /authorization|token|secret|api-?key/.test(name))
  return secret.map(([, value]) => value)
}

const maxShownLength = 8_000

const limitText = (text: string): string =>
  text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength).toWellFormed()}…`

const keptHeaders = ['content-type', 'location', 'retry-after', 'x-request-id', 'request-id', 'x-message-id']
const bodilessStatuses = new Set([204, 205, 304])

function toResponse(status: number, text: string, header: (name: string) => string | undefined): Response {
  const headers = keptHeaders.flatMap((name): [string, string][] => {
    const value = header(name)
    return value === undefined ? [] : [[name, value]]
  })
  return new Response(bodilessStatuses.has(status) ? null : text, { status: Math.min(status, 599), headers })
}

/** Never quotes the error: it may contain an address or a part of the request. */
function toToolError(error: unknown, { isTimeout, isWritten }: { isTimeout: boolean; isWritten: boolean }): ToolError {
  if (error instanceof ToolError) return error
  if (isTimeout) return new ToolError('timeout', 'The service did not respond in time.')
  if (error instanceof OutboundBlockedError)
    return new ToolError('invalid', 'The address of the service is not allowed. Configure a public https address.')
  if (error instanceof OutboundFailedError)
    return new ToolError(
      'unreachable',
      isWritten
        ? 'The connection to the service was lost before it answered.'
        : `The service could not be reached: ${error.message}.`,
    )
  return new ToolError('invalid', 'The request could not be sent. Check the configuration of the tool.')
}

async function toToolResponse(response: Response): Promise<ToolResponse> {
  const text = await response.text()
  const { status, headers } = response
  return { status, headers, text, json: () => parseJson(text, status) }
}

function parseJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ToolError('failed', `The service answered ${status} with something that is not JSON.`, status)
  }
}
