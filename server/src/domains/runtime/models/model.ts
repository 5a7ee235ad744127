import type { CallCost } from '../../models/index.ts'

/** Interface of the runtime to language models: a provider's package or the embedded model. */

/** A named part of the system prompt; the turn record shows the name. */
export type PromptSection = {
  name: string
  text: string
  /** Unchanged between turns. Stable sections come first, where providers can cache them. */
  stable?: boolean
}

export type ModelMessage =
  | { role: 'user' | 'assistant'; text: string }
  | { role: 'calls'; text?: string; calls: ModelToolCall[] }
  | { role: 'results'; results: { id: string; name: string; result: unknown }[] }

/** `name` is the internal name (`scheduling.book`); the adapter converts it to what a provider accepts. */
export type ModelToolCall = { id: string; name: string; given: unknown }
export type ToolSpec = { name: string; description: string; parameters: Record<string, unknown> }

/** turn: answers a person; read: interprets an answer; judge, summary: after a conversation; author: writes a flow. */
export type ModelPurpose = 'turn' | 'read' | 'judge' | 'summary' | 'author'

export type ModelInput = {
  purpose: ModelPurpose
  sections: PromptSection[]
  messages: ModelMessage[]
  tools?: ToolSpec[]
  /** JSON Schema of the object to return instead of text. */
  shape?: Record<string, unknown>
  /** The same content as data, for the embedded model, which ignores prompts. */
  hints: ModelHints
  /** Limit for the whole call including retries. */
  withinMilliseconds: number
  signal: AbortSignal
  /** Receives the text while it is written. A model that cannot stream ignores it. */
  stream?: ModelStream
}

export type ModelStream = {
  /** Called with the whole text so far; a retry starts with an empty one. Its errors are not the model's. */
  write(textSoFar: string): Promise<void>
  /** After this, a retry would repeat what a person has read. */
  hasSent(): boolean
}

export type TokenUsage = {
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  /** Present if the model has a price and its caller counts costs by answer. */
  cost?: CallCost
}

export type ModelAnswer = {
  text: string
  calls: ModelToolCall[]
  /** Present when `shape` was given, and valid against it. */
  object?: unknown
  usage: TokenUsage
  /** Number of attempts, including failed ones. */
  tries: number
  /** The model reached its output limit in the middle of the answer. */
  isCut?: true
}

export type ModelName = { provider: string; model: string }

export type Model = {
  name: ModelName
  /** Throws ModelError, or the abort reason of the signal. */
  answer(ask: ModelInput): Promise<ModelAnswer>
}

/** The model was unreachable, too slow, or returned an invalid answer. The message contains nothing of the prompt. */
export class ModelError extends Error {
  readonly reason: 'unreachable' | 'timeout' | 'refused' | 'garbage'
  readonly usage?: TokenUsage
  readonly tries: number
  constructor(reason: ModelError['reason'], message: string, usage?: TokenUsage, tries = 1) {
    super(message)
    this.reason = reason
    this.usage = usage
    this.tries = tries
  }
}

export type ModelHints =
  | { kind: 'turn'; turn: TurnHints }
  | { kind: 'read'; read: ReplyHints }
  | { kind: 'judge'; criterion: string; lines: { role: 'person' | 'agent'; text: string }[] }
  | { kind: 'summary'; lines: { role: 'person' | 'agent'; text: string }[]; notes: string[] }
  | { kind: 'none' }

export type TurnHints = {
  /** The person's last message; for a pick, its label. */
  personText: string
  /** For a pick: the kind of question and the ids picked. */
  picked?: { intent: string; optionIds: string[]; labels: string[] }
  business: string
  partner: { firstName?: string; fullName?: string; email?: string; phone?: string; timezone: string }
  /** Best first: exact, full-text, misspelled, and by meaning. `exact` Facts must be said verbatim. */
  found: {
    kind: 'fact' | 'passage' | 'thing'
    id: string
    title: string
    text: string
    score: number
    exact?: boolean
  }[]
  /** Playbooks that can be entered, and the active one. */
  playbooks: { id: string; name: string; whenToUse?: string; active: boolean; isDefault: boolean; hasFlow: boolean }[]
  things: { id: string; name: string; collections: string[] }[]
  collections: { id: string; name: string; purpose?: string }[]
  contact: { email?: string; phone?: string; url?: string; availability?: string }
  meetings: { id: string; startUtc: string; label: string }[]
  /** Earlier messages, oldest first. */
  history: { role: 'person' | 'agent' | 'note'; text: string }[]
  /** A flow has just ended, and the message was addressed to it. */
  afterFlow?: boolean
  /** Number of the agent's replies in this session. */
  answers: number
  now: string
  timezone: string
}

export type ReplyHints = {
  personText: string
  question: string
  slot: { name: string; type: string; options?: string[] }
}
