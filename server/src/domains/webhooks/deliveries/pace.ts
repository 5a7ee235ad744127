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
export const maxSilenceMilliseconds = 1_000
const silentMilliseconds = 15_000
export const maxPostponeMilliseconds = 600_000

/** What is known of an endpoint; `usualMilliseconds` from its first answer on. */
export type EndpointPace = { inFlight: number; failing: boolean; usualMilliseconds?: number; lastWait: number }
/** The delivery comes back then, and those behind it one by one after it. */
export type Postponement = { retryAt: Date; stepMilliseconds: number }

export const createEndpointPace = (): EndpointPace => ({ inFlight: 0, failing: false, lastWait: 0 })

export function concurrencyLimitOf(pace: EndpointPace, all: { places: number; taken: number }): number {
  if (pace.failing) return maxWhileFailing
  if (all.taken - pace.inFlight >= all.places / 2) return maxWhileCrowded
  return maxPerWebhook
}

/** One that nobody knows yet may be quick. */
export function isWorthWaiting({ failing, usualMilliseconds = 0 }: EndpointPace): boolean {
  return !failing && usualMilliseconds < quickMilliseconds
}

export function recordAnswer(pace: EndpointPace, answered: { failed: boolean; milliseconds: number }): void {
  const { usualMilliseconds = answered.milliseconds } = pace
  pace.failing = answered.failed
  pace.usualMilliseconds = 0.8 * usualMilliseconds + 0.2 * answered.milliseconds
}

export function recordSilence(pace: EndpointPace): void {
  pace.usualMilliseconds = Math.max(pace.usualMilliseconds ?? 0, silentMilliseconds)
}

/** Those who wait come back one by one, as fast as the endpoint answers, and nobody later than the longest wait. */
export function nextPostponement(pace: EndpointPace, limit: number, now: Date): Postponement {
  const step = Math.max(1, (pace.usualMilliseconds ?? 0) / limit)
  const soonest = now.getTime() + step
  const at = Math.max(soonest, pace.lastWait + step)
  pace.lastWait = at > now.getTime() + maxPostponeMilliseconds ? soonest : at
  return { retryAt: new Date(Math.ceil(pace.lastWait)), stepMilliseconds: step }
}
