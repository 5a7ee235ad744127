import type { BubbleView, Channel, Place } from '@parley/amf'
import type { OutboundCall } from '../../platform/outbound/index.ts'
import type { World } from '../../platform/world.ts'

/** The interface that every provider implements. Each provider has its own folder under `adapters/`. */
export type Adapter = {
  provider: string
  channel: Channel
  /**
   * Whether the provider ignores a send that repeats an id, so that a send with an unknown outcome can be retried.
   * Otherwise an unknown outcome stays open until a receipt or `findSent` resolves it.
   */
  ignoresRepeats: boolean
  /** Whether receipts identify a message by the id that we gave it (`channelMessageIdOf`). */
  acceptsClientIds: boolean
  /** Bulk messages per second that the provider accepts from one binding. */
  batchPerSecond: number
  /** Returns why a provider's call fails verification, or undefined if it is authentic. Receives the raw bytes. */
  verify(
    call: ProviderCall,
    binding: AdapterBinding,
    tools: AdapterTools,
  ): Promise<string | undefined> | string | undefined
  /**
   * Parses a verified call into its items and the response that the provider expects. Never throws on malformed bodies:
   * it skips anything it does not understand.
   */
  parse(call: ProviderCall, binding: AdapterBinding): ParsedCall
  /**
   * Replaces `parse` where a call may only reference its content and the rest must be fetched from the provider. Throws
   * DispatchFailedError to make the provider call again.
   */
  parseAsking?(call: ProviderCall, binding: AdapterBinding, tools: AdapterTools): Promise<ParsedCall>
  /** Sends one bubble. Throws DispatchFailedError. */
  send(outgoing: OutboundBubble, binding: AdapterBinding, tools: AdapterTools): Promise<AdapterSendResult>
  /** The id that the provider will give a bubble, where it is predictable and differs from our own id. */
  idOf?(channelMessageId: string, binding: AdapterBinding): string
  /** Asks the provider whether it accepted a bubble whose outcome is unknown. Throws DispatchFailedError. */
  findSent?(wanted: SentMessageQuery, binding: AdapterBinding, tools: AdapterTools): Promise<SentMessageFinding>
  /**
   * Asks the provider to take back a bubble that it has not delivered. Repeating it does no harm, and success does not
   * prove that the person never sees the bubble. Throws DispatchFailedError.
   */
  revoke?(sent: RevocableBubble, binding: AdapterBinding, tools: AdapterTools): Promise<void>
  /** Sends a typing indicator or a read receipt. Throws DispatchFailedError, which the caller ignores. */
  signal?(signal: OutboundSignal, binding: AdapterBinding, tools: AdapterTools): Promise<void>
  /**
   * Checks whether a person's phone can receive messages on this channel at all. Throws DispatchFailedError if that
   * cannot be determined.
   */
  capable?(to: string, binding: AdapterBinding, tools: AdapterTools): Promise<boolean>
  /** Tests the credentials with the provider. Throws DispatchFailedError. */
  check?(binding: AdapterBinding, tools: AdapterTools): Promise<{ routingId?: string }>
  /** Lists the message templates of the account, with the provider's own status. Throws DispatchFailedError. */
  listTemplates?(binding: AdapterBinding, tools: AdapterTools): Promise<ListedTemplate[]>
  /** Opens a file sent by a person, where the provider requires credentials or identifies the file by an id. */
  openMedia?(reference: string, binding: AdapterBinding, tools: AdapterTools): Promise<Response>
}

/** `text` is the body, and `variables` how many variables it has. */
export type ListedTemplate = {
  name: string
  language: string
  status: string
  category?: string
  text?: string
  variables?: number
}

export type AdapterBinding = {
  agentKey: number
  bindingKey: number
  id: string
  channel: Channel
  provider: string
  /** The decrypted credentials: the fields of the provider's form in the channels catalog. */
  auth: Readonly<Record<string, string>>
  routingId?: string
  callbackUrl: string
}

export type AdapterTools = {
  /** Rejects private networks, also after redirects. */
  fetch: typeof fetch
  /** Same as `fetch`, but cheaper, for short responses. */
  call: OutboundCall
  /** Base URLs that override the providers' own servers: `apis[provider]`. */
  apis: Readonly<Record<string, string | undefined>>
  world: World
  signal?: AbortSignal
  /**
   * Replaces `call` for every request of a dispatch to one person: starts no request once that person has sent STOP.
   */
  guardedCall?: OutboundCall
}

export type ProviderCall = {
  method: string
  /** The URL that the provider called: our public address, path and query. */
  url: string
  query: Readonly<Record<string, string | undefined>>
  /** Header names are in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

export type ProviderResponse = { status: number; type?: string; body?: string }

export type ParsedCall = {
  /** Default: 200 with an empty body. */
  answer?: ProviderResponse
  /**
   * Replaces `answer` where the response depends on the stored inbound items. May take up to 20 seconds, or until
   * `over` aborts.
   */
  answerAfter?(over?: AbortSignal): Promise<ProviderResponse>
  inbounds: Inbound[]
}

/** An event from a provider about a person or about a dispatched message. */
export type Inbound =
  | InboundContent
  | (FromPerson & { kind: 'typing' })
  /** The person subscribed or unsubscribed with the provider's own switch. */
  | (FromPerson & { kind: 'subscribed' | 'unsubscribed'; id: string })
  /**
   * `ourId`: our id of the bubble (`channelMessageIdOf`), where the provider returns it along with its own. `to`: the
   * recipient, where the provider reports that instead.
   */
  | ({ kind: 'receipt'; channelMessageId: string; ourId?: string; to?: string } & ReceiptState)
  /** Covers every message dispatched to this person up to `until`. */
  | (FromPerson & { kind: 'receiptsUntil'; state: 'delivered' | 'read'; until: Date })

type FromPerson = {
  /** The person's address on the channel, in the provider's format. */
  from: string
  /** The provider's id of the thread, where a reply must name it. */
  conversationId?: string
  at?: Date
}

export type InboundContent = FromPerson & {
  kind: 'content'
  /** The provider's id of the item, used to drop duplicates. */
  id: string
  content: InboundContentBody
  /** Set when the channel reports that this item starts a conversation. */
  startsConversation?: boolean
  /** Profile data from the channel; used only to create a new person. */
  profile?: { name?: string; locale?: string }
}

export type InboundContentBody =
  | { type: 'text'; text: string }
  /** `reference` is a URL or a value that `openMedia` understands. */
  | { type: 'media'; reference: string; mediaType?: string; name?: string; text?: string }
  | { type: 'place'; place: Place }
  /**
   * A tapped chip, row or time, with the postback that the rendering attached to it. `picked`: chosen from a native
   * list or time picker.
   */
  | { type: 'tap'; postback: string; label?: string; picked?: boolean; also?: string[] }

export type ReceiptState = {
  state: 'sent' | 'delivered' | 'read' | 'failed'
  at?: Date
  /** Only with state `failed`. */
  reason?: DispatchFailureReason
  detail?: string
}

export type OutboundBubble = {
  /** Our message id, and the index of the bubble in the message. */
  messageId: string
  bubble: number
  /** `channelMessageIdOf(messageId, bubble)`: the id to give the provider, if it accepts client ids. */
  channelMessageId: string
  to: string
  conversationId?: string
  /** The provider's request body without the recipient, as rendered by `packages/amf`. */
  native: unknown
  /** The text as a person reads it. */
  text: string
  chips: readonly { label: string; kind: string; tap: number }[]
  /** The bubble as the person sees it; computed when it is read. */
  readonly view?: BubbleView
  /** A sandbox conversation: adapters of real providers are never called. */
  sandbox?: boolean
}

/** A bubble that the provider accepted: our id of it (`channelMessageIdOf`), and the address it was sent to. */
export type RevocableBubble = Pick<OutboundBubble, 'channelMessageId' | 'to'>

export type OutboundSignal = {
  signal: 'typing' | 'read'
  to: string
  conversationId?: string
  /** The provider's id of the person's last inbound item, which some signals must name. */
  lastInboundId?: string
  id: string
}

/** The provider's id of the message; our own where `acceptsClientIds`. */
export type AdapterSendResult = { channelMessageId: string; conversationId?: string }

/** A bubble that the provider may have accepted. */
export type SentMessageQuery = OutboundBubble & {
  /** Bounds of the dispatch time, widened to allow for clock skew between us and the provider. */
  from: Date
  until: Date
  /** Number of other messages with the same text sent to the same address in that time. */
  similarCount: number
}

/** `receipt`: the latest state that the provider reports for the message. */
export type SentMessageFinding = { kind: 'taken'; receipt?: ReceiptState } | { kind: 'notTaken' } | { kind: 'unknown' }

/** Why a dispatch failed. Status events use these values. */
export const dispatchFailureReasons = [
  'rejected', // the provider rejected this message
  'invalidRecipient', // the address does not exist
  'unreachable', // the channel cannot reach this person
  'optedOut', // the person has opted out, here or with the provider
  'windowClosed', // outside the reply window
  'rateLimited', // throttled for longer than the message could wait
  'providerError',
  'timeout', // no response in time; outcome unknown
  'credentials', // the provider rejected our credentials
  'expired', // waited too long to be sent
  'noRoute', // no binding for this channel
  'bindingDisabled',
  'heldByHuman', // a member of the desk took the conversation
  'unknownOutcome', // the dispatch was interrupted, and the outcome could not be determined
] as const
export type DispatchFailureReason = (typeof dispatchFailureReasons)[number]

/**
 * A failed dispatch. `retry` is `later` when the provider has not accepted the message and the same request may work
 * soon (429, no connection), `unknown` when it may have accepted it (5xx, a timeout, a reset or garbage after the
 * request was written), and `never` otherwise.
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

/** Our id for a bubble, which providers that accept client ids use as their own. */
export function channelMessageIdOf(messageId: string, bubble: number): string {
  return bubble === 0 ? messageId : `${messageId}-${bubble}`
}
