import type { HistoryLine } from '../deps.ts'
import type { ModelMessage } from '../models/model.ts'

const maxLines = 30
/** Nobody but us begins a line like that. */
const noteOpening = '(Note of the platform:'

/** What was said, as a model is told it. Some models take no turn after a line of their own: they are told to go on. */
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

/** Something that the person did not say, and cannot pretend. */
export const formatPlatformNote = (text: string): string => `${noteOpening} ${text})`
