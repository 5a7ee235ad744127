import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { RegressionDeps } from '../deps.ts'
import { requireEditable, requireTest } from '../suites/problems.ts'
import { findSuite, lockSuite } from '../suites/queries.ts'
import type { StoredSuite } from '../suites/suite.ts'
import { CaseBody, CasesQuery, CopyBody, GenerateBody, maxCaseBytes } from './body.ts'
import type { TestCase } from './case.ts'
import { generateCases } from './generate.ts'
import { findCaseHistory } from './history/queries.ts'
import { parseCaseDocument, parseLintedCase } from './lint.ts'
import { previewCase } from './preview.ts'
import { deleteCases, findCase, listCases } from './queries.ts'
import {
  CaseHistoryResponse,
  CasePreviewResponse,
  GeneratedCasesResponse,
  serializeCase,
  serializeCases,
  TestCaseResponse,
} from './serializer.ts'
import { copyCase, createCase, editCase, maxCasesPerSuite } from './write.ts'

type CaseDeps = Pick<RegressionDeps, 'db' | 'world' | 'definitions' | 'models' | 'personas' | 'sandbox'>

const tag = 'Tests'
const read = { role: 'viewer', scope: 'agents:read', tag } as const
const write = { role: 'editor', scope: 'agents:write', tag } as const
const casesPath = '/tests/suites/:suiteId/cases'
const casePath = `${casesPath}/:caseId` as const
const notFoundResponse = ['agent.test.not_found'] as const
const invalidResponse = [...notFoundResponse, 'agent.test.system_suite'] as const
const document = { body: CaseBody, bodyLimit: maxCaseBytes }

export function caseRoutes(deps: CaseDeps): Route[] {
  return [...readRoutes(deps), ...writeRoutes(deps), ...createRoutes(deps), ...previewRoutes(deps)]
}

type InSuite = { tx: Db; agent: AgentKey; params: { suiteId: string } }
type InCase = { tx: Db; agent: AgentKey; params: { suiteId: string; caseId: string } }
type CaseInSuite = { suite: StoredSuite; testCase: TestCase }

const requireSuite = async ({ tx, agent, params }: InSuite): Promise<StoredSuite> =>
  requireTest(await findSuite(tx, agent, params.suiteId), 'suite')

/** Locks the suite and rejects system suites. */
const requireEditableSuite = async ({ tx, agent, params }: InSuite): Promise<StoredSuite> =>
  requireEditable(requireTest(await lockSuite(tx, agent, params.suiteId), 'suite'))

async function findCaseInSuite(suite: StoredSuite, { tx, agent, params }: InCase): Promise<CaseInSuite> {
  const found = await findCase(tx, agent, params.caseId)
  return { suite, testCase: requireTest(found?.suiteId === suite.id ? found : undefined, 'case') }
}

const requireCase = async (context: InCase): Promise<CaseInSuite> =>
  findCaseInSuite(await requireSuite(context), context)
/** The lock on the suite also protects its cases. */
const requireEditableCase = async (context: InCase): Promise<CaseInSuite> =>
  findCaseInSuite(await requireEditableSuite(context), context)

function readRoutes({ definitions }: CaseDeps): Route[] {
  return [
    agentRoute({
      ...read,
      method: 'GET',
      path: casesPath,
      summary: 'List the cases of a suite, newest first',
      description:
        'A page of large cases may have fewer entries than requested: there are more while there is a nextPageToken.',
      query: CasesQuery,
      response: listSchema(TestCaseResponse),
      problems: notFoundResponse,
      find: requireSuite,
      handle: async ({ tx, agent, found, query }) => {
        const definition = await definitions.read(tx, agent)
        const { data, ...page } = await listCases(tx, agent, found.id, query)
        return { data: await serializeCases(data, definition), ...page }
      },
    }),
    agentRoute({
      ...read,
      method: 'GET',
      path: casePath,
      summary: 'Read a case',
      response: TestCaseResponse,
      problems: notFoundResponse,
      volatile: ['lint'],
      find: requireCase,
      handle: async ({ tx, agent, found }) => serializeCase(found.testCase, await definitions.read(tx, agent)),
    }),
    agentRoute({
      ...read,
      method: 'GET',
      path: `${casePath}/history`,
      summary: 'List the results of a case, newest first',
      query: z.strictObject({ limit: z.coerce.number('must be a whole number').int().min(1).max(200).default(30) }),
      response: CaseHistoryResponse,
      problems: notFoundResponse,
      find: requireCase,
      handle: async ({ tx, agent, found, query }) => ({
        data: await findCaseHistory(tx, agent, found.testCase.id, query.limit),
      }),
    }),
  ]
}

function writeRoutes({ definitions }: CaseDeps): Route[] {
  return [
    agentRoute({
      ...write,
      ...document,
      method: 'POST',
      path: casesPath,
      summary: 'Create a case',
      description: `The case is linted against the agent and rejected if there are errors. A suite has at most ${maxCasesPerSuite} cases. The platform sets origin; a value in the request is ignored.`,
      response: TestCaseResponse,
      status: 201,
      problems: [...invalidResponse, 'agent.test.invalid', 'resource.conflict'],
      find: requireEditableSuite,
      handle: async ({ tx, agent, found, body, world }) => {
        const definition = await definitions.read(tx, agent)
        const { origin: _, ...sent } = parseLintedCase(body, definition)
        const made = await createCase(tx, agent, { document: sent }, { suiteId: found.id, definition, world })
        return serializeCase(made, definition)
      },
    }),
    agentRoute({
      ...write,
      ...document,
      method: 'PUT',
      path: casePath,
      summary: 'Replace a case; its id, its history and its origin stay',
      response: TestCaseResponse,
      problems: [...invalidResponse, 'agent.test.invalid'],
      find: requireEditableCase,
      handle: async ({ tx, agent, found, body, world }) => {
        const definition = await definitions.read(tx, agent)
        const change = { document: parseLintedCase(body, definition), now: world.now() }
        return serializeCase(await editCase(tx, agent, found.testCase, change), definition)
      },
    }),
    agentRoute({
      ...write,
      method: 'DELETE',
      path: casePath,
      summary: 'Delete a case; its results stay with their runs',
      problems: invalidResponse,
      find: requireEditableCase,
      handle: ({ tx, agent, found }) => deleteCases(tx, agent, [found.testCase.id]),
    }),
  ]
}

function createRoutes(deps: CaseDeps): Route[] {
  const { definitions } = deps
  return [
    agentRoute({
      ...write,
      method: 'POST',
      path: `${casePath}/copy`,
      summary: 'Copy a case into a suite, under the next free key',
      body: CopyBody,
      response: TestCaseResponse,
      status: 201,
      problems: [...invalidResponse, 'agent.test.invalid', 'resource.conflict'],
      find: requireCase,
      handle: async ({ tx, agent, found, body, world }) => {
        const { id: suiteId } = await requireEditableSuite({ tx, agent, params: body })
        const definition = await definitions.read(tx, agent)
        return serializeCase(await copyCase(tx, agent, found.testCase, { suiteId, definition, world }), definition)
      },
    }),
    agentRoute({
      ...write,
      method: 'POST',
      path: `${casesPath}/generate`,
      summary: 'Generate cases from a description, from Facts, from flows, or from attacks',
      description:
        'From a description, the authoring model writes the cases in up to three minutes; drafts that still have errors are dropped. From Facts, there is one case for each Fact and wording, and no model is called; a case with the same key is replaced. From coverage, the cases together pass every step and branch of every flow; from attacks, they are adversarial messages with checks. Both need no model.',
      body: GenerateBody,
      response: GeneratedCasesResponse,
      status: 201,
      problems: [...invalidResponse, 'agent.test.invalid', 'resource.conflict', 'agent.test.authoring_unavailable'],
      transaction: false,
      find: async (context) => requireEditable(await requireSuite(context)),
      handle: async ({ agent, found, body }) => {
        const { cases, definition, ...rest } = await generateCases(agent, found.id, body, deps)
        return { cases: await serializeCases(cases, definition), ...rest }
      },
    }),
  ]
}

function previewRoutes(deps: CaseDeps): Route[] {
  const { definitions } = deps
  const preview = {
    ...read,
    method: 'POST',
    response: CasePreviewResponse,
    transaction: false,
    audited: false,
  } as const
  return [
    agentRoute({
      ...preview,
      ...document,
      path: `${casesPath}/preview`,
      summary: 'Preview an unsaved case: what the first turn would see',
      description: 'Calls no model, and saves nothing.',
      problems: [...notFoundResponse, 'agent.test.invalid'],
      find: requireSuite,
      handle: async ({ tx, agent, found, body }) => {
        const sent = parseCaseDocument(body)
        const definition = await definitions.read(tx, agent)
        return previewCase(tx, agent, { definition, document: sent, suite: found }, deps)
      },
    }),
    agentRoute({
      ...preview,
      path: `${casePath}/preview`,
      verb: 'previewOne',
      summary: 'Preview a case: what the first turn would see',
      description: 'Calls no model, and saves nothing.',
      problems: notFoundResponse,
      find: requireCase,
      handle: async ({ tx, agent, found }) => {
        const definition = await definitions.read(tx, agent)
        const { suite, testCase } = found
        return previewCase(tx, agent, { definition, document: testCase.document, suite }, deps)
      },
    }),
  ]
}
