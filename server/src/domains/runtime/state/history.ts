import type { ConversationState, HistoryLine } from '../deps.ts'

export const maxLines = 60
const maxLineLength = 2_000

/** Retains only as much history as a turn needs. */
export function trimHistory(state: ConversationState): ConversationState {
  const history = state.history.slice(-maxLines).map((line) => ({ ...line, text: truncateLine(line.text) }))
  return { ...state, history }
}

function truncateLine(text: string): string {
  return text.length <= maxLineLength ? text : `${text.slice(0, maxLineLength).toWellFormed()}…`
}

/** What the agent said, as lines of the history. */
export function toHistoryLines(text: string | undefined, at: Date): HistoryLine[] {
  return text === undefined ? [] : [{ role: 'agent', text: truncateLine(text), at: at.toISOString() }]
}
