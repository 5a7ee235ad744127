/** An open question from a message, with its possible answers. */
export type OpenIntent = {
  /** The part's type, or `chips` for the reply chips of a message. */
  intent: string
  intentId: string
  /** The message that asked it; intents of one message are matched together. */
  messageId: string
  multiple?: boolean
  options: OpenOption[]
}

export type OpenOption = {
  id: string
  label: string
  /** The number that selects this option. Numbers are unique within a message. */
  number?: number
  /** The person sees the number in front of the option. */
  numberShown?: boolean
  /** Words that mean this option in addition to its label, such as YES for the first option of a confirm. */
  words?: string[]
}

export type MatchedAnswer = { intent: OpenIntent; options: OpenOption[] }
