import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, type buildConnector, type Dispatcher, fetch as undiciFetch } from 'undici'
import { type BufferedCallInit, type BufferedResponse, callBuffered } from './buffered-call.ts'
import { createPublicConnector, createUnrestrictedConnector, isPrivateLiteral, notPublicError } from './connector.ts'
import { createDeadline, hasDeadline } from './deadline.ts'
import { OutboundBlockedError, OutboundFailedError, toOutboundError } from './errors.ts'

type RedirectableCall = { url: URL; init: RequestInit }

const redirectStatuses = new Set([301, 302, 303, 307, 308])
/** Headers that a redirect may carry to another origin; all others stay private to the first. */
const crossOriginHeaders = new Set(['accept', 'accept-language', 'accept-encoding', 'user-agent', 'range'])
const bodyHeaders = ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location']

/**
 * Returns the request that a redirect asks for, by the rules of the Fetch standard; undefined if the response is not a
 * redirect.
 */
function followRedirect({ url, init }: RedirectableCall, response: Response): RedirectableCall | undefined {
  const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null
  if (location === null) return undefined
  const next = resolveLocation(location, url)
  const headers = new Headers(init.headers)
  const isElsewhere = next.origin !== url.origin
  if (isElsewhere) for (const name of [...headers.keys()]) if (!crossOriginHeaders.has(name)) headers.delete(name)
  if (!becomesGet(response.status, init.method)) {
    if (isElsewhere && init.body) throw new OutboundBlockedError('A redirect would send the body to another host')
    if (init.body instanceof ReadableStream)
      throw new OutboundBlockedError('A redirect would send a stream a second time')
    return { url: next, init: { ...init, headers } }
  }
  for (const name of bodyHeaders) headers.delete(name)
  return { url: next, init: { ...init, headers, method: 'GET', body: undefined } }
}

function resolveLocation(location: string, from: URL): URL {
  if (!URL.canParse(location, from.href)) throw new OutboundBlockedError('A redirect has no valid address')
  return new URL(location, from)
}

function becomesGet(status: number, method = 'GET'): boolean {
  const verb = method.toUpperCase()
  if (status === 303) return verb !== 'GET' && verb !== 'HEAD'
  return (status === 301 || status === 302) && verb === 'POST'
}

/** The only way to call addresses that callers choose: webhooks, integrations, media, sources, OAuth. */
export type Outbound = {
  /**
   * Accepts a string or URL. Throws OutboundBlockedError, OutboundFailedError, or the reason of the signal passed in.
   */
  fetch: typeof fetch
  /**
   * For a short response that is buffered, at a quarter of the cost of `fetch`; does not follow redirects. Throws
   * OutboundBlockedError, OutboundFailedError, and the error of its `beforeWrite`.
   */
  call: OutboundCall
  /**
   * For a response read as a stream, under a time limit of the caller's. `fetch` would work too, but leaves garbage
   * that only a full collection removes: at a hundred calls a second every request waits for those.
   */
  open: OutboundOpen
  close(): Promise<void>
}

export type OutboundCall = (url: string, init: BufferedCallInit) => Promise<BufferedResponse>
export type OutboundOpen = (url: string, init: OpenInit) => Promise<StreamedResponse>
export type OpenInit = Pick<BufferedCallInit, 'method' | 'headers'> & { body?: Uint8Array; signal: AbortSignal }
export type StreamedResponse = {
  status: number
  header(name: string): string | undefined
  /** Throws the connection's errors. A reader that stops early aborts the call. */
  body: AsyncIterable<Uint8Array>
  abort(): void
}

export type OutboundOptions = {
  /** Permits private networks and plain http, for development and tests. */
  allowPrivateNetwork: boolean
  lookup?: LookupFunction
  /** For the whole call, including redirects and the response body. */
  deadlineMilliseconds?: number
}

const maxRedirects = 5

export function createOutbound(options: OutboundOptions): Outbound {
  const { lookup = systemLookup as LookupFunction } = options
  return createOutboundOver(
    options.allowPrivateNetwork ? createUnrestrictedConnector(lookup) : createPublicConnector(lookup),
    options,
  )
}

/** Accepts a custom connector, so that the checks before a socket opens can be tested separately. */
export function createOutboundOver(
  connect: buildConnector.connector,
  { allowPrivateNetwork, deadlineMilliseconds = 30_000 }: OutboundOptions,
): Outbound {
  const agent = new Agent({ connect })

  async function call({ url, init }: RedirectableCall): Promise<Response> {
    assertAllowedAddress(url, allowPrivateNetwork)
    try {
      // undici's own fetch: the one in Node is another version and rejects this agent.
      const made = { ...init, redirect: 'manual', dispatcher: agent } as Parameters<typeof undiciFetch>[1]
      return (await undiciFetch(url, made)) as unknown as Response
    } catch (error) {
      throw init.signal?.aborted ? init.signal.reason : toOutboundError(error)
    }
  }

  async function follow(first: RedirectableCall): Promise<Response> {
    let next = first
    for (let left = maxRedirects; ; left--) {
      const response = await call(next)
      const redirected = first.init.redirect === 'manual' ? undefined : followRedirect(next, response)
      if (!redirected) return response
      await response.body?.cancel()
      if (first.init.redirect === 'error')
        throw new OutboundBlockedError('The response is a redirect, which is not followed')
      if (left === 0) throw new OutboundBlockedError(`More than ${maxRedirects} redirects`)
      next = redirected
    }
  }

  return {
    fetch: async (input, init = {}) => {
      const signal = hasDeadline(init.signal)
        ? init.signal
        : createDefaultDeadline(deadlineMilliseconds, init.signal ?? undefined)
      return follow({ url: toUrl(input), init: { ...init, signal } })
    },
    call: async (url, init) => {
      const address = toUrl(url)
      assertAllowedAddress(address, allowPrivateNetwork)
      return callBuffered(agent, address, init)
    },
    open: (url, init) => openStreamedResponse(agent, toUrl(url), init, allowPrivateNetwork),
    close: () => agent.destroy(),
  }
}

async function openStreamedResponse(
  agent: Agent,
  url: URL,
  init: OpenInit,
  allowPrivateNetwork: boolean,
): Promise<StreamedResponse> {
  assertAllowedAddress(url, allowPrivateNetwork)
  const { method, headers, body, signal } = init
  const request = { origin: url.origin, path: url.pathname + url.search, method: method as Dispatcher.HttpMethod }
  try {
    const plain = { 'accept-encoding': 'identity', ...headers }
    const answer = await agent.request({ ...request, headers: plain, body, signal })
    const header = (name: string) => [answer.headers[name]].flat()[0]
    const read = decodeBody(answer.body, header('content-encoding'))
    // A body dropped half read ends in an error that has no other handler.
    read.on('error', () => {})
    return { status: answer.statusCode, header, body: read, abort: () => void read.destroy() }
  } catch (error) {
    throw signal.aborted ? signal.reason : toOutboundError(error)
  }
}

const decoders = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }

/** Some servers compress regardless of Accept-Encoding. */
function decodeBody(body: Readable, coding = ''): Readable {
  const decoder = Object.hasOwn(decoders, coding) ? decoders[coding as keyof typeof decoders] : undefined
  return decoder ? pipeline(body, decoder(), () => {}) : body
}

function toUrl(input: Parameters<typeof fetch>[0]): URL {
  const address = input instanceof URL ? input.href : input
  if (typeof address !== 'string') throw new TypeError('An outbound call takes a string or URL')
  if (!URL.canParse(address)) throw new OutboundBlockedError('This is not a web address')
  return new URL(address)
}

function assertAllowedAddress(url: URL, allowPrivateNetwork: boolean): void {
  const { protocol, hostname, username, password } = url
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new OutboundBlockedError('Only https addresses can be called')
  if (username !== '' || password !== '')
    throw new OutboundBlockedError('An address must not contain a user name or password')
  if (allowPrivateNetwork) return
  if (isPrivateLiteral(hostname)) throw notPublicError(hostname)
  if (protocol === 'http:') {
    throw new OutboundBlockedError('Only https addresses can be called; ALLOW_PRIVATE_NETWORK=on allows plain http')
  }
}

/** Never cleared, because the end of the body is not observable here: it lasts until it fires. */
function createDefaultDeadline(milliseconds: number, other: AbortSignal | undefined): AbortSignal {
  const late = () => new OutboundFailedError(`no complete response within ${milliseconds / 1000} seconds`, 'ETIMEDOUT')
  return createDeadline(milliseconds, other, late).signal
}
