import type { Db } from '../../../platform/db/database.ts'
import { invalidRequest, notFound, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { dayMilliseconds } from '../../../platform/world.ts'
import type { RegressionDeps } from '../deps.ts'
import { enqueueNext, hasOpenConversations, insertSessions, skipPendingConversations } from './queries/conversations.ts'
import {
  countReplays,
  countRunningReplays,
  endReplay,
  findReplay,
  insertReplay,
  lockReplay,
  lockReplayStarts,
} from './queries/replays.ts'
import { nudgeReplays } from './queue/worker.ts'
import { noReplayCounters, type ReplayState } from './replay.ts'

/** How many conversations of a replay are due at a time: replays take turns, however long they are. */
const window = 4
const maxRunning = 10
/** What people said is stored for 30 days. */
const historyMilliseconds = 30 * dayMilliseconds
const [earliest, latest] = [Date.parse('1970-01-02T00:00:00Z'), Date.parse('9999-01-01T00:00:00Z')]

type ReplayRequest = Pick<ReplayState, 'draftId' | 'version' | 'start' | 'end' | 'channel' | 'limit'>
type ReplayDeps = Pick<RegressionDeps, 'world' | 'announce' | 'definitions'>

/** Starts a replay of the sessions that there are now. */
export async function startReplay(
  tx: Db,
  agent: AgentKey,
  request: ReplayRequest,
  deps: ReplayDeps,
): Promise<ReplayState> {
  const { world } = deps
  assertSpan(request)
  const answering = await resolveConfiguration(tx, agent, request, deps)
  await lockReplayStarts(tx, agent)
  if ((await countRunningReplays(tx, agent)) >= maxRunning)
    throw problem('resource.conflict', 409, { detail: `At most ${maxRunning} replays of an agent run at once` })
  const { start, end, channel, limit } = request
  const now = world.now()
  const replay = { id: world.newId('rpl'), ...answering, start, end, channel, limit, createdAt: now }
  await insertReplay(tx, agent, replay)
  const oldest = new Date(now.getTime() - historyMilliseconds)
  const sessions = await insertSessions(tx, agent, replay, { window, oldest, now })
  if (sessions === 0) await completeReplay(tx, agent, replay.id, deps)
  else nudgeReplays(tx)
  return (await findReplay(tx, agent, replay.id)) as ReplayState
}

function assertSpan({ start, end, draftId, version }: ReplayRequest): void {
  for (const [field, at] of Object.entries({ start, end }))
    if (at.getTime() < earliest || at.getTime() > latest)
      throw invalidRequest([{ field, message: 'must be between the years 1970 and 9999' }])
  if (start >= end) throw invalidRequest([{ field: 'start', message: 'must be before end' }])
  if (draftId !== undefined && version !== undefined)
    throw invalidRequest([{ field: 'version', message: 'must be omitted if there is a draftId' }])
}

/** Live is replayed as it is now, also if it changes in the meantime. */
async function resolveConfiguration(
  tx: Db,
  agent: AgentKey,
  { draftId, version }: ReplayRequest,
  { definitions }: ReplayDeps,
): Promise<Pick<ReplayState, 'draftId' | 'version'>> {
  if (draftId !== undefined) {
    await definitions.useDraft(tx, agent, draftId)
    return { draftId }
  }
  if (version === undefined) return { version: (await definitions.readNumbered(tx, agent)).number }
  if (!(await definitions.readVersion(tx, agent, version))) throw notFound()
  return { version }
}

/** Makes the next conversations due, or completes the replay after the last one. */
export async function advanceReplay(
  tx: Db,
  agent: AgentKey,
  replayId: string,
  deps: Pick<ReplayDeps, 'world' | 'announce'>,
): Promise<void> {
  const replay = await lockReplay(tx, agent, replayId)
  if (replay?.status !== 'running') return
  if (!(await hasOpenConversations(tx, agent, replayId))) return completeReplay(tx, agent, replayId, deps)
  await enqueueNext(tx, agent, replayId, { window, now: deps.world.now() })
  nudgeReplays(tx)
}

async function completeReplay(
  tx: Db,
  agent: AgentKey,
  id: string,
  { world, announce }: Pick<ReplayDeps, 'world' | 'announce'>,
): Promise<void> {
  await endReplay(tx, agent, { id, status: 'completed', now: world.now() })
  await announceEnd(tx, agent, { id, status: 'completed' }, announce)
}

/** Ends a replay that cannot continue, such as one of a draft that was published or deleted. */
export async function failReplay(
  tx: Db,
  agent: AgentKey,
  { replayId: id, reason }: { replayId: string; reason: string },
  { world, announce }: Pick<ReplayDeps, 'world' | 'announce'>,
): Promise<void> {
  const replay = await lockReplay(tx, agent, id)
  if (replay?.status !== 'running') return
  const now = world.now()
  await endReplay(tx, agent, { id, status: 'failed', now, failReason: reason })
  await skipPendingConversations(tx, agent, id, now)
  await announceEnd(tx, agent, { id, status: 'failed' }, announce)
}

async function announceEnd(
  tx: Db,
  agent: AgentKey,
  { id, status }: Pick<ReplayState, 'id' | 'status'>,
  announce: ReplayDeps['announce'],
): Promise<void> {
  const counters = (await countReplays(tx, agent, [id])).get(id) ?? noReplayCounters
  const data = { agentId: agent.id, replayId: id, status, ...counters }
  await announce(tx, { orgId: agent.orgId, type: 'replay.completed', data })
}

/** Cancels a locked replay; conversations that are being played end before their next turn. */
export async function cancelReplay(tx: Db, agent: AgentKey, replay: ReplayState, now: Date): Promise<void> {
  if (replay.status === 'cancelled') return
  if (replay.status !== 'running')
    throw problem('resource.conflict', 409, { detail: `A replay that is ${replay.status} cannot be canceled` })
  await endReplay(tx, agent, { id: replay.id, status: 'cancelled', now })
  await skipPendingConversations(tx, agent, replay.id, now)
}
