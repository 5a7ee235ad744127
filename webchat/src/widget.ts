import type { ChatEntry, VisitorMessage, WidgetTheme } from '@parley/webchat-protocol'
import { openChatStorage } from './chat-storage.ts'

import { el, icon } from './dom.ts'
import { isColor, type WidgetOptions } from './options.ts'
import { stringsFor, type WidgetStrings } from './strings.ts'

import { MessageLog } from './view/message-log.ts'
import { type ComposerView, createComposer, Panel } from './view/panel.ts'
import { createStyleSheet, deriveColors } from './view/style.ts'
import { WebchatClient } from './webchat-client.ts'

/** A connection that recovers within this time is not reported as lost. */
const patienceMs = 1_500

/** Launcher and panel on one page, and the chat behind them. */
export class Widget {
  readonly #strings: WidgetStrings
  readonly #chat: WebchatClient
  readonly #log: MessageLog
  readonly #panel: Panel
  readonly #composer: ComposerView
  readonly #launcher: HTMLButtonElement
  readonly #badge: HTMLElement
  readonly #isPage: boolean
  #unread = 0
  #offlineTimer = 0
  #closed: boolean

  constructor(options: WidgetOptions, theme: WidgetTheme) {
    const { lang, position, gateway, binding } = options
    this.#strings = stringsFor(lang)
    this.#isPage = position === 'page'
    this.#closed = theme.state === 'closed'
    this.#chat = new WebchatClient(
      `${gateway}webchat/${encodeURIComponent(binding)}`,
      openChatStorage(binding),
      this.#chatListener(),
    )
    const send: WebchatClient['send'] = (content) => this.#closed || this.#chat.send(content)
    const announce = (text: string) => this.#panel.note(text)
    this.#log = new MessageLog(theme.name, { strings: this.#strings, lang, send, announce })
    const onSend = (text: string) => send({ type: 'text', text })
    this.#composer = createComposer(this.#strings, { onSend, onType: () => this.#chat.typing() })
    const parts = { log: this.#log, composer: this.#composer, onClose: () => this.hide() }
    this.#panel = new Panel(theme, this.#strings, parts)
    this.#badge = el('span', { class: 'badge', hidden: true })
    this.#launcher = this.#createLauncher()
    this.#mount(options, theme)
    if (this.#closed) this.#close()
    document.addEventListener('visibilitychange', () => this.#markRead())
    this.#chat.start()
    if (options.open || this.#isPage) this.show()
  }

  #createLauncher(): HTMLButtonElement {
    const click = () => (this.#panel.element.hidden ? this.show() : this.hide())
    const attributes = { type: 'button', class: 'launcher', 'aria-expanded': 'false', 'aria-controls': 'panel', click }
    const bubble = 'M4 5h16v11H9l-5 4z'
    return el('button', { ...attributes, 'aria-label': this.#strings.open }, icon(bubble), this.#badge)
  }

  #mount({ position, color, lang }: WidgetOptions, { brandColor }: WidgetTheme): void {
    const host = el('parley-webchat' as 'div', { lang })
    const root = host.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(createStyleSheet(deriveColors(color ?? (isColor(brandColor) ? brandColor : undefined))))
    root.adoptedStyleSheets = [sheet]
    root.append(el('div', { class: position }, this.#panel.element, this.#launcher))
    document.body.append(host)
    if (this.#isPage && !document.documentElement.lang) document.documentElement.lang = lang
  }

  show(): void {
    this.#panel.element.hidden = false
    this.#setExpanded(true)
    this.#log.scrollToEnd()
    this.#composer.focus()
    this.#markRead()
  }

  hide(): void {
    if (this.#isPage) return
    this.#panel.element.hidden = true
    this.#setExpanded(false)
    this.#launcher.focus()
  }

  #setExpanded(expanded: boolean): void {
    this.#launcher.setAttribute('aria-expanded', String(expanded))
    this.#label(expanded)
  }

  #label(expanded = !this.#panel.element.hidden): void {
    const { open, close, unread } = this.#strings
    const count = this.#unread > 0 ? ` (${this.#unread} ${unread})` : ''
    this.#launcher.setAttribute('aria-label', expanded ? close : open + count)
    this.#badge.hidden = this.#unread === 0
    this.#badge.textContent = this.#unread > 9 ? '9+' : String(this.#unread)
  }

  /** Messages count as read while the panel is open and the page is visible. */
  #markRead(): void {
    if (this.#panel.element.hidden || document.visibilityState !== 'visible') return
    this.#unread = 0
    this.#chat.markRead()
    this.#label()
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
      onAccepted: (id: string) => this.#log.markSent(id),
      onFailed: (id: string) => this.#log.markFailed(id),
      onTyping: () => this.#panel.showTyping(),
      onRead: () => this.#log.markAllRead(),
      onConnected: (connected: boolean) => this.#noteConnection(connected),
      onClosed: () => this.#close(),
      onVisitorReset: () => this.#log.clear(),
    }
  }

  #show(entries: ChatEntry[]): void {
    this.#log.add(entries)
    const theirs = entries.filter(({ from }) => from === 'agent')
    if (theirs.length > 0) this.#panel.hideTyping()
    this.#unread += theirs.filter(({ n }) => n > this.#chat.lastRead).length
    this.#label()
    this.#markRead()
  }

  #noteConnection(connected: boolean): void {
    clearTimeout(this.#offlineTimer)
    if (this.#closed) return
    if (connected) this.#panel.note()
    else this.#offlineTimer = setTimeout(() => this.#panel.note(this.#strings.offline), patienceMs)
  }
}
