import type { Channel, OpenIntent } from '@parley/amf'

/** A conversation as what comes in finds it and leaves it; see the table of that name. */
export type InboundConversation = {
  asid: string
  channel: Channel
  sessionId: string
  sessionStartedAt: Date
  sessionAt: Date
  writtenAt?: Date
  windowClosesAt?: Date
  intents: OpenIntent[]
  channelConversationId?: string
  /** The send whose first answer is still to be noted. */
  openedBy?: string
  sandbox: boolean
  /** It was made just now, and its session with it. */
  isNew: boolean
  /** False for one of an identity that this transaction made: it is written together with what came of the message. */
  isStored: boolean
}

export type NewConversation = { asid: string; channel: Channel; sessionId: string; now: Date; sandbox?: boolean }

/** The conversation of an identity that no other transaction knows. */
export const createInboundConversation = ({
  asid,
  channel,
  sessionId,
  now,
  sandbox = false,
}: NewConversation): InboundConversation => ({
  asid,
  channel,
  sessionId,
  sessionStartedAt: now,
  sessionAt: now,
  intents: [],
  sandbox,
  isNew: true,
  isStored: false,
})
