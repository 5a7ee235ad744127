import { CaseDocument } from '@parley/testcase'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import { CaseBody, maxCaseBytes } from '../cases/body.ts'
import { parseCaseDocument } from '../cases/lint.ts'
import { findCase } from '../cases/queries.ts'
import { GeneratedCasesResponse, TestCaseResponse } from '../cases/serializer.ts'
import type { RegressionDeps } from '../deps.ts'
import { requireTest } from '../suites/problems.ts'
import { findSuite } from '../suites/queries.ts'
import { compileCase } from './compile.ts'

const CompileBody = z
  .strictObject({
    brief: CaseDocument.shape.brief.unwrap(),
    current: CaseBody.optional(),
    caseId: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: "The suite's channel; ignored if there is a current case." }),
  })
  .meta({
    id: 'TestCaseCompile',
    examples: [
      { brief: { scenario: 'Someone asks when we are open.', expected: 'The agent says from nine to five.' } },
    ],
  })
type CompileBody = z.output<typeof CompileBody>

const CompileResponse = z
  .strictObject({
    document: CaseDocument,
    lint: TestCaseResponse.shape.lint,
    usage: GeneratedCasesResponse.shape.usage,
    caveat: z
      .string()
      .optional()
      .meta({ description: 'What the document does not cover, or what is still wrong with it.' }),
  })
  .meta({
    id: 'TestCaseCompiled',
    examples: [
      {
        document: { title: 'Says when it is open', turns: ['When are you open?'] },
        lint: [],
        usage: {
          ...{ model: 'openai:gpt', calls: 1, inputTokens: 900, outputTokens: 200, cacheReadTokens: 0 },
          cost: { amount: 0.00068, currency: 'USD' },
        },
      },
    ],
  })

/** Calls the model outside any transaction. */
export const compileRoutes = ({ definitions, models }: Pick<RegressionDeps, 'definitions' | 'models'>): Route[] => [
  agentRoute({
    role: 'editor',
    scope: 'agents:write',
    tag: 'Tests',
    method: 'POST',
    path: '/tests/suites/:suiteId/cases/compile',
    summary: 'Write a case, or change one, so that it satisfies a brief',
    description:
      'The authoring model makes the smallest sufficient change, within three minutes. Nothing is saved: save the document when you are satisfied with it.',
    body: CompileBody,
    bodyLimit: maxCaseBytes,
    response: CompileResponse,
    problems: ['agent.test.not_found', 'agent.test.invalid', 'agent.test.authoring_unavailable'],
    transaction: false,
    audited: false,
    find: async ({ tx, agent, params }) => requireTest(await findSuite(tx, agent, params.suiteId), 'suite'),
    handle: async ({ tx, agent, found, body }) => {
      const current = await findCurrentDocument(tx, agent, { suiteId: found.id, body })
      const wish = { definition: await definitions.read(tx, agent), brief: body.brief, ...(current && { current }) }
      return compileCase({ author: await models.forAuthor(agent) }, wish, new AbortController().signal)
    },
  }),
]

type CurrentCaseQuery = { suiteId: string; body: CompileBody }

async function findCurrentDocument(
  db: Db,
  agent: AgentKey,
  { suiteId, body }: CurrentCaseQuery,
): Promise<CaseDocument | undefined> {
  const { current, caseId } = body
  const stored = caseId === undefined ? undefined : await findCase(db, agent, caseId)
  if (caseId !== undefined) requireTest(stored?.suiteId === suiteId ? stored : undefined, 'case')
  return current === undefined ? stored?.document : parseCaseDocument(current)
}
