import type { Affordance, OutboundMessage } from '@parley/amf'
import type { Directive } from './directive.ts'

/** What a case came to, as its checks read it. Whoever plays cases fills it in. */

export type ObservedMessage = {
  messageId: string
  /** As AMF. */
  message: OutboundMessage
  /** What a person reads of it. */
  text: string
  affordances: readonly Affordance[]
}

/** What came of one directive; or of what the agent began by itself, which has none. */
export type ObservedTurn = {
  directive?: Directive
  /** Its place in the script. */
  turnIndex?: number
  messages: ObservedMessage[]
  /** Names as in flow actions; refused ones were not called. */
  toolCalls: { name: string; called: boolean }[]
  outcomes: string[]
  warnings: string[]
  modelCalls: number
}

export type CaseObservation = {
  /** In order, the opening first. */
  turns: ObservedTurn[]
  activePlaybook?: string
  /** Of the person, as the API names them; null and absent are nothing. */
  person: Record<string, unknown> & { customFields: Record<string, unknown> }
  /** Those of the person at the end; `isNew` where the case made it. */
  appointments: { status: string; isNew: boolean }[]
}

/** One check, or one item of it: `textIncludes:nine to five`. */
export type CheckVerdict = { key: string; pass: boolean; detail: string }
