import type { CaseDocument } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { TestCase } from '../cases/case.ts'
import { createCase } from '../cases/write.ts'
import type { RegressionDeps } from '../deps.ts'
import { requireEditable, requireTest } from '../suites/problems.ts'
import { lockSuite } from '../suites/queries.ts'
import { createDefaultProfiles } from './profiles.ts'
import {
  type ConversationRow,
  cancelPendingConversations,
  countOpenSimulations,
  endSimulation,
  hasOpenSimulatedConversations,
  insertSimulation,
  lockSimulation,
} from './queries.ts'
import { nudgeConversations } from './queue/worker.ts'
import type { Simulation, SimulationBody, SimulationProfile } from './simulation.ts'

type CommandDeps = Pick<RegressionDeps, 'world' | 'definitions'>

/** Simulations of one agent that have not ended; others must wait. */
const maxOpen = 3

type StartRequest = { body: SimulationBody; requestedBy?: string }

/** Starts a simulation. `agent` may name a draft, which then answers. */
export async function createSimulation(
  tx: Db,
  agent: AgentKey,
  { body, requestedBy }: StartRequest,
  { world, definitions }: CommandDeps,
): Promise<Simulation> {
  if ((await countOpenSimulations(tx, agent)) >= maxOpen) {
    const detail = `At most ${maxOpen} simulations of an agent run at once: wait until one ends, or cancel it`
    throw problem('resource.conflict', 409, { detail })
  }
  const profiles = body.profiles ?? createDefaultProfiles(await definitions.read(tx, agent))
  const { count, maxTurns, suite, draftId, seed = Math.floor(world.random() * 2 ** 31) } = body
  const simulation: Simulation = {
    id: world.newId('sim'),
    ...{ status: 'queued', profiles, count, maxTurns, seed, createdAt: world.now() },
    ...(suite && { suite }),
    ...(draftId !== undefined && { draftId }),
  }
  const conversations = Array.from({ length: count }, (_, at) => {
    const profile = at % profiles.length
    const { id: profileId } = profiles[profile] as SimulationProfile
    return { id: world.newId('smc'), n: at + 1, profileId, profile }
  })
  await insertSimulation(tx, agent, { simulation, requestedBy, conversations })
  nudgeConversations(tx)
  return simulation
}

/** A simulation that has ended stays as it is. */
export async function cancelSimulation(
  tx: Db,
  agent: AgentKey,
  { id, status }: Simulation,
  { world }: Pick<CommandDeps, 'world'>,
): Promise<void> {
  if (status !== 'queued' && status !== 'running') return
  await cancelPendingConversations(tx, agent, id)
  await endSimulation(tx, agent, { id, status: 'cancelled', now: world.now() })
}

/** Runs in the transaction that ends a conversation. The last one ends the simulation. */
export async function completeIfLast(
  tx: Db,
  agent: AgentKey,
  { simulationId, conversationId }: { simulationId: string; conversationId: string },
  { world }: Pick<CommandDeps, 'world'>,
): Promise<void> {
  const simulation = await lockSimulation(tx, agent, simulationId)
  if (simulation?.status !== 'queued' && simulation?.status !== 'running') return
  if (await hasOpenSimulatedConversations(tx, agent, { simulationId, except: conversationId })) return
  await endSimulation(tx, agent, { id: simulationId, status: 'completed', now: world.now() })
}

type MakeCaseRequest = { simulation: Simulation; row: ConversationRow; suiteId: string }

/** Makes a test case of a conversation, which passes if the agent behaves as it did. */
export async function makeCase(
  tx: Db,
  agent: AgentKey,
  { simulation, row, suiteId }: MakeCaseRequest,
  { world, definitions }: CommandDeps,
): Promise<{ testCase: TestCase; definition: Awaited<ReturnType<CommandDeps['definitions']['read']>> }> {
  requireEditable(requireTest(await lockSuite(tx, agent, suiteId), 'suite'))
  const turns = (row.directives ?? []) as CaseDocument['turns']
  if (turns.length === 0) {
    throw problem('agent.test.invalid', 422, { detail: 'The person said nothing in this conversation', lint: [] })
  }
  const { goal = row.profile_id } = simulation.profiles[row.profile] ?? {}
  const { outcomes = [], endsWithReply = false } = (row.observed ?? {}) as Partial<ObservedEnd>
  const document: CaseDocument = {
    title: `${row.profile_id}: ${goal}`.slice(0, 300).toWellFormed(),
    tags: ['simulation'],
    origin: {
      kind: 'generated',
      generatedFrom: `simulation:${simulation.id}/${row.id}`,
      generatedAt: world.now().toISOString(),
    },
    turns,
    expect: { checks: { outcomes, ...(endsWithReply && { finalReplyNonEmpty: true }) } },
  }
  const definition = await definitions.read(tx, agent)
  return { testCase: await createCase(tx, agent, { document }, { suiteId, definition, world }), definition }
}

type ObservedEnd = { outcomes: string[]; endsWithReply: boolean }
