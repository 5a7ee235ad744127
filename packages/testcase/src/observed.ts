import type { Affordance, OutboundMessage } from '@parley/amf'
import type { CaseTurn } from './directive.ts'

/** The observed result of a case, as input to its checks. The case runner fills it in. */

export type ObservedMessage = {
  messageId: string
  message: OutboundMessage
  /** The text as a person reads it. */
  text: string
  affordances: readonly Affordance[]
}

/** The result of one directive; turns that the agent initiated have no directive. */
export type ObservedTurn = {
  directive?: CaseTurn
  /** Position in the script. */
  turnIndex?: number
  messages: ObservedMessage[]
  /** Names as in flow actions; `called` is false for refused calls. */
  toolCalls: { name: string; called: boolean; given?: unknown }[]
  outcomes: string[]
  warnings: string[]
  modelCalls: number
  /** How long the agent took to answer. */
  milliseconds?: number
  /** What the models of the turn cost, one amount for each currency. */
  costs?: { amount: number; currency: string }[]
}

export type CaseObservation = {
  /** In order, starting with the opening. */
  turns: ObservedTurn[]
  activePlaybook?: string
  /** The person's fields, named as in the API; null counts as absent. */
  person: Record<string, unknown> & { customFields: Record<string, unknown> }
  /** The person's appointments at the end; `isNew` if the case created it. */
  appointments: { status: string; isNew: boolean }[]
}

/** One check, or one item of it: `textIncludes:nine to five`. */
export type CheckVerdict = { key: string; pass: boolean; detail: string }
