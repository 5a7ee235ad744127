import { closeCodes, readClientFrame, type ServerFrame } from '@parley/webchat-protocol'
import type { Chat, VisitorChat } from '../deps.ts'
import type { ChatSignal } from '../notifier.ts'
import { entryPageSize, findHistoryStart, listEntriesAfter } from '../queries/entries.ts'
import { toChatEntry } from '../receive-message.ts'
import { findVisitor, type WebchatContext } from './context.ts'
import { handleFrame } from './handle-frame.ts'
import { type AcceptedWebSocket, openWebSocket, type WebSocketConnection } from './websocket.ts'

type ChatFeed = { stop(): void }

type FeedOutlet = {
  send(frame: ServerFrame): void
  /** Resolves when more can be sent. */
  ready(): Promise<void>
  isBehind(): boolean
  fail(): void
  /** A token of the visitor is no longer valid. */
  recheck(): void
}

/**
 * Sends every entry after the given one, once and in order, as it arrives. A slow browser delays only itself: entries
 * are not even read from the database until it has received the previous ones.
 */
function startFeed(context: WebchatContext, chat: VisitorChat, after: number, outlet: FeedOutlet): ChatFeed {
  const { db, notifier, log } = context
  const { agent, visitor } = chat
  let last = after
  let isSignaled = false
  let pulling = false
  let stopped = false

  async function pull(always: boolean): Promise<void> {
    if (last === 0) last = await findHistoryStart(db, agent, visitor)
    for (let first = always; !stopped; first = false) {
      isSignaled = false
      const rows = await listEntriesAfter(db, agent, visitor, last)
      last = rows.at(-1)?.n ?? last
      // The first frame is always sent: it confirms the connection.
      if (rows.length > 0 || first) outlet.send({ entries: rows.map(toChatEntry) })
      await outlet.ready()
      if (rows.length < entryPageSize && !isSignaled) break
    }
    // Set in the same tick as the check of `isSignaled`: a signal in between would be lost.
    pulling = false
  }

  function pullOnce(always = false): void {
    isSignaled = true
    if (pulling || stopped) return
    pulling = true
    pull(always).catch((error) => {
      log.warn({ err: error }, 'web chat: entries were not sent')
      outlet.fail()
    })
  }

  const hear = (signal: ChatSignal): void => {
    if (signal === 'entries') pullOnce()
    else if (signal === 'tokens') outlet.recheck()
    else if (!outlet.isBehind()) outlet.send({ signal })
  }
  const unsubscribe = notifier.subscribe({ agentKey: agent.key, visitor }, hear)
  if (unsubscribe) pullOnce(true)
  else outlet.fail()
  return {
    stop() {
      stopped = true
      unsubscribe?.()
    },
  }
}

const defaultHelloMs = 10_000
const defaultBeatMs = 20_000
/** Maximum number of queued frames; a browser that sends more at once is out of control. */
const maxWaitingFrames = 100
/** Signals are skipped for a browser with more unsent bytes than this. */
const maxWaitingBytes = 65_536

/** The connection of one browser, from hello to close. */
export class ChatSession {
  readonly #doors: WebchatContext
  readonly #chat: Chat
  readonly #line: WebSocketConnection
  #feed: ChatFeed | undefined
  #visitor: string | undefined
  #turn: Promise<void> = Promise.resolve()
  #waiting = 0
  #unanswered = 0
  readonly #timers: NodeJS.Timeout[]

  constructor(
    context: WebchatContext,
    chat: Chat,
    { accepted, onEnd }: { accepted: AcceptedWebSocket; onEnd(): void },
  ) {
    this.#doors = context
    this.#chat = chat
    const late = setTimeout(
      () => this.#visitor ?? this.close(closeCodes.unknownVisitor),
      context.helloMs ?? defaultHelloMs,
    )
    this.#timers = [late, setInterval(() => this.#beat(), context.beatMs ?? defaultBeatMs)]
    this.#line = openWebSocket(accepted, {
      onText: (text) => this.#hear(text),
      onPong: () => {
        this.#unanswered = 0
      },
      onClose: () => {
        this.#timers.forEach(clearTimeout)
        this.#feed?.stop()
        onEnd()
      },
    })
  }

  close(code: number): void {
    this.#line.close(code)
  }

  #send(frame: ServerFrame): void {
    this.#line.send(JSON.stringify(frame))
  }

  /** A client that has not answered two pings is gone, even if the TCP connection looks alive. */
  #beat(): void {
    if (this.#unanswered >= 2) this.close(closeCodes.tooSlow)
    this.#unanswered++
    this.#line.ping()
    if (this.#visitor) this.#send({ beat: true })
  }

  /** Handles frames in order: the second message is not forwarded before the first. */
  #hear(text: string): void {
    if (++this.#waiting > maxWaitingFrames) this.close(closeCodes.tooSlow)
    this.#turn = this.#turn
      .then(() => this.#answer(text))
      .catch((error) => {
        this.#doors.log.warn({ err: error }, 'web chat: a frame was not answered')
        // The browser reconnects and sends the frame again.
        this.close(closeCodes.tooSlow)
      })
      .finally(() => this.#waiting--)
  }

  async #answer(text: string): Promise<void> {
    const frame = readClientFrame(parseJsonFrame(text))
    if (!frame) return this.#send({ refused: { ...readMessageId(text), reason: 'invalid' } })
    if ('hello' in frame) return this.#greet(frame.hello)
    const visitor = this.#visitor
    if (!visitor) return this.close(closeCodes.unknownVisitor)
    const spoke = await handleFrame(this.#doors, { ...this.#chat, visitor }, frame)
    if (spoke === 'unknownVisitor') return this.close(closeCodes.unknownVisitor)
    if (spoke.answer) this.#send(spoke.answer)
  }

  async #greet({ token, after }: { token: string; after: number }): Promise<void> {
    if (this.#visitor) return
    this.#visitor = await findVisitor(this.#doors, this.#chat, token)
    if (!this.#visitor) return this.close(closeCodes.unknownVisitor)
    this.#feed = startFeed(this.#doors, { ...this.#chat, visitor: this.#visitor }, after, {
      send: (frame) => this.#send(frame),
      ready: () => this.#line.drained(),
      isBehind: () => this.#line.waitingBytes() > maxWaitingBytes,
      fail: () => this.close(closeCodes.tooSlow),
      recheck: () => void this.#recheck(token),
    })
  }

  /** A browser that has signed out, in another tab or elsewhere, must not see what comes later. */
  async #recheck(token: string): Promise<void> {
    const visitor = await findVisitor(this.#doors, this.#chat, token).catch(() => undefined)
    if (visitor !== this.#visitor) this.close(closeCodes.unknownVisitor)
  }
}

export function parseJsonFrame(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the id of a refused message, if possible, so that the browser knows which one it was. */
export function readMessageId(text: string): { id?: string } {
  const value = parseJsonFrame(text) as { say?: { id?: unknown } } | null | undefined
  const id = value?.say?.id
  return typeof id === 'string' && id.length > 0 && id.length <= 100 ? { id } : {}
}
