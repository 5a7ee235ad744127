/** A question that a message left open, and what may be answered to it. */
export type OpenIntent = {
  /** The kind: the part's type, or `chips` for the reply chips of a message. */
  intent: string
  intentId: string
  /** The message it came with: intents of one message are asked together. */
  messageId: string
  /** Several options may be named at once. */
  multiple?: boolean
  options: OpenOption[]
}

export type OpenOption = {
  id: string
  label: string
  /** The number by which the person may answer. Numbers of one message are never used twice. */
  number?: number
  /** The number stands before the option where the person reads it. */
  numberShown?: boolean
  /** Words that mean this option beside its label, as YES does for the first of a confirm. */
  words?: string[]
}

export type MatchedAnswer = { intent: OpenIntent; options: OpenOption[] }
