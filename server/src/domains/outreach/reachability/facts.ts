import type { Channel } from '@parley/amf'
import type { GuardrailFacts, OutreachFacts } from '@parley/guardrails'

export type ContactIdentity = {
  asid: string
  channel: Channel
  /** A STOP on this identity itself. */
  optedOut: boolean
  /** The above, or a STOP on the sibling channel of the number: a STOP on rcs or sms covers both. */
  stopped: boolean
  /** All STOPs that apply. */
  stops: readonly StopRecord[]
}

/** The identity of a person on one channel, with what decides whether they can be reached there. */
export type ChannelContact = ContactIdentity & { lastInboundAt?: Date; capable?: { value: boolean; checkedAt: Date } }

export type StopRecord = { channel: Channel; at: Date }

export type ContactState = {
  personId: string
  personKey: number
  consent: { status: GuardrailFacts['consent']; updatedAt?: Date; source?: string }
  /** The preferred identity if it is on rcs, else the oldest one that is. */
  identity?: ContactIdentity & { capable?: { value: boolean; checkedAt: Date } }
  /** The latest marketing message, queued or sent. */
  lastTouch?: { sendId: string; at: Date }
  /** The latest inbound message, on any channel. */
  lastInboundAt?: Date
  /** A member of the desk holds a conversation with them, on any channel. */
  isHeldByMember: boolean
}

export type SendTerms = Omit<OutreachFacts, 'consent' | 'lastTouchAt' | 'lastInboundAt' | 'isHeldByMember'>

/** Combines what is known about the person with the terms of the message. */
export function buildOutreachFacts(contact: Omit<ContactState, 'identity'>, terms: SendTerms): OutreachFacts {
  const { consent, lastTouch, lastInboundAt, isHeldByMember } = contact
  return { ...terms, consent: consent.status, lastTouchAt: lastTouch?.at, lastInboundAt, isHeldByMember }
}
