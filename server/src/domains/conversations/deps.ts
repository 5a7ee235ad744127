import type { Affordance, Channel, ChannelMessage, OutboundMessage } from '@parley/amf'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import type { World } from '../../platform/world.ts'
import type { LogEvent } from '../catalogs/index.ts'
import type { Channels, Inbound, LiveBinding } from '../channels/index.ts'
import type { Envelope, MessageStatus, TypedEvent } from './event.ts'

/** The doors between the parts of this domain; composed in `conversations.ts`. */

/** The process's own log. */
type Log = Record<'debug' | 'warn' | 'error', (about: object, words: string) => void>

/** What every part is handed. */
export type ConversationDeps = {
  db: Db
  world: World
  log: Log
  channels: Channels
  /** Refuses private networks. */
  fetch: typeof fetch
  call: Outbound['call']
  open: Outbound['open']
  apis: Readonly<Record<string, string | undefined>>
  gatewayPublicUrl: string
}

/** Takes in what a provider told of one binding; it is kept once this has resolved. Answers whom it came from. */
export type Receive = (agent: AgentKey, binding: LiveBinding, inbounds: readonly Inbound[]) => Promise<ReceiveResult[]>
/** `eventId` is absent where it was a repeat, or nothing that an agent hears of. */
export type ReceiveResult = { asid?: string; eventId?: string }

/** One message to one person, as whoever sends it means it. */
export type SendRequest = {
  asid: string
  /** AMF, or `{ aml }`; it is checked here. */
  message: unknown
  priority?: 'now' | 'batch'
  /** The event that it answers: its id, and the place among the answers. */
  inReplyTo?: { eventId: string; index: number }
  /** They are only rehearsed with, as far as whoever sends it knows. */
  sandbox?: boolean
}
/** `refusalReasons` of document 4, section 6. */
export const refusalReasons = [
  'optedOut',
  'windowClosed',
  'mediaUnreachable',
  'unsupportedPart',
  'invalidMessage',
  'unknownRecipient',
  'noRoute',
  'bindingDisabled',
] as const
export type RefusalReason = (typeof refusalReasons)[number]
export type AcceptResult =
  | { messageId: string; accepted: true }
  | { messageId: string; accepted: false; reason: RefusalReason; detail?: string }

/** Accepts messages for delivery, in the order given; each answer is final once this has resolved. */
export type AcceptMessages = (agent: AgentKey, sends: readonly SendRequest[]) => Promise<AcceptResult[]>

/** Words of our own to a person, in the transaction that makes them due. Confirmations and help pass a STOP. */
export type SendSystemMessage = (
  tx: Db,
  agent: AgentKey,
  to: { asid: string; channel: Channel; sessionId: string; origin?: 'disclaimer' | 'platform' },
  text: string,
) => Promise<void>

/**
 * The disclaimer at the start of a messaging relationship, once, where the binding asks for it. `reached` is whom it goes
 * to, where that is another identity than the one whose line it stands in.
 */
export type SendDisclaimer = (
  tx: Db,
  agent: AgentKey,
  binding: LiveBinding,
  to: { asid: string; channel: Channel; sessionId: string; reached?: string },
) => Promise<void>

/**
 * Somebody said in words of their own that they want no more messages: nothing more is sent to them but the confirmation,
 * once, and the agent hears of it as of a STOP. `also` runs in the same transaction.
 */
export type OptOut = (
  agent: AgentKey,
  asid: string,
  how: { confirmation: string; also?(tx: Db): Promise<void> },
) => Promise<void>

/** The provider will not write to somebody who has told it to stop; in the transaction that notes the refusal. */
export type HandleProviderOptOut = (
  tx: Db,
  agent: AgentKey,
  refused: { asid: string; channel: Channel },
) => Promise<void>

/** Somebody has written back to what a send began, for the first time; in the transaction that takes it in. */
export type OnFirstReply = (
  tx: Db,
  agent: AgentKey,
  answer: { asid: string; openedBy: string; at: Date },
) => Promise<void>

/** It is known what became of an opening whose outcome was unknown, in the transaction that finds out. */
export type OnOutcomeResolved = (tx: Db, agent: AgentKey, openingId: string) => Promise<void>

/** An event that an agent is to hear of, in the transaction of what it tells of. */
export type NewEvent = {
  asid: string
  sessionId: string
  channel: Channel
  provider: string
  event: TypedEvent
  windowState?: 'open' | 'closed'
  sandbox?: boolean
  inboundId?: string
  at: Date
}
/** In the order given. The conversation's lane is entered first; answers their ids. */
export type PublishEvents = (tx: Db, agent: AgentKey, events: readonly NewEvent[]) => Promise<string[]>

/** Answers a conversation where the agent has no webhook of its own. */
export type Responder = {
  /** Statuses are not told to one that does not ask for them. */
  handles(type: TypedEvent['type']): boolean
  respond(agent: AgentKey, envelope: Envelope, reply: SendReply, signal: AbortSignal): Promise<void>
}
/**
 * Sends one message back, at once; resolves when it is accepted or refused. `instead`: of the last one, which was refused.
 * Its place among the answers is what makes a repeat harmless.
 */
export type SendReply = (message: unknown, options?: { instead?: boolean }) => Promise<AcceptResult>

/** A line of the agent's log (`A/logs`); gathered, and never in the way of what it tells of. */
export type WriteLog = (agent: Pick<AgentKey, 'key'>, entry: AgentLogRecord) => void
export type AgentLogRecord = {
  level: 'debug' | 'info' | 'warn' | 'error'
  event: LogEvent
  asid?: string
  sessionId?: string
  channel?: Channel
  data?: object
  error?: { message: string }
}

type ReceiptInbound = Extract<Inbound, { kind: 'receipt' | 'receiptsUntil' }>
/** Receipts of messages that were handed over; repeats and strangers are let drop. */
export type ProcessReceipts = (
  agent: AgentKey,
  binding: LiveBinding,
  receipts: readonly ReceiptInbound[],
) => Promise<void>

/** Keeps a file under our own address; undefined when it cannot be had. `key` names it: what came before is not read again. */
export type RehostMedia = (
  agent: AgentKey,
  key: string,
  open: () => Promise<Response>,
) => Promise<{ url: string; mediaType: string } | undefined>

/** The reply window has opened: what waited for it is due now. In the transaction that opens it. */
export type ReleaseWaiting = (tx: Db, agent: AgentKey, asid: string, now: Date) => Promise<void>

/** What became of a message, for an agent that has a webhook to hear it; in the transaction of the change. */
export type PublishStatus = (
  tx: Db,
  agent: AgentKey,
  about: { asid: string; sessionId: string; sandbox?: boolean; status: MessageStatus },
) => Promise<void>

/** What the other side of a rehearsal does. `messageId` is of what it was shown. */
export type SandboxInput =
  | { kind: 'says'; text: string }
  | { kind: 'sends'; url: string; mediaType: string; text?: string }
  /** A chip, an option, a time, yes or no, by what its answer carries; or an action, which is no answer. */
  | { kind: 'taps'; messageId: string; label: string; optionId?: string }
  | { kind: 'system'; system: 'optOut' | 'optIn' | 'subscribed' | 'unsubscribed' }

/** A message as it would have reached them. */
export type SandboxMessage = {
  messageId: string
  message: OutboundMessage
  /** What that channel shows. */
  rendered: ChannelMessage[]
  text: string
  affordances: Affordance[]
}

/**
 * One thing that happens in a rehearsed conversation, and what is answered to it: by the agent's own webhook where it has
 * one, else by the built-in responder. Events and messages are kept like any others, marked as rehearsed, and nothing is
 * handed to a channel. The caller sees to it that one is over before the next begins.
 */
export type RunSandboxTurn = (
  agent: AgentKey,
  partner: { asid: string; channel: Channel },
  input: SandboxInput,
  signal: AbortSignal,
) => Promise<{ eventId?: string; sessionId: string; messages: SandboxMessage[] }>
