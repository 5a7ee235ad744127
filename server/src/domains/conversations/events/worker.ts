import { createPacedLimiter, type SlotOrPostponement } from '../../../platform/concurrency/paced-limiter.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isUnavailable } from '../../../platform/db/errors.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  buildLaneEntries,
  defineLane,
  finish,
  type Lane,
  laneEntrySql,
  nudge,
  postponeTo,
  retry,
  type Work,
} from '../../../platform/work/index.ts'
import type { World } from '../../../platform/world.ts'
import type { PublishEvents } from '../deps.ts'
import { deliverEvent, type EventDeliveryDeps, logDeliveryFailure } from './deliver-event.ts'
import { insertEvents, toStoredEvent } from './queries.ts'

export type ConversationWork = Work
export type ConversationLane = Lane

/** Limits the concurrent events per agent in this process; the slots of the agent itself count as a crowd too. */
export const createAgentLimiter = (capacity: number): ((agentKey: number, now: Date) => SlotOrPostponement) =>
  createPacedLimiter({
    capacity,
    max: 64,
    maxWhileFailing: 8,
    maxWhileCrowded: 16,
    crowdedBy: 'all',
    maxPostponeMilliseconds: 30_000,
    initialMilliseconds: 200,
  })

const work = {
  kind: 'conversations.event',
  table: 'conversation_events',
  key: ['agent_key', 'event_key'],
  lane: ['agent_key', 'asid'],
  order: 'event_key',
} as const

/** Runs before the events in the statement that inserts them, so that their order is that of the commits. */
export function buildConversationLaneEntry(agent: AgentKey, asids: Iterable<string>, now: Date) {
  const lanes = [...asids].map((asid) => ({ agent_key: agent.key, asid }))
  return buildLaneEntries(work, lanes, now)
}

/** The same as the text of a CTE in a larger prepared statement; see `laneEntrySql`. */
export const eventLaneEntrySql = (lanes: { names: string; at: string }): string => laneEntrySql(work.kind, lanes)

export function nudgeEvents(tx: Db): void {
  nudge(tx, work.kind)
}

/** The first retry comes within 30 seconds, the next ones about 1, 3 and 6 minutes later. */
const delaysSeconds = [10, 60, 180, 360]
const outageRetryMilliseconds = 2_000

/** An event spends most of its time waiting for the agent, which costs little. */
const maxConcurrency = 600

/** Delivers events to agents: in order within a conversation, all conversations concurrently. */
export function eventLane(deps: EventDeliveryDeps) {
  const { world } = deps
  const acquireSlot = createAgentLimiter(maxConcurrency)
  return defineLane({
    ...work,
    concurrency: maxConcurrency,
    timeoutSeconds: 120,
    retry: { delaysSeconds },
    async perform(row, { signal, attempt }) {
      const slot = acquireSlot(row.agent_key, world.now())
      if ('retryAt' in slot) return postponeTo(slot.retryAt)
      let failed = true
      try {
        await deliverEvent(row.agent_key, toStoredEvent(row), { attempt, signal }, deps)
        failed = false
        return finish()
      } catch (error) {
        // An outage on our side does not count as an attempt.
        if (isUnavailable(error)) return postponeTo(new Date(world.now().getTime() + outageRetryMilliseconds))
        if (attempt <= delaysSeconds.length && !signal.aborted) {
          logDeliveryFailure(row.agent_key, toStoredEvent(row), { error, attempt, level: 'warn' }, deps)
        }
        return retry(error)
      } finally {
        slot.release({ failed, now: world.now() })
      }
    },
    giveUp: async (_tx, row, error) =>
      logDeliveryFailure(row.agent_key, toStoredEvent(row), { error, attempt: row.attempts + 1, level: 'error' }, deps),
  })
}

/** Publishes events to the agent. Within a conversation they are ordered by commit. */
export function createPublishEvents({ world }: { world: World }): PublishEvents {
  return async (tx, agent, events) => {
    if (events.length === 0) return []
    const now = world.now()
    const named = events.map((event) => ({ ...event, id: world.newId('evt') }))
    const entry = buildConversationLaneEntry(agent, new Set(events.map(({ asid }) => asid)), now)
    await insertEvents(tx, agent, named, { entry, dueAt: now })
    nudgeEvents(tx)
    return named.map(({ id }) => id)
  }
}
