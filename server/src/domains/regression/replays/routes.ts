import type { Db } from '../../../platform/db/database.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { serializeCase, TestCaseResponse } from '../cases/serializer.ts'
import type { RegressionDeps } from '../deps.ts'
import { recordCase } from '../recording/record.ts'
import { findReplayedSession, listReplayedConversations } from './queries/conversations.ts'
import { countReplays, findReplay, listReplays, lockReplay } from './queries/replays.ts'
import {
  MakeCaseBody,
  noReplayCounters,
  ReplayBody,
  ReplayConversationsQuery,
  ReplayedConversation,
  ReplayResponse,
  type ReplayState,
  ReplaysQuery,
  serializeReplay,
} from './replay.ts'
import { cancelReplay, startReplay } from './replays.ts'

const tag = 'Replays'
const read = { role: 'viewer', scope: 'agents:read', tag } as const
const write = { role: 'editor', scope: 'agents:write', tag } as const
const replayPath = '/replays/:replay'
const conversationsPath = `${replayPath}/conversations` as const

export const replayRoutes = (deps: RegressionDeps): Route[] => [
  ...collectionRoutes(deps),
  ...itemRoutes(),
  conversationsRoute(),
  makeCaseRoute(deps),
]

async function loadResponses(db: Db, agent: AgentKey, replays: readonly ReplayState[]): Promise<ReplayResponse[]> {
  const counted = await countReplays(
    db,
    agent,
    replays.map(({ id }) => id),
  )
  return replays.map((replay) => serializeReplay(replay, counted.get(replay.id) ?? noReplayCounters))
}

async function loadResponse(db: Db, agent: AgentKey, replay: ReplayState): Promise<ReplayResponse> {
  const [response] = await loadResponses(db, agent, [replay])
  return response as ReplayResponse
}

function collectionRoutes(deps: RegressionDeps): Route[] {
  return [
    agentRoute({
      ...read,
      method: 'GET',
      path: '/replays',
      summary: 'List the replays of the agent, newest first',
      query: ReplaysQuery,
      response: listSchema(ReplayResponse),
      handle: async ({ tx, agent, query }) => {
        const { data, ...page } = await listReplays(tx, agent, query)
        return { data: await loadResponses(tx, agent, data), ...page }
      },
    }),
    agentRoute({
      ...write,
      method: 'POST',
      path: '/replays',
      summary: 'Replay real sessions',
      description:
        'What people said in real sessions of that time is said again, in the sandbox and in the background, to a draft, a version or live; tool results come from the record. Nobody receives anything.',
      body: ReplayBody,
      response: ReplayResponse,
      status: 202,
      problems: ['agent.draft.not_found', 'resource.conflict'],
      handle: async ({ tx, agent, body }) => loadResponse(tx, agent, await startReplay(tx, agent, body, deps)),
    }),
  ]
}

function itemRoutes(): Route[] {
  return [
    agentRoute({
      ...read,
      method: 'GET',
      path: replayPath,
      summary: 'Read a replay',
      response: ReplayResponse,
      find: ({ tx, agent, params }) => findReplay(tx, agent, params.replay),
      handle: ({ tx, agent, found }) => loadResponse(tx, agent, found),
    }),
    agentRoute({
      ...write,
      method: 'POST',
      path: `${replayPath}/cancel`,
      summary: 'Cancel a replay',
      description: 'Conversations that were compared before keep their verdicts.',
      response: ReplayResponse,
      guardedBy: '',
      problems: ['resource.conflict'],
      find: ({ tx, agent, params }) => lockReplay(tx, agent, params.replay),
      handle: async ({ tx, agent, found, world }) => {
        await cancelReplay(tx, agent, found, world.now())
        return loadResponse(tx, agent, (await findReplay(tx, agent, found.id)) as ReplayState)
      },
    }),
  ]
}

function conversationsRoute(): Route {
  return agentRoute({
    ...read,
    scope: 'messages:read',
    method: 'GET',
    path: conversationsPath,
    summary: 'List the conversations of a replay with their verdicts',
    description:
      'A turn is the same if its text is equal except for white space, or if it rests on the same Fact with the same answer, at the same step, with the same tools.',
    query: ReplayConversationsQuery,
    response: listSchema(ReplayedConversation),
    find: ({ tx, agent, params }) => findReplay(tx, agent, params.replay),
    handle: ({ tx, agent, found, query }) => listReplayedConversations(tx, agent, found.id, query),
  })
}

function makeCaseRoute(deps: RegressionDeps): Route {
  return agentRoute({
    ...write,
    method: 'POST',
    path: `${conversationsPath}/:sessionId/_makeCase`,
    summary: 'Create a test case from a conversation of a replay',
    description:
      'Records the real session as a case: names, numbers and addresses are replaced, and the checks describe the answers of that time.',
    body: MakeCaseBody,
    response: TestCaseResponse,
    status: 201,
    problems: ['agent.test.not_found', 'agent.test.invalid', 'agent.test.system_suite', 'resource.conflict'],
    find: ({ tx, agent, params }) =>
      findReplayedSession(tx, agent, { replayId: params.replay, sessionId: params.sessionId }),
    handle: async ({ tx, agent, found, params, body }) => {
      const request = { ...body, conversationId: params.sessionId, userId: found.asid }
      const { testCase, definition } = await recordCase(tx, agent, request, deps)
      return serializeCase(testCase, definition)
    },
  })
}
