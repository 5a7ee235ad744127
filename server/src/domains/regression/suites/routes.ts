import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { pageQuery } from '../../../platform/http/page.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema, timestamp } from '../../../platform/http/schemas.ts'
import { caseVerdicts } from '../runs/run.ts'
import type { SyncExamples } from './examples.ts'
import { requireEditable, requireTest } from './problems.ts'
import { findPassRates, findSuiteHistory } from './queries/history.ts'
import { deleteSuite, findSuite, listSuites, lockSuite } from './queries.ts'
import { serializeSuite, TestSuiteResponse } from './serializer.ts'
import { createSuite, editSuite, maxSuites, SuiteBody, SuitePatch } from './suite.ts'

const tag = 'Tests'
const read = { role: 'viewer', scope: 'agents:read', tag } as const
const write = { role: 'editor', scope: 'agents:write', tag } as const
const suitePath = '/tests/suites/:suiteId'
const invalidResponse = ['agent.test.not_found', 'agent.test.system_suite'] as const

type InSuite = { tx: Db; agent: AgentKey; params: { suiteId: string } }
const requireEditableSuite = async ({ tx, agent, params }: InSuite) =>
  requireEditable(requireTest(await lockSuite(tx, agent, params.suiteId), 'suite'))

const PassRates = z.strictObject({
  data: z.array(
    z
      .strictObject({
        playbookId: z.string(),
        suiteId: z.string(),
        passed: z.int().meta({ description: 'Cases whose samples all passed in the newest run with a verdict.' }),
        total: z.int().meta({ description: 'Cases with a verdict in that run; 0 if there was none.' }),
        runId: z.string().optional(),
        lastRunAt: timestamp.optional(),
      })
      .meta({ id: 'TestPassRate', examples: [{ playbookId: 'returns', suiteId: 'suite_01', passed: 0, total: 0 }] }),
  ),
})

const verdict = z.enum(caseVerdicts)
const SuiteHistory = z.strictObject({
  data: z.array(
    z
      .strictObject({
        ...{ runId: z.string(), suiteId: z.string(), at: timestamp },
        ...{ passed: z.int(), failed: z.int(), errored: z.int() },
        verdicts: z.record(z.string(), verdict).optional().meta({
          description: 'By case id, when reading one suite. A case fails when one of its samples fails.',
        }),
      })
      .meta({
        id: 'TestSuiteOutcome',
        examples: [
          {
            ...{ runId: 'run_01', suiteId: 'suite_01', at: '2030-01-31T09:00:00.000Z' },
            ...{ passed: 1, failed: 0, errored: 0, verdicts: { case_01: 'passed' as const } },
          },
        ],
      }),
  ),
})

const HistoryQuery = z.strictObject({
  suiteId: z.string().optional(),
  limit: z.coerce
    .number('must be a whole number')
    .int()
    .min(1)
    .max(200)
    .default(30)
    .meta({ description: 'Runs; a run of several suites has an entry for each.' }),
})

/** Listing suites first creates those missing for Examples. */
export function suiteRoutes({ catchUp }: { catchUp: SyncExamples }): Route[] {
  return [...readRoutes(catchUp), ...writeRoutes(), historyRoute]
}

function readRoutes(catchUp: SyncExamples): Route[] {
  const reading = { ...read, method: 'GET' } as const
  return [
    agentRoute({
      ...reading,
      path: '/tests/suites',
      summary: 'List the test suites of the agent, newest first',
      description: 'Each playbook with Examples has a system suite generated from them.',
      query: pageQuery,
      response: listSchema(TestSuiteResponse),
      handle: async ({ tx, agent, query }) => {
        await catchUp(agent)
        const { data, ...page } = await listSuites(tx, agent, query)
        return { data: data.map(serializeSuite), ...page }
      },
    }),
    agentRoute({
      ...reading,
      path: suitePath,
      summary: 'Read a test suite',
      response: TestSuiteResponse,
      problems: ['agent.test.not_found'],
      volatile: ['nextRunAt', 'lastScheduledRunId'],
      find: async ({ tx, agent, params }) => requireTest(await findSuite(tx, agent, params.suiteId), 'suite'),
      handle: async ({ found }) => serializeSuite(found),
    }),
    agentRoute({
      ...reading,
      path: '/tests/pass-rates',
      summary: 'Read how many of the Examples of each playbook pass',
      response: PassRates,
      handle: async ({ tx, agent }) => {
        await catchUp(agent)
        const rates = await findPassRates(tx, agent)
        return { data: rates.map(({ lastRunAt, ...rate }) => ({ ...rate, lastRunAt: lastRunAt?.toISOString() })) }
      },
    }),
  ]
}

const historyRoute = agentRoute({
  ...read,
  method: 'GET',
  path: '/tests/history',
  summary: 'List the results of suites in the newest runs, newest first',
  description:
    'Counted in cases, also while a run is in progress. For a given suite, includes the verdict on each case.',
  query: HistoryQuery,
  response: SuiteHistory,
  handle: async ({ tx, agent, query }) => {
    const outcomes = await findSuiteHistory(tx, agent, query)
    return {
      data: outcomes.map(({ verdicts, at, ...outcome }) => ({
        ...outcome,
        at: at.toISOString(),
        ...(query.suiteId !== undefined && { verdicts }),
      })),
    }
  },
})

function writeRoutes(): Route[] {
  return [
    agentRoute({
      ...write,
      method: 'POST',
      path: '/tests/suites',
      summary: 'Create a test suite',
      description: `An agent has at most ${maxSuites} suites of its own.`,
      body: SuiteBody,
      response: TestSuiteResponse,
      status: 201,
      problems: ['agent.test.invalid', 'resource.conflict'],
      handle: async ({ tx, agent, body, world }) => serializeSuite(await createSuite(tx, agent, body, world)),
    }),
    agentRoute({
      ...write,
      method: 'PATCH',
      path: suitePath,
      summary: 'Change a test suite',
      description: 'Null clears description, channel and schedule.',
      body: SuitePatch,
      response: TestSuiteResponse,
      problems: [...invalidResponse, 'agent.test.invalid'],
      find: requireEditableSuite,
      handle: async ({ tx, agent, found, body, world }) =>
        serializeSuite(await editSuite(tx, agent, found, { ...body, now: world.now() })),
    }),
    agentRoute({
      ...write,
      method: 'DELETE',
      path: suitePath,
      summary: 'Delete a test suite and its cases; runs and results stay',
      problems: invalidResponse,
      find: requireEditableSuite,
      handle: ({ tx, agent, found }) => deleteSuite(tx, agent, found.id),
    }),
  ]
}
