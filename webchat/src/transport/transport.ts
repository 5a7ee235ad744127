import type { ClientFrame, ServerFrame } from '@parley/webchat-protocol'

export type ChatTransportOptions = {
  /** URL of this chat, without a trailing slash. */
  url: string
  token: string
  /** Sequence number of the last received entry. */
  after(): number
  onFrame(frame: ServerFrame): void
  /** Called once the gateway has answered. */
  onOpen(): void
}

/** `refused`: it never connected. `unknownVisitor`: the gateway does not know the token, or no longer does. */
export type ChatTransportEnd = 'lost' | 'refused' | 'unknownVisitor'
export type SayAnswer = Extract<ServerFrame, { took: unknown } | { refused: unknown }>

export type ChatTransport = {
  /** Rejects if the connection ends before the answer arrives. */
  sendMessage(frame: Extract<ClientFrame, { say: unknown }>): Promise<SayAnswer>
  /** Fire and forget: there is no answer. */
  sendSignal(frame: Extract<ClientFrame, { seen: unknown } | { typing: unknown }>): void
  ended: Promise<ChatTransportEnd>
}
