import type { Db } from '../../../platform/db/database.ts'
import { pageQuery } from '../../../platform/http/page.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { ProgressStreams } from '../../../platform/progress-stream.ts'
import { serializeCase, TestCaseResponse } from '../cases/serializer.ts'
import type { RegressionDeps } from '../deps.ts'
import { cancelSimulation, createSimulation, makeCase } from './commands.ts'
import {
  findEndedConversation,
  findSimulation,
  listConversations,
  listSimulations,
  lockSimulation,
  summarizeSimulations,
} from './queries.ts'
import {
  ConversationsQuery,
  SimulatedConversationResponse,
  type Simulation,
  SimulationBody,
  SimulationMakeCaseBody,
  SimulationResponse,
  type SimulationSummary,
  serializeConversation,
  serializeSimulation,
} from './simulation.ts'

const tag = 'Simulations'
const read = { role: 'viewer', scope: 'agents:read', tag } as const
const write = { role: 'editor', scope: 'agents:write', tag } as const
const onePath = '/simulations/:simulationId'

export type SimulationRouteDeps = RegressionDeps & { simulationStreams: ProgressStreams }

async function loadResponses(db: Db, agent: AgentKey, simulations: readonly Simulation[]) {
  const summaries = await summarizeSimulations(
    db,
    agent,
    simulations.map(({ id }) => id),
  )
  return simulations.map((one) => serializeSimulation(one, summaries.get(one.id) as SimulationSummary))
}

async function loadResponse(db: Db, agent: AgentKey, simulation: Simulation) {
  const [response] = await loadResponses(db, agent, [simulation])
  return response as NonNullable<typeof response>
}

type Wanted = { tx: Db; agent: AgentKey; params: { simulationId: string } }
const findOne = ({ tx, agent, params }: Wanted) => findSimulation(tx, agent, params.simulationId)
const lockOne = ({ tx, agent, params }: Wanted) => lockSimulation(tx, agent, params.simulationId)

export const simulationRoutes = (deps: SimulationRouteDeps): Route[] => [
  ...startRoutes(deps),
  ...readRoutes(deps),
  ...conversationRoutes(deps),
]

const startRoutes = (deps: SimulationRouteDeps): Route[] => [
  agentRoute({
    ...write,
    method: 'POST',
    path: '/simulations',
    summary: 'Let simulated people talk with the agent',
    description:
      'Plays the conversations in the background, in the sandbox: nothing reaches a real person. The model for judging ' +
      'plays the people; where there is none, the embedded player does, which is the same for the same seed.',
    body: SimulationBody,
    response: SimulationResponse,
    status: 202,
    problems: ['agent.draft.not_found', 'resource.conflict'],
    handle: async ({ tx, agent, body, caller }) => {
      const answering = body.draftId === undefined ? agent : await deps.definitions.useDraft(tx, agent, body.draftId)
      const requestedBy = caller.kind === 'user' ? caller.id : undefined
      return loadResponse(tx, agent, await createSimulation(tx, answering, { body, requestedBy }, deps))
    },
  }),
  agentRoute({
    ...write,
    method: 'POST',
    path: `${onePath}/cancel`,
    summary: 'Cancel a simulation',
    description: 'Conversations that run stop before their next turn. A simulation that has ended stays as it is.',
    response: SimulationResponse,
    guardedBy: '',
    find: lockOne,
    handle: async ({ tx, agent, found }) => {
      await cancelSimulation(tx, agent, found, deps)
      return loadResponse(tx, agent, (await findSimulation(tx, agent, found.id)) ?? found)
    },
  }),
]

const readRoutes = ({ simulationStreams }: SimulationRouteDeps): Route[] => [
  agentRoute({
    ...read,
    method: 'GET',
    path: '/simulations',
    summary: 'List the simulations of the agent, newest first',
    query: pageQuery,
    response: listSchema(SimulationResponse),
    handle: async ({ tx, agent, query }) => {
      const { data, ...page } = await listSimulations(tx, agent, query)
      return { data: await loadResponses(tx, agent, data), ...page }
    },
  }),
  agentRoute({
    ...read,
    method: 'GET',
    path: onePath,
    summary: 'Read a simulation and what came of it so far',
    response: SimulationResponse,
    find: findOne,
    handle: ({ tx, agent, found }) => loadResponse(tx, agent, found),
  }),
  agentRoute({
    ...read,
    method: 'GET',
    path: `${onePath}/progress`,
    summary: 'Follow a simulation: server-sent events',
    description:
      'Sends a `progress` event with the simulation at once, and again after each change, until it ends; reconnect after ten minutes.',
    responseTypes: ['text/event-stream'],
    problems: ['request.rate_limited'],
    find: findOne,
    handle: async ({ tx, agent, found: { id } }) =>
      simulationStreams.open(agent, `${agent.key} ${id}`, async () => {
        const now = await findSimulation(tx, agent, id)
        return now && loadResponse(tx, agent, now)
      }),
  }),
]

const conversationRoutes = (deps: SimulationRouteDeps): Route[] => [
  agentRoute({
    ...read,
    method: 'GET',
    path: `${onePath}/conversations`,
    summary: 'List the conversations of a simulation that have ended, in order',
    query: ConversationsQuery,
    response: listSchema(SimulatedConversationResponse),
    find: findOne,
    handle: ({ tx, agent, found, query }) =>
      listConversations(tx, agent, { ...query, simulationId: found.id }, serializeConversation),
  }),
  agentRoute({
    ...write,
    method: 'POST',
    path: `${onePath}/conversations/:simulatedId/_makeCase`,
    summary: 'Make a test case of a simulated conversation',
    description: 'What the person did becomes the turns; the case passes if the agent comes to the same outcomes.',
    body: SimulationMakeCaseBody,
    response: TestCaseResponse,
    status: 201,
    problems: ['agent.test.not_found', 'agent.test.invalid', 'agent.test.system_suite', 'resource.conflict'],
    find: async ({ tx, agent, params: { simulationId, simulatedId } }) => {
      const simulation = await findSimulation(tx, agent, simulationId)
      const row = simulation && (await findEndedConversation(tx, agent, { simulationId, id: simulatedId }))
      return row && { simulation, row }
    },
    handle: async ({ tx, agent, found, body }) => {
      const { testCase, definition } = await makeCase(tx, agent, { ...found, suiteId: body.suiteId }, deps)
      return serializeCase(testCase, definition)
    },
  }),
]
