import type { Channel, OpenIntent } from '@parley/amf'
import type { SystemEvent } from '../event.ts'
import { isSessionLive } from '../sessions/session.ts'
import { windowClosesAt, windowState } from '../windows/window.ts'

/** A conversation before and after an inbound item; see the table of that name. */
export type InboundConversation = {
  asid: string
  channel: Channel
  sessionId: string
  sessionStartedAt: Date
  sessionAt: Date
  lastInboundAt?: Date
  windowClosesAt?: Date
  intents: OpenIntent[]
  channelConversationId?: string
  /** The send whose first reply is still to be recorded. */
  initiatedBy?: string
  sandbox: boolean
  /** It has been at the desk, or is hidden there, so the desk hears of the person's messages. */
  isAtDesk?: boolean
  /** The conversation was just created, together with its session. */
  isNew: boolean
  /**
   * False if this transaction created the identity: the conversation is then written together with the result of the
   * message.
   */
  isStored: boolean
}

export type NewConversation = { asid: string; channel: Channel; sessionId: string; now: Date; sandbox?: boolean }

/** Creates the conversation of an identity that no other transaction can see yet. */
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

/** Content from a person, as far as it affects sessions and windows. */
export type IncomingContent = {
  now: Date
  /** When the person wrote it, by the provider's clock. */
  at: Date
  startsConversation: boolean
  /** Time of the agent's last message, needed where `sessionAt` alone does not decide. */
  agentWroteAt?: Date
  newSessionId: string
}

export type ContentOutcome = {
  conversation: InboundConversation
  startsSession: boolean
  /** Messages that waited for the reply window become due. */
  opensWindow: boolean
  /** Published before the content. */
  precedingEvents: SystemEvent[]
}

export function applyContent(conversation: InboundConversation, content: IncomingContent): ContentOutcome {
  const isFirst = conversation.lastInboundAt === undefined
  const begins = isFirst || content.startsConversation
  const startsSession = begins || !isSessionLive(latest(conversation.sessionAt, content.agentWroteAt), content.now)
  const session = startsSession && {
    sessionId: conversation.isNew ? conversation.sessionId : content.newSessionId,
    sessionStartedAt: content.now,
  }
  const window = applyWindow(conversation, content)
  return {
    conversation: { ...conversation, ...session, ...window.after, sessionAt: content.now },
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
  const lastInboundAt = latest(at < now ? at : now, conversation.lastInboundAt)
  const isOpen = windowState(channel, lastInboundAt, now) === 'open'
  const opens = isOpen && windowState(channel, conversation.lastInboundAt, now) === 'closed'
  return {
    opens,
    after: { lastInboundAt, windowClosesAt: isOpen ? windowClosesAt(channel, lastInboundAt) : undefined },
  }
}

/** Window closings and openings alternate: an unpublished closing comes first. */
function buildWindowEvents({ windowClosesAt: untold }: InboundConversation): SystemEvent[] {
  const changed = (state: 'open' | 'closed'): SystemEvent => ({
    type: 'system',
    kind: 'windowChanged',
    window: { state },
  })
  return untold ? [changed('closed'), changed('open')] : [changed('open')]
}

const latest = (one: Date, other: Date | undefined): Date => (other && other > one ? other : one)
