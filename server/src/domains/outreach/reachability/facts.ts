import type { Channel } from '@parley/amf'
import type { GuardrailFacts, GuardrailOrigin } from '@parley/guardrails'

/** Where a person is written to. */
export type ContactIdentity = {
  asid: string
  channel: Channel
  /** A STOP on this identity itself. */
  optedOut: boolean
  /** That, or a STOP on the other channel of its number: a STOP on rcs or sms covers both. */
  stopped: boolean
  /** All of these. */
  stops: readonly StopRecord[]
}

export type StopRecord = { channel: Channel; at: Date }

/** What is known of a person whom an Outreach may go to. */
export type ContactState = {
  personId: string
  personKey: number
  consent: { status: GuardrailFacts['consent']; updatedAt?: Date; source?: string }
  /** Their preferred identity where that is on rcs, else the oldest that is. */
  identity?: ContactIdentity & { capable?: { value: boolean; checkedAt: Date } }
  /** The last marketing message, on its way or sent. */
  lastTouch?: { sendId: string; at: Date }
  /** On any of their channels. */
  writtenAt?: Date
}

/** What whoever sends brings to the decision. */
export type SendTerms = Pick<GuardrailFacts, 'now' | 'class' | 'settings' | 'sendWindow' | 'ignoreSafeHours' | 'optIn'>

/** All that a decision on an Outreach rests on. A named send asks for a STOP on the identity alone. */
export function buildGuardrailFacts(
  reached: Omit<ContactState, 'identity'> & { identity?: ContactIdentity },
  origin: GuardrailOrigin,
  terms: SendTerms,
): GuardrailFacts {
  const { consent, identity, lastTouch, writtenAt } = reached
  const stopped = (origin === 'named' ? identity?.optedOut : identity?.stopped) ?? false
  return { ...terms, consent: consent.status, optedOut: stopped, lastTouchAt: lastTouch?.at, writtenAt }
}
