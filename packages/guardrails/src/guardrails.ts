import {
  findCommonOpening,
  findNextOpening,
  type GuardrailFacts,
  type GuardrailOrigin,
  type SendBlockReason,
  type SendDecision,
} from './facts.ts'

type Guardrails = {
  consent: keyof typeof consentChecks
  stop: 'never sent'
  safeHours: keyof typeof safeHoursChecks
  sendWindow: 'own applies' | 'has none'
  /** A row that is not due yet, or is held, may outlast its cap. */
  frequencyCap: 'warns' | 'excluded' | 'excluded unless held' | 'exempt'
  inConversation: 'waits' | 'not held'
  /** A member of the desk holds a conversation with the person. */
  heldByMember: 'waits' | 'not held'
  /** The rule, the sequence, the Outreach or the reminders are turned off. */
  switchedOff: 'waits' | 'refused'
  /** No binding serves the channel. */
  unbound: 'excluded' | 'fails when sent'
  /** The number cannot receive messages there, as its carrier said; the only channel is tried nevertheless. */
  incapable: 'excluded among several channels' | 'fails when sent' | 'no obstacle'
}

export const guardrails: Record<GuardrailOrigin, Guardrails> = {
  named: {
    consent: 'unless declined or denied',
    stop: 'never sent',
    safeHours: 'not applied',
    sendWindow: 'has none',
    frequencyCap: 'warns',
    inConversation: 'not held',
    heldByMember: 'not held',
    switchedOff: 'refused',
    unbound: 'fails when sent',
    incapable: 'fails when sent',
  },
  automated: {
    consent: 'only granted',
    stop: 'never sent',
    safeHours: 'waits, unless ignored',
    sendWindow: 'own applies',
    frequencyCap: 'excluded unless held',
    inConversation: 'waits',
    heldByMember: 'waits',
    switchedOff: 'waits',
    unbound: 'fails when sent',
    incapable: 'excluded among several channels',
  },
  campaign: {
    consent: 'only granted',
    stop: 'never sent',
    safeHours: 'waits',
    sendWindow: 'own applies',
    frequencyCap: 'excluded',
    inConversation: 'waits',
    heldByMember: 'waits',
    switchedOff: 'waits',
    unbound: 'excluded',
    incapable: 'fails when sent',
  },
  followUp: {
    consent: 'unless denied',
    stop: 'never sent',
    safeHours: 'waits',
    sendWindow: 'has none',
    frequencyCap: 'exempt',
    // A reply cancels the follow-up.
    inConversation: 'not held',
    heldByMember: 'waits',
    switchedOff: 'waits',
    unbound: 'fails when sent',
    incapable: 'no obstacle',
  },
  reminder: {
    consent: 'not required',
    stop: 'never sent',
    safeHours: 'ignored, unless told not to',
    sendWindow: 'has none',
    frequencyCap: 'exempt',
    inConversation: 'not held',
    heldByMember: 'waits',
    switchedOff: 'waits',
    unbound: 'fails when sent',
    incapable: 'no obstacle',
  },
}

const consentChecks = {
  'unless declined or denied': ({ optIn, consent }: GuardrailFacts) => {
    if (optIn === false) return 'consent_declined'
    return consent === 'denied' ? 'consent_denied' : undefined
  },
  'only granted': ({ consent }: GuardrailFacts) => (consent === 'granted' ? undefined : 'no_consent'),
  'unless denied': ({ consent }: GuardrailFacts) => (consent === 'denied' ? 'consent_denied' : undefined),
  'not required': () => undefined,
} satisfies Record<string, (facts: GuardrailFacts) => SendBlockReason | undefined>

const safeHoursChecks = {
  'not applied': () => false,
  waits: () => true,
  'waits, unless ignored': ({ ignoreSafeHours = false }: GuardrailFacts) => !ignoreSafeHours,
  'ignored, unless told not to': ({ ignoreSafeHours = true }: GuardrailFacts) => !ignoreSafeHours,
} satisfies Record<string, (facts: GuardrailFacts) => boolean>

/** Returns the longest-lasting block: a STOP, then consent, then the cap, then the wait that ends last. */
export function decideSend(origin: GuardrailOrigin, facts: GuardrailFacts): SendDecision {
  const { consent, frequencyCap } = guardrails[origin]
  if (facts.optedOut) return { verdict: 'no', reason: 'opted_out' }
  const unwilling = consentChecks[consent](facts)
  if (unwilling) return { verdict: 'no', reason: unwilling }
  const isCapped = findCapEnd(facts) !== undefined
  if (isCapped && frequencyCap.startsWith('excluded')) return { verdict: 'no', reason: 'frequency_capped' }
  const [last] = listWaits(origin, facts).sort((one, other) => other.until.getTime() - one.until.getTime())
  if (last) return { verdict: 'wait', ...last }
  return isCapped && frequencyCap === 'warns' ? { verdict: 'go', warning: 'frequency_capped' } : { verdict: 'go' }
}

const defaultTouchIntervalHours = 48
const hourMilliseconds = 3_600_000

/**
 * Returns when the next marketing message may follow the last one; undefined if that is now, or if the cap does not
 * apply.
 */
export function findCapEnd({ now, class: kind, lastTouchAt, settings }: GuardrailFacts): Date | undefined {
  const { minTouchIntervalHours = defaultTouchIntervalHours } = settings
  if (kind !== 'marketing' || !lastTouchAt || minTouchIntervalHours === 0) return undefined
  const until = new Date(lastTouchAt.getTime() + minTouchIntervalHours * hourMilliseconds)
  return until > now ? until : undefined
}

type Wait = { reason: SendBlockReason; until: Date }

function listWaits(origin: GuardrailOrigin, facts: GuardrailFacts): Wait[] {
  const waits = [waitForHours(origin, facts)]
  if (guardrails[origin].inConversation === 'waits') waits.push(waitForSilence(facts))
  if (guardrails[origin].heldByMember === 'waits') waits.push(waitForMember(facts))
  return waits.filter((wait) => wait !== undefined)
}

const silenceMilliseconds = 30 * 60_000

function waitForSilence({ now, lastInboundAt }: GuardrailFacts): Wait | undefined {
  const until = new Date((lastInboundAt?.getTime() ?? 0) + silenceMilliseconds)
  return until > now ? { reason: 'in-conversation', until } : undefined
}

/** The end of a member's work is unknown, so waiting rows are checked again when the conversation returns to the agent. */
function waitForMember({ now, isHeldByMember }: GuardrailFacts): Wait | undefined {
  return isHeldByMember
    ? { reason: 'in-conversation', until: new Date(now.getTime() + silenceMilliseconds) }
    : undefined
}

const dayMilliseconds = 24 * hourMilliseconds

/**
 * Waits until safe hours and the send window are both open, and reports the one that opens last on its own. If they
 * never overlap, checks again a day later, because either may have changed by then.
 */
function waitForHours(origin: GuardrailOrigin, facts: GuardrailFacts): Wait | undefined {
  const { now } = facts
  const { safeHours: observes, sendWindow } = guardrails[origin]
  const safeHours = safeHoursChecks[observes](facts) ? facts.settings.safeHours : undefined
  const window = sendWindow === 'own applies' ? facts.sendWindow : undefined
  const until = findCommonOpening(now, [safeHours, window])
  if (!until) return { reason: 'outside_send_window', until: new Date(now.getTime() + dayMilliseconds) }
  if (until <= now) return undefined
  const windowIsLast = findNextOpening(now, window) > findNextOpening(now, safeHours)
  return { reason: windowIsLast ? 'outside_send_window' : 'outside_safe_hours', until }
}
