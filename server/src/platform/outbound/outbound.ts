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
/** What is meant for one origin is not shown to another: only these go along. */
const crossOriginHeaders = new Set(['accept', 'accept-language', 'accept-encoding', 'user-agent', 'range'])
const bodyHeaders = ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location']

/** The call that a redirect asks for, by the rules of the Fetch standard; undefined when the answer is none. */
function followRedirect({ url, init }: RedirectableCall, response: Response): RedirectableCall | undefined {
  const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null
  if (location === null) return undefined
  const next = resolveLocation(location, url)
  const headers = new Headers(init.headers)
  const isElsewhere = next.origin !== url.origin
  if (isElsewhere) for (const name of [...headers.keys()]) if (!crossOriginHeaders.has(name)) headers.delete(name)
  if (!becomesGet(response.status, init.method)) {
    if (isElsewhere && init.body) throw new OutboundBlockedError('A redirect asks to send the body to somebody else')
    if (init.body instanceof ReadableStream) throw new OutboundBlockedError('A redirect asks to send a stream again')
    return { url: next, init: { ...init, headers } }
  }
  for (const name of bodyHeaders) headers.delete(name)
  return { url: next, init: { ...init, headers, method: 'GET', body: undefined } }
}

function resolveLocation(location: string, from: URL): URL {
  if (!URL.canParse(location, from.href)) throw new OutboundBlockedError('A redirect leads to no address')
  return new URL(location, from)
}

function becomesGet(status: number, method = 'GET'): boolean {
  const verb = method.toUpperCase()
  if (status === 303) return verb !== 'GET' && verb !== 'HEAD'
  return (status === 301 || status === 302) && verb === 'POST'
}

/** The one way out to addresses that callers choose: webhooks, integrations, media, sources, OAuth. */
export type Outbound = {
  /** Takes a string or URL. Throws OutboundRefused, OutboundFailed, or the reason of the signal that was passed in. */
  fetch: typeof fetch
  /**
   * The same for a short answer that is wanted whole, at a quarter of the cost; redirects are answers like any other.
   * Throws OutboundRefused, OutboundFailed, and what its `beforeWrite` throws.
   */
  call: OutboundCall
  /**
   * The same for an answer that is read while it comes, under a limit of the caller's. Fetch would do, and leave behind
   * what only a full collection finds: at a hundred calls a second everybody waits for those.
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
  /** Throws what the connection throws. A reader that stops early ends the call. */
  body: AsyncIterable<Uint8Array>
  /** Ends the call without reading. */
  abort(): void
}

export type OutboundOptions = {
  /** Private networks and plain http, for development and tests. */
  allowPrivateNetwork: boolean
  lookup?: LookupFunction
  /** For the whole of a call: redirects and the body of the answer included. */
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

/** The same with a connector of one's own: what is checked before a socket is asked for can so be tested by itself. */
export function createOutboundOver(
  connect: buildConnector.connector,
  { allowPrivateNetwork, deadlineMilliseconds = 30_000 }: OutboundOptions,
): Outbound {
  const agent = new Agent({ connect })

  async function call({ url, init }: RedirectableCall): Promise<Response> {
    assertAllowedAddress(url, allowPrivateNetwork)
    try {
      // undici's own fetch: the one of Node is another version and refuses this agent.
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
      const asked = first.init.redirect === 'manual' ? undefined : followRedirect(next, response)
      if (!asked) return response
      await response.body?.cancel()
      if (first.init.redirect === 'error')
        throw new OutboundBlockedError('The answer is a redirect, which is not followed')
      if (left === 0) throw new OutboundBlockedError(`More than ${maxRedirects} redirects`)
      next = asked
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
  const asked = { origin: url.origin, path: url.pathname + url.search, method: method as Dispatcher.HttpMethod }
  try {
    const plain = { 'accept-encoding': 'identity', ...headers }
    const answer = await agent.request({ ...asked, headers: plain, body, signal })
    const header = (name: string) => [answer.headers[name]].flat()[0]
    const read = decodeBody(answer.body, header('content-encoding'))
    // What is dropped half read ends in an error that nobody waits for.
    read.on('error', () => {})
    return { status: answer.statusCode, header, body: read, abort: () => void read.destroy() }
  } catch (error) {
    throw signal.aborted ? signal.reason : toOutboundError(error)
  }
}

const decoders = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }

/** Some compress whatever they are asked for. */
function decodeBody(body: Readable, coding = ''): Readable {
  const decoder = Object.hasOwn(decoders, coding) ? decoders[coding as keyof typeof decoders] : undefined
  return decoder ? pipeline(body, decoder(), () => {}) : body
}

function toUrl(input: Parameters<typeof fetch>[0]): URL {
  const address = input instanceof URL ? input.href : input
  if (typeof address !== 'string') throw new TypeError('An outbound call takes a string or URL')
  if (!URL.canParse(address)) throw new OutboundBlockedError('This is no web address')
  return new URL(address)
}

function assertAllowedAddress(url: URL, allowPrivateNetwork: boolean): void {
  const { protocol, hostname, username, password } = url
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new OutboundBlockedError('Only https addresses can be called')
  if (username !== '' || password !== '')
    throw new OutboundBlockedError('An address must not hold a user name or password')
  if (allowPrivateNetwork) return
  if (isPrivateLiteral(hostname)) throw notPublicError(hostname)
  if (protocol === 'http:') {
    throw new OutboundBlockedError('Only https addresses can be called; ALLOW_PRIVATE_NETWORK=on allows plain http')
  }
}

/** Nobody says when the answer was read: it stands until it comes. */
function createDefaultDeadline(milliseconds: number, other: AbortSignal | undefined): AbortSignal {
  const late = () => new OutboundFailedError(`no whole answer within ${milliseconds / 1000} seconds`, 'ETIMEDOUT')
  return createDeadline(milliseconds, other, late).signal
}
