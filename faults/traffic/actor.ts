import { setTimeout as sleep } from 'node:timers/promises'
import type { CallLog } from './acknowledged-calls.ts'
import type { RetryingClient } from './client.ts'
import type { TrafficFixtures } from './fixtures.ts'

export type TrafficContext = {
  client: RetryingClient
  log: CallLog
  fixtures: TrafficFixtures
  apiKey: string
  random(): number
  /** Between two actions of one actor. */
  paceMilliseconds: number
  /** Returns the user id of a number, as the agent's endpoint received it. */
  findUserId(number: string): string | undefined
  deliveredMessages(): { messageId: string }[]
  /** Resolves when everything sent to the providers so far has been recorded. */
  waitForProviders(): Promise<void>
}

/** Performs one action; called repeatedly until the traffic stops. `nth` counts from 0. */
export type TrafficActor = (context: TrafficContext, nth: number) => Promise<void>

export async function runActor(actor: TrafficActor, context: TrafficContext, stop: AbortSignal): Promise<void> {
  for (let nth = 0; !stop.aborted; nth++) {
    await actor(context, nth)
    await sleep(context.paceMilliseconds * (0.5 + context.random()), undefined, { signal: stop }).catch(() => {})
  }
}

export function pickRandom<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)] as T
}
