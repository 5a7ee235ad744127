import type { HistoryLine } from '../deps.ts'
import type { ModelMessage } from '../models/model.ts'

const maxLines = 30
/** Only the platform begins a line like this. */
const noteOpening = '(Note of the platform:'

/**
 * Converts history to model messages. Some models do not accept a conversation that ends with their own line, so a note
 * asks them to continue.
 */
export function toModelMessages(history: readonly HistoryLine[]): ModelMessage[] {
  const lines = history.slice(-maxLines)
  const goOn: HistoryLine[] = lines.at(-1)?.role === 'agent' ? [{ role: 'note', text: 'Go on from here.', at: '' }] : []
  return [...lines, ...goOn].map(({ role, text }) => {
    if (role === 'agent') return { role: 'assistant', text }
    return {
      role: 'user',
      text: role === 'note' ? formatPlatformNote(text) : text.replaceAll(noteOpening, '(They write:'),
    }
  })
}

/** A note that the person did not write and cannot forge. */
export const formatPlatformNote = (text: string): string => `${noteOpening} ${text})`
