import type { ChatEntry, VisitorContent, VisitorMessage, ServerFrame } from '@parley/webchat-protocol'
import { maintainConnection } from './transport/connection.ts'
import type { ChatTransport } from './transport/transport.ts'
import { Outbox } from './transport/outbox.ts'
import type { ChatStorage } from './chat-storage.ts'

/** What the chat tells whoever shows it. */
export type ChatListener = {
  onEntries(entries: ChatEntry[]): void
  /** Said and not confirmed; the entry with its id follows, or a failure. */
  onPending(say: VisitorMessage): void
  onTaken(id: string): void
  onFailed(id: string): void
  onTyping(): void
  onRead(): void
  onConnected(connected: boolean): void
  onClosed(): void
  /** The gateway does not know this browser any more: what was shown is gone. */
  onForgotten(): void
}

const rateLimitWaitMs = 2_000
const reconnectWaitMs = 500
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** One chat between this browser and an agent: what is shown, what is still to be said, and the line between. */
export class WebchatClient {
  readonly #address: string
  readonly #store: ChatStorage
  readonly #outbox: Outbox
  readonly #audience: ChatListener
  #line: ChatTransport | undefined
  #last = 0
  #running = false
  #sending = false
  #told = { delivered: 0, read: 0 }
  #typedAt = 0

  constructor(address: string, store: ChatStorage, audience: ChatListener) {
    this.#address = address
    this.#store = store
    this.#audience = audience
    this.#outbox = new Outbox(store)
  }

  /** Whoever has not said anything is nobody yet: a page view makes no visitor. */
  start(): void {
    for (const say of this.#outbox.all()) this.#audience.onPending(say)
    if (this.#store.get('token') || this.#outbox.first()) void this.#run()
  }

  say(said: VisitorContent): void {
    const say = this.#outbox.add(said)
    this.#audience.onPending(say)
    void this.#run()
    void this.#flush()
  }

  typing(): void {
    if (!this.#line || Date.now() - this.#typedAt < 3_000) return
    this.#typedAt = Date.now()
    this.#line.tell({ typing: true })
  }

  get lastRead(): number {
    return Number(this.#store.get('read') ?? 0)
  }

  /** The visitor looks at the chat. */
  markRead(): void {
    if (this.#last > this.lastRead) this.#store.set('read', String(this.#last))
    this.#tellSeen()
  }

  #tellSeen(): void {
    const seen = { delivered: this.#last, read: Math.min(this.lastRead, this.#last) }
    const { delivered, read } = this.#told
    if (!this.#line || (seen.delivered <= delivered && seen.read <= read)) return
    this.#told = seen
    this.#line.tell({ seen })
  }

  async #run(): Promise<void> {
    if (this.#running) return
    this.#running = true
    for (let token = await this.#token(); token; token = await this.#token()) {
      const call = { address: this.#address, token, after: () => this.#last, hear: this.#hear, onOpen: () => {} }
      await maintainConnection(call, { onLine: (line) => this.#connected(line), onLost: () => this.#lost() })
      this.#lost()
      this.#forget()
      if (!this.#outbox.first()) break
    }
    this.#running = false
  }

  /** A new visitor where this browser is none; undefined when the chat takes nobody in. */
  async #token(): Promise<string | undefined> {
    for (let waitMs = 500; ; waitMs = Math.min(waitMs * 2, 15_000)) {
      const known = this.#store.get('token')
      if (known) return known
      const response = await fetch(`${this.#address}/visitors`, { method: 'POST' }).catch(() => undefined)
      if (response?.status === 201) {
        const { visitorToken } = await response.json()
        this.#store.set('token', visitorToken)
        return visitorToken
      }
      if (response?.status === 409 || response?.status === 404) return this.#close()
      this.#audience.onConnected(false)
      await pause(waitMs)
    }
  }

  #close(): undefined {
    this.#audience.onClosed()
    for (const { id } of [...this.#outbox.all()]) this.#fail(id)
  }

  #forget(): void {
    this.#store.remove('token')
    this.#store.remove('read')
    this.#last = 0
    this.#told = { delivered: 0, read: 0 }
    this.#audience.onForgotten()
    for (const say of this.#outbox.all()) this.#audience.onPending(say)
  }

  #connected(line: ChatTransport): void {
    this.#line = line
    this.#told = { delivered: 0, read: 0 }
    this.#audience.onConnected(true)
    this.#tellSeen()
    void this.#flush()
  }

  #lost(): void {
    this.#line = undefined
    this.#audience.onConnected(false)
  }

  readonly #hear = (frame: ServerFrame): void => {
    if ('entries' in frame) this.#take(frame.entries)
    else if ('signal' in frame) frame.signal === 'typing' ? this.#audience.onTyping() : this.#audience.onRead()
  }

  #take(entries: ChatEntry[]): void {
    const fresh = entries.filter(({ n }) => n > this.#last)
    this.#last = fresh.at(-1)?.n ?? this.#last
    if (fresh.length > 0) this.#audience.onEntries(fresh)
    this.#tellSeen()
  }

  /** One at a time, in the order in which things were said; what is not answered is said again on the next line. */
  async #flush(): Promise<void> {
    if (this.#sending) return
    this.#sending = true
    for (let say = this.#outbox.first(); say && this.#line; say = this.#outbox.first()) {
      const answer = await this.#line.say({ say }).catch(() => undefined)
      if (!answer) await pause(reconnectWaitMs)
      else if ('took' in answer) this.#taken(say.id)
      else if (answer.refused.reason === 'tooMany') await pause(rateLimitWaitMs)
      else this.#refused(say.id, answer.refused.reason)
    }
    this.#sending = false
  }

  #taken(id: string): void {
    this.#outbox.remove(id)
    this.#audience.onTaken(id)
  }

  #refused(id: string, reason: 'invalid' | 'closed'): void {
    if (reason === 'closed') this.#audience.onClosed()
    this.#fail(id)
  }

  #fail(id: string): void {
    this.#outbox.remove(id)
    this.#audience.onFailed(id)
  }
}
