/** Server adapters of a bot. They depend only on the shapes below, not on Node or a framework. */

export type RawRequest = { headers: Headers | HeaderFields; body: Uint8Array }
type HeaderFields = Record<string, string | string[] | undefined>
type Answer = (request: RawRequest) => Promise<Response>

type NodeRequest = AsyncIterable<Uint8Array> & { method?: string; headers: HeaderFields }
type NodeResponse = {
  writeHead(status: number, headers: Record<string, string>): unknown
  write(chunk: Uint8Array): boolean
  end(): unknown
  destroy(): unknown
  on(event: 'drain' | 'close', listener: () => void): unknown
  off(event: 'drain' | 'close', listener: () => void): unknown
}
/** `body` and `rawBody` may have been set by an earlier parser. */
type ExpressRequest = NodeRequest & { body?: unknown; rawBody?: unknown; readableEnded?: boolean }
type FastifyLike = {
  removeAllContentTypeParsers(): void
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (request: unknown, body: Uint8Array, done: (error: null, body: unknown) => void) => void,
  ): unknown
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>): unknown
}
type FastifyRequest = { headers: HeaderFields; body: unknown }
type FastifyReply = { hijack(): unknown; raw: NodeResponse }

export type Adapters = {
  /** For Fetch-style servers: Deno, Bun, workers, route handlers. */
  fetch(request: Request): Promise<Response>
  /** `createServer(bot.node)` */
  node(request: NodeRequest, response: NodeResponse): Promise<void>
  /** `app.post('/events', bot.express)`; before `express.json()`, or with the raw body in `request.rawBody`. */
  express(request: ExpressRequest, response: NodeResponse, next: (error?: unknown) => void): Promise<void>
  /** `app.register(bot.fastify, { prefix: '/events' })` */
  fastify(instance: FastifyLike): Promise<void>
}

/** Events are much smaller; a larger body cannot carry a valid signature. */
const maxBytes = 1_000_000

export function createAdapters(answer: Answer, report: (error: unknown) => void): Adapters {
  const send = createSend(report)
  return {
    async fetch({ method, headers, body }) {
      if (method !== 'POST') return onlyPost()
      const bytes = await readBody(body ?? [])
      return bytes ? answer({ headers, body: bytes }) : tooLarge()
    },
    node: (request, response) => send(answerNode(request, answer), response),
    async express(request, response, next) {
      const left = [request.rawBody, request.body].find((one) => one instanceof Uint8Array)
      if (!left && request.readableEnded) return next(new TypeError(alreadyParsed))
      const answered = left ? answer({ headers: request.headers, body: left }) : answerNode(request, answer)
      await send(answered, response)
    },
    async fastify(instance) {
      // For this plugin only: the signature covers the raw bytes, not the parsed value.
      instance.removeAllContentTypeParsers()
      instance.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_, body, done) =>
        done(null, body),
      )
      instance.post('/', async ({ headers, body }, reply) => {
        reply.hijack()
        await send(answer({ headers, body: body instanceof Uint8Array ? body : new Uint8Array() }), reply.raw)
      })
    },
  }
}

const alreadyParsed =
  'The body was parsed before the bot received it, but the signature covers the raw bytes: ' +
  'put the bot in front of express.json(), or keep the bytes: express.json({ verify: (req, _, bytes) => { req.rawBody = bytes } })'

async function answerNode(request: NodeRequest, answer: Answer): Promise<Response> {
  if (request.method !== 'POST') return onlyPost()
  const body = await readBody(request)
  return body ? answer({ headers: request.headers, body }) : tooLarge()
}

const onlyPost = (): Response => new Response(null, { status: 405, headers: { allow: 'POST' } })
const tooLarge = (): Response => Response.json({ message: 'The body is too large' }, { status: 413 })

/** Returns undefined when the body is too large. */
async function readBody(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of pieces) {
    length += chunk.byteLength
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}

/**
 * Streams the response with backpressure. Destroys the connection on failure, so that the client cannot take a partial
 * response for a complete one.
 */
const createSend =
  (report: (error: unknown) => void) => async (answered: Promise<Response>, response: NodeResponse) => {
    try {
      const { status, headers, body } = await answered
      response.writeHead(status, Object.fromEntries(headers))
      if (body) await pipe(body.getReader(), response)
      response.end()
    } catch (error) {
      response.destroy()
      if (!isDisconnect(error)) report(error)
    }
  }

/** The client may disconnect midway; it repeats the call, so that is no error of the bot. */
const isDisconnect = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as { code?: string } | null)?.code ?? '')

async function pipe(reader: ReadableStreamDefaultReader<Uint8Array>, response: NodeResponse): Promise<void> {
  let isClosed = false
  let resume = () => {}
  const onDrain = () => resume()
  const onClose = () => {
    isClosed = true
    resume()
    reader.cancel().catch(() => {})
  }
  response.on('drain', onDrain)
  response.on('close', onClose)
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      if (response.write(piece.value) || isClosed) continue
      await new Promise<void>((resolve) => {
        resume = resolve
      })
    }
  } finally {
    response.off('drain', onDrain)
    response.off('close', onClose)
  }
}
