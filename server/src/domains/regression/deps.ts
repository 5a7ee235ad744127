import type { CaseChannel, Criterion, Preset } from '@parley/testcase'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { World } from '../../platform/world.ts'
import type { Definitions } from '../agents/index.ts'
import type { Conversations } from '../conversations/index.ts'
import type { createCaseSandbox, Models } from '../runtime/index.ts'

/** The doors between the parts of this domain, and to those beside it; composed in `regression.ts`. */

export type RegressionDeps = {
  db: Db
  world: World
  definitions: Definitions
  announce: Announce
  log: { error(about: object, words: string): void; warn(about: object, words: string): void }
  models: Models
  /** Saved personas, by whoever keeps them. */
  personas: {
    find(db: Db, agent: AgentKey, id: string): Promise<{ channel: CaseChannel; preset: Preset } | undefined>
  }
  sandbox: PlaySandbox
  sandboxConversations: Pick<Conversations['sandbox'], 'runTurn' | 'listMessages'>
  /** What was said in conversations, for those who record them. */
  transcripts: Conversations['transcripts']
  turns: TurnStore
  /** Tells the team by the agent's notification destination, where there is one; once for an id. */
  notifyTeam(tx: Db, agent: AgentKey, notice: { id: string; text: string }): Promise<void>
  /** Counts what is paid for. */
  meter(name: 'evaluation.cases' | 'evaluation.case_units', amount: number): void
  /** Of the program that runs. */
  build: string
}

/** Where cases are played: the sandbox of the runtime, with a fresh person each time. */
export type PlaySandbox = Omit<ReturnType<typeof createCaseSandbox>, 'withLease'>
/** Somebody whom a case is played with; each case has its own. */
export type CasePerson = Parameters<PlaySandbox['createPerson']>[2]

/** A turn as its record tells of it; what is used of it here. */
export type PlayedTurnRecord = {
  id: string
  playbookId?: string
  nextPlaybookId?: string
  toolCalls: { name: string; called: boolean }[]
  outcomes: string[]
  warnings: string[]
  /** `error`: why a call came to nothing. */
  modelCalls: { inputTokens: number; outputTokens: number; cacheReadTokens: number; error?: string }[]
  effects: { kind: string; summary: string; payload?: unknown; at: string }[]
}

export type TurnStore = {
  findByEvent(db: Db, agent: AgentKey, eventId: string): Promise<PlayedTurnRecord | undefined>
  /** Of an agent that answers at its own webhook: what is known of it here. */
  saveWebhookTurn(db: Db, agent: AgentKey, bare: PlayedWebhookTurn): Promise<PlayedTurnRecord>
}

export type PlayedWebhookTurn = {
  asid: string
  sessionId: string
  eventId: string
  channel: CaseChannel
  input: { type: string; text: string }
  messages: { messageId: string; accepted: boolean; text: string; message: unknown }[]
  warnings: string[]
  optsOut: boolean
}

/** What was said in a case, as a person reads it and as the judge does. */
export type TranscriptLine = {
  role: 'user' | 'agent' | 'system'
  text: string
  rendered?: unknown
  turnIndex?: number
  directive?: unknown
  via?: 'tap' | 'text' | 'simulated' | 'system'
}

export type TokenCounts = { inputTokens: number; outputTokens: number; cacheReadTokens: number }

export type JudgeResult = {
  criteria: { id: string; pass: boolean; reason: string; evidence: string }[]
  summary: string
  /** The turn that the worst verdict rests on; 0 where all is well. */
  worstTurn: number
  model: string
  promptVersion: string
}

/** Judges what was said; by rule where the model is the embedded one. Throws JudgeFailed when it failed twice. */
export type CaseJudge = {
  name: { model: string; promptVersion: string }
  judge(
    asked: { criteria: readonly Criterion[]; transcript: readonly TranscriptLine[] },
    signal: AbortSignal,
  ): Promise<{ judged: JudgeResult; tokens: TokenCounts }>
}

export class JudgeError extends Error {
  readonly tokens: TokenCounts
  constructor(message: string, tokens: TokenCounts) {
    super(message)
    this.tokens = tokens
  }
}
