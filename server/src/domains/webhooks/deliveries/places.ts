/**
 * How many deliveries are with one webhook at once, in this process: an endpoint that is slow, or dead, with thousands of
 * events must not take the places of all the others.
 */
const most = 64
/** Of all places, for one that is known to be quick: few at a time would make many small claims (measured: half the rate). */
const shareOfQuick = 0.75
/** Once others hold half of all places: nobody knows of an endpoint that is silent until its time is over. */
const mostWhileCrowded = 16
const mostWhileFailing = 2
/** For an endpoint that answers sooner one waits on the spot: coming back costs more than the call. */
const quickMilliseconds = 600
/** When it answers nothing at all for so long, nobody waits for it any more, and it is taken to need its whole time. */
const patienceMilliseconds = 1_000
const silentMilliseconds = 15_000
export const mostWaitMilliseconds = 600_000
/** Until the endpoint has answered for the first time. */
const guessedMilliseconds = 200
/** Of endpoints that fail so many are remembered: those beyond are found to fail once more. */
const mostRemembered = 10_000

/** Either the endpoint is called now, or the delivery comes back then, and those behind it one by one after it. */
export type Place = { leave(how: { failed: boolean; now: Date }): void } | Wait
export type Wait = { comeBackAt: Date; stepMilliseconds: number }
export type TakePlace = (webhookId: string, now: Date) => Place | Promise<Place>

type Load = {
  inFlight: number
  failing: boolean
  hasAnswered: boolean
  usualMilliseconds: number
  lastWait: number
  waiting: { now: Date; resolve(place: Place): void }[]
  timer?: NodeJS.Timeout
}

export function placesOfWebhooks(places: number): TakePlace {
  const loads = new Map<string, Load>()
  let taken = 0

  function limitOf(load: Load): number {
    if (load.failing) return mostWhileFailing
    if (taken - load.inFlight >= places / 2) return mostWhileCrowded
    return load.hasAnswered && isWorthWaiting(load) ? places * shareOfQuick : most
  }

  function take(webhookId: string, load: Load, startedAt: Date): Place {
    if (!loads.has(webhookId)) forgetQuiet(loads)
    loads.set(webhookId, load)
    load.inFlight += 1
    taken += 1
    return {
      leave({ failed, now }) {
        load.inFlight -= 1
        taken -= 1
        load.failing = failed
        load.hasAnswered = true
        load.usualMilliseconds = 0.8 * load.usualMilliseconds + 0.2 * (now.getTime() - startedAt.getTime())
        letNextIn(webhookId, load, now)
        if (load.inFlight === 0 && !failed) loads.delete(webhookId)
      },
    }
  }

  function letNextIn(webhookId: string, load: Load, now: Date): void {
    clearTimeout(load.timer)
    load.timer = undefined
    if (!isWorthWaiting(load)) sendAway(load)
    while (load.waiting.length > 0 && load.inFlight < limitOf(load))
      load.waiting.shift()?.resolve(take(webhookId, load, now))
    if (load.waiting.length > 0) load.timer = setTimeout(loseHope, patienceMilliseconds, load)
  }

  function loseHope(load: Load): void {
    load.timer = undefined
    load.usualMilliseconds = Math.max(load.usualMilliseconds, silentMilliseconds)
    sendAway(load)
  }

  function sendAway(load: Load): void {
    for (const { now, resolve } of load.waiting.splice(0)) resolve(nextWait(load, limitOf(load), now))
  }

  return (webhookId, now) => {
    const load = loads.get(webhookId) ?? newLoad()
    const limit = limitOf(load)
    if (load.inFlight < limit) return take(webhookId, load, now)
    if (!isWorthWaiting(load)) return nextWait(load, limit, now)
    load.timer ??= setTimeout(loseHope, patienceMilliseconds, load)
    return new Promise((resolve) => load.waiting.push({ now, resolve }))
  }
}

const newLoad = (): Load => {
  return {
    inFlight: 0,
    failing: false,
    hasAnswered: false,
    usualMilliseconds: guessedMilliseconds,
    lastWait: 0,
    waiting: [],
  }
}

const isWorthWaiting = ({ failing, usualMilliseconds }: Load): boolean =>
  !failing && usualMilliseconds < quickMilliseconds

function forgetQuiet(loads: Map<string, Load>): void {
  if (loads.size < mostRemembered) return
  for (const [webhookId, { inFlight }] of loads) if (inFlight === 0) loads.delete(webhookId)
}

/** Those who wait come back one by one, as fast as the endpoint has been answering, and nobody later than the longest wait. */
function nextWait(load: Load, limit: number, now: Date): Place {
  const step = Math.max(1, load.usualMilliseconds / limit)
  const soonest = now.getTime() + step
  const at = Math.max(soonest, load.lastWait + step)
  load.lastWait = at > now.getTime() + mostWaitMilliseconds ? soonest : at
  return { comeBackAt: new Date(Math.ceil(load.lastWait)), stepMilliseconds: step }
}
