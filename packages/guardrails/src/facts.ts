import type { ConsentStatus, OutreachClass } from '@parley/definition/vocabulary'

/** The origin of a send. Each origin has its own guardrails. */
export const guardrailOrigins = ['named', 'automated', 'campaign', 'followUp', 'reminder'] as const
export type GuardrailOrigin = (typeof guardrailOrigins)[number]

/** Hours of the day in a zone; the end is exclusive and may be past midnight. Equal start and end mean always open. */
export type OpenHours = { startHour: number; endHour: number; timeZone: string }

export type GuardrailFacts = {
  now: Date
  consent: ConsentStatus
  /** Opt-in claimed by the caller of a named send. */
  optIn?: boolean
  /** A STOP applies to the identity. */
  optedOut: boolean
  class: OutreachClass
  /** The last marketing message to the person, pending or sent. */
  lastTouchAt?: Date
  lastInboundAt?: Date
  /** A member of the desk holds a conversation with the person, on any channel. */
  isHeldByMember?: boolean
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

/** Zone offsets and clock changes are always multiples of a quarter of an hour. */
const quarterMilliseconds = 15 * 60_000
const quartersAhead = 8 * 24 * 4

/** Returns the next moment at which the hours are open; `at` itself if they are open now. */
export function findNextOpening(at: Date, hours: OpenHours | undefined): Date {
  return findCommonOpening(at, [hours]) ?? at
}

/** Returns the next moment at which all of them are open; undefined if they do not overlap within eight days. */
export function findCommonOpening(at: Date, all: readonly (OpenHours | undefined)[]): Date | undefined {
  const closing = all.filter((hours): hours is OpenHours => hours !== undefined && hours.startHour !== hours.endHour)
  if (closing.every((hours) => isOpen(at, hours))) return at
  const first = Math.floor(at.getTime() / quarterMilliseconds) + 1
  for (let quarter = first; quarter <= first + quartersAhead; quarter++) {
    const moment = new Date(quarter * quarterMilliseconds)
    if (closing.every((hours) => isOpen(moment, hours))) return moment
  }
  return undefined
}

function isOpen(at: Date, { startHour, endHour, timeZone }: OpenHours): boolean {
  const hour = Number(getClock(timeZone).format(at))
  return startHour < endHour ? hour >= startHour && hour < endHour : hour >= startHour || hour < endHour
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Cached per zone: creating a formatter costs far more than using it. */
function getClock(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone })
  clocks.set(timeZone, made)
  return made
}
