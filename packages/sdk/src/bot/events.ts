import type {
  AnswerSource,
  Capabilities,
  Channel,
  ChipKind,
  Place,
  StatusState,
  SystemKind,
  WindowState,
} from '@parley/amf'

/** The events that the gateway sends to an agent's webhook, one per request. See docs/gateway.md. */

export type Envelope = {
  spec: 'amf/1'
  /** Chosen by the operator when setting the webhook. */
  instanceId?: string
  userId: string
  event: {
    spec: 'amf/1'
    eventId: string
    timestamp: string
    conversation: { userId: string; sessionId: string }
    context: EventContext
    event: TypedEvent
  }
  mode: 'managed' | 'unmanaged'
}

export type EventContext = {
  channel: Channel
  provider: string
  capabilities: Capabilities
  window: { state: WindowState }
  /** A sandbox conversation: reply as if it were live, but keep it out of customer data. */
  sandbox?: true
}

export type TypedEvent = MessageEvent | ResultEvent | ActionEvent | StatusEvent | SystemEvent

type MessageEvent = {
  type: 'message'
  message: { text?: string; media?: { url: string; mediaType?: string; name?: string }; place?: Place }
}

/** The answer to a question, or a tapped reply chip. */
type ResultEvent = {
  type: 'result'
  result: {
    intent: string
    intentId: string
    optionIds: string[]
    labels: string[]
    via: AnswerSource
    text?: string
    messageId?: string
  }
}

/** A tap that the phone carried out; needs no reply. */
type ActionEvent = {
  type: 'action'
  action: {
    kind: Exclude<ChipKind, 'reply'>
    label: string
    url?: string
    phone?: string
    messageId: string
  }
}

/** Delivery status of a message; the gateway ignores replies to it. */
type StatusEvent = {
  type: 'status'
  status: {
    messageId: string
    state: StatusState
    attempt: { channel: Channel; provider: string }
    reason?: string
    detail?: string
  }
}

type SystemEvent = {
  type: 'system'
  kind: SystemKind
  window?: { state: WindowState }
}

/** An event as a handler receives it: its own fields plus the envelope. */
export type BotEvent<Type extends TypedEvent['type'] = TypedEvent['type']> = Extract<TypedEvent, { type: Type }> & {
  eventId: string
  /** One person's address on one channel, opaque and stable. */
  userId: string
  sessionId: string
  timestamp: string
  instanceId?: string
  mode: Envelope['mode']
  context: EventContext
}

export function toBotEvent({ instanceId, userId, mode, event }: Envelope): BotEvent {
  const { eventId, timestamp, conversation, context } = event
  const where = { eventId, timestamp, userId, sessionId: conversation.sessionId, mode, context }
  return { ...event.event, ...where, ...(instanceId !== undefined && { instanceId }) }
}
