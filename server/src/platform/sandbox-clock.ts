import { AsyncLocalStorage } from 'node:async_hooks'
import type { AgentKey } from './http/route.ts'
import type { World } from './world.ts'

/**
 * The clock of a sandbox person may be ahead of real time. Code that runs for the person reads `world.now()` as
 * everywhere else; the services of a process share one world whose clock depends on whom the code runs for.
 */

const millisecondsAhead = new AsyncLocalStorage<number>()

/** A world with the clock of the sandbox person that the code runs for, and with real time everywhere else. */
export function withSandboxClock(world: World): World {
  const now = () => {
    const [real, ahead = 0] = [world.now(), millisecondsAhead.getStore()]
    return ahead === 0 ? real : new Date(real.getTime() + ahead)
  }
  return Object.assign(Object.create(world) as World, { ...world, now })
}

/** Runs `act` with a clock that is ahead of real time. */
export function runAhead<T>(milliseconds: number, act: () => T): T {
  const isAhead = milliseconds !== 0 || millisecondsAhead.getStore() !== undefined
  return isAhead ? millisecondsAhead.run(milliseconds, act) : act()
}

/** What waits for time in one sandbox conversation. Every domain with such things provides one. */
export type ClockSource = {
  /** The earliest thing that waits; undefined if nothing does. It may be overdue. */
  findNext(agent: AgentKey, asid: string): Promise<WaitingEvent | undefined>
}

export type WaitingEvent = {
  at: Date
  /**
   * Runs with the clock at `at`. It must change what `findNext` returns. Undefined: nothing happened that the person or
   * the agent could notice.
   */
  perform(): Promise<ClockEvent | undefined>
}

export const clockEventKinds = [
  'followUp',
  'reminder',
  'sequence',
  'session.ended',
  'window.closed',
  'desk.returned',
] as const

export type ClockEvent = { kind: (typeof clockEventKinds)[number]; messageIds?: readonly string[] }
