import type { CaseChannel, CaseDocument, CheckVerdict } from '@parley/testcase'
import type { Judged, Tokens, TranscriptLine } from '../deps.ts'

/** Document 2, TestRun and TestResult, as the program holds them. */

export const runStatuses = ['queued', 'running', 'paused', 'completed', 'cancelled', 'failed'] as const
export type RunStatus = (typeof runStatuses)[number]
export const resultStates = [
  'pending',
  'claimed',
  'running',
  'passed',
  'failed',
  'errored',
  'skipped',
  'cancelled',
] as const
export type ResultState = (typeof resultStates)[number]

export type RunVerb = 'begin' | 'pause' | 'resume' | 'cancel' | 'complete' | 'fail'

const moves: Record<RunVerb, Partial<Record<RunStatus, RunStatus>>> = {
  begin: { queued: 'running' },
  pause: { queued: 'paused', running: 'paused' },
  resume: { paused: 'running' },
  cancel: { queued: 'cancelled', running: 'cancelled', paused: 'cancelled' },
  complete: { running: 'completed' },
  fail: { queued: 'failed', running: 'failed', paused: 'failed' },
}

/** Where a verb leads from a status; undefined where it is not allowed. */
export const move = (verb: RunVerb, from: RunStatus): RunStatus | undefined => moves[verb][from]

const finals: readonly string[] = ['completed', 'cancelled', 'failed']
export const isFinal = (status: string): boolean => finals.includes(status)

export const vias = ['console', 'api', 'mcp', 'copilot', 'schedule'] as const
export type Via = (typeof vias)[number]

export type Selection = { suiteIds?: string[]; caseIds?: string[]; tags?: string[] }
export type Estimate = { units: number; tokens: number }
export type Attribution = {
  definitionUpdatedAt?: string
  definitionHash: string
  templateId?: string
  templateVersion?: string
  runtimeBuild: string
  llm: { provider: string; model: string }
  judge: { model: string; promptVersion: string }
}
export type Counts = { total: number; passed: number; failed: number; errored: number; skipped: number }
export type RunUsage = Tokens & { units: number; judgeTokens: number; simulatorTokens: number }
export type Tally = { counts: Counts; usage: RunUsage }
/** By the ids of cases. */
export type Diff = { against: string; newlyFailing: string[]; newlyPassing: string[]; stillFailing: string[] }

export type Run = {
  id: string
  selection: Selection
  status: RunStatus
  pauseReason?: 'operator' | 'quota'
  requestedBy: { userId?: string; via: Via }
  attribution: Attribution
  estimate: Estimate
  total: number
  tally?: Tally
  diff?: Diff
  pinned: boolean
  failReason?: string
  createdAt: Date
  updatedAt: Date
  startedAt?: Date
  pausedAt?: Date
  completedAt?: Date
  cancelledAt?: Date
}

export type ErrorStage = 'scenario' | 'turn' | 'simulate' | 'checks' | 'judge' | 'budget'
export type Effect = { kind: string; summary: string; payload?: unknown; at: string; turnIndex?: number }
type Weighted = Tokens & { weighted: number }
export type ResultUsage = { units: number; agent: Weighted; judge?: Weighted }

/** What came of a case that was played. */
export type Outcome = {
  state: 'passed' | 'failed' | 'errored'
  transcript: TranscriptLine[]
  checks?: CheckVerdict[]
  judge?: Judged
  effects: Effect[]
  error?: { stage: ErrorStage; message: string }
  usage: ResultUsage
  turnIds: string[]
}

export type Result = {
  id: string
  runId: string
  n: number
  suiteId: string
  caseId: string
  caseKey?: string
  caseTitle: string
  sample: number
  caseSnapshot: CaseDocument
  suiteChannel?: CaseChannel
  state: ResultState
  userId?: string
  createdAt: Date
  updatedAt: Date
  startedAt?: Date
  finishedAt?: Date
} & Partial<Omit<Outcome, 'state'>>
