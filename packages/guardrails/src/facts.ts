/** Who starts to speak: the columns of document 2, Guardrails by send origin. */
export const origins = ['named', 'automated', 'campaign', 'followUp', 'reminder'] as const
export type Origin = (typeof origins)[number]

/** Hours of the day in a zone; the end is exclusive and may lie past midnight. The same hour twice means always. */
export type Hours = { startHour: number; endHour: number; timeZone: string }

/** All that a decision rests on. */
export type Facts = {
  now: Date
  /** What is on record. */
  consent: 'granted' | 'denied' | 'unknown'
  /** What the caller of a named send claims. */
  optIn?: boolean
  /** A STOP covers the identity. */
  stopped: boolean
  class: 'marketing' | 'service'
  /** The last marketing message to the person, on its way or sent. */
  lastTouchAt?: Date
  /** When the person last wrote. */
  writtenAt?: Date
  settings: { minTouchIntervalHours?: number; safeHours?: Hours }
  /** Of the rule or campaign. */
  sendWindow?: Hours
  /** Of the rule, or of reminders. */
  ignoreSafeHours?: boolean
}

export type Hindrance =
  | 'consent_declined'
  | 'consent_denied'
  | 'no_consent'
  | 'opted_out'
  | 'frequency_capped'
  | 'outside_safe_hours'
  | 'outside_send_window'
  | 'in-conversation'

/** May we message this person now? `until` is when to ask again. */
export type Decision =
  | { verdict: 'go'; warning?: 'frequency_capped' }
  | { verdict: 'wait'; reason: Hindrance; until: Date }
  | { verdict: 'no'; reason: Hindrance }
