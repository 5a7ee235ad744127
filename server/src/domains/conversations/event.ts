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

/** The event envelope that is sent to the agent's webhook or the built-in responder, one event each. */
export type EventEnvelope = {
  spec: 'amf/1'
  instanceId?: string
  userId: string
  event: EventBody
  /** `managed` if Parley provides the channel, `unmanaged` if the operator's own provider does. */
  mode: 'managed' | 'unmanaged'
}

export type EventBody = {
  spec: 'amf/1'
  eventId: string
  timestamp: string
  conversation: { userId: string; sessionId: string }
  context: {
    channel: Channel
    provider: string
    capabilities: Capabilities
    window: { state: WindowState }
    sandbox?: true
    /** Present while a person waits for a member of the desk or a member holds the conversation. */
    desk?: { state: 'waiting' | 'human' }
  }
  event: GatewayEvent
}

export type GatewayEvent =
  | { type: 'message'; message: InboundMessage }
  | { type: 'result'; result: IntentResult }
  | { type: 'action'; action: TapAction }
  | { type: 'status'; status: MessageStatus }
  | SystemEvent

/** `media.url` is under the gateway's own media path. */
export type InboundMessage = {
  text?: string
  media?: { url: string; mediaType?: string; name?: string }
  place?: Place
}

export type IntentResult = {
  intent: string
  intentId: string
  optionIds: string[]
  labels: string[]
  via: AnswerSource
  text?: string
  /** The message that asked the question. */
  messageId?: string
}

export type TapAction = {
  kind: Exclude<ChipKind, 'reply'>
  label: string
  url?: string
  phone?: string
  messageId: string
}

export type MessageStatus = {
  messageId: string
  state: StatusState
  attempt: { channel: Channel; provider: string }
  reason?: string
  detail?: string
}

export type SystemEvent = { type: 'system'; kind: SystemKind; window?: { state: WindowState } }
