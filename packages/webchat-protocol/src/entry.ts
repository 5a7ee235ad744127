import type { TextRun, WebchatPayload } from '@parley/amf'

/**
 * An entry of the chat. `n` increases with every entry of a visitor, so a client can request the entries after the last
 * one it has.
 */
export type ChatEntry = {
  n: number
  /** For visitor entries, the id chosen by the browser, which can recognize them by it. */
  id: string
  at: string
  from: 'agent' | 'visitor'
  shown: EntryContent
}

/** CommonMark arrives as parsed runs: the widget turns them into elements and never parses markup. */
type InRuns<P> = P extends unknown ? { [K in keyof P]: K extends 'text' | 'caption' ? TextRun[] : P[K] } : never
export type AgentEntryContent = InRuns<WebchatPayload>

/** Visitor content is always text, such as the label of a tapped chip, or a place. */
export type EntryContent =
  | AgentEntryContent
  | { kind: 'said'; text: string }
  | { kind: 'place'; latitude: number; longitude: number }

/** Appearance of a binding's chat. A closed chat is visible but does not accept messages now. */
export type WidgetTheme = { name: string; brandColor?: string; logoUrl?: string; state: 'open' | 'closed' }
