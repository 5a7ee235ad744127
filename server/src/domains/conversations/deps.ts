import type { Affordance, Channel, ChannelMessage, OutboundMessage } from '@parley/amf'
import type { logLevels } from '@parley/definition/vocabulary'
import type { SystemName } from '@parley/testcase/vocabulary'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import type { World } from '../../platform/world.ts'
import type { LogEvent } from '../catalogs/index.ts'
import type { Channels, Inbound, LiveBinding } from '../channels/index.ts'
import type { EventEnvelope, GatewayEvent, MessageStatus } from './event.ts'

/** The interfaces between the parts of this domain, composed in `conversations.ts`. */

/** The log of the process, not of an agent. */
type Log = Record<'debug' | 'warn' | 'error', (about: object, words: string) => void>

export type ConversationDeps = {
  db: Db
  world: World
  log: Log
  channels: Channels
  /** Blocks private networks. */
  fetch: typeof fetch
  call: Outbound['call']
  open: Outbound['open']
  apis: Readonly<Record<string, string | undefined>>
  gatewayPublicUrl: string
}

/**
 * Processes the events of a provider for one binding; they are stored once this resolves. Returns the sender of each.
 */
export type Receive = (agent: AgentKey, binding: LiveBinding, inbounds: readonly Inbound[]) => Promise<ReceiveResult[]>
/** `eventId` is absent for a repeat and for items that produce no agent event. */
export type ReceiveResult = { asid?: string; eventId?: string }

/** One message to one person, as requested by the sender. */
export type SendRequest = {
  asid: string
  /** AMF, or `{ aml }`; validated on acceptance. */
  message: unknown
  priority?: 'now' | 'batch'
  /** The event that this message answers: its id, and the index among the answers. */
  inReplyTo?: { eventId: string; index: number }
  /** The sender considers this a sandbox conversation. */
  sandbox?: boolean
  /** The member of the desk who writes it; they must hold the conversation. Default: the agent. */
  author?: MessageAuthor
}
/** `id` is the member's own id of the message, unique among theirs for 24 hours. */
export type MessageAuthor = {
  userId: string
  name: string
  id?: string
  /** Runs in the transaction that stores the message, not for signals and repeats. */
  onAccepted?(tx: Db, messageId: string): Promise<void>
}
export const refusalReasons = [
  'optedOut',
  'windowClosed',
  'mediaUnreachable',
  'unsupportedPart',
  'invalidMessage',
  'unknownRecipient',
  'noRoute',
  'bindingDisabled',
  'heldByHuman',
] as const
export type RefusalReason = (typeof refusalReasons)[number]
export type AcceptResult =
  | { messageId: string; accepted: true }
  | { messageId: string; accepted: false; reason: RefusalReason; detail?: string }

/** Accepts messages for delivery, in the given order; each result is final once this resolves. */
export type AcceptMessages = (agent: AgentKey, sends: readonly SendRequest[]) => Promise<AcceptResult[]>

/**
 * Sends a system message to a person, in the transaction that makes it due. Confirmations and help are sent despite a
 * STOP.
 */
export type SendSystemMessage = (
  tx: Db,
  agent: AgentKey,
  to: { asid: string; channel: Channel; sessionId: string; origin?: 'disclaimer' | 'platform' },
  text: string,
) => Promise<void>

/**
 * Sends the disclaimer once at the start of a messaging relationship, where the binding requires it. `reached` is the
 * recipient, if that is another identity than the one whose lane the message is in.
 */
export type SendDisclaimer = (
  tx: Db,
  agent: AgentKey,
  binding: LiveBinding,
  to: { asid: string; channel: Channel; sessionId: string; reached?: string },
) => Promise<void>

/**
 * Handles a person who asks in their own words for no more messages: they receive only one confirmation, and the agent
 * gets the same event as for a STOP. `also` runs in the same transaction.
 */
export type OptOut = (
  agent: AgentKey,
  asid: string,
  how: { confirmation: string; also?(tx: Db): Promise<void> },
) => Promise<void>

/**
 * Handles a provider that refuses to write to a person who told it to stop, in the transaction that records the
 * refusal.
 */
export type HandleProviderOptOut = (
  tx: Db,
  agent: AgentKey,
  refused: { asid: string; channel: Channel },
) => Promise<void>

/** Called for a person's first reply to a send, in the transaction that stores the reply. */
export type OnFirstReply = (
  tx: Db,
  agent: AgentKey,
  answer: { asid: string; initiatedBy: string; at: Date },
) => Promise<void>

/**
 * Called when a person writes in a conversation that the desk knows, in the transaction that stores the message and
 * holds the conversation's lock.
 */
export type OnDeskContent = (tx: Db, agent: AgentKey, about: { asid: string; at: Date }) => Promise<void>

/** Called when the unknown outcome of an opener becomes known, in the transaction that resolves it. */
export type OnOutcomeResolved = (tx: Db, agent: AgentKey, initiationId: string) => Promise<void>

/**
 * Called when the opener of a send was not delivered and moves to another identity of the person, in the transaction
 * that moves it.
 */
export type OnInitiationMoved = (
  tx: Db,
  agent: AgentKey,
  moved: { initiatedBy: string; messageId: string; text: string; asid: string; channel: Channel },
) => Promise<void>

/** An event for an agent, written in the transaction of the change that it reports. */
export type NewEvent = {
  asid: string
  sessionId: string
  channel: Channel
  provider: string
  event: GatewayEvent
  windowState?: 'open' | 'closed'
  sandbox?: boolean
  inboundId?: string
  at: Date
}
/** Publishes events in the given order and returns their ids. Enters the lane of the conversation first. */
export type PublishEvents = (tx: Db, agent: AgentKey, events: readonly NewEvent[]) => Promise<string[]>

/** Answers a conversation if the agent has no webhook of its own. */
export type Responder = {
  /** Status events go only to a responder that handles them. */
  handles(type: GatewayEvent['type']): boolean
  respond(agent: AgentKey, envelope: EventEnvelope, reply: SendReply, signal: AbortSignal): Promise<void>
}
/**
 * Sends one reply at once; resolves when it is accepted or refused. `instead`: replaces the last one, which was
 * refused. The index among the answers makes repeats idempotent.
 */
export type SendReply = (message: unknown, options?: { instead?: boolean }) => Promise<AcceptResult>

/** Writes a line to the agent's log (`A/logs`); batched, and never blocks the caller. */
export type WriteLog = (agent: Pick<AgentKey, 'key'>, entry: AgentLogRecord) => void
export type AgentLogRecord = {
  level: (typeof logLevels)[number]
  event: LogEvent
  asid?: string
  sessionId?: string
  channel?: Channel
  data?: object
  error?: { message: string }
}

type ReceiptInbound = Extract<Inbound, { kind: 'receipt' | 'receiptsUntil' }>
/** Processes receipts of dispatched messages; ignores repeats and unknown messages. */
export type ProcessReceipts = (
  agent: AgentKey,
  binding: LiveBinding,
  receipts: readonly ReceiptInbound[],
) => Promise<void>

/**
 * Stores a file under our own URL; undefined if it cannot be fetched. `key` identifies it, so that a known file is not
 * fetched again.
 */
export type RehostMedia = (
  agent: AgentKey,
  key: string,
  open: () => Promise<Response>,
  /** Default: the end of a URL in `key`. */
  name?: string,
) => Promise<{ url: string; mediaType: string } | undefined>

/** Makes messages due that waited for the reply window, in the transaction that opens it. */
export type ReleaseWaiting = (tx: Db, agent: AgentKey, asid: string, now: Date) => Promise<void>

/** Publishes the status of a message to an agent with a webhook, in the transaction of the change. */
export type PublishStatus = (
  tx: Db,
  agent: AgentKey,
  about: { asid: string; sessionId: string; sandbox?: boolean; status: MessageStatus },
) => Promise<void>

/** An action of the person in a sandbox conversation. `messageId` is the message that they were shown. */
export type SandboxInput =
  | { kind: 'says'; text: string }
  | { kind: 'sends'; url: string; mediaType: string; text?: string }
  /**
   * A chip, option, time, yes or no, identified by the postback of its answer; or an action, which is not an answer.
   */
  | { kind: 'taps'; messageId: string; label: string; optionId?: string }
  | { kind: 'system'; system: SystemName }

/** A message as it would have reached the person. */
export type SandboxMessage = {
  messageId: string
  message: OutboundMessage
  rendered: ChannelMessage[]
  text: string
  affordances: Affordance[]
}

/**
 * Runs one input of a sandbox conversation and returns the answers: from the agent's own webhook if it has one,
 * otherwise from the built-in responder. Events and messages are stored as usual, marked as sandbox, and nothing is
 * dispatched to a channel. The caller makes sure that one turn ends before the next begins.
 */
export type RunSandboxTurn = (
  agent: AgentKey,
  partner: { asid: string; channel: Channel },
  input: SandboxInput,
  signal: AbortSignal,
) => Promise<SandboxTurnOutput>

export type SandboxTurnOutput = { eventId?: string; sessionId: string; messages: SandboxMessage[] }
