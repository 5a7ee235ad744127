import type { EmulatedChannel } from '@parley/amf'
import type { runStatuses } from '@parley/definition/vocabulary'
import type { CaseDocument, CheckVerdict } from '@parley/testcase'
import type { CallCost } from '../../models/index.ts'
import type { JudgeResult, PlayedTurnRecord, TokenCounts, TranscriptLine } from '../deps.ts'

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

export type RunCommand = 'begin' | 'pause' | 'resume' | 'cancel' | 'complete' | 'fail'

const transitions: Record<RunCommand, Partial<Record<RunStatus, RunStatus>>> = {
  begin: { queued: 'running' },
  pause: { queued: 'paused', running: 'paused' },
  resume: { paused: 'running' },
  cancel: { queued: 'cancelled', running: 'cancelled', paused: 'cancelled' },
  complete: { running: 'completed' },
  fail: { queued: 'failed', running: 'failed', paused: 'failed' },
}

export const nextRunStatus = (verb: RunCommand, from: RunStatus): RunStatus | undefined => transitions[verb][from]

const finalStatuses: readonly string[] = ['completed', 'cancelled', 'failed']
export const isFinalStatus = (status: string): boolean => finalStatuses.includes(status)

export const runSources = ['console', 'api', 'mcp', 'copilot', 'schedule'] as const
export type RunSource = (typeof runSources)[number]

export type TestSelection = { suiteIds?: string[]; caseIds?: string[]; tags?: string[] }
export type RunEstimate = { units: number; tokens: number }
export type RunAttribution = {
  definitionUpdatedAt?: string
  definitionHash: string
  templateId?: string
  templateVersion?: string
  runtimeBuild: string
  llm: { provider: string; model: string }
  judge: { model: string; promptVersion: string }
}
export type RunCounts = { total: number; passed: number; failed: number; errored: number; skipped: number }
export type RunUsage = TokenCounts & {
  units: number
  judgeTokens: number
  simulatorTokens: number
  /** What the models of the agent and the judge cost, for each currency. */
  costs?: CallCost[]
}
export type RunCounters = { counts: RunCounts; usage: RunUsage }
/** Cases are identified by their ids. */
export type TestRunDiff = { against: string; newlyFailing: string[]; newlyPassing: string[]; stillFailing: string[] }

export type TestRunState = {
  id: string
  selection: TestSelection
  status: RunStatus
  pauseReason?: 'operator' | 'quota'
  requestedBy: { userId?: string; via: RunSource }
  draftId?: string
  attribution: RunAttribution
  estimate: RunEstimate
  total: number
  counters?: RunCounters
  diff?: TestRunDiff
  pinned: boolean
  failReason?: string
  createdAt: Date
  updatedAt: Date
  startedAt?: Date
  pausedAt?: Date
  completedAt?: Date
  cancelledAt?: Date
}

/** The step at which a case ended with an error. */
export const errorStages = ['scenario', 'turn', 'simulate', 'checks', 'judge', 'budget'] as const
export type ErrorStage = (typeof errorStages)[number]
export type ResultEffect = PlayedTurnRecord['effects'][number] & { turnIndex?: number }
type WeightedTokens = TokenCounts & { weighted: number }
export type ResultUsage = { units: number; agent: WeightedTokens; judge?: WeightedTokens; costs?: CallCost[] }

/** How a case that was played ended. */
export const caseVerdicts = ['passed', 'failed', 'errored'] as const
export type CaseVerdict = (typeof caseVerdicts)[number]

export type CaseOutcome = {
  state: CaseVerdict
  transcript: TranscriptLine[]
  checks?: CheckVerdict[]
  judge?: JudgeResult
  effects: ResultEffect[]
  error?: { stage: ErrorStage; message: string }
  usage: ResultUsage
  turnIds: string[]
}

export type TestRunResult = {
  id: string
  runId: string
  n: number
  suiteId: string
  caseId: string
  caseKey?: string
  caseTitle: string
  sample: number
  caseSnapshot: CaseDocument
  suiteChannel?: EmulatedChannel
  state: ResultState
  userId?: string
  createdAt: Date
  updatedAt: Date
  startedAt?: Date
  finishedAt?: Date
} & Partial<Omit<CaseOutcome, 'state'>>
