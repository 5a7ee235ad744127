import {
  isWorthWaiting,
  learn,
  learnSilence,
  limitOf,
  newPace,
  nextWait,
  type Pace,
  patienceMilliseconds,
  type Wait,
} from './pace.ts'

/** How a call went; nothing where there was none after all. */
type Answered = { failed: boolean; now: Date }
/** Either the endpoint is called now, or the delivery comes back later. */
export type Taken = { leave(answered?: Answered): void }
export type Place = Taken | Wait
export type TakePlace = (webhookId: string, now: Date) => Place | Promise<Place>

type Load = Pace & { waiting: { now: Date; resolve(place: Place): void }[]; patience?: NodeJS.Timeout }

/** Of endpoints that fail so many are remembered: those beyond are found to fail once more. */
const mostRemembered = 10_000

/**
 * Shares the places of this process out among the webhooks: an endpoint that is slow, or dead, with thousands of events
 * must not take those of all the others.
 */
export function placesOfWebhooks(places: number): TakePlace {
  const loads = new Map<string, Load>()
  let taken = 0

  const limit = (load: Load) => limitOf(load, { places, taken })

  function loadOf(webhookId: string): Load {
    const known = loads.get(webhookId)
    if (known) return known
    if (loads.size >= mostRemembered) forgetIdle(loads)
    const load = { ...newPace(), waiting: [] }
    loads.set(webhookId, load)
    return load
  }

  function take(webhookId: string, load: Load, startedAt: Date): Place {
    load.inFlight += 1
    taken += 1
    return {
      leave(answered) {
        load.inFlight -= 1
        taken -= 1
        if (answered) {
          const milliseconds = answered.now.getTime() - startedAt.getTime()
          learn(load, { failed: answered.failed, milliseconds })
        }
        letIn(webhookId, load, answered?.now)
        if (load.inFlight === 0 && !load.failing) loads.delete(webhookId)
      },
    }
  }

  function letIn(webhookId: string, load: Load, now?: Date): void {
    clearTimeout(load.patience)
    load.patience = undefined
    if (!isWorthWaiting(load)) sendAway(load)
    while (load.waiting.length > 0 && load.inFlight < limit(load)) {
      const next = load.waiting.shift()
      next?.resolve(take(webhookId, load, now ?? next.now))
    }
    if (load.waiting.length > 0) bePatient(load)
  }

  function bePatient(load: Load): void {
    load.patience ??= setTimeout(() => {
      load.patience = undefined
      learnSilence(load)
      sendAway(load)
    }, patienceMilliseconds)
  }

  function sendAway(load: Load): void {
    for (const { now, resolve } of load.waiting.splice(0)) resolve(nextWait(load, limit(load), now))
  }

  return (webhookId, now) => {
    const load = loadOf(webhookId)
    if (load.inFlight < limit(load)) return take(webhookId, load, now)
    if (!isWorthWaiting(load)) return nextWait(load, limit(load), now)
    bePatient(load)
    return new Promise((resolve) => load.waiting.push({ now, resolve }))
  }
}

function forgetIdle(loads: Map<string, Load>): void {
  for (const [webhookId, { inFlight }] of loads) if (inFlight === 0) loads.delete(webhookId)
}
