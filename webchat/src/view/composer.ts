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
