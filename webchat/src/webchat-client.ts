import type { ParleyChatUser } from '@parley/sdk'
import type { ChatEntry, ServerFrame, VisitorContent, VisitorMessage } from '@parley/webchat-protocol'
import type { ChatStorage } from './chat-storage.ts'
import { type ChatTransport, maintainConnection } from './transport/connection.ts'
import { createMessageId, Outbox } from './transport/outbox.ts'
import { type FileUpload, postFile, type UploadResult } from './transport/upload.ts'

/** Callbacks for the view of the chat. */
export type ChatListener = {
  onEntries(entries: ChatEntry[]): void
  /** Sent but not confirmed; followed by the entry with its id, or a failure. */
  onPending(say: VisitorMessage): void
  /** A file that will be uploaded; followed by its progress, and the entry with its id or a failure. */
  onUpload(id: string, name: string): void
  /** `share` is from 0 to 1. Also called for a file whose entry has arrived already. */
  onUploadProgress(id: string, share: number): void
  /** The gateway refused a file. */
  onFileRefused(name: string, result: UploadResult): void
  onAccepted(id: string): void
  onFailed(id: string): void
  onTyping(): void
  onRead(): void
  onConnected(connected: boolean): void
  onClosed(): void
  /** The gateway no longer knows this browser, or it is another visitor now: everything shown is gone. */
  onVisitorReset(): void
  /** The signature of the user was wrong. */
  onUserRefused(): void
}

/** In place of a token: the page has signed the visitor out. */
const signedOut = ''
const rateLimitWaitMs = 2_000
const reconnectWaitMs = 500
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The visitor waits for a moment, but not until a limit of minutes is over. */
const isTemporary = ({ status, retryAfterSeconds }: UploadResult): boolean =>
  status === 0 || status === 401 || status >= 500 || (status === 429 && retryAfterSeconds < 30)

/** What the browser stores of a user: the id, and a checksum to notice a change of the rest. */
function markOf(user: ParleyChatUser): string {
  let sum = 7
  for (const letter of JSON.stringify(user)) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0
  return `${sum} ${user.userId}`
}

const userIdOf = (mark: string | undefined): string | undefined => mark?.slice(mark.indexOf(' ') + 1)

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
  #uploads: FileUpload[] = []
  #uploading = false
  #reported = { delivered: 0, read: 0 }
  #typedAt = 0
  /** The user as whom the page has identified the visitor. */
  #user: ParleyChatUser | undefined
  /** Already sent: two tabs that state the same user differently must not take turns. */
  #introduced: ParleyChatUser | undefined
  #tokenInUse: string | undefined
  #connection: AbortController | undefined
  #stopped = false
  readonly #unwatch: () => void

  constructor(url: string, store: ChatStorage, listener: ChatListener) {
    this.#url = url
    this.#store = store
    this.#listener = listener
    this.#outbox = new Outbox(store)
    this.#unwatch = store.watch('token', (token) => this.#handleOtherTab(token))
  }

  /** A browser that has sent nothing is not a visitor yet: a page view creates none. */
  start(): void {
    for (const say of this.#outbox.all()) this.#listener.onPending(say)
    if (this.#store.get('token') || this.#outbox.first()) void this.#run()
  }

  /** Returns the id of the message. */
  send(content: VisitorContent): string {
    const say = this.#outbox.add(content)
    this.#listener.onPending(say)
    void this.#run()
    void this.#flush()
    return say.id
  }

  upload(file: File): void {
    const upload = { id: createMessageId(), file }
    this.#uploads.push(upload)
    this.#listener.onUpload(upload.id, file.name)
    void this.#run()
    void this.#uploadAll()
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
      this.#tokenInUse = token
      this.#connection = new AbortController()
      const { signal } = this.#connection
      const after = () => this.#last
      const options = { url: this.#url, token, after, onFrame: this.#handleFrame, onOpen: () => {}, signal }
      const isKnown = await maintainConnection(options, {
        onConnected: (transport) => this.#connected(transport),
        onLost: () => this.#lost(),
      })
      this.#transport = undefined
      if (!isKnown && this.#store.get('token') === token) this.#forgetVisitor()
    }
    this.#running = false
  }

  /**
   * Returns the token of the user that the page has identified, else of the visitor that this browser is; a browser that
   * has something to send becomes a new visitor. Undefined if there is none, or if the chat accepts no visitors.
   */
  async #token(): Promise<string | undefined> {
    for (let waitMs = 500; !this.#stopped; waitMs = Math.min(waitMs * 2, 15_000)) {
      const user = this.#user
      const known = this.#store.get('token')
      if (known && (!user || this.#isIntroduced(user))) return known
      if (!user && !this.#outbox.first() && this.#uploads.length === 0) return undefined
      const response = await this.#requestToken(user, known).catch(() => undefined)
      // The page has changed its mind in the meantime, or another tab was faster.
      if (user !== this.#user || known !== this.#store.get('token')) continue
      if (response?.ok) this.#adopt(await response.json(), user)
      else if (response?.status === 403 && user) this.#refuseUser()
      else if (response?.status === 409 || response?.status === 404) {
        this.#close()
        return response.status === 409 ? known : undefined
      } else await this.#waitForGateway(waitMs)
    }
    return undefined
  }

  #isIntroduced(user: ParleyChatUser): boolean {
    const mark = this.#store.get('user')
    return mark === markOf(user) || (this.#introduced === user && userIdOf(mark) === user.userId)
  }

  #requestToken(user: ParleyChatUser | undefined, known: string | undefined): Promise<Response> {
    if (!user) return fetch(`${this.#url}/visitors`, { method: 'POST' })
    return fetch(`${this.#url}/identify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(known && { authorization: `Bearer ${known}` }) },
      body: JSON.stringify(user),
    })
  }

  #adopt({ visitorToken, read = 0 }: { visitorToken: string; read?: number }, user: ParleyChatUser | undefined): void {
    const isSameChat = !user || userIdOf(this.#store.get('user')) === user.userId
    // The token last: the other tabs begin with it.
    if (user) this.#store.set('user', markOf(user))
    if (user) this.#store.set('read', String(Math.max(read, isSameChat ? this.lastRead : 0)))
    this.#store.set('token', visitorToken)
    this.#introduced = user
    if (!isSameChat) this.#restart()
  }

  #refuseUser(): void {
    this.#user = undefined
    this.#listener.onUserRefused()
  }

  async #waitForGateway(milliseconds: number): Promise<void> {
    this.#listener.onConnected(false)
    await pause(milliseconds)
  }

  /** Continues as a user whom the page has identified. A chat of another user disappears at once. */
  identify(user: ParleyChatUser): void {
    const former = userIdOf(this.#store.get('user'))
    if (former !== undefined && former !== user.userId) this.signOut()
    this.#user = user
    if (!this.#isIntroduced(user)) this.#disconnect()
    void this.#run()
  }

  /** Ends the chat in this browser: its token is no longer valid, and the next message makes a new visitor. */
  signOut(): void {
    const token = this.#store.get('token')
    if (token) {
      const headers = { authorization: `Bearer ${token}` }
      void fetch(`${this.#url}/sign-out`, { method: 'POST', headers, keepalive: true }).catch(() => {})
    }
    this.#user = undefined
    this.#outbox.clear()
    this.#uploads = []
    this.#forgetVisitor(signedOut)
    this.#disconnect()
  }

  stop(): void {
    this.#stopped = true
    this.#unwatch()
    this.#disconnect()
  }

  #disconnect(): void {
    this.#transport = undefined
    this.#connection?.abort()
  }

  /**
   * Another tab of this browser has signed in or out. A tab whose token has expired removes it, maybe just after this tab
   * has signed in; then this tab signs in again.
   */
  #handleOtherTab(token: string | undefined): void {
    if (token && token === this.#tokenInUse) return
    if (token === signedOut) {
      this.#user = undefined
      this.#outbox.clear()
      this.#uploads = []
    }
    this.#restart()
    this.#disconnect()
    void this.#run()
  }

  #close(): void {
    this.#listener.onClosed()
    for (const { id } of [...this.#outbox.all(), ...this.#uploads.splice(0)]) this.#fail(id)
  }

  #forgetVisitor(token?: typeof signedOut): void {
    for (const name of ['user', 'read']) this.#store.remove(name)
    if (token === undefined) this.#store.remove('token')
    else this.#store.set('token', token)
    this.#restart()
  }

  #restart(): void {
    this.#last = 0
    this.#reported = { delivered: 0, read: 0 }
    this.#listener.onVisitorReset()
    for (const say of this.#outbox.all()) this.#listener.onPending(say)
    for (const { id, file } of this.#uploads) this.#listener.onUpload(id, file.name)
  }

  #connected(transport: ChatTransport): void {
    this.#transport = transport
    this.#reported = { delivered: 0, read: 0 }
    this.#listener.onConnected(true)
    this.#reportSeen()
    void this.#flush()
    void this.#uploadAll()
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

  /** Uploads one file at a time, in order; an interrupted upload begins again on the next connection. */
  async #uploadAll(): Promise<void> {
    if (this.#uploading) return
    this.#uploading = true
    for (let upload = this.#uploads[0]; upload && this.#transport; upload = this.#uploads[0]) {
      const { id } = upload
      const { signal } = this.#connection ?? new AbortController()
      const onProgress = (share: number) => this.#listener.onUploadProgress(id, share)
      const token = this.#store.get('token') ?? ''
      const result = await postFile(upload, { url: this.#url, token, signal, onProgress })
      if (this.#uploads[0] !== upload) continue
      if (result.status === 200) this.#uploads.shift()
      if (result.status === 200) this.#listener.onAccepted(id)
      else if (isTemporary(result)) await pause(result.retryAfterSeconds * 1_000)
      else this.#refuseFile(upload, result)
    }
    this.#uploading = false
  }

  #refuseFile({ id, file }: FileUpload, result: UploadResult): void {
    this.#uploads.shift()
    if (result.status === 409) this.#listener.onClosed()
    else this.#listener.onFileRefused(file.name, result)
    this.#listener.onFailed(id)
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
