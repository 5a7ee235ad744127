import type { ClientFrame, ServerFrame } from '@parley/webchat-protocol'

/** What a line to the gateway is made for. */
export type ChatTransportOptions = {
  /** Of this chat, without a slash at the end. */
  url: string
  token: string
  /** The last entry that is here. */
  after(): number
  onFrame(frame: ServerFrame): void
  /** The gateway has answered. */
  onOpen(): void
}

/** `refused`: it never connected. `unknownVisitor`: the gateway does not know the token (any more). */
export type ChatTransportEnd = 'lost' | 'refused' | 'unknownVisitor'
export type SayAnswer = Extract<ServerFrame, { took: unknown } | { refused: unknown }>

export type ChatTransport = {
  /** Rejects when the line ends before there is an answer. */
  sendMessage(frame: Extract<ClientFrame, { say: unknown }>): Promise<SayAnswer>
  /** Nobody waits for an answer. */
  sendSignal(frame: Extract<ClientFrame, { seen: unknown } | { typing: unknown }>): void
  ended: Promise<ChatTransportEnd>
}
