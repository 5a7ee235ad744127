import type { ChatEntry, EntryView, VisitorMessage } from '@parley/webchat-protocol'
import { type BubbleHost, renderBubble } from '../bubbles/bubble.ts'
import { el } from '../dom.ts'

/** How far a message of the visitor got. */
type DeliveryState = 'sending' | 'delivered' | 'read' | 'notSent'
type OwnItem = { element: HTMLElement; label: HTMLElement; state: DeliveryState; progress?: HTMLProgressElement }

/** The messages, oldest first, followed by those being sent. */
export class MessageLog {
  /** The part of the panel that scrolls: the greeting, the messages and the typing indicator. */
  readonly element: HTMLElement
  readonly #log: HTMLElement
  readonly #greeting: HTMLElement
  readonly #typing: HTMLElement
  readonly #host: BubbleHost
  readonly #name: string
  readonly #pending = new Map<string, OwnItem>()
  #own: OwnItem[] = []
  #lastDay: string
  #followsEnd = true

  constructor(name: string, greeting: HTMLElement, host: BubbleHost) {
    this.#name = name
    this.#host = host
    this.#greeting = greeting
    this.#lastDay = this.#formatDay(new Date())
    const { strings } = host
    this.#log = el('div', { class: 'log', role: 'log', 'aria-live': 'polite' })
    const typingText = el('span', { class: 'hidden-text' }, `${name} ${strings.typing}`)
    this.#typing = el('div', { class: 'typing', role: 'status', hidden: true }, el('i'), el('i'), el('i'), typingText)
    this.element = el(
      'div',
      { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': strings.log },
      greeting,
      this.#log,
      this.#typing,
    )
    this.element.addEventListener('scroll', () => {
      this.#followsEnd = this.#isAtEnd()
    })
    // A loaded picture makes the log taller. The listener captures, since `load` does not bubble.
    this.element.addEventListener('load', () => this.#followsEnd && this.scrollToEnd(), true)
  }

  add(entries: readonly ChatEntry[]): void {
    this.#greeting.remove()
    for (const entry of entries) this.#add(entry)
    this.#labelStates()
    if (this.#followsEnd || entries.some(({ from }) => from === 'visitor')) this.scrollToEnd()
  }

  #add({ id, from, at, view }: ChatEntry): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    const firstPending = [...this.#pending.values()][0]
    const before = pending?.element ?? firstPending?.element ?? null
    this.#addDay(new Date(at), before)
    const element = this.#renderEntry(from, view)
    this.#log.insertBefore(element, before)
    pending?.element.remove()
    // An answer means that the agent has read the messages before it.
    if (from === 'agent') this.#markRead()
    else this.#addOwn(element)
  }

  /** Adds the day above its first message. A chat that began today has no such line. */
  #addDay(at: Date, before: Node | null): void {
    const day = this.#formatDay(at)
    if (day === this.#lastDay) return
    this.#lastDay = day
    const isToday = day === this.#formatDay(new Date())
    this.#log.insertBefore(el('div', { class: 'day-line' }, isToday ? this.#host.strings.today : day), before)
  }

  #formatDay(at: Date): string {
    return at.toLocaleDateString(this.#host.lang, { weekday: 'long', day: 'numeric', month: 'long' })
  }

  /** The visitor has answered: earlier suggestions are removed, links stay. */
  #addOwn(element: HTMLElement): void {
    this.#hideReplies(element)
    this.#own.push({ element, label: this.#addState(element), state: 'delivered' })
  }

  #hideReplies(answer: HTMLElement): void {
    for (const chip of this.#log.querySelectorAll<HTMLElement>('.entry > .chips > [data-kind="reply"]')) {
      if (!(chip.compareDocumentPosition(answer) & Node.DOCUMENT_POSITION_FOLLOWING)) continue
      // The keyboard focus must not get lost with the chip.
      if (chip.matches(':focus')) this.element.focus({ preventScroll: true })
      chip.hidden = true
    }
  }

  addPending({ id, said }: VisitorMessage): void {
    if (said.type === 'tap' && said.performed) return
    const text = said.type === 'text' ? said.text : said.type === 'tap' ? said.label : ''
    const view: EntryView =
      said.type === 'place' ? { kind: 'place', place: said, chips: [] } : { kind: 'text', text: [{ text }], chips: [] }
    this.#addPendingView(id, view)
  }

  /** Shows a file that will be uploaded. */
  addUpload(id: string, name: string): void {
    const item = this.#addPendingView(id, { kind: 'text', text: [{ text: name }], chips: [] })
    item.progress = el('progress', { max: '1', value: '0', 'aria-label': `${this.#host.strings.uploading}: ${name}` })
    item.element.insertBefore(item.progress, item.label)
  }

  showProgress(id: string, share: number): void {
    const progress = this.#pending.get(id)?.progress
    if (progress) progress.value = share
  }

  #addPendingView(id: string, view: EntryView): OwnItem {
    const element = this.#renderEntry('visitor', view)
    const item: OwnItem = { element, label: this.#addState(element), state: 'sending' }
    this.#pending.set(id, item)
    if (this.#greeting.contains(this.#focused())) this.element.focus({ preventScroll: true })
    this.#greeting.remove()
    this.#log.append(element)
    this.#labelStates()
    this.scrollToEnd()
    return item
  }

  #focused(): Element | null {
    return (this.element.getRootNode() as ShadowRoot).activeElement
  }

  markDelivered(id: string): void {
    this.#setPendingState(id, 'delivered')
  }

  markFailed(id: string): void {
    this.#setPendingState(id, 'notSent')
  }

  #setPendingState(id: string, state: DeliveryState): void {
    const item = this.#pending.get(id)
    if (item) item.state = state
    item?.progress?.remove()
    this.#labelStates()
  }

  /** The agent has read every message that was delivered. */
  markAllRead(): void {
    this.#markRead()
    this.#labelStates()
  }

  #markRead(): void {
    for (const item of this.#own) item.state = 'read'
  }

  /** Only the visitor's last message shows how far it got, and those that are not delivered. */
  #labelStates(): void {
    const { strings } = this.#host
    const items = [...this.#own, ...this.#pending.values()]
    const last = items.findLast(({ state }) => state !== 'notSent')
    for (const item of items) {
      const { label, state } = item
      const isShown = item === last || state === 'sending' || state === 'notSent'
      const text = isShown ? strings[state] : ''
      if (label.textContent !== text) label.textContent = text
      label.hidden = !isShown
      label.classList.toggle('bad', state === 'notSent')
    }
    this.#own = this.#own.slice(-1)
  }

  showTyping(shown: boolean): void {
    this.#typing.hidden = !shown
    if (shown) this.markAllRead()
    if (shown && this.#followsEnd) this.scrollToEnd()
  }

  clear(): void {
    this.#log.replaceChildren()
    this.#lastDay = this.#formatDay(new Date())
    this.element.prepend(this.#greeting)
    this.#pending.clear()
    this.#own = []
  }

  scrollToEnd(): void {
    this.element.scrollTop = this.element.scrollHeight
  }

  #isAtEnd(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.element
    return scrollHeight - scrollTop - clientHeight < 80
  }

  #renderEntry(from: ChatEntry['from'], view: EntryView): HTMLElement {
    const name = el('span', { class: 'hidden-text' }, from === 'agent' ? this.#name : this.#host.strings.you, ':')
    return el('div', { class: `entry ${from}` }, name, ...renderBubble(view, this.#host))
  }

  #addState(element: HTMLElement): HTMLElement {
    const label = el('span', { class: 'state' })
    element.append(label)
    return label
  }
}
