import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { World } from '../../platform/world.ts'
import type { Definitions } from '../agents/index.ts'
import type { Conversations } from '../conversations/index.ts'

export type DeskDeps = {
  db: Db
  world: World
  log: { warn(about: object, words: string): void }
  announce: Announce
  definitions: Pick<Definitions, 'read'>
  accept: Conversations['accept']
  silenceAgent: Conversations['silenceAgent']
  /** How often event streams read, and how long they last. */
  pace?: { pollMilliseconds: number; keepAliveMilliseconds: number; maxMilliseconds: number }
  /** Notifies the agent's notification channel, if it has one; once per id. */
  notifyTeam(tx: Db, agent: AgentKey, notice: { id: string; text: string }): Promise<void>
}

/** Result of a request for a human: the person waits for a member, or no member is available. */
export type HumanRequest = { kind: 'waiting' | 'closed'; message?: string }
