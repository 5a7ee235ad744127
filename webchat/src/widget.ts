import type { ParleyChatUser } from '@parley/sdk'
import {
  type ChatEntry,
  clientFrameLimits,
  type EntryView,
  uploadTypes,
  type VisitorContent,
  type VisitorMessage,
  type WidgetTheme,
} from '@parley/webchat-protocol'
import { openChatStorage } from './chat-storage.ts'
import type { WidgetOptions } from './options.ts'
import type { PageEvents } from './page-api.ts'
import { getStrings, type WidgetStrings } from './strings.ts'
import type { UploadResult } from './transport/upload.ts'
import { type ComposerView, createComposer } from './view/composer.ts'
import { MessageLog } from './view/message-log.ts'
import { createGreeting, Panel } from './view/panel.ts'
import { WidgetFrame } from './view/widget-frame.ts'
import { WebchatClient } from './webchat-client.ts'

/** A connection that recovers within this time is not reported as lost. */
const patienceMs = 1_500
/** The agent repeats the signal before each call of its model, which takes at most this long. */
const typingMs = 30_000

/** The chat of one binding on one page. */
export class Widget {
  readonly #strings: WidgetStrings
  readonly #chat: WebchatClient
  readonly #log: MessageLog
  readonly #panel: Panel
  readonly #composer: ComposerView
  readonly #frame: WidgetFrame
  readonly #events: PageEvents
  readonly #isPage: boolean
  readonly #removed = new AbortController()
  /** A browser that has sent nothing needs no connection. */
  #connected = true
  #unread = 0
  #offlineTimer = 0
  #typingTimer = 0
  #closed: boolean

  constructor(options: WidgetOptions, theme: WidgetTheme, events: PageEvents) {
    this.#events = events
    const { lang, position, gateway, binding } = options
    this.#strings = getStrings(lang)
    this.#isPage = position === 'page'
    this.#closed = theme.state === 'closed'
    this.#chat = new WebchatClient(
      `${gateway}webchat/${encodeURIComponent(binding)}`,
      openChatStorage(binding),
      this.#chatListener(),
    )
    const send = (content: VisitorContent) => this.#send(content)
    const sendText = (text: string) => this.sendText(text)
    const announce = (text: string) => this.#panel.note(text)
    const greeting = createGreeting({ theme, strings: this.#strings, onStart: sendText })
    this.#log = new MessageLog(theme.name, greeting, { strings: this.#strings, lang, send, announce })
    const onFiles = (files: readonly File[]) => this.#upload(files)
    this.#composer = createComposer(this.#strings, { onSend: sendText, onType: () => this.#chat.typing(), onFiles })
    const parts = { log: this.#log, composer: this.#composer, onClose: () => this.hide(), onFiles }
    this.#panel = new Panel(theme, this.#strings, parts)
    const onToggle = () => (this.#frame.isOpen ? this.hide() : this.show())
    this.#frame = new WidgetFrame({ options, theme, strings: this.#strings, panel: this.#panel.element, onToggle })
    if (this.#isPage && !document.documentElement.lang) document.documentElement.lang = lang
    if (this.#closed) this.#close()
    const { signal } = this.#removed
    addEventListener('offline', () => this.#noteConnection(false), { signal })
    addEventListener('online', () => this.#noteConnection(this.#connected), { signal })
    document.addEventListener('visibilitychange', () => this.#markRead(), { signal })
    this.#chat.start()
    if (options.open || this.#isPage) this.show()
  }

  get isOpen(): boolean {
    return this.#frame.isOpen
  }

  remove(): void {
    this.#removed.abort()
    clearTimeout(this.#offlineTimer)
    clearTimeout(this.#typingTimer)
    this.#chat.stop()
    this.#frame.remove()
  }

  sendText(text: string): void {
    if (this.#closed) this.#events.fail('notSent', 'the message was not sent, because the chat is closed.')
    else this.#send({ type: 'text', text })
  }

  /** The page has the button; the agent hears of it as of one in a message. */
  startWith({ payload, label }: { payload: string; label: string }): void {
    this.show()
    if (this.#closed) this.#events.fail('notSent', 'the button had no effect, because the chat is closed.')
    else this.#send({ type: 'tap', postback: payload, label })
  }

  identify(user: ParleyChatUser): void {
    this.#chat.identify(user)
  }

  signOut(): void {
    this.#chat.signOut()
  }

  #send(content: VisitorContent): void {
    if (this.#closed) return
    this.#panel.alert()
    const id = this.#chat.send(content)
    if (content.type === 'tap' && content.performed) return
    const text = content.type === 'text' ? content.text : content.type === 'tap' ? content.label : ''
    this.#events.emit('message', { id, from: 'visitor', text })
  }

  /** The gateway checks the files again: here, a visitor learns at once what is allowed. */
  #upload(files: readonly File[]): void {
    if (this.#closed) return
    this.#panel.alert()
    for (const file of files) {
      const { fileTooLarge, fileType } = this.#strings
      const problem = file.size > clientFrameLimits.fileBytes ? fileTooLarge : isAccepted(file) ? undefined : fileType
      if (problem) this.#refuseFile(`${file.name}: ${problem}`)
      else this.#chat.upload(file)
    }
  }

  #refuseFile(text: string, detail = text): void {
    this.#panel.alert(text)
    this.#events.fail('fileRefused', detail)
  }

  show(): void {
    const wasOpen = this.isOpen
    this.#frame.open()
    this.#log.scrollToEnd()
    // On a touch screen, the keyboard would cover the greeting.
    if (matchMedia('(hover: hover)').matches) this.#composer.focus()
    else this.#panel.element.focus()
    this.#markRead()
    if (!wasOpen) this.#events.emit('open', {})
  }

  hide(): void {
    if (this.#isPage || !this.isOpen) return
    this.#frame.close()
    this.#events.emit('close', {})
  }

  /** Messages count as read while the panel is open and the page is visible. */
  #markRead(): void {
    if (!this.#frame.isOpen || document.visibilityState !== 'visible') return
    this.#chat.markRead()
    this.#setUnread(0)
  }

  #setUnread(count: number): void {
    this.#frame.setUnread(count)
    if (count === this.#unread) return
    this.#unread = count
    this.#events.emit('unread', { count })
  }

  #close(): void {
    this.#closed = true
    this.#composer.disable()
    this.#panel.note(this.#strings.closed)
  }

  #chatListener() {
    return {
      onEntries: (entries: ChatEntry[]) => this.#show(entries),
      onPending: (message: VisitorMessage) => this.#log.addPending(message),
      onUpload: (id: string, name: string) => this.#log.addUpload(id, name),
      onUploadProgress: (id: string, share: number) => this.#log.showProgress(id, share),
      onFileRefused: (name: string, { status, detail = `the gateway answered ${status}` }: UploadResult) => {
        const { fileTooLarge, fileType, notSent } = this.#strings
        const problem = status === 413 ? fileTooLarge : status === 422 ? fileType : notSent
        this.#refuseFile(`${name}: ${problem}`, `${name}: ${detail}`)
      },
      onAccepted: (id: string) => this.#log.markDelivered(id),
      onFailed: (id: string) => {
        this.#log.markFailed(id)
        this.#events.fail('notSent', 'the gateway did not accept a message of the visitor.')
      },
      onTyping: () => this.#showTyping(true),
      onRead: () => this.#log.markAllRead(),
      onConnected: (connected: boolean) => {
        this.#connected = connected
        this.#noteConnection(connected)
      },
      onClosed: () => this.#close(),
      onVisitorReset: () => {
        this.#log.clear()
        this.#setUnread(0)
      },
      onUserRefused: () =>
        this.#events.fail(
          'identityRefused',
          'the signature of the user is wrong. It is the HMAC-SHA256 of the user id with the identity secret of this web chat, in hex, computed on your server.',
        ),
    }
  }

  #show(entries: ChatEntry[]): void {
    this.#log.add(entries)
    const theirs = entries.filter(({ from }) => from === 'agent')
    if (theirs.length > 0) this.#showTyping(false)
    const fresh = theirs.filter(({ n }) => n > this.#chat.lastRead)
    this.#setUnread(this.#unread + fresh.length)
    this.#markRead()
    for (const { id, view } of fresh) this.#events.emit('message', { id, from: 'agent', text: textOfView(view) })
  }

  #showTyping(isTyping: boolean): void {
    clearTimeout(this.#typingTimer)
    this.#log.showTyping(isTyping)
    if (isTyping) this.#typingTimer = setTimeout(() => this.#log.showTyping(false), typingMs)
  }

  #noteConnection(connected: boolean): void {
    clearTimeout(this.#offlineTimer)
    if (this.#closed) return
    if (connected) this.#panel.note()
    else this.#offlineTimer = setTimeout(() => this.#noteLost(), patienceMs)
  }

  #noteLost(): void {
    this.#log.showTyping(false)
    this.#panel.note(navigator.onLine ? this.#strings.reconnecting : this.#strings.offline)
  }
}

/** A file whose type the browser does not know, or calls by an older name, may be an accepted one. */
const isAccepted = ({ type, size }: File): boolean =>
  size > 0 && (type === '' || uploadTypes.includes(type) || /^(?:audio|video)\/x-m4|^audio\/mp3$/.test(type))

/** What a page gets of a message: its text, or the description of what it shows. */
function textOfView(view: EntryView): string {
  const runs = 'text' in view ? (view.text ?? []) : []
  const text = runs.map((run) => run.text).join('')
  if (text) return text
  if (view.kind === 'media') return view.media.alt ?? view.media.name ?? ''
  if (view.kind === 'card') return view.card.title ?? ''
  return view.kind === 'place' ? (view.place.name ?? view.place.address ?? '') : ''
}
