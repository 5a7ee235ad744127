import type { EmulatedChannel } from '@parley/amf'
import type { Criterion, Preset, Scenario } from '@parley/testcase'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { World } from '../../platform/world.ts'
import type { Definitions } from '../agents/index.ts'
import type { Conversations } from '../conversations/index.ts'
import type { AgentModels, CaseSandbox } from '../runtime/index.ts'

/** Ports of this domain to other domains; composed in `regression.ts`. */

export type RegressionDeps = {
  db: Db
  world: World
  definitions: Definitions
  announce: Announce
  log: { error(about: object, words: string): void; warn(about: object, words: string): void }
  models: AgentModels
  personas: {
    find(db: Db, agent: AgentKey, id: string): Promise<{ channel: EmulatedChannel; preset: Preset } | undefined>
  }
  sandbox: PlaySandbox
  sandboxConversations: Pick<Conversations['sandbox'], 'runTurn' | 'listMessages'>
  transcripts: Conversations['transcripts']
  turns: TurnStore
  /** Notifies the team at the agent's notification destination, if it has one, and at most once per id. */
  notifyTeam(tx: Db, agent: AgentKey, notice: { id: string; text: string }): Promise<void>
  /** Records billable usage. */
  meter(name: 'evaluation.cases' | 'evaluation.case_units', amount: number): void
  /** Build identifier of the running program. */
  build: string
}

/** The judge of an agent's cases: the model that its settings name, or else the installation's. */
export type JudgeFor = (agent: AgentKey) => Promise<CaseJudge>

/** The runtime sandbox in which cases are played, with a new person each time. */
export type PlaySandbox = Omit<CaseSandbox, 'withLease'>

/** The person that a case is played with, as the sandbox creates it. */
export type SandboxPersonRequest = {
  channel: EmulatedChannel
  preset: Preset
  appointments?: Scenario['appointments']
  stubs?: Scenario['stubs']
  formData?: Record<string, string | number | boolean>
  /** Earlier messages, oldest first. */
  history?: Scenario['history']
}

/** The fields of a turn record that are used here. */
export type PlayedTurnRecord = {
  id: string
  playbookId?: string
  nextPlaybookId?: string
  toolCalls: { name: string; called: boolean; given?: unknown }[]
  outcomes: string[]
  goalsReached: string[]
  ruleHits: { ruleId: string }[]
  warnings: string[]
  /** `error`: why the call failed. */
  modelCalls: (TokenCounts & { error?: string; cost?: { amount: number; currency: string } })[]
  milliseconds: number
  effects: { kind: string; summary: string; payload?: unknown; toolId?: string; given?: unknown; at: string }[]
}

/** What coverage counts of a turn. */
export type CoveredTurnRecord = {
  flow?: { steps?: { playbookId: string; step: number; times: number }[] }
  knowledge: { kind: string; id: string; score: number }[]
  toolCalls: { name: string; called: boolean }[]
  goalsReached: string[]
  ruleHits: { ruleId: string }[]
}

export type TurnStore = {
  listByIds(db: Db, agent: AgentKey, ids: readonly string[]): Promise<CoveredTurnRecord[]>
  findByEvent(db: Db, agent: AgentKey, eventId: string): Promise<PlayedTurnRecord | undefined>
  saveWebhookTurn(db: Db, agent: AgentKey, bare: PlayedWebhookTurn): Promise<PlayedTurnRecord>
}

export type PlayedWebhookTurn = {
  asid: string
  sessionId: string
  eventId: string
  channel: EmulatedChannel
  input: { type: string; text: string }
  messages: { messageId: string; accepted: boolean; text: string; message: unknown }[]
  warnings: string[]
  optsOut: boolean
}

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
  /** The turn that the worst verdict is based on; 0 when all criteria pass. */
  worstTurn: number
  model: string
  promptVersion: string
}

/** Judges a transcript; by rule when the model is the embedded one. Throws JudgeError after two failed attempts. */
export type CaseJudge = {
  name: { model: string; promptVersion: string }
  judge(
    request: { criteria: readonly Criterion[]; transcript: readonly TranscriptLine[] },
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
