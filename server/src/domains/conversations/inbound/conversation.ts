import type { Channel, OpenIntent } from '@parley/amf'

/** A conversation as what comes in finds it and leaves it; see the table of that name. */
export type Conversation = {
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
}
