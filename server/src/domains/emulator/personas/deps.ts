import type { EmulatedChannel } from '@parley/amf'
import type { Preset } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ClockEvent } from '../../../platform/sandbox-clock.ts'
import type { Definitions } from '../../agents/index.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { Inspection } from './turn.ts'

/** The fields of a turn record that are used here. */
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

/** A turn of an agent that answers through its own webhook. Only these fields are available for it. */
export type WebhookTurn = {
  asid: string
  sessionId: string
  eventId: string
  channel: EmulatedChannel
  input: { type: string; text: string }
  messages: { messageId: string; accepted: boolean; text: string; message: unknown }[]
  warnings: string[]
  /** Whether this turn opts the person out of further messages. */
  optsOut: boolean
}

/** Ports for playing personas; the composition root supplies them from the runtime. */
export type PersonaDeps = {
  definitions: Pick<Definitions, 'useDraft'>
  sandbox: Pick<Conversations['sandbox'], 'runTurn' | 'listMessages'>
  sandboxes: {
    /** Returns the asid of the sandbox identity. */
    create(tx: Db, agent: AgentKey, request: { channel: EmulatedChannel; preset: Preset }): Promise<string>
    remove(tx: Db, agent: AgentKey, asid: string): Promise<void>
    withLease<T>(agent: AgentKey, asid: string, act: () => Promise<T>): Promise<T>
    /** Moves the persona's clock, under its lease. */
    advance(
      agent: AgentKey,
      asid: string,
      request: { minutes: number; untilNext?: boolean },
    ): Promise<{ now: Date; happened: (ClockEvent & { at: Date })[] }>
  }
  seedHistory(tx: Db, agent: AgentKey, asid: string, lines: NonNullable<Preset['historySeed']>): Promise<void>
  turns: {
    findByEvent(db: Db, agent: AgentKey, eventId: string): Promise<PersonaTurnRecord | undefined>
    /** The newest `limit` turns of a conversation, oldest first. */
    listByUser(db: Db, agent: AgentKey, asid: string, limit: number): Promise<PersonaTurnRecord[]>
    saveWebhookTurn(db: Db, agent: AgentKey, turn: WebhookTurn): Promise<PersonaTurnRecord>
  }
}
