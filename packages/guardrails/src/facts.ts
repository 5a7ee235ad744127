/** What initiates a send. Each origin has its own guardrails. */
export const guardrailOrigins = ['named', 'automated', 'campaign', 'followUp', 'reminder'] as const
export type GuardrailOrigin = (typeof guardrailOrigins)[number]

/** Hours of the day in a zone; the end is exclusive and may be past midnight. Equal start and end mean always open. */
export type OpenHours = { startHour: number; endHour: number; timeZone: string }

export type GuardrailFacts = {
  now: Date
  consent: 'granted' | 'denied' | 'unknown'
  /** Opt-in claimed by the caller of a named send. */
  optIn?: boolean
  /** A STOP applies to the identity. */
  optedOut: boolean
  class: 'marketing' | 'service'
  /** The last marketing message to the person, pending or sent. */
  lastTouchAt?: Date
  writtenAt?: Date
  settings: { minTouchIntervalHours?: number; safeHours?: OpenHours }
  /** The rule's or campaign's send window. */
  sendWindow?: OpenHours
  /** Set by the rule, or for reminders. */
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

/** Whether we may message this person now; `until` is when to check again. */
export type SendDecision =
  | { verdict: 'go'; warning?: 'frequency_capped' }
  | { verdict: 'wait'; reason: SendBlockReason; until: Date }
  | { verdict: 'no'; reason: SendBlockReason }
