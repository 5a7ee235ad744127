import type {
  AnswerOf,
  AnyOptions,
  CallArguments,
  CallOf,
  ClientMethod,
  EventsTemplate,
  ItemOf,
  ListTemplate,
  NonJsonBody,
  Template,
} from './calls.ts'
import { createDeferred } from './deferred.ts'
import { ParleyUnreachable } from './errors.ts'
import { parseServerEvents, type ServerSentEvent } from './server-events.ts'
import type { ResponseReader, Transport, TransportRequest } from './transport.ts'
import { buildQuery, fillPathTemplate } from './url.ts'

/** A client's scope: the template prefix and path parameters it already has. */
export type ClientScope = {
  transport: Transport
  prefix: string
  path: Record<string, string>
  /** POSTs, each `POST` and a template, that accept no Idempotency-Key: they are retried only if they cannot have run. */
  callsWithoutKey: ReadonlySet<string>
  /** Sent with every call, in lower case. */
  headers?: Record<string, string>
  /** Limits `headers` to these calls, each a method and a template. */
  headersOnlyFor?: ReadonlySet<string>
}

/** The document's templates, and any other: a caller that wants the raw response may use a path the document lacks. */
type AnyTemplate<Paths> = (keyof Paths & string) | (string & {})

/** HTTP methods over the paths of one document; `Bound` are the path parameters that are already set. */
export class Client<Paths, Bound extends string = never> {
  readonly #at: ClientScope

  constructor(standing: ClientScope) {
    this.#at = standing
  }

  get<T extends Template<Paths, 'get'>>(template: T, ...rest: CallArguments<CallOf<Paths, T, 'get'>, Bound>) {
    return this.#json<CallOf<Paths, T, 'get'>>('get', template, rest)
  }

  post<T extends Template<Paths, 'post'>>(template: T, ...rest: CallArguments<CallOf<Paths, T, 'post'>, Bound>) {
    return this.#json<CallOf<Paths, T, 'post'>>('post', template, rest)
  }

  put<T extends Template<Paths, 'put'>>(template: T, ...rest: CallArguments<CallOf<Paths, T, 'put'>, Bound>) {
    return this.#json<CallOf<Paths, T, 'put'>>('put', template, rest)
  }

  patch<T extends Template<Paths, 'patch'>>(template: T, ...rest: CallArguments<CallOf<Paths, T, 'patch'>, Bound>) {
    return this.#json<CallOf<Paths, T, 'patch'>>('patch', template, rest)
  }

  delete<T extends Template<Paths, 'delete'>>(template: T, ...rest: CallArguments<CallOf<Paths, T, 'delete'>, Bound>) {
    return this.#json<CallOf<Paths, T, 'delete'>>('delete', template, rest)
  }

  /** Iterates over every item of a list, whichever way it is paged; `limit` is the page size. */
  each<T extends ListTemplate<Paths>>(
    template: T,
    ...rest: CallArguments<CallOf<Paths, T, 'get'>, Bound>
  ): AsyncGenerator<ItemOf<CallOf<Paths, T, 'get'>>, void> {
    const options = optionsIn(rest)
    const items = iterateItems((turn) => {
      const request = this.#asked('get', template, { ...options, query: { ...options.query, ...turn } })
      return this.#at.transport.ask(request, readJson)
    })
    return items as AsyncGenerator<ItemOf<CallOf<Paths, T, 'get'>>, void>
  }

  /**
   * Returns the successful response itself: for a file, a stream, headers. Throws a ParleyError for an error response.
   */
  raw(method: Uppercase<ClientMethod>, template: AnyTemplate<Paths>, options: AnyOptions = {}): Promise<Response> {
    const accept = { accept: '*/*', ...options.headers }
    const request = this.#asked(method.toLowerCase() as ClientMethod, template, { ...options, headers: accept })
    return this.#at.transport.ask(request, asIs)
  }

  /**
   * Yields server-sent events until the server ends the stream or is silent for `timeoutMs`; reconnecting is up to the
   * caller.
   */
  async *events<T extends EventsTemplate<Paths>>(
    template: T,
    ...rest: CallArguments<CallOf<Paths, T, 'get'>, Bound>
  ): AsyncGenerator<ServerSentEvent, void> {
    const options = optionsIn(rest)
    const headers = { ...options.headers, accept: 'text/event-stream' }
    const { transport } = this.#at
    const request = this.#asked('get', template, { ...options, headers })
    const { body, headers: responseHeaders } = await transport.ask(request, asIs)
    const isStream = /^text\/event-stream\b/.test(responseHeaders.get('content-type') ?? '')
    if (!body || !isStream) throw new ParleyUnreachable(transport.base, 'not_parley')
    const streamOptions = { url: transport.base, silentMs: request.timeoutMs, signal: options.signal }
    yield* parseServerEvents(readStream(body, streamOptions), options.onEventId)
  }

  #json<Call>(method: ClientMethod, template: string, rest: readonly unknown[]): Promise<AnswerOf<Call>> {
    const request = this.#asked(method, template, optionsIn(rest))
    return this.#at.transport.ask(request, readJson) as Promise<AnswerOf<Call>>
  }

  #asked(method: ClientMethod, rest: string, options: AnyOptions): TransportRequest {
    const { transport, prefix, path, callsWithoutKey, headers, headersOnlyFor } = this.#at
    const template = prefix + rest
    const call = `${method.toUpperCase()} ${template}`
    const sendsHeaders = headersOnlyFor?.has(call) ?? true
    const takesKey = method === 'post' && !callsWithoutKey.has(call)
    const { body, type } = bodyOf(options)
    return {
      method: method.toUpperCase(),
      path: fillPathTemplate(template, { ...options.path, ...path }) + buildQuery(options.query),
      headers: {
        accept: 'application/json',
        ...(type && { 'content-type': type }),
        ...(takesKey && { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() }),
        ...(sendsHeaders && headers),
        ...lowered(options.headers),
      },
      body,
      signal: options.signal,
      timeoutMs: options.timeoutMs ?? transport.timeoutMs,
      repeatable: method === 'get' || method === 'put' || method === 'delete' || takesKey,
    }
  }
}

const optionsIn = ([options = {}]: readonly unknown[]): AnyOptions => options as AnyOptions

const lowered = (headers: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const asIs: ResponseReader<Response> = async (response) => response

const readJson: ResponseReader<unknown> = async (response) => {
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

/** A body with its own media type is sent as is, and so is text for which the caller set one. */
function bodyOf({ body, headers }: AnyOptions): { body?: NonJsonBody; type?: string } {
  if (body === undefined) return {}
  const named = lowered(headers)['content-type']
  if (typeof body === 'string' && named !== undefined && !/^application\/json\b/.test(named)) return { body }
  if (isPlain(body)) return { body }
  return { body: JSON.stringify(body), type: 'application/json' }
}

function isPlain(body: unknown): body is Exclude<NonJsonBody, string> {
  return body instanceof Blob || body instanceof Uint8Array || body instanceof FormData
}

type StreamOptions = { url: string; silentMs: number; signal?: AbortSignal }

/** Reads a stream as it arrives. If it breaks off or is silent for too long, throws ParleyUnreachable. */
async function* readStream(
  body: ReadableStream<Uint8Array>,
  streamOptions: StreamOptions,
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  try {
    for (
      let piece = await readChunk(reader, streamOptions);
      !piece.done;
      piece = await readChunk(reader, streamOptions)
    )
      yield piece.value
  } finally {
    // Release the connection when the consumer stops iterating.
    await reader.cancel().catch(() => undefined)
  }
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>, { url, silentMs, signal }: StreamOptions) {
  const late = createDeferred<never>()
  const timer = setTimeout(() => late.reject(new ParleyUnreachable(url, 'timeout')), silentMs)
  try {
    return await Promise.race([reader.read(), late.promise])
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw error instanceof ParleyUnreachable ? error : new ParleyUnreachable(url, 'cut')
  } finally {
    clearTimeout(timer)
  }
}

type Page = { data: unknown[]; nextPageToken?: string; hasMore?: boolean }
type PageCursor = { pageToken: string } | { startingAfter: string }

/** Iterates over every item of a list, page by page: by a token, or after the last id. */
export async function* iterateItems(
  readPage: (turn: PageCursor | undefined) => Promise<unknown>,
): AsyncGenerator<unknown, void> {
  let turn: PageCursor | undefined
  do {
    const page = (await readPage(turn)) as Page
    yield* page.data
    turn = nextCursor(page)
  } while (turn)
}

function nextCursor({ data, nextPageToken, hasMore }: Page): PageCursor | undefined {
  if (nextPageToken !== undefined && nextPageToken !== null) return { pageToken: nextPageToken }
  const last = data.at(-1) as { id?: unknown } | undefined
  return hasMore && typeof last?.id === 'string' ? { startingAfter: last.id } : undefined
}
