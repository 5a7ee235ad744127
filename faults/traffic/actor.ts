import { setTimeout as sleep } from 'node:timers/promises'
import type { CallLog } from './acknowledged-calls.ts'
import type { RetryingClient } from './client.ts'
import type { TrafficFixtures } from './fixtures.ts'

/** What everybody who acts is given. */
export type TrafficContext = {
  client: RetryingClient
  log: CallLog
  fixtures: TrafficFixtures
  apiKey: string
  random(): number
  /** Between two deeds of one actor. */
  paceMilliseconds: number
  /** Who has said what to the agent's endpoint: the user of a number. */
  userOf(number: string): string | undefined
  deliveredMessages(): { messageId: string }[]
  /** Whatever has left for the carrier until now has been noted after it. */
  waitForProviders(): Promise<void>
}

/** Does one thing after the other until told to stop; `nth` counts from 0. */
export type TrafficActor = (context: TrafficContext, nth: number) => Promise<void>

export async function runActor(actor: TrafficActor, context: TrafficContext, stop: AbortSignal): Promise<void> {
  for (let nth = 0; !stop.aborted; nth++) {
    await actor(context, nth)
    await sleep(context.paceMilliseconds * (0.5 + context.random()), undefined, { signal: stop }).catch(() => {})
  }
}

export function pickOne<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T
}
