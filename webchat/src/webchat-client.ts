import type { ChatEntry, ServerFrame, VisitorContent, VisitorMessage } from '@parley/webchat-protocol'
import type { ChatStorage } from './chat-storage.ts'
import { type ChatTransport, maintainConnection } from './transport/connection.ts'
import { Outbox } from './transport/outbox.ts'

/** Callbacks for the view of the chat. */
export type ChatListener = {
  onEntries(entries: ChatEntry[]): void
  /** Sent but not confirmed; followed by the entry with its id, or a failure. */
  onPending(say: VisitorMessage): void
  onAccepted(id: string): void
  onFailed(id: string): void
  onTyping(): void
  onRead(): void
  onConnected(connected: boolean): void
  onClosed(): void
  /** The gateway no longer knows this browser: everything shown is gone. */
  onVisitorReset(): void
}

const rateLimitWaitMs = 2_000
const reconnectWaitMs = 500
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** One chat between this browser and an agent: the entries, the outbox and the connection. */
export class WebchatClient {
  readonly #url: string
  readonly #store: ChatStorage
  readonly #outbox: Outbox
  readonly #listener: ChatListener
  #transport: ChatTransport | undefined
  #last = 0
  #running = false
  #sending = false
  #reported = { delivered: 0, read: 0 }
  #typedAt = 0

  constructor(url: string, store: ChatStorage, listener: ChatListener) {
    this.#url = url
    this.#store = store
    this.#listener = listener
    this.#outbox = new Outbox(store)
  }

  /** A browser that has sent nothing is not a visitor yet: a page view creates none. */
  start(): void {
    for (const say of this.#outbox.all()) this.#listener.onPending(say)
    if (this.#store.get('token') || this.#outbox.first()) void this.#run()
  }

  send(content: VisitorContent): void {
    const say = this.#outbox.add(content)
    this.#listener.onPending(say)
    void this.#run()
    void this.#flush()
  }

  typing(): void {
    if (!this.#transport || Date.now() - this.#typedAt < 3_000) return
    this.#typedAt = Date.now()
    this.#transport.sendSignal({ typing: true })
  }

  get lastRead(): number {
    return Number(this.#store.get('read') ?? 0)
  }

  markRead(): void {
    if (this.#last > this.lastRead) this.#store.set('read', String(this.#last))
    this.#reportSeen()
  }

  #reportSeen(): void {
    const seen = { delivered: this.#last, read: Math.min(this.lastRead, this.#last) }
    const { delivered, read } = this.#reported
    if (!this.#transport || (seen.delivered <= delivered && seen.read <= read)) return
    this.#reported = seen
    this.#transport.sendSignal({ seen })
  }

  async #run(): Promise<void> {
    if (this.#running) return
    this.#running = true
    for (let token = await this.#token(); token; token = await this.#token()) {
      const options = { url: this.#url, token, after: () => this.#last, onFrame: this.#handleFrame, onOpen: () => {} }
      await maintainConnection(options, {
        onConnected: (transport) => this.#connected(transport),
        onLost: () => this.#lost(),
      })
      this.#lost()
      this.#resetVisitor()
      if (!this.#outbox.first()) break
    }
    this.#running = false
  }

  /** Registers a new visitor if this browser is none; undefined if the chat accepts no visitors. */
  async #token(): Promise<string | undefined> {
    for (let waitMs = 500; ; waitMs = Math.min(waitMs * 2, 15_000)) {
      const known = this.#store.get('token')
      if (known) return known
      const response = await fetch(`${this.#url}/visitors`, { method: 'POST' }).catch(() => undefined)
      if (response?.status === 201) {
        const { visitorToken } = await response.json()
        this.#store.set('token', visitorToken)
        return visitorToken
      }
      if (response?.status === 409 || response?.status === 404) return this.#close()
      this.#listener.onConnected(false)
      await pause(waitMs)
    }
  }

  #close(): undefined {
    this.#listener.onClosed()
    for (const { id } of [...this.#outbox.all()]) this.#fail(id)
  }

  #resetVisitor(): void {
    this.#store.remove('token')
    this.#store.remove('read')
    this.#last = 0
    this.#reported = { delivered: 0, read: 0 }
    this.#listener.onVisitorReset()
    for (const say of this.#outbox.all()) this.#listener.onPending(say)
  }

  #connected(transport: ChatTransport): void {
    this.#transport = transport
    this.#reported = { delivered: 0, read: 0 }
    this.#listener.onConnected(true)
    this.#reportSeen()
    void this.#flush()
  }

  #lost(): void {
    this.#transport = undefined
    this.#listener.onConnected(false)
  }

  readonly #handleFrame = (frame: ServerFrame): void => {
    if ('entries' in frame) this.#receive(frame.entries)
    else if ('signal' in frame) frame.signal === 'typing' ? this.#listener.onTyping() : this.#listener.onRead()
  }

  #receive(entries: ChatEntry[]): void {
    const fresh = entries.filter(({ n }) => n > this.#last)
    this.#last = fresh.at(-1)?.n ?? this.#last
    if (fresh.length > 0) this.#listener.onEntries(fresh)
    this.#reportSeen()
  }

  /** Sends one message at a time, in order; unanswered ones are sent again on the next connection. */
  async #flush(): Promise<void> {
    if (this.#sending) return
    this.#sending = true
    for (let say = this.#outbox.first(); say && this.#transport; say = this.#outbox.first()) {
      const answer = await this.#transport.sendMessage({ say }).catch(() => undefined)
      if (!answer) await pause(reconnectWaitMs)
      else if ('took' in answer) this.#accept(say.id)
      else if (answer.refused.reason === 'tooMany') await pause(rateLimitWaitMs)
      else this.#refused(say.id, answer.refused.reason)
    }
    this.#sending = false
  }

  #accept(id: string): void {
    this.#outbox.remove(id)
    this.#listener.onAccepted(id)
  }

  #refused(id: string, reason: 'invalid' | 'closed'): void {
    if (reason === 'closed') this.#listener.onClosed()
    this.#fail(id)
  }

  #fail(id: string): void {
    this.#outbox.remove(id)
    this.#listener.onFailed(id)
  }
}
