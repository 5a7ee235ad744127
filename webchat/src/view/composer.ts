import { clientFrameLimits, uploadTypes } from '@parley/webchat-protocol'
import { el, icon } from '../dom.ts'
import type { WidgetStrings } from '../strings.ts'

export type ComposerView = { element: HTMLElement; focus(): void; disable(): void }

type ComposerListener = { onSend(text: string): void; onType(): void; onFiles(files: readonly File[]): void }
const clip = 'M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.3 3.3 0 0 1 4.7 4.7l-8.5 8.4a1.7 1.7 0 0 1-2.4-2.3L14.5 7'

/**
 * The visitor's input. Enter sends, Shift+Enter starts a new line; during IME composition, Enter belongs to the IME.
 */
export function createComposer(strings: WidgetStrings, { onSend, onType, onFiles }: ComposerListener): ComposerView {
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
    paste: (event) => {
      const { clipboardData } = event as ClipboardEvent
      // A text from an office program also comes as a picture of itself.
      if (!clipboardData?.files.length || clipboardData.types.includes('text/plain')) return
      event.preventDefault()
      onFiles([...clipboardData.files])
    },
  })
  const { attach, picker } = createFilePicker(strings, onFiles)
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
    element: el('form', { class: 'composer', submit }, field, attach, picker, button),
    focus: () => field.focus(),
    disable: () => {
      for (const control of [field, button, attach]) control.disabled = true
    },
  }
}

function createFilePicker(strings: WidgetStrings, onFiles: ComposerListener['onFiles']) {
  const change = () => {
    onFiles([...(picker.files ?? [])])
    // Otherwise the same file could not be chosen twice in a row.
    picker.value = ''
  }
  const picker = el('input', { type: 'file', multiple: true, hidden: true, accept: uploadTypes.join(','), change })
  const click = () => picker.click()
  const attach = el('button', { type: 'button', class: 'attach', 'aria-label': strings.attach, click }, icon(clip))
  return { attach, picker }
}
