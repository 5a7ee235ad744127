import type { TextRun, WebchatPayload } from '@parley/amf'

/** An entry of the chat. `n` grows with every entry of a visitor: whoever has seen one asks for what comes after it. */
export type ChatEntry = {
  n: number
  /** The browser's own for what the visitor said, and so the way to know it again. */
  id: string
  at: string
  from: 'agent' | 'visitor'
  shown: EntryContent
}

/** CommonMark arrives as runs: the widget makes elements of them and never reads marks. */
type InRuns<P> = P extends unknown ? { [K in keyof P]: K extends 'text' | 'caption' ? TextRun[] : P[K] } : never
export type AgentEntryContent = InRuns<WebchatPayload>

/** What the visitor said is words in any case: the label of what was tapped, the name of a place. */
export type EntryContent =
  | AgentEntryContent
  | { kind: 'said'; text: string }
  | { kind: 'place'; latitude: number; longitude: number }

/** How the chat of a binding looks. Closed is a chat that is there, and does not take messages now. */
export type WidgetTheme = { name: string; brandColor?: string; logoUrl?: string; state: 'open' | 'closed' }
