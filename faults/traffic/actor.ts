import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import type { Log } from './deeds.ts'
import type { Setting } from './setting.ts'

/** What everybody who acts is given. */
export type Scene = {
  client: Client
  log: Log
  setting: Setting
  apiKey: string
  random(): number
  /** Between two deeds of one actor. */
  paceMilliseconds: number
  /** Who has said what to the agent's endpoint: the user of a number. */
  userOf(number: string): string | undefined
  carried(): { messageId: string }[]
  /** Whatever has left for the carrier until now has been noted after it. */
  caughtUp(): Promise<void>
}

/** Does one thing after the other until told to stop; `nth` counts from 0. */
export type Actor = (scene: Scene, nth: number) => Promise<void>

export async function keepActing(actor: Actor, scene: Scene, stop: AbortSignal): Promise<void> {
  for (let nth = 0; !stop.aborted; nth++) {
    await actor(scene, nth)
    await sleep(scene.paceMilliseconds * (0.5 + scene.random()), undefined, { signal: stop }).catch(() => {})
  }
}

export function oneOf<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T
}
