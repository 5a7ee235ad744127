import { clientFrameLimits, type WidgetTheme } from '@parley/webchat-protocol'
import { el, icon } from '../dom.ts'
import { safeWebUrl } from '../safe-urls.ts'
import type { WidgetStrings } from '../strings.ts'
import type { MessageLog } from './message-log.ts'

const typingMs = 8_000

/** The chat panel: header, log, status line and composer. */
export class Panel {
  readonly element: HTMLElement
  readonly #typing: HTMLElement
  readonly #note: HTMLElement
  #typingTimer = 0

  constructor(
    theme: WidgetTheme,
    strings: WidgetStrings,
    { log, composer, onClose }: { log: MessageLog; composer: ComposerView; onClose(): void },
  ) {
    const logo = safeWebUrl(theme.logoUrl)
    const dots = [el('i'), el('i'), el('i')]
    this.#typing = el(
      'div',
      { class: 'typing', role: 'status', hidden: true },
      ...dots,
      `${theme.name} ${strings.typing}`,
    )
    this.#note = el('div', { class: 'note', role: 'status', hidden: true })
    const close = el(
      'button',
      { type: 'button', class: 'close', 'aria-label': strings.close, click: onClose },
      icon('M6 6l12 12M18 6L6 18'),
    )
    const head = el(
      'header',
      {},
      logo && el('img', { src: logo, alt: '', referrerpolicy: 'no-referrer' }),
      el('h2', { id: 'title' }, theme.name),
      close,
    )
    const keydown = (event: Event) => {
      if ((event as KeyboardEvent).key === 'Escape') onClose()
      // Keys typed in the chat must not trigger the page's shortcuts.
      event.stopPropagation()
    }
    this.element = el(
      'section',
      { class: 'panel', role: 'dialog', 'aria-labelledby': 'title', id: 'panel', hidden: true, keydown },
      head,
      log.element,
      this.#typing,
      this.#note,
      composer.element,
    )
  }

  showTyping(): void {
    this.#typing.hidden = false
    clearTimeout(this.#typingTimer)
    this.#typingTimer = setTimeout(() => this.hideTyping(), typingMs)
  }

  hideTyping(): void {
    this.#typing.hidden = true
  }

  /** Shows a status line; no text hides it. */
  note(text?: string): void {
    this.#note.hidden = !text
    this.#note.textContent = text ?? ''
  }
}

export type ComposerView = { element: HTMLElement; focus(): void; disable(): void }

type ComposerListener = { onSend(text: string): void; onType(): void }

/**
 * The visitor's input. Enter sends, Shift+Enter starts a new line; during IME composition, Enter belongs to the IME.
 */
export function createComposer(strings: WidgetStrings, { onSend, onType }: ComposerListener): ComposerView {
  const field = el('textarea', {
    rows: '1',
    'aria-label': strings.write,
    placeholder: strings.write,
    maxlength: String(clientFrameLimits.textLetters),
    enterkeyhint: 'send',
    input: () => {
      button.disabled = field.value.trim() === ''
      if (!button.disabled) onType()
    },
    keydown: (event) => {
      const { key, shiftKey, isComposing } = event as KeyboardEvent
      if (key !== 'Enter' || shiftKey || isComposing) return
      event.preventDefault()
      send()
    },
  })
  const button = el(
    'button',
    { type: 'submit', class: 'send', 'aria-label': strings.send, disabled: true },
    icon('M4 12l16-8-6 16-3-7z'),
  )
  function send(): void {
    const text = field.value.trim()
    if (text === '' || field.disabled) return
    onSend(text)
    field.value = ''
    button.disabled = true
  }
  const submit = (event: Event) => {
    event.preventDefault()
    send()
    field.focus()
  }
  return {
    element: el('form', { class: 'composer', submit }, field, button),
    focus: () => field.focus(),
    disable: () => {
      field.disabled = true
      button.disabled = true
    },
  }
}
