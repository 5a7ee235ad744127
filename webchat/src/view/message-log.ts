import type { ChatEntry, EntryContent, VisitorMessage } from '@parley/webchat-protocol'
import { type BubbleHost, renderBubble } from '../bubbles/bubble.ts'
import { el } from '../dom.ts'

type Item = { element: HTMLElement; state?: HTMLElement }

/** The messages, oldest first, followed by those being sent. */
export class MessageLog {
  readonly element: HTMLElement
  readonly #host: BubbleHost
  readonly #name: string
  readonly #pending = new Map<string, Item>()
  #mine: Item[] = []
  readonly #greeting: HTMLElement
  #followsEnd = true

  constructor(name: string, host: BubbleHost) {
    this.#name = name
    this.#host = host
    this.#greeting = el('div', { class: 'note' }, host.strings.greeting)
    const label = host.strings.log
    const attributes = { class: 'log', role: 'log', 'aria-live': 'polite', 'aria-label': label, tabindex: '0' }
    this.element = el('div', attributes, this.#greeting)
    this.element.addEventListener('scroll', () => {
      this.#followsEnd = this.#isAtEnd()
    })
    // A loaded picture makes the log taller. The listener captures, since `load` does not bubble.
    this.element.addEventListener('load', () => this.#followsEnd && this.scrollToEnd(), true)
  }

  add(entries: readonly ChatEntry[]): void {
    this.#greeting.remove()
    for (const entry of entries) this.#add(entry)
    if (this.#followsEnd || entries.some(({ from }) => from === 'visitor')) this.scrollToEnd()
  }

  #add({ id, from, shown: content }: ChatEntry): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    const item = this.#item(from, content)
    const firstPending = [...this.#pending.values()][0]
    this.element.insertBefore(item.element, pending?.element ?? firstPending?.element ?? null)
    pending?.element.remove()
    if (from === 'visitor') this.#addOwn(item)
  }

  /** The visitor has answered: earlier suggestions are removed, links stay. */
  #addOwn(item: Item): void {
    for (const chip of this.element.querySelectorAll<HTMLElement>('.entry > .chips > [data-kind="reply"]')) {
      const before = chip.compareDocumentPosition(item.element) & Node.DOCUMENT_POSITION_FOLLOWING
      if (before) chip.hidden = true
    }
    this.#mine.push(item)
    this.#mark(item, this.#host.strings.sent, '✓')
  }

  addPending({ id, said }: VisitorMessage): void {
    if (said.type === 'tap' && said.performed) return
    const content: EntryContent =
      said.type === 'place'
        ? { ...said, kind: 'place' }
        : { kind: 'said', text: 'text' in said ? said.text : said.label }
    const item = this.#item('visitor', content)
    this.#mark(item, this.#host.strings.sending, '…')
    this.#pending.set(id, item)
    this.#greeting.remove()
    this.element.append(item.element)
    this.scrollToEnd()
  }

  markSent(id: string): void {
    const item = this.#pending.get(id)
    if (item) this.#mark(item, this.#host.strings.sent, '✓')
  }

  markFailed(id: string): void {
    const item = this.#pending.get(id)
    if (!item) return
    this.#mark(item, this.#host.strings.notSent, '')
    item.state?.classList.add('bad')
  }

  markAllRead(): void {
    for (const item of this.#mine) this.#mark(item, this.#host.strings.read, '✓✓')
    this.#mine = []
  }

  clear(): void {
    this.element.replaceChildren()
    this.#pending.clear()
    this.#mine = []
  }

  scrollToEnd(): void {
    this.element.scrollTop = this.element.scrollHeight
  }

  #isAtEnd(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.element
    return scrollHeight - scrollTop - clientHeight < 80
  }

  #item(from: ChatEntry['from'], content: EntryContent): Item {
    const name = el('span', { class: 'name' }, from === 'agent' ? this.#name : this.#host.strings.you, ':')
    const element = el('div', { class: `entry ${from}` }, name, ...renderBubble(content, this.#host))
    if (from === 'agent') return { element }
    const state = el('span', { class: 'state' })
    element.append(state)
    return { element, state }
  }

  /** The tick is visual; the text is for screen readers and the tooltip. */
  #mark({ state }: Item, word: string, tick: string): void {
    state?.replaceChildren(tick && el('span', { 'aria-hidden': 'true' }, `${tick} `), word)
  }
}
