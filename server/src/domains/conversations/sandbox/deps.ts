import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Definitions } from '../../agents/index.ts'
import type {
  AcceptMessages,
  AcceptResult,
  OnDeskContent,
  RunSandboxTurn,
  SandboxMessage,
  SandboxTurnOutput,
} from '../deps.ts'
import type { EventDeliveryDeps } from '../events/deliver-event.ts'

/** The sandbox people as this domain needs them; implemented by the domain that stores sandboxes. */
export type SandboxPeople = {
  find(db: Db, agent: AgentKey, asid: string): Promise<{ channel: Channel; optedOut: boolean } | undefined>
  /**
   * Locks the sandbox person until the transaction ends. Call before the conversation is locked, so that deletion waits
   * or is waited for.
   */
  lock(tx: Db, agent: AgentKey, asid: string): Promise<{ channel: Channel; optedOut: boolean } | undefined>
  setOptedOut(tx: Db, agent: AgentKey, asid: string, optedOut: boolean): Promise<void>
}

export type SandboxDeps = EventDeliveryDeps & {
  db: Db
  definitions: Pick<Definitions, 'read'>
  sandboxPeople: SandboxPeople
  accept: AcceptMessages
  onDeskContent?: OnDeskContent
}

/**
 * `warnings`: why nothing answered, and which parts of an answer were ignored. `optsOut`: set if the person had not
 * opted out before.
 */
export type SandboxTurnResult = SandboxTurnOutput & {
  eventId: string
  warnings: string[]
  optsOut: boolean
}

export type SandboxPartner = { asid: string; channel: Channel }

export type SandboxConversations = {
  runTurn(...given: Parameters<RunSandboxTurn>): Promise<SandboxTurnResult>
  /** Captures a message that the agent sends on its own initiative. */
  capture(
    agent: AgentKey,
    partner: SandboxPartner,
    message: unknown,
  ): Promise<AcceptResult & { messages: SandboxMessage[] }>
  /** The last messages shown to the person, oldest first. */
  listMessages(agent: AgentKey, asid: string, limit: number): Promise<StoredSandboxMessage[]>
  /** Undefined if there are no messages yet. */
  readActivity(
    agent: AgentKey,
    asid: string,
  ): Promise<{ sessionId: string; lastInboundAt?: Date; isHeldByMember: boolean } | undefined>
}

/** `eventId`: the event that the message answers. */
export type StoredSandboxMessage = SandboxMessage & { at: Date; eventId?: string }

/** The provider name of sandbox conversations. */
export const emulatorProvider = 'emulator'
