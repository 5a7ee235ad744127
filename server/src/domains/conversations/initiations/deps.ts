import type { Channel, ContentMessage, Delivery } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { DispatchFailureReason } from '../../channels/index.ts'
import type { RefusalReason } from '../deps.ts'
import type { DispatchDeps } from '../dispatch/deps.ts'
import type { ParseMessageDeps } from '../messages/parse-message.ts'

/** An opener: a message that starts a conversation from our side. */
export type Initiation = {
  asid: string
  /** AMF, or `{ aml }`. */
  message: unknown
  /** An id derived from the cause of the opener, so that a repeat reaches the person only once. */
  id: string
  /** The send whose first reply is to be recorded. */
  initiatedBy?: string
  /** The last attempt: a failure now is final. */
  isLastAttempt?: boolean
  /** Applied once the message is parsed; for the same opener it must return the same message each time. */
  rewriteMessage?(message: ContentMessage): Promise<ContentMessage>
  /**
   * The channels that the opener moves on to, and when. The first attempt is on the named identity; another identity of
   * the person is reached where that one cannot be.
   */
  delivery?: Delivery
  /**
   * Check first whether the number can receive messages on its channel at all. `known`: in a batch, only by what is known
   * of it; a number that was never asked about is tried.
   */
  mustCheckCapability?: boolean | 'known'
  /** Ends the attempt of this opener; default: the signal of the call. */
  signal?: AbortSignal
}

export type InitiationResult =
  /** `asid` and `channel`: where the message went, which may be another identity than the named one. */
  | { kind: 'dispatched'; messageId: string; text: string; at: Date; asid: string; channel: Channel }
  /** Not attempted: the message cannot be sent there. */
  | { kind: 'refused'; reason: RefusalReason; detail?: string }
  /** The number cannot receive messages on its channel; `known`: taken from the cache without asking the provider. */
  | { kind: 'incapable'; known: boolean }
  | FailedInitiation
  /**
   * The channel may have the message. The outcome is being resolved, and `onOutcomeResolved` reports it. Do not repeat.
   */
  | { kind: 'unresolved'; messageId: string; detail: string }

export type FailedInitiation = {
  kind: 'failed'
  messageId?: string
  reason: DispatchFailureReason | 'capabilityUnknown'
  detail: string
  /** Retrying may work, and cannot reach the person twice. */
  again: boolean
  /** Do not call the channel again sooner than this. */
  retryAfterSeconds?: number
}

/**
 * Opens a conversation within the call: stores the message, dispatches it to its channel and records the dispatch.
 * Reads STOP in the transaction that stores the message, and again right before the wire. A repeated call with the same
 * id resumes where the first ended; if the provider would treat a repeat as a new message, it is dispatched again only
 * when it is known that the first was never accepted.
 */
export type Initiate = (agent: AgentKey, opening: Initiation, signal: AbortSignal) => Promise<InitiationResult>

/**
 * Same as many `initiate` calls, each with its own result in the same order and with the same guarantees. Plain openers
 * share statements, the others run individually, and one that waits for a provider blocks no other. The caller must not
 * repeat an id before its result arrives. Rejections need not be caught.
 */
export type InitiateMany = (
  agent: AgentKey,
  openings: readonly Initiation[],
  signal: AbortSignal,
) => Promise<InitiationResult>[]

/** Returns the recorded result of an opener that was or may have been dispatched; otherwise undefined. */
export type FindDispatched = (
  agent: AgentKey,
  id: string,
) => Promise<Extract<InitiationResult, { kind: 'dispatched' | 'unresolved' }> | undefined>

/** Abandons an opener that waits for another attempt, in the caller's transaction; a dispatched opener stays. */
export type Abandon = (
  tx: Db,
  agent: AgentKey,
  id: string,
  failure: { reason: string; detail: string },
) => Promise<void>

export type InitiationDeps = DispatchDeps & ParseMessageDeps
