import {
  concurrencyLimitOf,
  createEndpointPace,
  type EndpointPace,
  isWorthWaiting,
  maxSilenceMilliseconds,
  nextPostponement,
  type Postponement,
  recordAnswer,
  recordSilence,
} from './pace.ts'

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
