import type { Decision, Facts, Hindrance, Origin } from './facts.ts'
import { bothOpenFrom, hoursOpenFrom } from './hours.ts'

type Guardrails = {
  consent: keyof typeof consents
  stop: 'never sent'
  safeHours: keyof typeof observesSafeHours
  sendWindow: 'own applies' | 'has none'
  frequencyCap: 'warns' | 'excluded' | 'exempt'
  inConversation: 'waits' | 'not held'
}

/** Document 2, Guardrails by send origin. */
const guardrails: Record<Origin, Guardrails> = {
  named: {
    consent: 'unless declined or denied',
    stop: 'never sent',
    safeHours: 'not applied',
    sendWindow: 'has none',
    frequencyCap: 'warns',
    inConversation: 'not held',
  },
  automated: {
    consent: 'only granted',
    stop: 'never sent',
    safeHours: 'waits, unless ignored',
    sendWindow: 'own applies',
    frequencyCap: 'excluded',
    inConversation: 'waits',
  },
  campaign: {
    consent: 'only granted',
    stop: 'never sent',
    safeHours: 'waits',
    sendWindow: 'own applies',
    frequencyCap: 'excluded',
    inConversation: 'waits',
  },
  followUp: {
    consent: 'unless denied',
    stop: 'never sent',
    safeHours: 'waits',
    sendWindow: 'has none',
    frequencyCap: 'exempt',
    // A reply stops it.
    inConversation: 'not held',
  },
  reminder: {
    consent: 'not required',
    stop: 'never sent',
    safeHours: 'ignored, unless told not to',
    sendWindow: 'has none',
    frequencyCap: 'exempt',
    inConversation: 'not held',
  },
}

const consents = {
  'unless declined or denied': ({ optIn, consent }: Facts) => {
    if (optIn === false) return 'consent_declined'
    return consent === 'denied' ? 'consent_denied' : undefined
  },
  'only granted': ({ consent }: Facts) => (consent === 'granted' ? undefined : 'no_consent'),
  'unless denied': ({ consent }: Facts) => (consent === 'denied' ? 'consent_denied' : undefined),
  'not required': () => undefined,
} satisfies Record<string, (facts: Facts) => Hindrance | undefined>

const observesSafeHours = {
  'not applied': () => false,
  waits: () => true,
  'waits, unless ignored': ({ ignoreSafeHours = false }: Facts) => !ignoreSafeHours,
  'ignored, unless told not to': ({ ignoreSafeHours = true }: Facts) => !ignoreSafeHours,
} satisfies Record<string, (facts: Facts) => boolean>

/** Of all that hinders, what lasts longest is told: a STOP, then consent, then the cap, then the wait that ends last. */
export function decide(origin: Origin, facts: Facts): Decision {
  const { consent, frequencyCap } = guardrails[origin]
  if (facts.stopped) return { verdict: 'no', reason: 'opted_out' }
  const unwilling = consents[consent](facts)
  if (unwilling) return { verdict: 'no', reason: unwilling }
  const isCapped = cappedUntil(facts) !== undefined
  if (isCapped && frequencyCap === 'excluded') return { verdict: 'no', reason: 'frequency_capped' }
  const [last] = waitsOf(origin, facts).sort((one, other) => other.until.getTime() - one.until.getTime())
  if (last) return { verdict: 'wait', ...last }
  return isCapped && frequencyCap === 'warns' ? { verdict: 'go', warning: 'frequency_capped' } : { verdict: 'go' }
}

const usualTouchIntervalHours = 48
const hourMilliseconds = 3_600_000

/** When the next marketing message may follow the last one; undefined where that is now, or of no concern. */
export function cappedUntil({ now, class: kind, lastTouchAt, settings }: Facts): Date | undefined {
  const { minTouchIntervalHours = usualTouchIntervalHours } = settings
  if (kind !== 'marketing' || !lastTouchAt || minTouchIntervalHours === 0) return undefined
  const until = new Date(lastTouchAt.getTime() + minTouchIntervalHours * hourMilliseconds)
  return until > now ? until : undefined
}

type Wait = { reason: Hindrance; until: Date }

function waitsOf(origin: Origin, facts: Facts): Wait[] {
  const waits = [waitForHours(origin, facts)]
  if (guardrails[origin].inConversation === 'waits') waits.push(waitForSilence(facts))
  return waits.filter((wait) => wait !== undefined)
}

const silenceMilliseconds = 30 * 60_000

function waitForSilence({ now, writtenAt }: Facts): Wait | undefined {
  const until = new Date((writtenAt?.getTime() ?? 0) + silenceMilliseconds)
  return until > now ? { reason: 'in-conversation', until } : undefined
}

const dayMilliseconds = 24 * hourMilliseconds

/**
 * Until safe hours and the send window are both open; told is the one that opens last by itself. Where they never meet,
 * that is asked again a day later: either may have been changed by then.
 */
function waitForHours(origin: Origin, facts: Facts): Wait | undefined {
  const { now } = facts
  const { safeHours: observes, sendWindow } = guardrails[origin]
  const safeHours = observesSafeHours[observes](facts) ? facts.settings.safeHours : undefined
  const window = sendWindow === 'own applies' ? facts.sendWindow : undefined
  const until = bothOpenFrom(now, [safeHours, window])
  if (!until) return { reason: 'outside_send_window', until: new Date(now.getTime() + dayMilliseconds) }
  if (until <= now) return undefined
  const windowIsLast = hoursOpenFrom(now, window) > hoursOpenFrom(now, safeHours)
  return { reason: windowIsLast ? 'outside_send_window' : 'outside_safe_hours', until }
}
