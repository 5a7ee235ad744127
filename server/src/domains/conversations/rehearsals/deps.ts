import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Definitions } from '../../agents/index.ts'
import type { Accept, Accepted, Rehearse, RehearsedMessage } from '../deps.ts'
import type { HearDeps } from '../events/hear.ts'

/** What the other side of a rehearsal is to this domain; whoever keeps rehearsals answers. */
export type Rehearsals = {
  find(db: Db, agent: AgentKey, asid: string): Promise<{ channel: Channel; optedOut: boolean } | undefined>
  /** Held until the transaction ends, before the conversation is: whoever forgets it waits, or is waited for. */
  lock(tx: Db, agent: AgentKey, asid: string): Promise<{ channel: Channel; optedOut: boolean } | undefined>
  setOptedOut(tx: Db, agent: AgentKey, asid: string, optedOut: boolean): Promise<void>
}

export type RehearserDeps = HearDeps & {
  db: Db
  definitions: Pick<Definitions, 'read'>
  rehearsals: Rehearsals
  accept: Accept
}

/** `warnings`: why nobody could answer, and what of an answer was let drop. `optsOut`: of who had not opted out before. */
export type Rehearsed = Awaited<ReturnType<Rehearse>> & { eventId: string; warnings: string[]; optsOut: boolean }

export type Partner = { asid: string; channel: Channel }

/** Everything that a rehearsed conversation is played with. */
export type Rehearser = {
  rehearse(...given: Parameters<Rehearse>): Promise<Rehearsed>
  /** What the agent begins by itself. */
  capture(agent: AgentKey, partner: Partner, message: unknown): Promise<Accepted & { shown: RehearsedMessage[] }>
  /** The last that they were shown, oldest first. */
  shown(agent: AgentKey, asid: string, most: number): Promise<KeptRehearsed[]>
}

/** `eventId`: what it answers. */
export type KeptRehearsed = RehearsedMessage & { at: Date; eventId?: string }

/** The provider of rehearsed conversations. */
export const emulator = 'emulator'
