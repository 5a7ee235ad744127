import type { WidgetTheme } from '@parley/webchat-protocol'
import { el } from '../dom.ts'
import type { WidgetStrings } from '../strings.ts'
import type { ComposerView } from './composer.ts'
import { createHeader, createLogo } from './header.ts'
import type { MessageLog } from './message-log.ts'

type PanelParts = {
  log: MessageLog
  composer: ComposerView
  onClose(): void
  onFiles(files: readonly File[]): void
}

/** The chat panel: header, log, status line and composer. */
export class Panel {
  readonly element: HTMLElement
  readonly #note: HTMLElement
  readonly #alert: HTMLElement

  constructor({ name, logoUrl }: WidgetTheme, strings: WidgetStrings, parts: PanelParts) {
    const { log, composer, onClose, onFiles } = parts
    this.#alert = el('div', { class: 'note bad', role: 'alert', hidden: true })
    this.#note = el('div', { class: 'note', role: 'status', hidden: true })
    const header = createHeader({ title: name, logo: createLogo(name, logoUrl), strings, onClose })
    this.element = createDialog(onClose, header, log.element, this.#note, this.#alert, composer.element)
    acceptDrops(this.element, onFiles)
  }

  /** Says what failed; no text hides it. */
  alert(text?: string): void {
    this.#alert.hidden = !text
    this.#alert.textContent = text ?? ''
  }

  /** Shows a status line; no text hides it. */
  note(text?: string): void {
    this.#note.hidden = !text
    this.#note.textContent = text ?? ''
  }
}

/** Files can be dropped anywhere on the panel. */
function acceptDrops(panel: HTMLElement, onFiles: PanelParts['onFiles']): void {
  const highlight = (on: boolean) => panel.classList.toggle('dropping', on)
  panel.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    highlight(true)
  })
  panel.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && panel.contains(relatedTarget))) highlight(false)
  })
  panel.addEventListener('drop', (event) => {
    event.preventDefault()
    highlight(false)
    onFiles([...(event.dataTransfer?.files ?? [])])
  })
}

export function createDialog(onClose: () => void, ...children: HTMLElement[]): HTMLElement {
  const keydown = (event: Event) => {
    if ((event as KeyboardEvent).key === 'Escape') onClose()
    // Keys typed in the chat must not trigger the page's shortcuts.
    event.stopPropagation()
  }
  const attributes = { class: 'panel', role: 'dialog', 'aria-labelledby': 'title', id: 'panel', tabindex: '-1' }
  return el('section', { ...attributes, hidden: true, keydown }, ...children)
}

type GreetingProps = { theme: WidgetTheme; strings: WidgetStrings; onStart(text: string): void }

/** The content of an empty chat: a greeting, and questions to begin with. */
export function createGreeting({ theme, strings, onStart }: GreetingProps): HTMLElement {
  const { name, logoUrl, starters = [], state } = theme
  const chips = starters.map((text) =>
    el('button', { type: 'button', class: 'chip', dir: 'auto', click: () => onStart(text) }, text),
  )
  const isOpen = state === 'open'
  return el(
    'div',
    { class: 'greeting' },
    createLogo(name, logoUrl),
    isOpen && el('p', { class: 'hello' }, strings.greeting),
    isOpen &&
      chips.length > 0 &&
      el('div', { class: 'starters', role: 'group', 'aria-label': strings.starters }, ...chips),
  )
}
