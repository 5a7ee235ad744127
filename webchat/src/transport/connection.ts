import { type ClientFrame, closeCodes, readServerFrame, type ServerFrame } from '@parley/webchat-protocol'

type ChatTransportOptions = {
  /** URL of this chat, without a trailing slash. */
  url: string
  token: string
  /** Sequence number of the last received entry. */
  after(): number
  onFrame(frame: ServerFrame): void
  /** Called once the gateway has answered. */
  onOpen(): void
  /** Ends the connection for good. */
  signal: AbortSignal
}

/** `refused`: it never connected. `unknownVisitor`: the gateway does not know the token, or no longer does. */
type ChatTransportEnd = 'lost' | 'refused' | 'unknownVisitor'
type SayAnswer = Extract<ServerFrame, { took: unknown } | { refused: unknown }>

export type ChatTransport = {
  /** Rejects if the connection ends before the answer arrives. */
  sendMessage(frame: Extract<ClientFrame, { say: unknown }>): Promise<SayAnswer>
  /** Fire and forget: there is no answer. */
  sendSignal(frame: Extract<ClientFrame, { seen: unknown } | { typing: unknown }>): void
  ended: Promise<ChatTransportEnd>
}

/**
 * The gateway sends something every 20 seconds; a connection that is silent for longer is dead, whatever the browser
 * reports.
 */
const silenceMs = 50_000
const openingMs = 8_000

function createSocketTransport(options: ChatTransportOptions): ChatTransport {
  const ended = Promise.withResolvers<ChatTransportEnd>()
  const waiting = new Map<string, PromiseWithResolvers<SayAnswer>>()
  const socket = new WebSocket(`${options.url.replace(/^http/, 'ws')}/socket`)
  let connected = false
  let over = false
  let timer = setTimeout(() => end('lost'), openingMs)

  function end(how: ChatTransportEnd): void {
    clearTimeout(timer)
    over = true
    socket.close()
    ended.resolve(connected || how === 'unknownVisitor' ? how : 'refused')
    for (const { reject } of waiting.values()) reject(new Error('the connection closed'))
    waiting.clear()
  }
  function receive(frame: ServerFrame): void {
    if (over) return
    clearTimeout(timer)
    timer = setTimeout(() => end('lost'), silenceMs)
    if (!connected) options.onOpen()
    connected = true
    if ('took' in frame) waiting.get(frame.took.id)?.resolve(frame)
    else if ('refused' in frame) waiting.get(frame.refused.id ?? '')?.resolve(frame)
    else options.onFrame(frame)
  }
  options.signal.addEventListener('abort', () => end('lost'), { once: true })
  socket.onopen = () => socket.send(JSON.stringify({ hello: { token: options.token, after: options.after() } }))
  socket.onmessage = ({ data }) => {
    const frame = readServerFrame(JSON.parse(String(data)))
    if (frame) receive(frame)
  }
  // A socket that the page's policy blocks reports only an error.
  socket.onerror = () => end('lost')
  socket.onclose = ({ code }) => end(code === closeCodes.unknownVisitor ? 'unknownVisitor' : 'lost')

  return {
    ended: ended.promise,
    sendMessage(frame) {
      const answer = Promise.withResolvers<SayAnswer>()
      waiting.set(frame.say.id, answer)
      socket.send(JSON.stringify(frame))
      return answer.promise.finally(() => waiting.delete(frame.say.id))
    },
    sendSignal: (frame) => socket.send(JSON.stringify(frame)),
  }
}

const waitSeconds = 20
/** After this time, a socket is worth another attempt. */
const longestMs = 5 * 60_000

/** The same over plain requests, for networks that block sockets. */
function createPollingTransport(options: ChatTransportOptions): ChatTransport {
  const ended = Promise.withResolvers<ChatTransportEnd>()
  let over = false
  void ended.promise.then(() => {
    over = true
  })
  options.signal.addEventListener('abort', () => ended.resolve('lost'), { once: true })

  async function request(path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${options.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${options.token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      signal: options.signal,
    })
    if (response.status === 401) ended.resolve('unknownVisitor')
    if (response.status === 204) return undefined
    const answer: unknown = await response.json()
    const known = response.ok || readServerFrame(answer) !== undefined
    if (!known) throw new Error('the gateway did not respond')
    return answer
  }

  async function listen(): Promise<void> {
    const until = Date.now() + longestMs
    let waits = 0
    while (!over && Date.now() < until) {
      const { frames } = (await request(`/entries?after=${options.after()}&wait=${waits}`)) as { frames: unknown[] }
      if (over) return
      if (waits === 0) options.onOpen()
      waits = waitSeconds
      for (const each of frames) {
        const frame = readServerFrame(each)
        if (frame) options.onFrame(frame)
      }
    }
  }

  listen().then(
    () => ended.resolve('lost'),
    () => ended.resolve('lost'),
  )
  return {
    ended: ended.promise,
    sendMessage: async (frame) => {
      const answer = await request('/entries', frame)
      return readServerFrame(answer) as SayAnswer
    },
    sendSignal: (frame) => void request('/entries', frame).catch(() => {}),
  }
}

const minWaitMs = 300
const maxWaitMs = 15_000

type ConnectionListener = {
  onConnected(transport: ChatTransport): void
  onLost(): void
}

/**
 * Stays connected to the gateway until the signal aborts or the token is no longer valid: by a socket, or by polling if
 * no socket gets through. Returns whether the gateway still knows the visitor.
 */
export async function maintainConnection(
  options: ChatTransportOptions,
  { onConnected, onLost }: ConnectionListener,
): Promise<boolean> {
  let waitMs = minWaitMs
  for (let open: typeof createSocketTransport = createSocketTransport; ; ) {
    const opened = Promise.withResolvers<void>()
    const transport = open({ ...options, onOpen: opened.resolve })
    void opened.promise.then(() => {
      waitMs = minWaitMs
      if (!options.signal.aborted) onConnected(transport)
    })
    const end = await transport.ended
    if (end === 'unknownVisitor') return false
    if (options.signal.aborted) return true
    onLost()
    const tryRequests = end === 'refused' && open === createSocketTransport
    open = tryRequests ? createPollingTransport : createSocketTransport
    if (tryRequests) continue
    await waitOrOnline(waitMs * (0.5 + Math.random()), options.signal)
    if (options.signal.aborted) return true
    waitMs = Math.min(waitMs * 2, maxWaitMs)
  }
}

/** Waits for the given time, or until the browser is back online. */
function waitOrOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
