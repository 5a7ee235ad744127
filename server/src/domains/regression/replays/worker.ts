import type { AgentDefinition } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { createTenantLimiter, defineWork, finish, postponeTo, type WorkOutcome } from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { PlayedTurnRecord, RegressionDeps } from '../deps.ts'
import { CaseError, createPlayState, type PlayState, playSandboxConversation } from '../runs/play-conversation.ts'
import { type ConfiguredAnswer, compareTurn, createErrorTurn, decideVerdict } from './compare.ts'
import {
  type ConversationOutcome,
  completeConversation,
  deleteConversation,
  lockLeasedConversation,
  markConversationRunning,
  type ReplayConversationRow,
  storeReplayPerson,
  toSkippedColumns,
  toVerdictColumns,
} from './queries/conversations.ts'
import { findReplay, findReplayStatus, lockReplay } from './queries/replays.ts'
import { replayQueue } from './queue/worker.ts'
import { loadSession, type RecordedTurn, type SessionRecording } from './recording.ts'
import type { ReplayedTurn } from './replay.ts'
import { advanceReplay, failReplay } from './replays.ts'

/** Wait for a slot of the org. */
const waitMilliseconds = 1_000
const conversationTimeoutSeconds = 3_600

/** Says sessions again, several in parallel and few of each org. A killed process leaves a row to start over. */
export function replayWork(deps: RegressionDeps) {
  const acquire = createTenantLimiter({ max: 4, maxWhileSlow: 2, slowMilliseconds: 20_000 }, deps.world)
  return defineWork({
    ...replayQueue,
    concurrency: 8,
    leaseSeconds: 30,
    timeoutSeconds: conversationTimeoutSeconds,
    retry: { attempts: 3, baseSeconds: 5, maxSeconds: 60 },
    maxCrashes: 3,
    async perform(row, { signal }): Promise<WorkOutcome<object>> {
      const agent = await findAgentByKey(deps.db, row.agent_key)
      if (!agent) return finish()
      const release = acquire(agent.orgId)
      if (!release)
        return postponeTo(new Date(deps.world.now().getTime() + waitMilliseconds * (1 + deps.world.random())))
      return performConversation(agent, row, signal, deps).finally(release)
    },
    giveUp: (tx, row, error) => giveUp(tx, row, error, deps),
  })
}

async function performConversation(
  agent: AgentKey,
  row: ReplayConversationRow,
  signal: AbortSignal,
  deps: RegressionDeps,
): Promise<WorkOutcome<object>> {
  const { db, world } = deps
  const claim = await inTransaction(db, (tx) => claimConversation(tx, agent, row, deps))
  // Another process has the lease, or the person was erased: nothing is written.
  if (claim === 'lost') return finish()
  if (claim === 'ended') return finish({ set: toSkippedColumns(world.now()) })
  const { replay_id: replayId } = row
  const played = await findPlayedAgent(agent, replayId, deps)
  if (!played) {
    const reason = 'The draft was published or deleted'
    const write = (tx: Db) => failReplay(tx, agent, { replayId, reason }, deps)
    return finish({ set: toSkippedColumns(world.now()), write })
  }
  const definition = await deps.definitions.read(db, played)
  const recording = await loadSession(agent, { asid: row.asid, sessionId: row.session_id }, definition, deps)
  if (!recording) {
    return finish({
      write: async (tx) => {
        await deleteConversation(tx, agent, row.id)
        await advanceReplay(tx, agent, replayId, deps)
      },
    })
  }
  const state = createPlayState()
  const outcome = await replaySession({ agent, played, definition, row, recording, signal }, state, deps)
  // A stopped process plays it again from the start; the row keeps the sandbox until then.
  if (!outcome) signal.throwIfAborted()
  return finish({
    set: outcome ? toVerdictColumns(outcome, world.now()) : toSkippedColumns(world.now()),
    write: async (tx) => {
      if (state.asid) await deps.sandbox.remove(tx, agent, state.asid)
      await advanceReplay(tx, agent, replayId, deps)
    },
  })
}

/** Decides whether to play a conversation now, and removes the sandbox that a killed process left. */
async function claimConversation(
  tx: Db,
  agent: AgentKey,
  { id, lease_token: token, replay_id: replayId, sandbox_asid: left }: ReplayConversationRow,
  { world, sandbox }: RegressionDeps,
): Promise<'plays' | 'ended' | 'lost'> {
  if (!(await lockLeasedConversation(tx, agent, { id, token }))) return 'lost'
  const replay = await lockReplay(tx, agent, replayId)
  if (left) await sandbox.remove(tx, agent, left)
  if (replay?.status !== 'running') return 'ended'
  await markConversationRunning(tx, agent, id, world.now())
  return 'plays'
}

/** The agent with the configuration that answers; undefined if the draft is gone. */
async function findPlayedAgent(
  agent: AgentKey,
  replayId: string,
  { db, definitions }: RegressionDeps,
): Promise<AgentKey | undefined> {
  const { draftId, version } = (await findReplay(db, agent, replayId)) ?? {}
  if (draftId === undefined) return { ...agent, pinnedVersion: version }
  try {
    return await definitions.useDraft(db, agent, draftId)
  } catch (error) {
    if (error instanceof Problem && error.code === 'agent.draft.not_found') return undefined
    throw error
  }
}

type SessionReplay = {
  agent: AgentKey
  /** The agent with the configuration that answers. */
  played: AgentKey
  definition: AgentDefinition
  row: ReplayConversationRow
  recording: SessionRecording
  signal: AbortSignal
}

/** Says a session again and compares the answers. Returns undefined when the replay ended before. */
async function replaySession(
  request: SessionReplay,
  state: PlayState,
  deps: RegressionDeps,
): Promise<ConversationOutcome | undefined> {
  const { agent, played, row, recording, signal } = request
  const lease = { id: row.id, token: row.lease_token }
  const conversation = {
    agent: played,
    person: recording.person,
    start: recording.start,
    turns: recording.turns.map(({ directive }) => directive),
    storePerson: (tx: Db, asid: string) => storeReplayPerson(tx, agent, lease, asid),
    shouldContinue: async () =>
      !signal.aborted && (await findReplayStatus(deps.db, agent, row.replay_id)) === 'running',
    beforeTurn: (at: number) =>
      deps.sandbox.setRecordedCalls(deps.db, agent, state.asid, recording.turns[at]?.calls ?? []),
    signal,
  }
  try {
    if (!(await playSandboxConversation(conversation, state, deps))) return undefined
    return createOutcome(request, state, undefined, deps)
  } catch (error) {
    if (!(error instanceof CaseError)) throw error
    return createOutcome(request, state, error, deps)
  }
}

/** The turn at which a conversation broke off is an error; those after it were not said. */
async function createOutcome(
  { agent, definition, recording }: SessionReplay,
  { records, turns: observed }: PlayState,
  error: CaseError | undefined,
  deps: RegressionDeps,
): Promise<ConversationOutcome> {
  const readBefore = createConfigurationReader(agent, deps)
  const turns: ReplayedTurn[] = []
  for (const [at, recorded] of recording.turns.entries()) {
    const answer = records[at]
    const reason = answer ? findFailure(answer) : error?.message
    if (answer && reason === undefined) {
      turns.push(compareTurn(recorded.said, await readBefore(recorded), { answer, definition }))
    } else if (turns.at(-1)?.verdict !== 'error' || answer) {
      turns.push(createErrorTurn(recorded.said, recorded.before, reason ?? 'The turn was not played'))
    }
  }
  const cost = sumCosts(observed.flatMap(({ costs = [] }) => costs))
  return { verdict: error ? 'error' : decideVerdict(turns), turns, ...(cost && { cost }) }
}

/** Why a turn that was played has no answer of the agent's own. */
function findFailure({ modelCalls, warnings }: PlayedTurnRecord): string | undefined {
  const { error } = modelCalls.at(-1) ?? {}
  if (error !== undefined) return `The model failed: ${error}`
  return warnings.includes('The turn failed') ? 'The turn failed' : undefined
}

function sumCosts(costs: readonly { amount: number; currency: string }[]): Record<string, number> | undefined {
  if (costs.length === 0) return undefined
  const sums: Record<string, number> = {}
  for (const { amount, currency } of costs) sums[currency] = (sums[currency] ?? 0) + amount
  return sums
}

/** Reads the configuration that gave a recorded answer, as far as it is still there. */
function createConfigurationReader(agent: AgentKey, { db, definitions }: RegressionDeps) {
  return async ({ before, answeredBy }: RecordedTurn): Promise<ConfiguredAnswer> => {
    const { version, draftId } = answeredBy
    if (version !== undefined) return { answer: before, definition: await definitions.readVersion(db, agent, version) }
    if (draftId === undefined) return { answer: before, definition: undefined }
    const draft = await definitions.useDraft(db, agent, draftId).catch(() => undefined)
    return { answer: before, definition: draft && (await definitions.read(db, draft)) }
  }
}

/** An internal failure is not a verdict on the configuration: the conversation is an error, and the others go on. */
async function giveUp(tx: Db, row: ReplayConversationRow, error: Error, deps: RegressionDeps): Promise<void> {
  const agent = await findAgentByKey(tx, row.agent_key)
  if (!agent) return
  deps.log.error({ err: error, conversation: row.id }, 'a conversation could not be replayed')
  if (row.sandbox_asid) await deps.sandbox.remove(tx, agent, row.sandbox_asid)
  const outcome = { verdict: 'error', turns: [] } as const
  await completeConversation(tx, agent, { id: row.id, outcome: { ...outcome, turns: [] }, now: deps.world.now() })
  await advanceReplay(tx, agent, row.replay_id, deps)
}
