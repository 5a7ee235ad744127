import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { DispatchFailureReason } from '../../channels/index.ts'
import type { RefusalReason } from '../deps.ts'
import type { DispatchDeps } from '../dispatch/deps.ts'
import type { ParseMessageDeps } from '../messages/parse-message.ts'

/** A message that begins a conversation from our side. */
export type Initiation = {
  asid: string
  /** AMF, or `{ aml }`. */
  message: unknown
  /** Its own id, derived from whatever makes it due: what is opened twice reaches the person once. */
  id: string
  /** The send whose first answer is to be noted. */
  openedBy?: string
  /** No further try will follow: what fails now has failed. */
  isLast?: boolean
  /** Whether the number takes messages on its channel at all is asked before. */
  checksCapability?: boolean
}

export type InitiationResult =
  | { kind: 'handed'; messageId: string; text: string; at: Date }
  /** Nothing was tried: the message cannot go there. */
  | { kind: 'refused'; reason: RefusalReason; detail?: string }
  /** The number does not take messages on its channel; `known` without asking anew. */
  | { kind: 'incapable'; known: boolean }
  | FailedInitiation
  /** Its channel may have it: that is found out, and `onOutcomeResolved` tells when it is. It is not to be repeated. */
  | { kind: 'unresolved'; messageId: string; detail: string }

export type FailedInitiation = {
  kind: 'failed'
  messageId?: string
  reason: DispatchFailureReason | 'capabilityUnknown'
  detail: string
  /** It may work later, and doing so cannot reach the person twice. */
  again: boolean
  /** The channel is not to be asked again sooner. */
  retryAfterSeconds?: number
}

/**
 * Opens a conversation within the call: the message is taken down, handed to its channel and written down as handed. STOP is
 * read in the transaction that takes it down, and again just before the wire. Called again with the same id it goes on
 * where it was; where the provider would take a repeat for a new message, it is not handed over a second time
 * unless it is known that the first was never taken.
 */
export type Initiate = (agent: AgentKey, opening: Initiation, signal: AbortSignal) => Promise<InitiationResult>

/**
 * As many `open`s, each answered by itself, in the same order, with the same promises: what is plain shares its statements,
 * the rest is opened one by one, and who waits for a provider holds nobody. Whoever has called does not call for an id of
 * these again before it has answered. None that breaks needs to be caught.
 */
export type InitiateMany = (
  agent: AgentKey,
  openings: readonly Initiation[],
  signal: AbortSignal,
) => Promise<InitiationResult>[]

/** What `open` would say of an id that has been handed over, or may have been, by what is written down; else undefined. */
export type FindDispatched = (
  agent: AgentKey,
  id: string,
) => Promise<Extract<InitiationResult, { kind: 'handed' | 'unresolved' }> | undefined>

/** Gives up what waits for another try, in the transaction that decides so; what has been handed over stays. */
export type Abandon = (
  tx: Db,
  agent: AgentKey,
  id: string,
  failure: { reason: string; detail: string },
) => Promise<void>

export type InitiationDeps = DispatchDeps & ParseMessageDeps
