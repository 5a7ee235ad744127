import { clientFrameLimits } from '@parley/webchat-protocol'
import { el, icon } from '../dom.ts'
import type { WidgetStrings } from '../strings.ts'

export type ComposerView = { element: HTMLElement; focus(): void; disable(): void }

type ComposerListener = { onSend(text: string): void; onType(): void }

/**
 * The visitor's input. Enter sends, Shift+Enter starts a new line; during IME composition, Enter belongs to the IME.
 */
export function createComposer(strings: WidgetStrings, { onSend, onType }: ComposerListener): ComposerView {
  const field = el('textarea', {
    rows: '1',
    dir: 'auto',
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
  const arrow = icon('M5 12h14M13 6l6 6-6 6')
  arrow.classList.add('arrow')
  const button = el('button', { type: 'submit', class: 'send', 'aria-label': strings.send, disabled: true }, arrow)
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
