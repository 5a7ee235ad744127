/** How many calls of one webhook may run at once, in this process, by what is known of its endpoint. */
const maxPerWebhook = 64
const maxWhileFailing = 2
/** Once others hold half of all places: nobody knows of an endpoint that is silent until its time is over. */
const maxWhileCrowded = 16

/**
 * For an endpoint that answers sooner one waits on the spot: coming back would cost more than the call, and all who can
 * wait are gone in a second or so. More at once would only make each of them slower.
 */
const quickMilliseconds = 250
/** For one that answers nothing at all for so long nobody waits any more: it is taken to need its whole time. */
const maxSilenceMilliseconds = 1_000
const silentMilliseconds = 15_000
export const maxPostponeMilliseconds = 600_000

/** What is known of an endpoint; `usualMilliseconds` from its first answer on. */
type EndpointPace = { inFlight: number; failing: boolean; usualMilliseconds?: number; lastWait: number }
/** The delivery comes back then, and those behind it one by one after it. */
export type Postponement = { retryAt: Date; stepMilliseconds: number }

const createEndpointPace = (): EndpointPace => ({ inFlight: 0, failing: false, lastWait: 0 })

function concurrencyLimitOf(pace: EndpointPace, all: { places: number; taken: number }): number {
  if (pace.failing) return maxWhileFailing
  if (all.taken - pace.inFlight >= all.places / 2) return maxWhileCrowded
  return maxPerWebhook
}

/** One that nobody knows yet may be quick. */
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

/** Those who wait come back one by one, as fast as the endpoint answers, and nobody later than the longest wait. */
function nextPostponement(pace: EndpointPace, limit: number, now: Date): Postponement {
  const step = Math.max(1, (pace.usualMilliseconds ?? 0) / limit)
  const soonest = now.getTime() + step
  const at = Math.max(soonest, pace.lastWait + step)
  pace.lastWait = at > now.getTime() + maxPostponeMilliseconds ? soonest : at
  return { retryAt: new Date(Math.ceil(pace.lastWait)), stepMilliseconds: step }
}

/** How a call went; nothing where there was none after all. */
type CallResult = { failed: boolean; now: Date }
/** Either the endpoint is called now, or the delivery comes back later. */
export type WebhookSlot = { release(answered?: CallResult): void }
export type SlotOrPostponement = WebhookSlot | Postponement
export type AcquireWebhookSlot = (webhookId: string, now: Date) => SlotOrPostponement | Promise<SlotOrPostponement>

type EndpointLoad = EndpointPace & {
  waiting: { now: Date; resolve(slot: SlotOrPostponement): void }[]
  patience?: NodeJS.Timeout
}

/** Of endpoints that fail so many are remembered: those beyond are found to fail once more. */
const maxTracked = 10_000

/**
 * Shares the places of this process out among the webhooks: an endpoint that is slow, or dead, with thousands of events
 * must not take those of all the others.
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
