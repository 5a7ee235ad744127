import type { ChatEntry, WidgetTheme } from '@parley/webchat-protocol'
import { WebchatClient } from './webchat-client.ts'
import { deriveColors } from './color.ts'
import { el, icon } from './dom.ts'
import { isColor, type WidgetOptions } from './options.ts'
import { openChatStorage } from './chat-storage.ts'
import { createComposer } from './view/composer.ts'
import { MessageLog } from './view/message-log.ts'
import { Panel } from './view/panel.ts'
import { createStyleSheet } from './view/style.ts'
import { type WidgetStrings, stringsFor } from './strings.ts'

/** A line that is back within a moment was never gone. */
const patienceMs = 1_500

/** Launcher and panel on one page, and the chat behind them. */
export class Widget {
  readonly #words: WidgetStrings
  readonly #chat: WebchatClient
  readonly #log: MessageLog
  readonly #panel: Panel
  readonly #composer: ReturnType<typeof createComposer>
  readonly #launcher: HTMLButtonElement
  readonly #badge: HTMLElement
  readonly #isPage: boolean
  #unread = 0
  #offlineTimer = 0
  #closed: boolean

  constructor(options: WidgetOptions, theme: WidgetTheme) {
    const { lang, position, gateway, binding } = options
    this.#words = stringsFor(lang)
    this.#isPage = position === 'page'
    this.#closed = theme.state === 'closed'
    this.#chat = new WebchatClient(`${gateway}webchat/${encodeURIComponent(binding)}`, openChatStorage(binding), this.#audience())
    const say: WebchatClient['say'] = (said) => this.#closed || this.#chat.say(said)
    const tell = (text: string) => this.#panel.note(text)
    this.#log = new MessageLog(theme.name, { strings: this.#words, lang, send: say, announce: tell })
    const onSend = (text: string) => say({ type: 'text', text })
    this.#composer = createComposer(this.#words, { onSend, onType: () => this.#chat.typing() })
    const parts = { log: this.#log, composer: this.#composer, onClose: () => this.hide() }
    this.#panel = new Panel(theme, this.#words, parts)
    this.#badge = el('span', { class: 'badge', hidden: true })
    this.#launcher = this.#makeLauncher()
    this.#mount(options, theme)
    if (this.#closed) this.#close()
    document.addEventListener('visibilitychange', () => this.#look())
    this.#chat.start()
    if (options.open || this.#isPage) this.show()
  }

  #makeLauncher(): HTMLButtonElement {
    const click = () => (this.#panel.element.hidden ? this.show() : this.hide())
    const attributes = { type: 'button', class: 'launcher', 'aria-expanded': 'false', 'aria-controls': 'panel', click }
    const bubble = 'M4 5h16v11H9l-5 4z'
    return el('button', { ...attributes, 'aria-label': this.#words.open }, icon(bubble), this.#badge)
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
    this.#look()
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
    const { open, close, unread } = this.#words
    const count = this.#unread > 0 ? ` (${this.#unread} ${unread})` : ''
    this.#launcher.setAttribute('aria-label', expanded ? close : open + count)
    this.#badge.hidden = this.#unread === 0
    this.#badge.textContent = this.#unread > 9 ? '9+' : String(this.#unread)
  }

  /** Read is what was on an open panel of a page that somebody sees. */
  #look(): void {
    if (this.#panel.element.hidden || document.visibilityState !== 'visible') return
    this.#unread = 0
    this.#chat.markRead()
    this.#label()
  }

  #close(): void {
    this.#closed = true
    this.#composer.disable()
    this.#panel.note(this.#words.closed)
  }

  #audience() {
    return {
      onEntries: (entries: ChatEntry[]) => this.#show(entries),
      onPending: (say: Parameters<MessageLog['pend']>[0]) => this.#log.pend(say),
      onTaken: (id: string) => this.#log.taken(id),
      onFailed: (id: string) => this.#log.failed(id),
      onTyping: () => this.#panel.showTyping(),
      onRead: () => this.#log.read(),
      onConnected: (connected: boolean) => this.#noteConnection(connected),
      onClosed: () => this.#close(),
      onForgotten: () => this.#log.clear(),
    }
  }

  #show(entries: ChatEntry[]): void {
    this.#log.add(entries)
    const theirs = entries.filter(({ from }) => from === 'agent')
    if (theirs.length > 0) this.#panel.hideTyping()
    this.#unread += theirs.filter(({ n }) => n > this.#chat.lastRead).length
    this.#label()
    this.#look()
  }

  #noteConnection(connected: boolean): void {
    clearTimeout(this.#offlineTimer)
    if (this.#closed) return
    if (connected) this.#panel.note()
    else this.#offlineTimer = setTimeout(() => this.#panel.note(this.#words.offline), patienceMs)
  }
}
