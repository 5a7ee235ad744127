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
export type AgentSlot = { release(how: { failed: boolean; now: Date }): void } | { retryAt: Date }
export type AcquireAgentSlot = (agentKey: number, now: Date) => AgentSlot

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
