import type { Db } from '../../../platform/db/database.ts'
import { isUnavailable } from '../../../platform/db/errors.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { buildLaneEntries, defineLane, finish, nudge, postponeTo, retry } from '../../../platform/work/index.ts'
import type { World } from '../../../platform/world.ts'
import type { PublishEvents } from '../deps.ts'
import { deliverEvent, type EventDeliveryDeps, logDeliveryFailure } from './deliver-event.ts'
import { insertEvents, toStoredEvent } from './queries.ts'

/**
 * Concurrent events per agent in this process: one slow or dead endpoint with thousands of conversations must not use
 * up every worker slot.
 */
const maxPerAgent = 64
/** The limit once half of all slots are in use: a silent endpoint is noticed only when its timeout expires. */
const maxWhileCrowded = 16
const maxWhileFailing = 8
const maxWaitMilliseconds = 30_000
/** Assumed response time until the agent first answers. */
const initialMilliseconds = 200

/** Either a slot for the event, or the time to try again. */
type AgentSlot = { release(how: { failed: boolean; now: Date }): void } | { retryAt: Date }
type AcquireAgentSlot = (agentKey: number, now: Date) => AgentSlot

type AgentLoad = { inFlight: number; failing: boolean; usualMilliseconds: number; lastWait: number }

export function createAgentLimiter(capacity: number): AcquireAgentSlot {
  const loads = new Map<number, AgentLoad>()
  let inUse = 0

  function begin(agentKey: number, load: AgentLoad, startedAt: Date): AgentSlot {
    loads.set(agentKey, load)
    load.inFlight += 1
    inUse += 1
    return {
      release({ failed, now }) {
        load.inFlight -= 1
        inUse -= 1
        load.failing = failed
        load.usualMilliseconds = 0.8 * load.usualMilliseconds + 0.2 * (now.getTime() - startedAt.getTime())
        if (load.inFlight === 0 && !failed) loads.delete(agentKey)
      },
    }
  }

  return (agentKey, now) => {
    const load = loads.get(agentKey) ?? {
      inFlight: 0,
      failing: false,
      usualMilliseconds: initialMilliseconds,
      lastWait: 0,
    }
    const limit = load.failing ? maxWhileFailing : inUse < capacity / 2 ? maxPerAgent : maxWhileCrowded
    if (load.inFlight < limit) return begin(agentKey, load, now)
    return { retryAt: nextRetryAt(load, limit, now) }
  }
}

/** Waiting events return one by one, as fast as the agent has been answering, and none later than the maximum wait. */
function nextRetryAt(load: AgentLoad, limit: number, now: Date): Date {
  const step = Math.max(1, load.usualMilliseconds / limit)
  const soonest = now.getTime() + step
  const at = Math.max(soonest, load.lastWait + step)
  load.lastWait = at > now.getTime() + maxWaitMilliseconds ? soonest : at
  return new Date(Math.ceil(load.lastWait))
}

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
