import type { Channel, OpenIntent } from '@parley/amf'
import type { SystemEvent } from '../event.ts'
import { isSessionLive } from '../sessions/session.ts'
import { windowClosesAt, windowState } from '../windows/window.ts'

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

/** Something that a person said, as far as sessions and windows go. */
export type IncomingContent = {
  now: Date
  /** When they said it, by the provider's clock. */
  at: Date
  /** The channel says that it begins a conversation. */
  startsConversation: boolean
  /** The agent's last message, where `sessionAt` alone leaves it open. */
  agentWroteAt?: Date
  newSessionId: string
}

export type ContentOutcome = {
  conversation: InboundConversation
  startsSession: boolean
  /** What waited for the reply window may go. */
  opensWindow: boolean
  /** Told before what was said. */
  precedingEvents: SystemEvent[]
}

/** Where a conversation stands after its person has said something. */
export function applyContent(conversation: InboundConversation, said: IncomingContent): ContentOutcome {
  const isFirst = conversation.writtenAt === undefined
  const begins = isFirst || said.startsConversation
  const startsSession = begins || !isSessionLive(latest(conversation.sessionAt, said.agentWroteAt), said.now)
  const session = startsSession && {
    sessionId: conversation.isNew ? conversation.sessionId : said.newSessionId,
    sessionStartedAt: said.now,
  }
  const window = applyWindow(conversation, said)
  return {
    conversation: { ...conversation, ...session, ...window.after, sessionAt: said.now },
    startsSession,
    opensWindow: window.opens,
    precedingEvents: [
      ...(begins ? [{ type: 'system', kind: 'conversationStarted' } as const] : []),
      ...(window.opens && !conversation.isNew ? buildWindowEvents(conversation) : []),
    ],
  }
}

function applyWindow(conversation: InboundConversation, { now, at }: IncomingContent) {
  const { channel } = conversation
  const writtenAt = latest(at < now ? at : now, conversation.writtenAt)
  const isOpen = windowState(channel, writtenAt, now) === 'open'
  const opens = isOpen && windowState(channel, conversation.writtenAt, now) === 'closed'
  return { opens, after: { writtenAt, windowClosesAt: isOpen ? windowClosesAt(channel, writtenAt) : undefined } }
}

/** Closings and openings take turns: one that is not told yet comes first. */
function buildWindowEvents({ windowClosesAt: untold }: InboundConversation): SystemEvent[] {
  const changed = (state: 'open' | 'closed'): SystemEvent => ({
    type: 'system',
    kind: 'windowChanged',
    window: { state },
  })
  return untold ? [changed('closed'), changed('open')] : [changed('open')]
}

const latest = (one: Date, other: Date | undefined): Date => (other && other > one ? other : one)
