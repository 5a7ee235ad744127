import { setTimeout as sleep } from 'node:timers/promises'

export type Pause = (milliseconds: number) => Promise<unknown>

export const realPause: Pause = (milliseconds) => sleep(milliseconds, undefined, { ref: false })

/** Callers come up one after another, with a pause after each; false for one that gave up before its turn. */
export function createThrottle(pause: () => Promise<unknown>): (signal?: AbortSignal) => Promise<boolean> {
  let free: Promise<unknown> = Promise.resolve()
  return (signal) => {
    const mine = free.then(() => signal?.aborted !== true)
    free = mine.then((wanted) => wanted && pause())
    return Promise.race([mine, aborted(signal)])
  }
}

function aborted(signal: AbortSignal | undefined): Promise<false> {
  const { promise, resolve } = Promise.withResolvers<false>()
  if (signal?.aborted) resolve(false)
  else signal?.addEventListener('abort', () => resolve(false), { once: true })
  return promise
}
