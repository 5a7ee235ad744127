/** What the runtime asks of a language model; behind it the providers' packages, or the embedded model. */

/** A named part of the system prompt; the name is what the turn record shows. */
export type PromptSection = {
  name: string
  text: string
  /** The same from turn to turn. Such ones are put first, where a provider can cache them. */
  stable?: boolean
}

export type ModelMessage =
  | { role: 'user' | 'assistant'; text: string }
  | { role: 'calls'; text?: string; calls: ToolCall[] }
  | { role: 'results'; results: { id: string; name: string; result: unknown }[] }

/** `name` is ours (`scheduling.book`); what a provider cannot take in a name is the provider's matter. */
export type ToolCall = { id: string; name: string; given: unknown }
export type ToolSpec = { name: string; description: string; parameters: Record<string, unknown> }

/** turn: answers a person; read: understands an answer; judge, summary: after a conversation; author: writes a flow. */
export type ModelPurpose = 'turn' | 'read' | 'judge' | 'summary' | 'author'

export type ModelInput = {
  purpose: ModelPurpose
  sections: PromptSection[]
  messages: ModelMessage[]
  tools?: ToolSpec[]
  /** JSON Schema: the answer is to be such an object, and no words. */
  shape?: Record<string, unknown>
  /** The same as data, for the embedded model, which reads no prompts. */
  hints: ModelHints
  /** How long the whole of it may take, second tries included. */
  withinMilliseconds: number
  signal: AbortSignal
}

export type TokenUsage = { inputTokens: number; outputTokens: number; cacheReadTokens: number }

export type ModelAnswer = {
  text: string
  calls: ToolCall[]
  /** Where a shape was asked for; it fits the schema. */
  object?: unknown
  usage: TokenUsage
  /** Each try, failed ones too. */
  tries: number
}

export type ModelName = { provider: string; model: string }

export type Model = {
  name: ModelName
  /** Throws ModelFailed, or what the signal says. */
  answer(ask: ModelInput): Promise<ModelAnswer>
}

/** It could not be reached, took too long, or answered what is no answer. The message holds nothing of the prompt. */
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

/** What the embedded model answers from. */
export type ModelHints =
  | { kind: 'turn'; turn: TurnHints }
  | { kind: 'read'; read: ReplyHints }
  | { kind: 'judge'; criterion: string; lines: { role: 'person' | 'agent'; text: string }[] }
  | { kind: 'summary'; lines: { role: 'person' | 'agent'; text: string }[]; notes: string[] }
  | { kind: 'none' }

export type TurnHints = {
  /** What the person said last; of a pick, its label. */
  said: string
  /** Of a pick: the question's kind and the ids picked. */
  picked?: { intent: string; optionIds: string[]; labels: string[] }
  business: string
  partner: { firstName?: string; fullName?: string; email?: string; phone?: string; timezone: string }
  /** Best first: exact, full-text, misspelt and by meaning. `exact` Facts are to be said word for word. */
  found: {
    kind: 'fact' | 'passage' | 'thing'
    id: string
    title: string
    text: string
    score: number
    exact?: boolean
  }[]
  /** Those that can be entered; the active one is marked. */
  playbooks: { id: string; name: string; whenToUse?: string; active: boolean; isDefault: boolean; hasFlow: boolean }[]
  things: { id: string; name: string; collections: string[] }[]
  collections: { id: string; name: string; purpose?: string }[]
  contact: { email?: string; phone?: string; url?: string; availability?: string }
  /** Appointments to come. */
  meetings: { id: string; startUtc: string; label: string }[]
  /** What was said before, oldest first. */
  history: { role: 'person' | 'agent' | 'note'; text: string }[]
  /** A flow has just come to its end: what the person said was said to it. */
  afterFlow?: boolean
  /** How often the agent has answered in this session. */
  answers: number
  now: string
  timezone: string
}

export type ReplyHints = {
  said: string
  question: string
  slot: { name: string; type: string; options?: string[] }
}
