import type { Channel, Place } from '@parley/amf'
import type { OutboundCall } from '../../platform/outbound/index.ts'
import type { World } from '../../platform/world.ts'

/** A provider as the gateway sees it: one folder each under `adapters/`, all behind this. */
export type Adapter = {
  provider: string
  channel: Channel
  /**
   * A send that is repeated with the same id is ignored by the provider, so that an unknown outcome may be tried again.
   * Where it is not, an unknown outcome stays open until a receipt or `findSent` resolves it.
   */
  ignoresRepeats: boolean
  /** Receipts name what was sent by our own id of it (`channelMessageIdOf`). */
  acceptsClientIds: boolean
  /** How many bulk messages a second it takes from one binding. */
  batchPerSecond: number
  /** Why a call of the provider is not believed, or undefined. It sees the bytes as they came. */
  verify(
    call: ProviderCall,
    binding: AdapterBinding,
    tools: AdapterTools,
  ): Promise<string | undefined> | string | undefined
  /** What a call that was believed says, and what the provider wants to hear. Never throws on odd bodies: what is not understood is left out. */
  parse(call: ProviderCall, binding: AdapterBinding): ParsedCall
  /** In place of `parse`, where a call may only point at what it says and the provider is asked for the rest. Throws DispatchFailed: it is to call again. */
  parseAsking?(call: ProviderCall, binding: AdapterBinding, tools: AdapterTools): Promise<ParsedCall>
  /** Hands over one bubble. Throws DispatchFailed. */
  send(outgoing: OutboundBubble, binding: AdapterBinding, tools: AdapterTools): Promise<AdapterSendResult>
  /** What the provider will call a bubble, where that is known before it answers and is not our own id. */
  idOf?(channelMessageId: string, binding: AdapterBinding): string
  /** Asks the provider whether it has taken a bubble whose outcome is unknown. Throws DispatchFailed. */
  findSent?(wanted: SentMessageQuery, binding: AdapterBinding, tools: AdapterTools): Promise<SentMessageFinding>
  /** Typing indicator, read receipt. Throws DispatchFailed, which nobody hears of. */
  signal?(signal: OutboundSignal, binding: AdapterBinding, tools: AdapterTools): Promise<void>
  /** Whether somebody's phone takes messages on this channel at all. Throws DispatchFailed when that cannot be told. */
  capable?(to: string, binding: AdapterBinding, tools: AdapterTools): Promise<boolean>
  /** Tries the credentials out at the provider. Throws DispatchFailed. */
  check?(binding: AdapterBinding, tools: AdapterTools): Promise<{ routingId?: string }>
  /** Opens a file that a person has sent, where the provider asks for credentials or knows it by an id. */
  openMedia?(reference: string, binding: AdapterBinding, tools: AdapterTools): Promise<Response>
}

/** A binding as its adapter sees it. */
export type AdapterBinding = {
  agentKey: number
  bindingKey: number
  id: string
  channel: Channel
  provider: string
  /** The credentials, opened; the fields of the provider's form in the channels catalog. */
  auth: Readonly<Record<string, string>>
  routingId?: string
  /** Where the provider calls us for this binding. */
  callbackUrl: string
}

export type AdapterTools = {
  /** Refuses private networks, redirects included. */
  fetch: typeof fetch
  /** The same for short answers, at less cost. */
  call: OutboundCall
  /** The provider's own servers, unless told otherwise: `apis[provider]`. */
  apis: Readonly<Record<string, string | undefined>>
  world: World
  signal?: AbortSignal
  /** In place of `call`, of all requests of a hand-over to one person: lets none begin once they have said STOP. */
  guardedCall?: OutboundCall
}

export type ProviderCall = {
  method: string
  /** As the provider wrote it: our public address, path and query. */
  url: string
  query: Readonly<Record<string, string | undefined>>
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

export type ProviderResponse = { status: number; type?: string; body?: string }

export type ParsedCall = {
  /** 200 with nothing unless said. */
  answer?: ProviderResponse
  /** In place of `answer`, where it is known only once the inbounds are kept. It may take 20 seconds, or until `over`. */
  answerAfter?(over?: AbortSignal): Promise<ProviderResponse>
  inbounds: Inbound[]
}

/** What a provider tells of a person, or of a message that was handed to it. */
export type Inbound =
  | InboundContent
  | (FromPerson & { kind: 'typing' })
  /** The person follows or leaves, at the provider's own switch. */
  | (FromPerson & { kind: 'subscribed' | 'unsubscribed'; id: string })
  /**
   * `ourId`: our own id of the bubble (`channelMessageIdOf`), where the provider gives that back beside its own; `to`: whom
   * it was for, where it does not and says that.
   */
  | ({ kind: 'receipt'; channelMessageId: string; ourId?: string; to?: string } & ReceiptState)
  /** All that was handed over to this person until then. */
  | (FromPerson & { kind: 'receiptsUntil'; state: 'delivered' | 'read'; until: Date })

type FromPerson = {
  /** Their address on the channel, as the provider writes it. */
  from: string
  /** As the provider knows the thread, where an answer must name it. */
  conversationId?: string
  at?: Date
}

export type InboundContent = FromPerson & {
  kind: 'content'
  /** The provider's id of it: what comes twice is taken once. */
  id: string
  content: InboundContentBody
  /** The channel says that this begins a conversation. */
  startsConversation?: boolean
  /** What the channel tells of the person; taken for somebody new only. */
  profile?: { name?: string; locale?: string }
}

export type InboundContentBody =
  | { type: 'text'; text: string }
  /** `reference` is an address, or what `openMedia` understands. */
  | { type: 'media'; reference: string; mediaType?: string; name?: string; text?: string }
  | { type: 'place'; place: Place }
  /** A chip, a row or a time: what the rendering had put behind it. `picked`: from a native list or time picker. */
  | { type: 'tap'; postback: string; label?: string; picked?: boolean; also?: string[] }

export type ReceiptState = {
  state: 'sent' | 'delivered' | 'read' | 'failed'
  at?: Date
  /** With `failed`. */
  reason?: DispatchFailureReason
  detail?: string
}

export type OutboundBubble = {
  /** Ours, and the place of the bubble in the message. */
  messageId: string
  bubble: number
  /** `channelMessageIdOf(messageId, bubble)`: what the provider is to call it, if it lets us. */
  channelMessageId: string
  to: string
  conversationId?: string
  /** The provider's body without whom it goes to, as `packages/amf` renders it. */
  native: unknown
  /** What a person reads of it. */
  text: string
  chips: readonly { label: string; kind: string; tap: number }[]
  /** A rehearsal: adapters of real providers are never asked. */
  sandbox?: boolean
}

export type OutboundSignal = {
  signal: 'typing' | 'read'
  to: string
  conversationId?: string
  /** The provider's id of the last thing that the person sent, which some signals must name. */
  lastInboundId?: string
  id: string
}

/** What the provider calls it; ours where `takesOurIds`. */
export type AdapterSendResult = { channelMessageId: string; conversationId?: string }

/** A bubble that may have been taken. */
export type SentMessageQuery = OutboundBubble & {
  /** It was handed over between these, however far the provider's clock is from ours. */
  from: Date
  until: Date
  /** How many other messages with the same text went to the same address in that time. */
  similarCount: number
}

/** `receipt`: what the provider says has become of it since. */
export type SentMessageFinding = { kind: 'taken'; receipt?: ReceiptState } | { kind: 'notTaken' } | { kind: 'unknown' }

/** Why a hand-over failed, in the words of status events. */
export const dispatchFailureReasons = [
  'rejected', // the provider refuses this message
  'invalidRecipient', // there is nobody at this address
  'unreachable', // the channel does not reach this person
  'optedOut', // the provider's own list says so
  'windowClosed', // outside the reply window
  'rateLimited', // too much at once, and not in time
  'providerError', // the provider broke
  'timeout', // no answer in time; what became of it is not known
  'credentials', // the provider does not know us
  'expired', // waited too long
  'noRoute', // no binding leads there
  'bindingDisabled',
  'unknownOutcome', // a hand-over broke off, and nobody could tell whether the channel has the message
] as const
export type DispatchFailureReason = (typeof dispatchFailureReasons)[number]

/**
 * A hand-over that failed. `retry`: `later` when the provider has not taken it and the same may work in a moment (429, no
 * connection), `unknown` when it may have (5xx, a timeout, a reset or garbage after the request was written), `never`
 * otherwise.
 */
export class DispatchFailedError extends Error {
  readonly reason: DispatchFailureReason
  readonly detail: string
  readonly retry: 'later' | 'unknown' | 'never'
  readonly retryAfterSeconds?: number
  constructor(
    reason: DispatchFailureReason,
    detail: string,
    more: { retry?: DispatchFailedError['retry']; retryAfterSeconds?: number } = {},
  ) {
    super(`${reason}: ${detail}`)
    this.reason = reason
    this.detail = detail
    this.retry = more.retry ?? 'never'
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** Our name for a bubble, which providers that let us choose take for theirs. */
export function channelMessageIdOf(messageId: string, bubble: number): string {
  return bubble === 0 ? messageId : `${messageId}-${bubble}`
}
