import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import { listOf } from '../../../platform/http/schemas.ts'
import type { RegressionDeps } from '../deps.ts'
import { findSuite, lockSuite } from '../suites/queries.ts'
import { own, there } from '../suites/refusals.ts'
import type { Suite } from '../suites/suite.ts'
import { CaseBody, CasesQuery, CopyBody, GenerateBody, largestCase } from './body.ts'
import type { TestCase } from './case.ts'
import { generate } from './generate.ts'
import { findHistory } from './history/queries.ts'
import { readDocument, readFitting } from './lint.ts'
import { previewOf } from './preview.ts'
import { deleteCases, findCase, listCases } from './queries.ts'
import { Generated, ShownCase, ShownHistory, ShownPreview, shownCase, shownCases } from './shown.ts'
import { copyCase, createCase, editCase, mostCases } from './write.ts'

type CaseDeps = Pick<RegressionDeps, 'db' | 'world' | 'definitions' | 'models' | 'personas' | 'stage'>

const tag = 'Tests'
const read = { role: 'viewer', scope: 'agents:read', tag } as const
const write = { role: 'editor', scope: 'agents:write', tag } as const
const all = '/tests/suites/:suiteId/cases'
const one = `${all}/:caseId` as const
const unknown = ['agent.test.not_found'] as const
const refused = [...unknown, 'agent.test.system_suite'] as const
const document = { body: CaseBody, bodyLimit: largestCase }

export function caseRoutes(deps: CaseDeps): Route[] {
  return [...readRoutes(deps), ...writeRoutes(deps), ...makingRoutes(deps), ...previewRoutes(deps)]
}

type InSuite = { tx: Db; agent: AgentKey; params: { suiteId: string } }
type InCase = { tx: Db; agent: AgentKey; params: { suiteId: string; caseId: string } }
type Found = { suite: Suite; testCase: TestCase }

const suiteOf = async ({ tx, agent, params }: InSuite): Promise<Suite> =>
  there(await findSuite(tx, agent, params.suiteId), 'suite')

/** Locked, and one that anybody may write. */
const ownSuite = async ({ tx, agent, params }: InSuite): Promise<Suite> =>
  own(there(await lockSuite(tx, agent, params.suiteId), 'suite'))

async function caseIn(suite: Suite, { tx, agent, params }: InCase): Promise<Found> {
  const found = await findCase(tx, agent, params.caseId)
  return { suite, testCase: there(found?.suiteId === suite.id ? found : undefined, 'case') }
}

const anyCase = async (context: InCase): Promise<Found> => caseIn(await suiteOf(context), context)
/** Nobody else writes it, since its suite is locked. */
const ownCase = async (context: InCase): Promise<Found> => caseIn(await ownSuite(context), context)

function readRoutes({ definitions }: CaseDeps): Route[] {
  return [
    agentRoute({
      ...read,
      method: 'GET',
      path: all,
      summary: 'List the cases of a suite, newest first',
      description:
        'A page of large cases has fewer than were asked for: there are more while there is a nextPageToken.',
      query: CasesQuery,
      answer: listOf(ShownCase),
      problems: unknown,
      find: suiteOf,
      handle: async ({ tx, agent, found, query }) => {
        const definition = await definitions.read(tx, agent)
        const { data, ...page } = await listCases(tx, agent, found.id, query)
        return { data: await shownCases(data, definition), ...page }
      },
    }),
    agentRoute({
      ...read,
      method: 'GET',
      path: one,
      summary: 'Read a case',
      answer: ShownCase,
      problems: unknown,
      volatile: ['lint'],
      find: anyCase,
      handle: async ({ tx, agent, found }) => shownCase(found.testCase, await definitions.read(tx, agent)),
    }),
    agentRoute({
      ...read,
      method: 'GET',
      path: `${one}/history`,
      summary: 'List what came of a case whenever it was played, newest first',
      query: z.strictObject({ limit: z.coerce.number('must be a whole number').int().min(1).max(200).default(30) }),
      answer: ShownHistory,
      problems: unknown,
      find: anyCase,
      handle: async ({ tx, agent, found, query }) => ({
        data: await findHistory(tx, agent, found.testCase.id, query.limit),
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
      path: all,
      summary: 'Make a case',
      description: `It is linted against the agent; errors refuse it. A suite has at most ${mostCases} cases. Where a case came from is the platform's to say: origin is dropped.`,
      answer: ShownCase,
      status: 201,
      problems: [...refused, 'agent.test.invalid', 'resource.conflict'],
      find: ownSuite,
      handle: async ({ tx, agent, found, body, world }) => {
        const definition = await definitions.read(tx, agent)
        const { origin: _, ...sent } = readFitting(body, definition)
        const made = await createCase(tx, agent, { document: sent }, { suiteId: found.id, definition, world })
        return shownCase(made, definition)
      },
    }),
    agentRoute({
      ...write,
      ...document,
      method: 'PUT',
      path: one,
      summary: 'Replace a case; its id, its history and its origin stay',
      answer: ShownCase,
      problems: [...refused, 'agent.test.invalid'],
      find: ownCase,
      handle: async ({ tx, agent, found, body, world }) => {
        const definition = await definitions.read(tx, agent)
        const change = { document: readFitting(body, definition), now: world.now() }
        return shownCase(await editCase(tx, agent, found.testCase, change), definition)
      },
    }),
    agentRoute({
      ...write,
      method: 'DELETE',
      path: one,
      summary: 'Delete a case; what came of it stays with its runs',
      problems: refused,
      find: ownCase,
      handle: ({ tx, agent, found }) => deleteCases(tx, agent, [found.testCase.id]),
    }),
  ]
}

function makingRoutes(deps: CaseDeps): Route[] {
  const { definitions } = deps
  return [
    agentRoute({
      ...write,
      method: 'POST',
      path: `${one}/copy`,
      summary: 'Copy a case into a suite, under the next free key',
      body: CopyBody,
      answer: ShownCase,
      status: 201,
      problems: [...refused, 'agent.test.invalid', 'resource.conflict'],
      find: anyCase,
      handle: async ({ tx, agent, found, body, world }) => {
        const { id: suiteId } = await ownSuite({ tx, agent, params: body })
        const definition = await definitions.read(tx, agent)
        return shownCase(await copyCase(tx, agent, found.testCase, { suiteId, definition, world }), definition)
      },
    }),
    agentRoute({
      ...write,
      method: 'POST',
      path: `${all}/generate`,
      summary: 'Generate cases from a description, or from the Facts of the agent',
      description:
        'From a description the authoring model writes them, in up to three minutes; a draft that has errors in the end is dropped. From Facts there is one for each Fact and wording, and no model is asked; one whose key is there is replaced.',
      body: GenerateBody,
      answer: Generated,
      status: 201,
      problems: [...refused, 'agent.test.invalid', 'resource.conflict', 'agent.test.authoring_unavailable'],
      transaction: false,
      find: async (context) => own(await suiteOf(context)),
      handle: async ({ agent, found, body }) => {
        const { cases, definition, ...rest } = await generate(agent, found.id, body, deps)
        return { cases: await shownCases(cases, definition), ...rest }
      },
    }),
  ]
}

function previewRoutes(deps: CaseDeps): Route[] {
  const { definitions } = deps
  const preview = { ...read, method: 'POST', answer: ShownPreview, transaction: false, audited: false } as const
  return [
    agentRoute({
      ...preview,
      ...document,
      path: `${all}/preview`,
      summary: 'Preview a case that is not stored: what the first turn would see',
      description: 'No model is asked, and nothing is kept.',
      problems: [...unknown, 'agent.test.invalid'],
      find: suiteOf,
      handle: async ({ tx, agent, found, body }) => {
        const sent = readDocument(body)
        const definition = await definitions.read(tx, agent)
        return previewOf(tx, agent, { definition, document: sent, suite: found }, deps)
      },
    }),
    agentRoute({
      ...preview,
      path: `${one}/preview`,
      summary: 'Preview a case: what the first turn would see',
      description: 'No model is asked, and nothing is kept.',
      problems: unknown,
      find: anyCase,
      handle: async ({ tx, agent, found }) => {
        const definition = await definitions.read(tx, agent)
        const { suite, testCase } = found
        return previewOf(tx, agent, { definition, document: testCase.document, suite }, deps)
      },
    }),
  ]
}
