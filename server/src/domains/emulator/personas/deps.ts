import type { Preset } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { Inspection } from './inspection.ts'
import type { PersonaChannel } from './persona.ts'

/** A turn as its record tells of it; what is used of it here. */
export type PersonaTurnRecord = Inspection & {
  id: string
  at: string
  eventId?: string
  input?: { type: string; text: string; result?: unknown }
  playbookId?: string
  effects: { kind: string; summary: string; payload?: unknown; at: string }[]
  warnings: string[]
  messages: { messageId: string }[]
}

/** The turn of an agent that answers at its own webhook: what is known of it here. */
export type WebhookTurn = {
  asid: string
  sessionId: string
  eventId: string
  channel: PersonaChannel
  input: { type: string; text: string }
  messages: { messageId: string; accepted: boolean; text: string; message: unknown }[]
  warnings: string[]
  /** They asked for no more messages with it. */
  optsOut: boolean
}

/** What personas are played with; the runtime's, as the composition root has it. */
export type PersonaDeps = {
  sandbox: Pick<Conversations['sandbox'], 'runTurn' | 'listMessages'>
  rehearsals: {
    /** The identity that it is rehearsed with. */
    create(tx: Db, agent: AgentKey, request: { channel: PersonaChannel; preset: Preset }): Promise<string>
    remove(tx: Db, agent: AgentKey, asid: string): Promise<void>
    withLease<T>(agent: AgentKey, asid: string, act: () => Promise<T>): Promise<T>
  }
  /** What was said before the first turn. */
  seedHistory(tx: Db, agent: AgentKey, asid: string, lines: NonNullable<Preset['historySeed']>): Promise<void>
  turns: {
    findByEvent(db: Db, agent: AgentKey, eventId: string): Promise<PersonaTurnRecord | undefined>
    /** The newest of a conversation, oldest of them first. */
    listByUser(db: Db, agent: AgentKey, asid: string, limit: number): Promise<PersonaTurnRecord[]>
    saveWebhookTurn(db: Db, agent: AgentKey, turn: WebhookTurn): Promise<PersonaTurnRecord>
  }
}
