/** Maximum concurrent calls of one webhook in this process; lower limits apply depending on its endpoint. */
const maxPerWebhook = 64
const maxWhileFailing = 2
/** The limit once others use half of all slots: a silent endpoint is noticed only when its timeout expires. */
const maxWhileCrowded = 16

/**
 * Deliveries to an endpoint that answers faster than this wait in memory: rescheduling would cost more than the call,
 * and the queue clears in about a second. A higher concurrency would only slow down each call.
 */
const quickMilliseconds = 250
/**
 * After this long without any answer, deliveries stop waiting in memory: the endpoint is assumed to use its full
 * timeout.
 */
const maxSilenceMilliseconds = 1_000
const silentMilliseconds = 15_000
export const maxPostponeMilliseconds = 600_000

/** Measured behavior of an endpoint; `usualMilliseconds` is set from its first answer on. */
type EndpointPace = { inFlight: number; failing: boolean; usualMilliseconds?: number; lastWait: number }
/** When the delivery is due again; those behind it follow one step apart. */
export type Postponement = { retryAt: Date; stepMilliseconds: number }

const createEndpointPace = (): EndpointPace => ({ inFlight: 0, failing: false, lastWait: 0 })

function concurrencyLimitOf(pace: EndpointPace, all: { places: number; taken: number }): number {
  if (pace.failing) return maxWhileFailing
  if (all.taken - pace.inFlight >= all.places / 2) return maxWhileCrowded
  return maxPerWebhook
}

/** An endpoint without measurements may be fast. */
function isWorthWaiting({ failing, usualMilliseconds = 0 }: EndpointPace): boolean {
  return !failing && usualMilliseconds < quickMilliseconds
}

function recordAnswer(pace: EndpointPace, answered: { failed: boolean; milliseconds: number }): void {
  const { usualMilliseconds = answered.milliseconds } = pace
  pace.failing = answered.failed
  pace.usualMilliseconds = 0.8 * usualMilliseconds + 0.2 * answered.milliseconds
}

function recordSilence(pace: EndpointPace): void {
  pace.usualMilliseconds = Math.max(pace.usualMilliseconds ?? 0, silentMilliseconds)
}

/** Waiting deliveries return one by one, as fast as the endpoint answers, and none later than the maximum wait. */
function nextPostponement(pace: EndpointPace, limit: number, now: Date): Postponement {
  const step = Math.max(1, (pace.usualMilliseconds ?? 0) / limit)
  const soonest = now.getTime() + step
  const at = Math.max(soonest, pace.lastWait + step)
  pace.lastWait = at > now.getTime() + maxPostponeMilliseconds ? soonest : at
  return { retryAt: new Date(Math.ceil(pace.lastWait)), stepMilliseconds: step }
}

/** The result of a call; absent if there was no call after all. */
type CallResult = { failed: boolean; now: Date }
/** Permission to call the endpoint now; `release` frees the slot. */
export type WebhookSlot = { release(answered?: CallResult): void }
export type SlotOrPostponement = WebhookSlot | Postponement
export type AcquireWebhookSlot = (webhookId: string, now: Date) => SlotOrPostponement | Promise<SlotOrPostponement>

type EndpointLoad = EndpointPace & {
  waiting: { now: Date; resolve(slot: SlotOrPostponement): void }[]
  patience?: NodeJS.Timeout
}

/** Maximum number of tracked endpoints; a failing endpoint that is evicted is detected again by its next failure. */
const maxTracked = 10_000

/**
 * Limits the concurrency per webhook: one slow or dead endpoint with thousands of events must not use up every worker
 * slot.
 */
export function createWebhookLimiter(capacity: number): AcquireWebhookSlot {
  const loads = new Map<string, EndpointLoad>()
  let inUse = 0

  const limit = (load: EndpointLoad) => concurrencyLimitOf(load, { places: capacity, taken: inUse })

  function loadOf(webhookId: string): EndpointLoad {
    const known = loads.get(webhookId)
    if (known) return known
    if (loads.size >= maxTracked) evictIdle(loads)
    const load = { ...createEndpointPace(), waiting: [] }
    loads.set(webhookId, load)
    return load
  }

  function take(webhookId: string, load: EndpointLoad, startedAt: Date): SlotOrPostponement {
    load.inFlight += 1
    inUse += 1
    return {
      release(answered) {
        load.inFlight -= 1
        inUse -= 1
        if (answered) {
          const milliseconds = answered.now.getTime() - startedAt.getTime()
          recordAnswer(load, { failed: answered.failed, milliseconds })
        }
        letIn(webhookId, load, answered?.now)
        if (load.inFlight === 0 && !load.failing) loads.delete(webhookId)
      },
    }
  }

  function letIn(webhookId: string, load: EndpointLoad, now?: Date): void {
    clearTimeout(load.patience)
    load.patience = undefined
    if (!isWorthWaiting(load)) sendAway(load)
    while (load.waiting.length > 0 && load.inFlight < limit(load)) {
      const next = load.waiting.shift()
      next?.resolve(take(webhookId, load, now ?? next.now))
    }
    if (load.waiting.length > 0) bePatient(load)
  }

  function bePatient(load: EndpointLoad): void {
    load.patience ??= setTimeout(() => {
      load.patience = undefined
      recordSilence(load)
      sendAway(load)
    }, maxSilenceMilliseconds)
  }

  function sendAway(load: EndpointLoad): void {
    for (const { now, resolve } of load.waiting.splice(0)) resolve(nextPostponement(load, limit(load), now))
  }

  return (webhookId, now) => {
    const load = loadOf(webhookId)
    if (load.inFlight < limit(load)) return take(webhookId, load, now)
    if (!isWorthWaiting(load)) return nextPostponement(load, limit(load), now)
    bePatient(load)
    return new Promise((resolve) => load.waiting.push({ now, resolve }))
  }
}

function evictIdle(loads: Map<string, EndpointLoad>): void {
  for (const [webhookId, { inFlight }] of loads) if (inFlight === 0) loads.delete(webhookId)
}
