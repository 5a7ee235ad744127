import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { createTenantLimiter, defineWork, finish, postponeTo, type WorkOutcome } from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { RegressionDeps } from '../deps.ts'
import { completeIfLast } from './commands.ts'
import { playSimulatedConversation } from './play-conversation.ts'
import {
  type ConversationRow,
  detachPerson,
  failConversation,
  findSimulation,
  findSimulationStatus,
  markSimulatedRunning,
  markSimulationRunning,
  toPlayedColumns,
} from './queries.ts'
import { conversationQueue } from './queue/worker.ts'
import type { SimulationProfile } from './simulation.ts'

/** Wait for a tenant slot. */
const waitMilliseconds = 1_500
const conversationTimeoutSeconds = 3_600

/**
 * Plays the conversations of simulations, several in parallel. One that a killed process left is played again from the
 * start, with the same seed.
 */
export function simulationWork(deps: RegressionDeps) {
  const { db, world } = deps
  const acquire = createTenantLimiter({ max: 8, maxWhileSlow: 4, slowMilliseconds: 20_000 }, world)
  return defineWork({
    ...conversationQueue,
    concurrency: 8,
    leaseSeconds: 30,
    timeoutSeconds: conversationTimeoutSeconds,
    retry: { attempts: 3, baseSeconds: 5, maxSeconds: 60 },
    maxCrashes: 3,
    async perform(row, { signal }): Promise<WorkOutcome<object>> {
      const agent = await findAgentByKey(db, row.agent_key)
      if (!agent) return finish()
      const release = acquire(agent.key)
      if (!release) return postponeTo(new Date(world.now().getTime() + waitMilliseconds * (1 + world.random())))
      return playRow(agent, row, signal, deps).finally(release)
    },
    giveUp: (tx, row, error) => giveUp(tx, row, error, deps),
  })
}

async function playRow(
  agent: AgentKey,
  row: ConversationRow,
  signal: AbortSignal,
  deps: RegressionDeps,
): Promise<WorkOutcome<object>> {
  const { db, world } = deps
  const { id, simulation_id: simulationId, lease_token: token } = row
  const claim = await inTransaction(db, (tx) => claimConversation(tx, agent, row, deps))
  if (claim === 'lost') return finish()
  const simulation = await findSimulation(db, agent, simulationId)
  const cancelled = () => finish({ set: { state: 'cancelled' }, write: (tx) => removePerson(tx, agent, id, deps) })
  if (claim === 'cancelled' || !simulation) return cancelled()
  const shouldContinue = async () =>
    !signal.aborted && (await findSimulationStatus(db, agent, simulationId)) === 'running'
  const { draftId, maxTurns, profiles, seed } = simulation
  const answering = draftId === undefined ? agent : await deps.definitions.useDraft(db, agent, draftId)
  const profile = profiles[row.profile] as SimulationProfile
  const played = await playSimulatedConversation(
    { agent: answering, lease: { id, token }, profile, seed: mixSeed(seed, row.n), maxTurns, shouldContinue, signal },
    deps,
  )
  signal.throwIfAborted()
  if (!played) return cancelled()
  return finish({
    set: toPlayedColumns(played, world.now()),
    write: async (tx) => {
      await removePerson(tx, agent, id, deps)
      await completeIfLast(tx, agent, { simulationId, conversationId: id }, deps)
    },
  })
}

/** Conversations of one simulation differ, and are the same each time. */
const mixSeed = (seed: number, n: number): number =>
  (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(n, 0xc2b2ae35)) >>> 0

/** Removes what an earlier attempt left, and begins. */
async function claimConversation(
  tx: Db,
  agent: AgentKey,
  { id, simulation_id: simulationId, lease_token: token }: ConversationRow,
  deps: RegressionDeps,
): Promise<'plays' | 'cancelled' | 'lost'> {
  if (!(await markSimulatedRunning(tx, agent, { id, token }))) return 'lost'
  const status = await findSimulationStatus(tx, agent, simulationId)
  if (status !== 'queued' && status !== 'running') return 'cancelled'
  await removePerson(tx, agent, id, deps)
  if (status === 'queued') await markSimulationRunning(tx, agent, { id: simulationId, now: deps.world.now() })
  return 'plays'
}

/** The conversation is in the transcript; its sandbox person is not needed anymore. */
async function removePerson(
  tx: Db,
  agent: AgentKey,
  id: string,
  { sandbox }: Pick<RegressionDeps, 'sandbox'>,
): Promise<void> {
  const asid = await detachPerson(tx, agent, id)
  if (asid !== undefined) await sandbox.remove(tx, agent, asid)
}

async function giveUp(tx: Db, row: ConversationRow, error: Error, deps: RegressionDeps): Promise<void> {
  const agent = await findAgentByKey(tx, row.agent_key)
  if (!agent) return
  const { id, simulation_id: simulationId } = row
  deps.log.error({ err: error, conversation: id }, 'a simulated conversation could not be played')
  await failConversation(tx, agent, { id, reason: 'The conversation could not be played', now: deps.world.now() })
  await removePerson(tx, agent, id, deps)
  await completeIfLast(tx, agent, { simulationId, conversationId: id }, deps)
}
