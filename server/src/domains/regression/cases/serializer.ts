import { setImmediate as nextTurn } from 'node:timers/promises'
import { emulatedChannels } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import { severities } from '@parley/findings'
import { CaseDocument } from '@parley/testcase'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import { resultStates } from '../runs/run.ts'
import type { TestCase } from './case.ts'
import { lintCase } from './lint.ts'

const FindingResponse = z
  .strictObject({ severity: z.enum(severities), code: z.string(), path: z.string(), message: z.string() })
  .meta({
    id: 'TestFinding',
    description: 'Its path is a JSON pointer into the document.',
    examples: [{ severity: 'warning', code: 'case.expect.empty', path: '/expect', message: 'Nothing is expected' }],
  })
const lint = z.array(FindingResponse).meta({ description: "With the agent's current configuration." })

const at = '2030-01-31T09:00:00.000Z'
export const caseExample = {
  ...{ id: 'case_01', suiteId: 'suite_01', key: 'greets', title: 'Greets', turns: ['Hello'] },
  expect: { checks: { finalReplyNonEmpty: true } },
  ...{ lint: [], createdAt: at, updatedAt: at },
}

/** The case document plus the fields that the platform adds. */
export const TestCaseResponse = z
  .strictObject({
    ...{ id: z.string(), suiteId: z.string() },
    ...CaseDocument.shape,
    ...{ lint, createdAt: timestamp, updatedAt: timestamp },
  })
  .meta({
    id: 'TestCase',
    examples: [caseExample],
  })
export type TestCaseResponse = z.input<typeof TestCaseResponse>

export function serializeCase(
  { id, suiteId, document, createdAt, updatedAt }: TestCase,
  to: AgentDefinition,
): TestCaseResponse {
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
  return { id, suiteId, ...document, lint: lintCase(to, document), ...times }
}

/** Yields between cases, because each may take a while to lint. */
export async function serializeCases(cases: readonly TestCase[], to: AgentDefinition): Promise<TestCaseResponse[]> {
  const responses: TestCaseResponse[] = []
  for (const testCase of cases) {
    responses.push(serializeCase(testCase, to))
    await nextTurn()
  }
  return responses
}

const usage = z.strictObject({
  ...{ model: z.string(), calls: z.int(), inputTokens: z.int(), outputTokens: z.int(), cacheReadTokens: z.int() },
  cost: z.strictObject({ amount: z.number(), currency: z.string() }).optional().meta({
    description: 'Absent if the model has no price. Authoring does not count towards the budget of the agent.',
  }),
})

const noUsage = { model: 'none', calls: 0, inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 }

export const GeneratedCasesResponse = z
  .strictObject({
    cases: z.array(TestCaseResponse),
    dropped: z.array(z.strictObject({ title: z.string().optional(), findings: z.array(FindingResponse) })),
    usage,
  })
  .meta({ id: 'TestCasesGenerated', examples: [{ cases: [caseExample], dropped: [], usage: noUsage }] })

export const CasePreviewResponse = z
  .strictObject({
    brief: z.strictObject({
      person: z.record(z.string(), z.unknown()).optional(),
      formData: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
      currentDate: z.string(),
      channel: z.enum(emulatedChannels),
    }),
    resolved: z.strictObject({
      likelyTimezone: z.string().optional(),
      productInterest: z
        .strictObject({ raw: z.string(), mapped: z.string().optional(), display: z.string().optional() })
        .optional(),
      representative: z.strictObject({ id: z.string(), name: z.string(), title: z.string().optional() }).optional(),
      startingPlaybook: z.string().optional(),
      greeting: z.string().optional().meta({ description: 'What the agent says first, on its own.' }),
      greetingOnly: z
        .boolean()
        .optional()
        .meta({ description: 'The case ends with the greeting: the person says nothing after it.' }),
    }),
    lint,
  })
  .meta({
    id: 'TestCasePreview',
    examples: [
      {
        brief: { currentDate: 'Thursday, January 31, 2030 at 9:00 AM (UTC)', channel: 'rcs' },
        resolved: { startingPlaybook: 'front-desk' },
        lint: [],
      },
    ],
  })
export type CasePreviewResponse = z.input<typeof CasePreviewResponse>

export const CaseHistoryResponse = z.strictObject({
  data: z.array(
    z
      .strictObject({
        id: z.string(),
        runId: z.string(),
        sample: z.int(),
        state: z.enum(resultStates),
        finishedAt: timestamp,
        usage: z.record(z.string(), z.unknown()).optional(),
        error: z.strictObject({ stage: z.string(), message: z.string() }).optional(),
      })
      .meta({
        id: 'TestHistoryEntry',
        examples: [{ id: 'res_01', runId: 'run_01', sample: 1, state: 'passed', finishedAt: at }],
      }),
  ),
})
