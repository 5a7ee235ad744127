import type { ChatEntry, VisitorMessage, WidgetTheme } from '@parley/webchat-protocol'
import { openChatStorage } from './chat-storage.ts'
import type { WidgetOptions } from './options.ts'
import { getStrings, type WidgetStrings } from './strings.ts'
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
  readonly #isPage: boolean
  /** A browser that has sent nothing needs no connection. */
  #connected = true
  #unread = 0
  #offlineTimer = 0
  #typingTimer = 0
  #closed: boolean

  constructor(options: WidgetOptions, theme: WidgetTheme) {
    const { lang, position, gateway, binding } = options
    this.#strings = getStrings(lang)
    this.#isPage = position === 'page'
    this.#closed = theme.state === 'closed'
    this.#chat = new WebchatClient(
      `${gateway}webchat/${encodeURIComponent(binding)}`,
      openChatStorage(binding),
      this.#chatListener(),
    )
    const send: WebchatClient['send'] = (content) => this.#closed || this.#chat.send(content)
    const sendText = (text: string) => send({ type: 'text', text })
    const announce = (text: string) => this.#panel.note(text)
    const greeting = createGreeting({ theme, strings: this.#strings, onStart: sendText })
    this.#log = new MessageLog(theme.name, greeting, { strings: this.#strings, lang, send, announce })
    this.#composer = createComposer(this.#strings, { onSend: sendText, onType: () => this.#chat.typing() })
    const parts = { log: this.#log, composer: this.#composer, onClose: () => this.hide() }
    this.#panel = new Panel(theme, this.#strings, parts)
    const onToggle = () => (this.#frame.isOpen ? this.hide() : this.show())
    this.#frame = new WidgetFrame({ options, theme, strings: this.#strings, panel: this.#panel.element, onToggle })
    if (this.#isPage && !document.documentElement.lang) document.documentElement.lang = lang
    if (this.#closed) this.#close()
    addEventListener('offline', () => this.#noteConnection(false))
    addEventListener('online', () => this.#noteConnection(this.#connected))
    document.addEventListener('visibilitychange', () => this.#markRead())
    this.#chat.start()
    if (options.open || this.#isPage) this.show()
  }

  show(): void {
    this.#frame.open()
    this.#log.scrollToEnd()
    // On a touch screen, the keyboard would cover the greeting.
    if (matchMedia('(hover: hover)').matches) this.#composer.focus()
    else this.#panel.element.focus()
    this.#markRead()
  }

  hide(): void {
    if (!this.#isPage) this.#frame.close()
  }

  /** Messages count as read while the panel is open and the page is visible. */
  #markRead(): void {
    if (!this.#frame.isOpen || document.visibilityState !== 'visible') return
    this.#unread = 0
    this.#chat.markRead()
    this.#frame.setUnread(0)
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
      onAccepted: (id: string) => this.#log.markDelivered(id),
      onFailed: (id: string) => this.#log.markFailed(id),
      onTyping: () => this.#showTyping(true),
      onRead: () => this.#log.markAllRead(),
      onConnected: (connected: boolean) => {
        this.#connected = connected
        this.#noteConnection(connected)
      },
      onClosed: () => this.#close(),
      onVisitorReset: () => this.#log.clear(),
    }
  }

  #show(entries: ChatEntry[]): void {
    this.#log.add(entries)
    const theirs = entries.filter(({ from }) => from === 'agent')
    if (theirs.length > 0) this.#showTyping(false)
    this.#unread += theirs.filter(({ n }) => n > this.#chat.lastRead).length
    this.#frame.setUnread(this.#unread)
    this.#markRead()
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
