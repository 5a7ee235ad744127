import type { WebchatPayload } from '@parley/amf'

/** The visible part of an entry: a `BubbleView` in which everything that can be tapped has a `postback`. */
export type EntryView = WebchatPayload

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
  view: EntryView
}

/** Appearance of a binding's chat. A closed chat is visible but does not accept messages now. */
export type WidgetTheme = {
  name: string
  brandColor?: string
  logoUrl?: string
  /** Questions that the agent can answer, to begin with. */
  starters?: string[]
  state: 'open' | 'closed'
}
