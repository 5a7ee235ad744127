import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Definitions } from '../../agents/index.ts'
import type { AcceptMessages, AcceptResult, RunSandboxTurn, SandboxMessage } from '../deps.ts'
import type { EventDeliveryDeps } from '../events/deliver-event.ts'

/** What the other side of a rehearsal is to this domain; whoever keeps rehearsals answers. */
export type SandboxPeople = {
  find(db: Db, agent: AgentKey, asid: string): Promise<{ channel: Channel; optedOut: boolean } | undefined>
  /** Held until the transaction ends, before the conversation is: whoever forgets it waits, or is waited for. */
  lock(tx: Db, agent: AgentKey, asid: string): Promise<{ channel: Channel; optedOut: boolean } | undefined>
  setOptedOut(tx: Db, agent: AgentKey, asid: string, optedOut: boolean): Promise<void>
}

export type SandboxDeps = EventDeliveryDeps & {
  db: Db
  definitions: Pick<Definitions, 'read'>
  sandboxPeople: SandboxPeople
  accept: AcceptMessages
}

/** `warnings`: why nobody could answer, and what of an answer was let drop. `optsOut`: of who had not opted out before. */
export type SandboxTurnResult = Awaited<ReturnType<RunSandboxTurn>> & {
  eventId: string
  warnings: string[]
  optsOut: boolean
}

export type SandboxPartner = { asid: string; channel: Channel }

/** Everything that a rehearsed conversation is played with. */
export type SandboxConversations = {
  runTurn(...given: Parameters<RunSandboxTurn>): Promise<SandboxTurnResult>
  /** What the agent begins by itself. */
  capture(
    agent: AgentKey,
    partner: SandboxPartner,
    message: unknown,
  ): Promise<AcceptResult & { messages: SandboxMessage[] }>
  /** The last that they were shown, oldest first. */
  listMessages(agent: AgentKey, asid: string, limit: number): Promise<StoredSandboxMessage[]>
}

/** `eventId`: what it answers. */
export type StoredSandboxMessage = SandboxMessage & { at: Date; eventId?: string }

/** The provider of rehearsed conversations. */
export const emulatorProvider = 'emulator'
