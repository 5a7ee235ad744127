/** Who starts to speak: the columns of document 2, Guardrails by send origin. */
export const guardrailOrigins = ['named', 'automated', 'campaign', 'followUp', 'reminder'] as const
export type GuardrailOrigin = (typeof guardrailOrigins)[number]

/** Hours of the day in a zone; the end is exclusive and may lie past midnight. The same hour twice means always. */
export type OpenHours = { startHour: number; endHour: number; timeZone: string }

/** All that a decision rests on. */
export type GuardrailFacts = {
  now: Date
  /** What is on record. */
  consent: 'granted' | 'denied' | 'unknown'
  /** What the caller of a named send claims. */
  optIn?: boolean
  /** A STOP covers the identity. */
  optedOut: boolean
  class: 'marketing' | 'service'
  /** The last marketing message to the person, on its way or sent. */
  lastTouchAt?: Date
  /** When the person last wrote. */
  writtenAt?: Date
  settings: { minTouchIntervalHours?: number; safeHours?: OpenHours }
  /** Of the rule or campaign. */
  sendWindow?: OpenHours
  /** Of the rule, or of reminders. */
  ignoreSafeHours?: boolean
}

export type SendBlockReason =
  | 'consent_declined'
  | 'consent_denied'
  | 'no_consent'
  | 'opted_out'
  | 'frequency_capped'
  | 'outside_safe_hours'
  | 'outside_send_window'
  | 'in-conversation'

/** May we message this person now? `until` is when to ask again. */
export type SendDecision =
  | { verdict: 'go'; warning?: 'frequency_capped' }
  | { verdict: 'wait'; reason: SendBlockReason; until: Date }
  | { verdict: 'no'; reason: SendBlockReason }
