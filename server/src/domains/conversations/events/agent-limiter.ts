/**
 * How many events of one agent are with it at once, in this process: an endpoint that is slow, or dead, with thousands of
 * conversations must not take the places of all the others.
 */
const maxPerAgent = 64
/** Once half of all places are taken: nobody knows of an endpoint that is silent until its time is over. */
const maxWhileCrowded = 16
const maxWhileFailing = 8
const maxWaitMilliseconds = 30_000
/** Until the agent has answered for the first time. */
const initialMilliseconds = 200

/** Either the agent takes the event now, or it comes back then. */
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

/** Those who wait come back one by one, as fast as the agent has been answering, and nobody later than the longest wait. */
function nextRetryAt(load: AgentLoad, limit: number, now: Date): Date {
  const step = Math.max(1, load.usualMilliseconds / limit)
  const soonest = now.getTime() + step
  const at = Math.max(soonest, load.lastWait + step)
  load.lastWait = at > now.getTime() + maxWaitMilliseconds ? soonest : at
  return new Date(Math.ceil(load.lastWait))
}
