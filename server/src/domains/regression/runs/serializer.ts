import { runStatuses } from '@parley/definition/vocabulary'
import { CaseDocument } from '@parley/testcase'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import { TurnContent } from '../../runtime/index.ts'
import type { InFlightResult } from './queries/results.ts'
import {
  errorStages,
  type RunCounters,
  resultStates,
  runSources,
  type TestRunResult,
  type TestRunState,
} from './run.ts'

const count = z.int().min(0)
const ids = z.array(z.string())
const at = '2030-01-31T09:00:00.000Z'

const Selection = z.strictObject({ suiteIds: ids.optional(), caseIds: ids.optional(), tags: ids.optional() })
const Counts = z
  .strictObject({ total: count, passed: count, failed: count, errored: count, skipped: count })
  .meta({ description: 'Results: a case counts once per sample. Canceled ones count only in the total.' })
const Costs = z.array(z.strictObject({ amount: z.number(), currency: z.string() })).meta({
  description:
    'What the models of the agent and the judge cost, for each currency; absent if none has a price. Tests do not count towards the budget of the agent.',
})
const Usage = z.strictObject({
  ...{ units: count, inputTokens: count, outputTokens: count, cacheReadTokens: count },
  ...{ judgeTokens: count, simulatorTokens: count },
  costs: Costs.optional(),
})
const Attribution = z
  .strictObject({
    definitionUpdatedAt: timestamp.optional(),
    definitionHash: z.string(),
    templateId: z.string().optional(),
    templateVersion: z.string().optional(),
    runtimeBuild: z.string(),
    llm: z.strictObject({ provider: z.string(), model: z.string() }),
    judge: z.strictObject({ model: z.string(), promptVersion: z.string() }),
  })
  .meta({ description: 'The configuration the run was made with, including everything that can change.' })

const example = {
  id: 'run_01',
  agentApplicationId: 'front-desk',
  selection: { suiteIds: ['ste_01'] },
  status: 'completed' as const,
  requestedBy: { via: 'api' as const },
  attribution: {
    definitionHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    runtimeBuild: '0.2.0',
    llm: { provider: 'embedded', model: 'embedded' },
    judge: { model: 'embedded', promptVersion: '1' },
  },
  counts: { total: 2, passed: 1, failed: 1, errored: 0, skipped: 0 },
  estimate: { units: 2, tokens: 6000 },
  usage: { units: 2, inputTokens: 420, outputTokens: 60, cacheReadTokens: 0, judgeTokens: 0, simulatorTokens: 0 },
  diff: { against: 'run_00', newlyFailing: ['cas_02'], newlyPassing: [], stillFailing: [] },
  createdAt: at,
  updatedAt: at,
  startedAt: at,
  completedAt: at,
}

export const TestRunResponse = z
  .strictObject({
    id: z.string(),
    agentApplicationId: z.string(),
    selection: Selection,
    status: z.enum(runStatuses),
    pauseReason: z.enum(['operator', 'quota']).optional(),
    requestedBy: z.strictObject({ userId: z.string().optional(), via: z.enum(runSources) }),
    draftId: z.string().optional().meta({ description: 'The draft that the run plays instead of live.' }),
    attribution: Attribution,
    counts: Counts,
    estimate: z.strictObject({ units: count, tokens: count }),
    usage: Usage,
    diff: z
      .strictObject({ against: z.string(), newlyFailing: ids, newlyPassing: ids, stillFailing: ids })
      .optional()
      .meta({
        description: 'For a completed run: case ids, compared with the run pinned last, or else the previous one.',
      }),
    pinned: z.literal(true).optional(),
    pending: count.optional(),
    inFlight: z
      .array(z.strictObject({ resultId: z.string(), caseId: z.string(), title: z.string(), sample: z.int() }))
      .optional(),
    failReason: z.string().optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
    startedAt: timestamp.optional(),
    pausedAt: timestamp.optional(),
    completedAt: timestamp.optional(),
    cancelledAt: timestamp.optional(),
  })
  .meta({ id: 'TestRun', examples: [example] })
export type TestRunResponse = z.input<typeof TestRunResponse>

type RunExtras = { agentId: string; counters: RunCounters; open?: { pending: number; inFlight: InFlightResult[] } }

export function serializeRun(run: TestRunState, { agentId, counters, open }: RunExtras): TestRunResponse {
  const {
    total: _,
    counters: __,
    pinned,
    createdAt,
    updatedAt,
    startedAt,
    pausedAt,
    completedAt,
    cancelledAt,
    ...rest
  } = run
  return {
    ...rest,
    agentApplicationId: agentId,
    counts: { ...counters.counts, total: run.total },
    usage: counters.usage,
    ...(pinned && { pinned: true }),
    ...open,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    startedAt: startedAt?.toISOString(),
    pausedAt: pausedAt?.toISOString(),
    completedAt: completedAt?.toISOString(),
    cancelledAt: cancelledAt?.toISOString(),
  }
}

const Line = z.strictObject({
  role: z.enum(['user', 'agent', 'system']),
  text: z.string(),
  rendered: z.unknown().optional(),
  turnIndex: z.int().optional(),
  directive: z.unknown().optional(),
  via: z.enum(['tap', 'text', 'simulated', 'system']).optional(),
})
const Verdict = z.strictObject({ id: z.string(), pass: z.boolean(), reason: z.string(), evidence: z.string() })
const Weighted = z.strictObject({
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: count,
  weighted: z.number(),
})
const ResultUsage = z.strictObject({
  units: count,
  agent: Weighted,
  simulator: Weighted.optional(),
  judge: Weighted.optional(),
  costs: Costs.optional(),
})
const ResultError = z.strictObject({
  stage: z.enum(errorStages),
  message: z.string(),
})

const resultExample = {
  id: 'res_01',
  runId: 'run_01',
  suiteId: 'ste_01',
  caseId: 'cas_01',
  caseTitle: 'Says when it is open',
  sample: 1,
  caseSnapshot: { title: 'Says when it is open', turns: ['When are you open?'] },
  state: 'passed' as const,
  userId: 'asid_01',
  transcript: [{ role: 'user' as const, text: 'When are you open?', turnIndex: 0, via: 'text' as const }],
  checks: [{ key: 'finalReplyNonEmpty', pass: true, detail: 'The last reply has text.' }],
  createdAt: at,
  updatedAt: at,
}

export const TestResultResponse = z
  .strictObject({
    id: z.string(),
    runId: z.string(),
    suiteId: z.string(),
    caseId: z.string(),
    caseKey: z.string().optional(),
    caseTitle: z.string(),
    sample: z.int().min(1),
    caseSnapshot: CaseDocument.meta({ description: 'The case as it was when the run started.' }),
    state: z.enum(resultStates),
    userId: z.string().optional().meta({ description: 'The sandbox identity it was played with.' }),
    transcript: z.array(Line).optional(),
    checks: z.array(z.strictObject({ key: z.string(), pass: z.boolean(), detail: z.string() })).optional(),
    judge: z
      .strictObject({
        criteria: z.array(Verdict),
        summary: z.string(),
        worstTurn: z.int(),
        model: z.string(),
        promptVersion: z.string(),
      })
      .optional(),
    effects: z
      .array(TurnContent.shape.effects.element.extend({ turnIndex: z.int().optional() }))
      .optional()
      .meta({ description: 'Recorded instead of carried out.' }),
    error: ResultError.optional().meta({ description: 'Why there is no verdict.' }),
    usage: ResultUsage.optional(),
    turnIds: ids.optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
    startedAt: timestamp.optional(),
    finishedAt: timestamp.optional(),
  })
  .meta({ id: 'TestResult', examples: [resultExample] })
export type TestResultResponse = z.input<typeof TestResultResponse>

export const ResultPageResponse = z
  .strictObject({ data: z.array(TestResultResponse), hasMore: z.boolean() })
  .meta({ id: 'TestResultPage', examples: [{ data: [resultExample], hasMore: false }] })

export function serializeResult({
  n: _,
  suiteChannel: __,
  createdAt,
  updatedAt,
  startedAt,
  finishedAt,
  ...result
}: TestRunResult): TestResultResponse {
  return {
    ...result,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    startedAt: startedAt?.toISOString(),
    finishedAt: finishedAt?.toISOString(),
  }
}
